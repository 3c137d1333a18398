"""Stored, opened and bulk-created credentials of a user."""

from typing import TypedDict

from pydantic import SecretStr
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import OpenedCredential, credential_open, credential_store
from kingdom.credentials.vault.envelope_encryption import SecretBinding
from kingdom.credentials.vault.factory import get_vault

CANARY = "canary-5f1e0c7a-never-in-the-clear"
HOST = "api.sms.example"


class Names(TypedDict):
    """The names of a credential as keyword arguments."""

    specialist_role: str
    credential_key: str


NAMES = Names(specialist_role="sms_sender", credential_key="sms_api_key")


def client_of(user: User) -> APIClient:
    """Return an API client that is signed in as a user."""
    client = APIClient()
    client.force_authenticate(user)
    return client


def store_credential(
    user: User, role: str = "sms_sender", key: str = "sms_api_key", value: str = CANARY
) -> UserCredential:
    """Store a credential."""
    return credential_store(user_id=user.pk, specialist_role=role, credential_key=key, value=SecretStr(value))


def open_credential(user: User, role: str = "sms_sender", key: str = "sms_api_key") -> OpenedCredential:
    """Open a credential for ``HOST`` in session s1."""
    return credential_open(user_id=user.pk, specialist_role=role, credential_key=key, host=HOST, session_id="s1")


def create_credentials(user: User, count: int) -> list[UserCredential]:
    """Create credentials key_0, key_1, … with the values value-0, value-1, …"""
    vault = get_vault()
    rows = []
    for number in range(count):
        binding = SecretBinding(user.pk, "sms_sender", f"key_{number}")
        sealed = vault.seal(binding, SecretStr(f"value-{number}"))
        rows.append(UserCredential(**binding._asdict(), encrypted_value=sealed.text, encryption_key_id=sealed.key_id))
    return UserCredential.objects.bulk_create(rows, batch_size=2000)


def credential_value(user: User, number: int) -> str:
    """Return the value of a credential of ``create_credentials``."""
    opened = credential_open(
        user_id=user.pk, specialist_role="sms_sender", credential_key=f"key_{number}", host="h.example"
    )
    return opened.value.get_secret_value()
