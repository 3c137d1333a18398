"""One service per backend for the whole run; tests of a missing backend are skipped with the reason."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdom.adapters.sandbox.host import factory
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.core.errors import KingdomError
from tests.factories.sandboxd import BACKENDS
from tests.sandbox.world import CANARY, World, running_world


@pytest.fixture(scope="session")
def services() -> Iterator[dict[str, SandboxService | str]]:
    """Services by backend, or the reason why there is none."""
    services: dict[str, SandboxService | str] = {}
    yield services
    for service in services.values():
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
    result = services[name]
    if isinstance(result, str):
        # A failed self-test is an error, not a missing backend.
        (pytest.fail if "self-test" in result else pytest.skip)(result)
    return result


@pytest.fixture(scope="session")
def backend_there() -> dict[str, str]:
    """For each backend the reason why it cannot be used here, or ''."""
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
    """The host objects that attacks must not reach."""
    patch = pytest.MonkeyPatch()
    patch.setenv("TEST_CANARY", CANARY)
    folder = Path(tmp_path_factory.mktemp("world"))
    for parent in folder.parents:
        if parent.name.startswith("pytest"):
            parent.chmod(0o755)
    with running_world(folder) as made:
        yield made
    patch.undo()
