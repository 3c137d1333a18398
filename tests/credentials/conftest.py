"""The vault's own cast: Alice owns credentials, Charlie is a stranger, Ada is an admin."""

from collections.abc import Iterator
from typing import TypedDict

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.credentials.vault.factory import vault_cache_clear

CANARY = "canary-5f1e0c7a-never-in-the-clear"


@pytest.fixture(autouse=True)
def _own_vault() -> Iterator[None]:
    vault_cache_clear()
    yield
    vault_cache_clear()


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def charlie() -> User:
    return User.objects.create_user("charlie")


@pytest.fixture
def ada() -> User:
    return User.objects.create_superuser("ada")


class Names(TypedDict):
    """The names of a credential, as keywords."""

    specialist_role: str
    credential_key: str


NAMES = Names(specialist_role="sms_sender", credential_key="sms_api_key")


def client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client
