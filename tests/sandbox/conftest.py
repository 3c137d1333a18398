"""One tested backend each for the whole run; a machine that lacks one says why its tests are skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdom.adapters.sandbox.host import factory
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.core.errors import KingdomError
from tests.sandbox.world import CANARY, World, world_made

BACKENDS = [pytest.param("bubblewrap", id="bubblewrap"), pytest.param("docker", id="docker", marks=pytest.mark.docker)]


@pytest.fixture(scope="session")
def services() -> Iterator[dict[str, SandboxService | str]]:
    """Services made so far, or the reason why there is none."""
    made: dict[str, SandboxService | str] = {}
    yield made
    for service in made.values():
        if isinstance(service, SandboxService):
            service.close()


@pytest.fixture(scope="session", params=BACKENDS)
def service(request: pytest.FixtureRequest, services: dict[str, SandboxService | str]) -> SandboxService:
    """A service on one backend."""
    name = str(request.param)
    if name not in services:
        service = SandboxService(load_sandbox_config(backend=name, pool=2))
        try:
            service.ready()
            services[name] = service
        except KingdomError as error:
            services[name] = error.message
    found = services[name]
    if isinstance(found, str):
        # A backend that is there and fails its self-test is a fault, not a machine without it.
        (pytest.fail if "self-test" in found else pytest.skip)(found)
    return found


@pytest.fixture(scope="session")
def backend_there() -> dict[str, str]:
    """For each backend why it cannot be tried here, '' when it can."""
    reasons = {}
    for name, kind in factory.BACKENDS.items():
        try:
            kind(load_sandbox_config()).close()
            reasons[name] = ""
        except KingdomError as error:
            reasons[name] = error.message
    return reasons


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The host that attacks must not reach."""
    patch = pytest.MonkeyPatch()
    patch.setenv("TEST_CANARY", CANARY)
    folder = Path(tmp_path_factory.mktemp("world"))
    for parent in folder.parents:
        if parent.name.startswith("pytest"):
            parent.chmod(0o755)
    with world_made(folder) as made:
        yield made
    patch.undo()
