"""The cast for the API's tests."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from tests.cast import client_of, person


@pytest.fixture
def alice(db: None) -> User:
    """She owns what is asked for."""
    return person("alice")


@pytest.fixture
def bob(db: None) -> User:
    """He has an account, and nothing of hers is his."""
    return person("bob")


@pytest.fixture
def as_alice(alice: User) -> APIClient:
    """A client that speaks as Alice."""
    return client_of(alice)


@pytest.fixture
def as_bob(bob: User) -> APIClient:
    """A client that speaks as Bob."""
    return client_of(bob)


@pytest.fixture
def as_stranger(db: None) -> APIClient:
    """A client with no token."""
    return client_of(None)
