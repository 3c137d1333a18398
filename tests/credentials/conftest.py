"""Alice owns credentials, Charlie is another user, Ada is an admin."""

from collections.abc import Iterator

import pytest

from kingdom.accounts.models import User
from kingdom.credentials.vault.factory import vault_cache_clear


@pytest.fixture(autouse=True)
def fresh_vault() -> Iterator[None]:
    vault_cache_clear()
    yield
    vault_cache_clear()


@pytest.fixture
def charlie() -> User:
    return User.objects.create_user("charlie")


@pytest.fixture
def ada() -> User:
    return User.objects.create_superuser("ada")
