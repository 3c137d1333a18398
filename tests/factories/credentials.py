"""Stored, opened and bulk-created credentials of a user, and specialists that ask for them."""

import uuid
from typing import TypedDict

from pydantic import SecretStr
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.egress_proxy.url_parser import parse_url
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.spec import AgentSpec
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_store
from kingdom.credentials.use_services import OpenedCredential, credential_open
from kingdom.credentials.vault.envelope_encryption import SecretBinding, secret_binding
from kingdom.credentials.vault.factory import get_vault
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register

CANARY = "canary-5f1e0c7a-never-in-the-clear"
HOST = "api.sms.example"
ROLE, KEY = "sms_sender", "sms_api_key"


class Names(TypedDict):
    """The names of a credential as keyword arguments."""

    specialist_role: str
    credential_key: str


# names what its specs declare: a handler may do no more than its code names
SENDER = """def handle(payload, ctx):
    return {"answer": ctx.http.get("https://example.com", headers={"authorization": ctx.secrets.get(payload["name"])})}
"""
NAMES = Names(specialist_role=ROLE, credential_key=KEY)


def client_of(user: User) -> APIClient:
    """Return an API client that is signed in as a user."""
    client = APIClient()
    client.force_authenticate(user)
    return client


def credential_spec(role: str = ROLE, *hosts: str, key: str = KEY, **changes: object) -> AgentSpec:
    """Return the spec of a handler that asks for one key for each of its hosts, by default for ``HOST``."""
    hosts = hosts or (HOST,)
    names = [key, *(f"{key}_{number}" for number in range(2, len(hosts) + 1))]
    return AgentSpec.model_validate(
        {
            **{"role": role, "identity": "writer", "purpose": "Sends texts.", "engine": "handler"},
            **{"handler_code": SENDER, "egress_hosts": hosts},
            "credentials": [
                {"name": name, "host": host, "how": "header"} for name, host in zip(names, hosts, strict=True)
            ],
            **changes,
        }
    )


def credential_specialist(owner: User, role: str = ROLE, *hosts: str, **changes: object) -> Specialist:
    """Store a user's specialist that asks for a key."""
    return specialist_register(spec=credential_spec(role, *hosts, **changes), owner=owner)  # type: ignore[arg-type] # a test's own words


def target_of(role: str = ROLE, *hosts: str, specialist: Specialist | None = None) -> CredentialTarget:
    """Return what a credential is for; without a specialist one that does not exist, the same for each role."""
    specialist_id = specialist.pk if specialist is not None else uuid.uuid5(uuid.NAMESPACE_DNS, role)
    return CredentialTarget(specialist_id=specialist_id, specialist_role=role, hosts=hosts or (HOST,))


def call_of(user: User, role: str = ROLE, *, specialist: Specialist | None = None) -> CallContext:
    """Return the context of a call in session s1."""
    specialist_id = str(target_of(role, specialist=specialist).specialist_id)
    return CallContext(trace_id="t", user_id=str(user.pk), session_id="s1", specialist_id=specialist_id)


def store_credential(
    user: User, role: str = ROLE, key: str = KEY, value: str = CANARY, *, specialist: Specialist | None = None
) -> UserCredential:
    """Store a credential for ``HOST``."""
    target = target_of(role, specialist=specialist)
    return credential_store(user_id=user.pk, target=target, credential_key=key, value=SecretStr(value))


def open_credential(
    user: User, role: str = ROLE, key: str = KEY, *, host: str = HOST, specialist: Specialist | None = None
) -> OpenedCredential:
    """Open a credential for a request to a host in session s1."""
    return credential_open(
        call=call_of(user, role, specialist=specialist),
        specialist_role=role,
        credential_key=key,
        target=parse_url(f"https://{host}/"),
    )


def unbound_credential(user: User, role: str = ROLE, key: str = KEY, value: str = CANARY) -> UserCredential:
    """Store a credential as it was stored before credentials were bound to a specialist and hosts."""
    binding = SecretBinding(user.pk, role, key)
    sealed = get_vault().seal(binding, SecretStr(value))
    return UserCredential.objects.create(
        user=user,
        specialist_role=role,
        credential_key=key,
        encrypted_value=sealed.text,
        encryption_key_id=sealed.key_id,
    )


def create_credentials(user: User, count: int) -> list[UserCredential]:
    """Create credentials key_0, key_1, … with the values value-0, value-1, …"""
    vault, target = get_vault(), target_of()
    rows = []
    for number in range(count):
        row = UserCredential(
            user=user,
            specialist_id=target.specialist_id,
            specialist_role=target.specialist_role,
            hosts=list(target.hosts),
            credential_key=f"key_{number}",
        )
        sealed = vault.seal(secret_binding(row), SecretStr(f"value-{number}"))
        row.encrypted_value, row.encryption_key_id = sealed.text, sealed.key_id
        rows.append(row)
    return UserCredential.objects.bulk_create(rows, batch_size=2000)


def credential_value(user: User, number: int) -> str:
    """Return the value of a credential of ``create_credentials``."""
    return open_credential(user, key=f"key_{number}").value.get_secret_value()
