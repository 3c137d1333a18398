"""The vault and the signers of this process, composed from the settings; the vault is renewed when a row names a key it has not seen."""

import importlib
from functools import cache

from django.conf import settings

from kingdom.adapters.kms.port import KeyService
from kingdom.core.errors import BadConfiguration
from kingdom.credentials.keyring import load_keys
from kingdom.credentials.signing import Signer
from kingdom.credentials.vault import LocalKeyService, Vault

KEY_FOLDER = ("keys", "vault")
SIGNING_FOLDER = ("keys", "signing")
_AWS = "aws:"


def _local() -> KeyService:
    given = settings.KINGDOM.vault_keys
    folder = settings.KINGDOM.resolved_data.joinpath(*KEY_FOLDER)
    return LocalKeyService(load_keys(folder=folder, environment=given.get_secret_value() if given else ""))


def _aws(key: str) -> KeyService:
    try:
        module = importlib.import_module("kingdom.adapters.kms.aws")  # by name: the SDK is an optional extra
    except ModuleNotFoundError:
        raise BadConfiguration(
            "KINGDOM_VAULT_KMS names an AWS key, and the AWS SDK is not installed. Run: pip install 'kingdom[aws]'"
        ) from None
    service: KeyService = module.AwsKeyService(key)
    return service


def _service(name: str) -> KeyService:
    if name == "local":
        return _local()
    if name.startswith(_AWS):
        return _aws(name.removeprefix(_AWS))
    raise BadConfiguration(f"KINGDOM_VAULT_KMS holds {name!r}; what is known is local and aws:<key id, ARN or alias>.")


def build_vault() -> Vault:
    """Return a vault of the key services in KINGDOM_VAULT_KMS, the first of which seals. Raises BadConfiguration."""
    names = [name.strip() for name in settings.KINGDOM.vault_kms.split(",") if name.strip()]
    if not names:
        raise BadConfiguration("KINGDOM_VAULT_KMS is empty. Remove it, or set it to local.")
    return Vault([_service(name) for name in names])


@cache
def _present() -> Vault:
    return build_vault()


def house_vault(key_id: str = "") -> Vault:
    """Return this process's vault; a key id it does not hold makes it read the keys again.

    That is how a running process learns of a key that ``credentials_rotate --new-key`` has just made elsewhere.
    """
    if key_id and not _present().holds(key_id):
        _present.cache_clear()
    return _present()


def forget_vault() -> None:
    """Make the next call read the keys again."""
    _present.cache_clear()


def house_signers() -> tuple[Signer, ...]:
    """Return who signs for this installation, the present one first; the keys are made on first use. Raises BadConfiguration."""
    given = settings.KINGDOM.signing_keys
    folder = settings.KINGDOM.resolved_data.joinpath(*SIGNING_FOLDER)
    keys = load_keys(folder=folder, environment=given.get_secret_value() if given else "", setting="KINGDOM_SIGNING_KEYS")
    return tuple(Signer(key) for key in keys)
