"""What `doctor` says of the vault."""

from dataclasses import dataclass

from django.db.models import Count
from pydantic import SecretStr

from kingdom.credentials.models import UserCredential
from kingdom.credentials.vault.envelope_encryption import SecretBinding
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear


@dataclass(frozen=True, kw_only=True)
class VaultHealth:
    """Counts of stored credentials: under the present key, under an older one that is held, under one that is not."""

    key_id: str
    present: int
    behind: int
    lost: int


def vault_health() -> VaultHealth:
    """Read the keys anew, seal and open a trial value, and count the rows by key.

    Raises BadConfiguration for a bad key or setting, KeyServiceUnavailable, CredentialUnreadable.
    """
    vault_cache_clear()
    vault = get_vault()
    place = SecretBinding(0, "doctor", "trial")
    vault.open(place, vault.seal(place, SecretStr("trial-value")))
    rows = (
        UserCredential.objects.exclude(encrypted_value="").values_list("encryption_key_id").annotate(rows=Count("id"))
    )
    counts = dict(rows.order_by("encryption_key_id"))
    present = counts.pop(vault.key_id, 0)
    behind = sum(count for key_id, count in counts.items() if vault.holds(key_id))
    return VaultHealth(key_id=vault.key_id, present=present, behind=behind, lost=sum(counts.values()) - behind)
