"""What pods may do and whom they reach."""

import re
from collections.abc import Mapping

from tests.factories.kubernetes import Rendering, incoming, outgoing, ports_to
from tests.plugins.product import ROOT

PROCESSES = {"web", "worker", "beat"}


def test_every_pod_but_sandboxd_is_restricted(rendering: Rendering) -> None:
    """The Pod Security level `restricted`, and a read-only root besides."""
    for name, pod in rendering.pods.items():
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(pod.spec)
        assert pod.volumes("hostPath") == []
        if name == "sandboxd":
            continue
        assert pod.spec["securityContext"]["runAsNonRoot"]
        assert pod.spec["securityContext"]["runAsUser"] > 0
        assert pod.spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod.containers:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
            }, name  # fmt: skip


def test_no_pod_has_a_token_or_variables_of_services(rendering: Rendering) -> None:
    """A Service named kingdom-x would set KINGDOM_X_PORT, and an unknown setting ends the start."""
    for pod in rendering.pods.values():
        assert pod.spec["automountServiceAccountToken"] is False
        assert pod.spec["enableServiceLinks"] is False


def test_every_container_has_requests_and_a_limit_of_memory(rendering: Rendering) -> None:
    for pod in rendering.pods.values():
        for container in pod.containers:
            assert set(container["resources"]["requests"]) == {"cpu", "memory"}
            assert "memory" in container["resources"]["limits"]


def test_sandboxd_is_privileged_and_alone(renderings: Mapping[str, Rendering]) -> None:
    for rendering in renderings.values():
        pod = rendering.pods["sandboxd"]
        init, daemon = pod.containers
        assert "privileged" not in init["securityContext"]
        assert daemon["securityContext"] == {"privileged": True, "runAsUser": 0, "readOnlyRootFilesystem": True}
        assert not any("envFrom" in container for container in pod.containers)
        assert [source["secretName"].startswith("kingdom-sandbox-server") for source in pod.volumes("secret")] == [True]
    production = renderings["production"].pods
    assert production["sandboxd"].spec["nodeSelector"] == {"kingdom/sandboxes": "true"}
    assert production["sandboxd"].spec["tolerations"][0]["key"] == "kingdom/sandboxes"
    assert not any("tolerations" in pod.spec for name, pod in production.items() if name != "sandboxd")


def test_all_is_denied_at_first(rendering: Rendering) -> None:
    denial = rendering.named("NetworkPolicy", "kingdom-default-deny")["spec"]
    assert rendering.selected(denial["podSelector"]) == set(rendering.pods)
    assert set(denial["policyTypes"]) == {"Ingress", "Egress"}
    assert set(denial) == {"podSelector", "policyTypes"}


def test_who_reaches_whom(rendering: Rendering) -> None:
    """Both sides allow it: the rules of the sender and those of the receiver."""
    expected = {(part, "sandboxd", 7443) for part in ("web", "worker")}
    if "redis" in rendering.pods:
        expected |= {(part, "redis", 6379) for part in PROCESSES}
    if "pgbouncer" in rendering.pods:
        expected |= {(part, "pgbouncer", 6432) for part in PROCESSES | {"backup"}}
    to_anybody = {(sender, to, port) for sender, to, port in expected if port in ports_to(rendering, sender, "")}
    assert outgoing(rendering) | to_anybody == expected
    assert incoming(rendering) == expected
    for _, receiver, port in expected:
        assert port in rendering.pods[receiver].ports.values()


def test_what_is_reached_outside(rendering: Rendering) -> None:
    for name in rendering.pods:
        public, names, anybody = (ports_to(rendering, name, kind) for kind in ("ipBlock", "namespaceSelector", ""))
        assert public == ({443, 465, 587} if name in {"web", "worker"} else set())
        assert names == (set() if name in {"sandboxd", "redis"} else {53})
        assert anybody == ({5432, 6379} if name in PROCESSES | {"backup"} else {5432} if name == "pgbouncer" else set())


def test_the_metadata_service_and_the_cluster_are_no_public_addresses(rendering: Rendering) -> None:
    rules = rendering.named("NetworkPolicy", "kingdom-internet")["spec"]["egress"]
    v4, v6 = (peer["ipBlock"] for rule in rules for peer in rule["to"])
    assert {"10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"} == set(v4["except"])
    assert {"fc00::/7", "fe80::/10"} == set(v6["except"])


def test_only_the_ingress_controller_reaches_the_web_process(rendering: Rendering) -> None:
    policy = rendering.named("NetworkPolicy", "kingdom-ingress")["spec"]
    assert rendering.selected(policy["podSelector"]) == {"web"}
    assert policy["ingress"][0]["ports"] == [{"protocol": "TCP", "port": rendering.pods["web"].ports["http"]}]
    annotations = rendering.named("Ingress", "kingdom")["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    assert int(annotations["nginx.ingress.kubernetes.io/proxy-read-timeout"]) > 15  # a stream's ping


def test_pods_run_as_the_account_of_the_image(rendering: Rendering) -> None:
    text = (ROOT / "Dockerfile").read_text()
    (group,), (user,) = (re.findall(pattern, text) for pattern in (r"groupadd .*--gid (\d+)", r"useradd .*--uid (\d+)"))
    for name in ("web", "worker", "beat"):
        context = rendering.pods[name].spec["securityContext"]
        assert (context["runAsUser"], context["runAsGroup"], context["fsGroup"]) == (int(user), int(group), int(group))
