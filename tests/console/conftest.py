"""Fixtures of page tests."""

import pytest
from django.test import Client

from kingdom.accounts.models import User


@pytest.fixture
def as_alice(client: Client, alice: User) -> Client:
    """Her browser."""
    client.force_login(alice)
    return client
