"""The manifests of deploy/kubernetes as the tool renders them, and what selectors and policies say of the pods."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import yaml

from kingdom.adapters.sandbox_certificates import certificates_make
from tests.plugins.product import ROOT

FOLDER = ROOT / "deploy" / "kubernetes"
COMPONENT = "app.kubernetes.io/component"
Object = dict[str, Any]


def kubectl_program() -> str:
    """Return the path of kubectl: KUBECTL, else that of the virtual environment."""
    found = shutil.which(os.environ.get("KUBECTL") or Path(sys.executable).with_name("kubectl"))
    if found is None:
        pytest.fail("There is no kubectl: ``make setup-dev`` installs it.")
    return found


@dataclass(frozen=True)
class Pod:
    """The pod template of a workload, with its labels."""

    workload: str
    labels: Mapping[str, str]
    spec: Object

    @property
    def component(self) -> str:
        """The part of the product that it runs."""
        return self.labels[COMPONENT]

    @property
    def containers(self) -> list[Object]:
        """All containers, those that run first included."""
        return [*self.spec.get("initContainers", []), *self.spec["containers"]]

    @property
    def ports(self) -> dict[str, int]:
        """The numbers of its ports by name."""
        return {port["name"]: port["containerPort"] for c in self.containers for port in c.get("ports", [])}

    def volumes(self, kind: str) -> list[Object]:
        """Return the sources of its volumes of a kind, e.g. ``secret``."""
        return [volume[kind] for volume in self.spec.get("volumes", []) if kind in volume]


@dataclass(frozen=True)
class Rendering:
    """The objects of one overlay, and what the tool wrote to stderr."""

    objects: Sequence[Object]
    complaints: str

    def of_kind(self, kind: str) -> list[Object]:
        """Return the objects of a kind."""
        return [found for found in self.objects if found["kind"] == kind]

    def named(self, kind: str, name: str) -> Object:
        """Return the object of a kind and a name; the name may lack the digest that Kustomize appends."""
        found = [
            o for o in self.of_kind(kind) if name in (o["metadata"]["name"], o["metadata"]["name"].rpartition("-")[0])
        ]
        assert len(found) == 1, f"{kind} {name}: {len(found)}"
        return found[0]

    @cached_property
    def pods(self) -> dict[str, Pod]:
        """The pods by their part of the product."""
        pods = [Pod(o["metadata"]["name"], t["metadata"]["labels"], t["spec"]) for o, t in self._templates()]
        return {pod.component: pod for pod in pods}

    def _templates(self) -> Iterator[tuple[Object, Object]]:
        for found in self.objects:
            spec = found.get("spec", {})
            template = spec.get("jobTemplate", {}).get("spec", spec).get("template")
            if template:
                yield found, template

    def selected(self, selector: Mapping[str, Any]) -> set[str]:
        """Return the parts whose pods a label selector selects."""
        return {pod.component for pod in self.pods.values() if selects(selector, pod.labels)}


def selects(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Return whether a label selector, with the operator In alone, selects a pod."""
    assert set(selector) <= {"matchLabels", "matchExpressions"}, selector
    expressions = selector.get("matchExpressions", [])
    assert all(each["operator"] == "In" for each in expressions)
    return all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items()) and all(
        labels.get(each["key"]) in each["values"] for each in expressions
    )


def render(folder: Path) -> Rendering:
    """Render a folder. Fails with the tool's message."""
    command = [kubectl_program(), "kustomize", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return Rendering(list(yaml.safe_load_all(done.stdout)), done.stderr)


def rendered_with_secrets(copy: Path, hosts: Sequence[str]) -> Rendering:
    """Render the example with Secrets and the autoscaling from a copy of the folder, as its comments say to."""
    shutil.copytree(FOLDER, copy)
    example = copy / "overlays" / "secrets"
    (example / "secret.env").write_text((copy / "base" / "secret.env.example").read_text())
    (example / "userlist.txt").write_text('"kingdom" "secret"\n')
    certificates_make(example / "tls", hosts=list(hosts), days=1)
    scaled = copy / "overlays" / "scaled"
    scaled.mkdir()
    settings = {"namespace": "kingdom", "resources": ["../secrets"], "components": ["../../components/autoscaling"]}
    (scaled / "kustomization.yaml").write_text(yaml.safe_dump(settings))
    return render(scaled)


def _rules(rendering: Rendering, part: str, direction: str) -> list[Object]:
    policies = [
        p["spec"] for p in rendering.of_kind("NetworkPolicy") if part in rendering.selected(p["spec"]["podSelector"])
    ]
    return [rule for policy in policies for rule in policy.get(direction, [])]


def _pairs(rendering: Rendering, direction: str, peers: str) -> set[tuple[str, str, int]]:
    """Return (part, other part, port) of the rules that name pods of this installation."""
    return {
        (part, other, port["port"])
        for part in rendering.pods
        for rule in _rules(rendering, part, direction)
        for peer in rule.get(peers, [])
        if "podSelector" in peer
        for other in rendering.selected(peer["podSelector"])
        for port in rule["ports"]
    }


def outgoing(rendering: Rendering) -> set[tuple[str, str, int]]:
    """Return (from, to, port) that the rules of the senders allow among the pods."""
    return _pairs(rendering, "egress", "to")


def incoming(rendering: Rendering) -> set[tuple[str, str, int]]:
    """Return (from, to, port) that the rules of the receivers allow among the pods."""
    return {(other, part, port) for part, other, port in _pairs(rendering, "ingress", "from")}


def ports_to(rendering: Rendering, part: str, kind: str) -> set[int]:
    """Return the ports to peers of a kind, e.g. ``ipBlock``, that a part may reach; "": to anybody."""
    rules = _rules(rendering, part, "egress")
    fits = [rule for rule in rules if (any(kind in peer for peer in rule["to"]) if "to" in rule else kind == "")]
    return {port["port"] for rule in fits for port in rule["ports"]}
