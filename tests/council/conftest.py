"""A Council whose stages say what a test wants; everything between them is the product's."""

import pytest

from kingdom.accounts.models import User
from tests.factories import create_user
from tests.factories.council import Council


@pytest.fixture
def alice(transactional_db: None) -> User:
    """Her case it is."""
    return create_user("alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    """Another user."""
    return create_user("bob")


@pytest.fixture
def carol(transactional_db: None) -> User:
    """An admin."""
    return create_user("carol", staff=True)


@pytest.fixture
def council() -> Council:
    """The Council of one test."""
    return Council()
