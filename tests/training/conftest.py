"""A sandbox daemon, a draft with tests, and stages that are told to somebody."""

import uuid
from collections.abc import Iterator

import pytest

from kingdom.accounts.models import User
from tests.factories.http_hosts import host as host
from tests.factories.sandboxd import Sandboxd, running_daemon
from tests.factories.sandboxd import boxes as boxes


@pytest.fixture(scope="module", params=["bubblewrap"])
def daemon(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandboxd]:
    """A sandbox daemon for a module's tests, on the backend that they name."""
    with running_daemon(request.param, tmp_path_factory.mktemp("box")) as made:
        yield made


@pytest.fixture
def alice(transactional_db: None) -> User:
    """She has something trained."""
    return User.objects.create_user(username=f"alice-{uuid.uuid4().hex[:8]}")
