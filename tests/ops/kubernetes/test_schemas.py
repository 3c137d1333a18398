"""The tool renders each overlay without a complaint, and Kubernetes' own schemas accept each object."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from kubernetes_validate import ValidationError, validate

from tests.factories.kubernetes import FOLDER, Rendering
from tests.plugins.product import ROOT

VERSIONS = ("1.28", "1.37")  # the oldest and the newest that the package knows


def test_the_tool_complains_of_nothing(rendering: Rendering) -> None:
    assert rendering.complaints == ""
    names = [(found["kind"], found["metadata"]["name"]) for found in rendering.objects]
    assert len(set(names)) == len(names) > 20
    assert {found["metadata"]["namespace"] for found in rendering.objects} == {"kingdom"}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_schemas_accept_every_object(version: str, renderings: Mapping[str, Rendering]) -> None:
    every = {json.dumps(found, sort_keys=True) for rendering in renderings.values() for found in rendering.objects}
    for text in sorted(every):
        assert validate(json.loads(text), version, strict=True) == version


def test_the_schemas_refuse_a_misspelt_field(renderings: Mapping[str, Rendering]) -> None:
    web = json.loads(json.dumps(renderings["small"].named("Deployment", "kingdom-web")))
    web["spec"]["template"]["spec"]["automountServiceAccountTokens"] = False
    with pytest.raises(ValidationError, match="automountServiceAccountTokens"):
        validate(web, VERSIONS[-1], strict=True)


def test_the_base_names_no_namespace_and_has_no_secret() -> None:
    files = sorted(FOLDER.rglob("*.yaml"))
    manifests = [part for path in files for part in yaml.safe_load_all(path.read_text()) if isinstance(part, dict)]
    assert len(manifests) > 30
    assert not any("namespace" in part.get("metadata", {}) for part in manifests)
    assert not any(part.get("kind") == "Secret" for part in manifests)


@pytest.mark.parametrize("name", ["small", "production"])
def test_overlays_are_short(name: str) -> None:
    text = (FOLDER / "overlays" / name / "kustomization.yaml").read_text()
    assert len(text.splitlines()) <= 35


def test_every_component_is_rendered() -> None:
    kustomizations = [path.read_text() for path in Path(FOLDER / "overlays").glob("*/kustomization.yaml")]
    for component in (FOLDER / "components").iterdir():
        if component.name != "autoscaling":  # the tests add it to the example with Secrets
            assert any(f"components/{component.name}" in text for text in kustomizations), component.name


def test_files_with_secrets_reach_neither_the_repository_nor_an_image() -> None:
    """The names that the page and the example with Secrets give them."""
    git, docker = ((ROOT / name).read_text().splitlines() for name in (".gitignore", ".dockerignore"))
    example = yaml.safe_load((FOLDER / "overlays" / "secrets" / "kustomization.yaml").read_text())
    files = {name for made in example["secretGenerator"] for name in made.get("files", made.get("envs", []))}
    for name in {name.partition("/")[0] for name in files}:
        assert name in git or f"{name}/" in git
        assert f"**/{name}" in docker
