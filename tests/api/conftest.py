"""The cast for the API's tests."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from tests.cast import client_of


@pytest.fixture(autouse=True)
def fast_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real hash takes 0.2 s a password, on purpose."""
    monkeypatch.setattr("django.conf.settings.PASSWORD_HASHERS", ["django.contrib.auth.hashers.MD5PasswordHasher"])


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
