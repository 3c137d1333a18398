"""Fixtures of the tests of sessions."""

import uuid

import pytest

from kingdom.accounts.models import User
from tests.factories.session_fixtures import no_declared_tools as no_declared_tools
from tests.factories.session_fixtures import open_handler as open_handler
from tests.factories.session_fixtures import open_model as open_model


@pytest.fixture
def alice(db: None) -> User:
    """Return the owner of the sessions."""
    return User.objects.create_user(username=f"alice-{uuid.uuid4().hex[:8]}")
