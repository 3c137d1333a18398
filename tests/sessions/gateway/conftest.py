"""A handler session whose host is a local HTTP server."""

import uuid

import pytest
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from tests.factories.handler_sessions import HandlerSession, OpenHandlerSession
from tests.factories.http_hosts import Host
from tests.factories.http_hosts import plain as plain


@pytest.fixture
def open_session(plain: Host, settings: Settings, db: None) -> OpenHandlerSession:
    """Return a function that opens a session whose host is the plain HTTP host, allowed by the admin."""
    opened = settings.KINGDOM.model_copy(update={"egress_origins": f"http://127.0.0.1:{plain.port}"})
    settings.KINGDOM = opened
    user = User.objects.create_user(f"ann-{uuid.uuid4().hex[:6]}")
    return lambda **options: HandlerSession(plain, user, **options)
