"""Rules of stored values, names and expiry. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from kingdom.contracts.spec import HOST_PATTERN
from kingdom.core.errors import BadInput
from kingdom.core.text.secret_masking import MIN_SECRET_LENGTH

MIN_VALUE_LENGTH = 1  # characters
SHORT_VALUE_LENGTH = MIN_SECRET_LENGTH  # characters; a shorter value occurs in ordinary text and is soon guessed
MAX_VALUE_LENGTH = 8192  # characters; the longest service tokens in use are below 5,000
MAX_CREDENTIALS_PER_USER = 500
MAX_HOSTS = 10
WARN_BEFORE = timedelta(days=7)
ROLE_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,99}")  # as AgentSpec.role, up to the column's length
KEY_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,99}")  # as AgentSpec's CredentialRequirement.name
_HOST = re.compile(HOST_PATTERN)


@dataclass(frozen=True, kw_only=True)
class CredentialTarget:
    """What a credential is given for: one specialist, and the hosts that may get the value from it.

    ``specialist_role`` is shown to people. ``hosts`` are ``host`` or ``host:port``, as a spec declares them.
    """

    specialist_id: UUID
    specialist_role: str
    hosts: tuple[str, ...]


def check_hosts(hosts: Sequence[str]) -> None:
    """Raise BadInput unless there is at least one host and all have the form of a spec's hosts."""
    if not 0 < len(hosts) <= MAX_HOSTS or not all(_HOST.fullmatch(host) for host in hosts):
        raise BadInput(f"hosts are 1 to {MAX_HOSTS} names like api.example.com or api.example.com:8443.")


def check_names(*, specialist_role: str, credential_key: str) -> None:
    """Raise BadInput unless both are names that a spec may contain."""
    if not ROLE_PATTERN.fullmatch(specialist_role):
        raise BadInput("specialist_role must be a role: lower-case letters, digits and underscores.")
    if not KEY_PATTERN.fullmatch(credential_key):
        raise BadInput("credential_key must be a name: lower-case letters, digits and underscores.")


def check_value(value: str) -> None:
    """Raise BadInput for a value that no request can carry. The message never contains the value."""
    if not MIN_VALUE_LENGTH <= len(value) <= MAX_VALUE_LENGTH:
        raise BadInput(f"value must have {MIN_VALUE_LENGTH} to {MAX_VALUE_LENGTH} characters.")
    if value != value.strip():
        raise BadInput("value starts or ends with white space. Paste it again without.")
    # a line break would end a header early; a lone surrogate has no bytes
    if not value.isprintable():
        raise BadInput("value contains a line break or another character that cannot be sent. Paste it again without.")


def short_value_warning(value: str) -> str:
    """Return what the owner of a short value should know, "" for a value of the usual length. Never has the value."""
    if len(value) >= SHORT_VALUE_LENGTH:
        return ""
    return (
        f"This value has fewer than {SHORT_VALUE_LENGTH} characters: it is easy to guess, and a reply that contains it "
        "anywhere is hidden as a whole from the specialist. Use a longer one if the service offers it."
    )


def check_expiry(*, expires_at: datetime | None, now: datetime) -> None:
    """Raise BadInput for a date in the past."""
    if expires_at is not None and expires_at <= now:
        raise BadInput("expires_at has passed. Choose a later date.")


def is_expiring_soon(*, expires_at: datetime | None, now: datetime) -> bool:
    """Return whether the credential expires within a week and has not expired yet."""
    return expires_at is not None and now < expires_at <= now + WARN_BEFORE
