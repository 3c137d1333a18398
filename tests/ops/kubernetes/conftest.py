"""Each overlay rendered once."""

import re
from collections.abc import Mapping

import pytest

from tests.factories.kubernetes import FOLDER, Rendering, render, rendered_with_secrets
from tests.plugins.product import ROOT


@pytest.fixture(scope="session")
def guide() -> str:
    """The operator's page."""
    return (ROOT / "docs" / "howto" / "deploy.md").read_text()


@pytest.fixture(scope="session")
def renderings(guide: str, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Rendering]:
    """The two overlays, and production with its Secrets, made as the page says, and autoscaling."""
    hosts = re.findall(r"--host (kingdom-\S+)", guide)
    assert hosts
    return {
        "small": render(FOLDER / "overlays" / "small"),
        "production": render(FOLDER / "overlays" / "production"),
        "all": rendered_with_secrets(tmp_path_factory.mktemp("kubernetes") / "copy", hosts),
    }


@pytest.fixture(params=["small", "production", "all"])
def rendering(request: pytest.FixtureRequest, renderings: Mapping[str, Rendering]) -> Rendering:
    """One of them."""
    return renderings[request.param]
