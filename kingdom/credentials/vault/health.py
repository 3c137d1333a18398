"""Health check of the vault, for `manage.py doctor`."""

from dataclasses import dataclass

from django.db.models import Count
from pydantic import SecretStr

from kingdom.credentials.models import UserCredential
from kingdom.credentials.vault.envelope_encryption import SecretBinding
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear


@dataclass(frozen=True, kw_only=True)
class VaultHealth:
    """Counts of stored credentials: under the current key, under an older available key, under a missing key."""

    key_id: str
    current: int
    older: int
    missing: int


def vault_health() -> VaultHealth:
    """Read the keys again, seal and open a sample value, and count the rows by key.

    Raises BadConfiguration for a bad key or setting, KeyServiceUnavailable, CredentialUnreadable.
    """
    vault_cache_clear()
    vault = get_vault()
    binding = SecretBinding(0, "doctor", "sample")
    vault.open(binding, vault.seal(binding, SecretStr("sample-value")))
    rows = (
        UserCredential.objects.exclude(encrypted_value="").values_list("encryption_key_id").annotate(rows=Count("id"))
    )
    counts = dict(rows.order_by("encryption_key_id"))
    current = counts.pop(vault.key_id, 0)
    older = sum(count for key_id, count in counts.items() if vault.holds(key_id))
    return VaultHealth(key_id=vault.key_id, current=current, older=older, missing=sum(counts.values()) - older)
