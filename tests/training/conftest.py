"""A sandbox daemon, a draft with tests, and stages that are told to somebody."""

import uuid
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.adapters.sandbox.host import factory
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.core.errors import KingdomError
from kingdom.providers import sandboxes
from kingdom.sessions.events import live_events
from tests.factories.http_hosts import Host, serve
from tests.factories.sandboxd import Sandboxd


@pytest.fixture(scope="module", params=["bubblewrap"])
def daemon(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandboxd]:
    """A sandbox daemon for a module's tests, on the backend that they name."""
    try:
        factory.BACKENDS[request.param](load_sandbox_config()).close()
    except KingdomError as error:
        pytest.skip(error.message)
    made = Sandboxd(tmp_path_factory.mktemp("box"), request.param)
    yield made
    made.close()


@pytest.fixture
def boxes(daemon: Sandboxd, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandboxd]:
    """The daemon as this process's own."""
    monkeypatch.setattr(sandboxes, "_client", lambda _user_key: daemon.client)
    yield daemon
    live_events.live_events_close()


@pytest.fixture
def alice(transactional_db: None) -> User:
    """She has something trained."""
    return User.objects.create_user(username=f"alice-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def host(settings: Settings) -> Iterator[Host]:
    """A real host on loopback that an admin has opened."""
    made, server = serve(None)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": f"http://127.0.0.1:{made.port}"})
    yield made
    server.shutdown()
    server.server_close()
