"""A handler session whose host is a local HTTP server."""

import uuid
from collections.abc import Callable

import pytest
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from tests.factories.http_hosts import Host
from tests.factories.http_hosts import plain as plain
from tests.sessions.gateway.handler_session import Under


@pytest.fixture
def under(plain: Host, settings: Settings, db: None) -> Callable[..., Under]:
    """Open a session on the plain host, which the admin has opened."""
    opened = settings.KINGDOM.model_copy(update={"egress_origins": f"http://127.0.0.1:{plain.port}"})
    settings.KINGDOM = opened
    user = User.objects.create_user(f"ann-{uuid.uuid4().hex[:6]}")
    return lambda **options: Under(plain, user, **options)
