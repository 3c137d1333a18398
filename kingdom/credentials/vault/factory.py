"""The vault and the signers of this process, built from the settings."""

import importlib
from functools import cache

from django.conf import settings

from kingdom.adapters.key_service import KeyService
from kingdom.adapters.signing import Signer
from kingdom.core.errors import BadConfiguration
from kingdom.credentials.vault.envelope_encryption import LocalKeyService, Vault
from kingdom.credentials.vault.keyring import load_keys

VAULT_KEY_FOLDER = ("keys", "vault")
SIGNING_KEY_FOLDER = ("keys", "signing")
# Services whose SDK is an optional extra: module, class, what the setting names, extra.
_CLOUD_SERVICES = {
    "aws": ("kingdom.adapters.aws_kms", "AwsKeyService", "an AWS key, but the AWS SDK", "aws"),
    "hashicorp": ("kingdom.adapters.vault_transit", "TransitKeyService", "a key of HashiCorp Vault, but hvac", "vault"),
}


def _local_key_service() -> KeyService:
    keys = settings.KINGDOM.vault_keys
    folder = settings.KINGDOM.resolved_data.joinpath(*VAULT_KEY_FOLDER)
    return LocalKeyService(load_keys(folder=folder, environment=keys.get_secret_value() if keys else ""))


def _cloud_key_service(prefix: str, key: str) -> KeyService:
    path, class_name, missing, extra = _CLOUD_SERVICES[prefix]
    try:
        module = importlib.import_module(path)
    except ModuleNotFoundError:
        raise BadConfiguration(
            f"KINGDOM_VAULT_KMS names {missing} is not installed. Run: pip install 'kingdom[{extra}]'"
        ) from None
    service: KeyService = getattr(module, class_name)(key)
    return service


def _key_service(name: str) -> KeyService:
    if name == "local":
        return _local_key_service()
    prefix, separator, key = name.partition(":")
    if separator and prefix in _CLOUD_SERVICES:
        return _cloud_key_service(prefix, key)
    raise BadConfiguration(
        f"KINGDOM_VAULT_KMS contains {name!r}. Known are local, aws:<key id, ARN or alias> and hashicorp:<mount>/<key>."
    )


def build_vault() -> Vault:
    """Return a vault of the key services in KINGDOM_VAULT_KMS; the first seals. Raises BadConfiguration."""
    names = [name.strip() for name in settings.KINGDOM.vault_kms.split(",") if name.strip()]
    if not names:
        raise BadConfiguration("KINGDOM_VAULT_KMS is empty. Remove it, or set it to local.")
    return Vault([_key_service(name) for name in names])


@cache
def _cached_vault() -> Vault:
    return build_vault()


def get_vault(key_id: str = "") -> Vault:
    """Return this process's vault; for an unknown key id the keys are read again.

    A running process thus finds a key that ``credentials_rotate --new-key`` has created in another process.
    """
    if key_id and not _cached_vault().holds(key_id):
        _cached_vault.cache_clear()
    return _cached_vault()


def vault_cache_clear() -> None:
    """Make the next call read the keys again."""
    _cached_vault.cache_clear()


def get_signers() -> tuple[Signer, ...]:
    """Return the signers of this installation, the current one first; creates a key at first use.

    Raises BadConfiguration.
    """
    signing_keys = settings.KINGDOM.signing_keys
    folder = settings.KINGDOM.resolved_data.joinpath(*SIGNING_KEY_FOLDER)
    environment = signing_keys.get_secret_value() if signing_keys else ""
    keys = load_keys(folder=folder, environment=environment, setting="KINGDOM_SIGNING_KEYS")
    return tuple(Signer(key) for key in keys)
