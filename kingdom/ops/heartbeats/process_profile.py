"""What all processes of one installation must have in common, as fingerprints that tell no secret."""

import hashlib
from collections.abc import Callable
from functools import cache

from django.conf import settings
from pydantic import SecretStr

from kingdom.contracts.formats.canonical import json_digest
from kingdom.core.errors import KingdomError
from kingdom.credentials.vault.factory import get_signers, get_vault
from kingdom.ops.heartbeats.code_profile import code_profile
from kingdom.tools.mcp.servers import declarations_read, mcp_servers

# Those of one machine: its folders, addresses, sandbox, size and log.
_OF_ONE_MACHINE = frozenset(
    {
        *("data", "database_url", "database_direct_url", "broker_url", "live_url", "engine_root", "database_pool"),
        *("worker_concurrency", "log_format", "log_level", "debug", "secret_key", "vault_keys", "signing_keys"),
    }
)
SHARED_SETTING = "setting "


@cache
def process_profile() -> dict[str, str]:
    """Return the fingerprints by name: code, packages, keys, and each shared setting that is not default.

    A secret is shown by eight hexadecimal digits of its scrypt hash: two equal ones show that they are equal, and a
    guess costs as much as one of a password. What cannot be read is its error's message.
    """
    keys = {
        "secret key": _secret_digest(settings.SECRET_KEY),
        "vault key": _readable(lambda: get_vault().key_id),
        "signing key": _readable(lambda: get_signers()[0].public_key[:12]),
    }
    if settings.KINGDOM.mcp_servers:
        keys["mcp tools"] = _readable(_accepted_declarations_digest)
    shared = {f"{SHARED_SETTING}{name}": value for name, value in _shared_settings().items()}
    return {**code_profile(), **keys, **shared}


def _secret_digest(value: str) -> str:
    return hashlib.scrypt(
        value.encode(), salt=b"kingdom.ops.heartbeats.process_profile", n=2**14, r=8, p=1, dklen=4
    ).hex()


def _accepted_declarations_digest() -> str:
    return json_digest({server.name: declarations_read(server) for server in mcp_servers()})[:12]


def _readable(read: Callable[[], str]) -> str:
    try:
        return read()
    except KingdomError as error:
        return error.message
    except (OSError, ValueError) as error:  # of a file
        return type(error).__name__


def _shared_settings() -> dict[str, str]:
    """Return the settings that are not those of one machine and not default, by their environment variables."""
    found: dict[str, str] = {}
    for name, field in type(settings.KINGDOM).model_fields.items():
        value = getattr(settings.KINGDOM, name)
        if name in _OF_ONE_MACHINE or name.startswith("sandbox") or value == field.default:
            continue
        shown = _secret_digest(value.get_secret_value()) if isinstance(value, SecretStr) else str(value)
        found[str(field.validation_alias)] = shown
    return found
