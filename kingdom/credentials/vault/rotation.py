"""Re-wraps the data keys of all rows under the current key, while the system is in use."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from kingdom.core.errors import CredentialUnreadable
from kingdom.credentials.models import UserCredential
from kingdom.credentials.selectors import credentials_under_old_keys
from kingdom.credentials.vault.envelope_encryption import SealedSecret, Vault, secret_binding
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear


@dataclass
class RotationProgress:
    """Counts of a rotation. ``overtaken`` rows were changed by another process meanwhile."""

    total: int
    rotated: int = 0
    overtaken: int = 0
    unreadable: list[UUID] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """The number of processed rows."""
        return self.rotated + self.overtaken + len(self.unreadable)


def credentials_rotate(
    *, on_progress: Callable[[RotationProgress], None] | None = None, batch: int = 500, limit: int | None = None
) -> RotationProgress:
    """Wrap every row's data key with the current key; values are not decrypted. Return the counts.

    Each row is compared and set by its sealed text, so that a value replaced meanwhile is not overwritten; a killed run
    can be repeated. Unreadable rows are reported and left unchanged. ``limit`` stops after about so many rotated rows.
    Raises KeyServiceUnavailable; the rows done so far stay rotated.
    """
    vault_cache_clear()
    vault = get_vault()
    others = UserCredential.objects.exclude(encryption_key_id=vault.key_id).exclude(encrypted_value="")
    progress = RotationProgress(total=others.count())
    for rows in credentials_under_old_keys(key_id=vault.key_id, batch=batch):
        for row in rows:
            _rotate_row(vault, row, progress)
        if on_progress is not None:
            on_progress(progress)
        if limit is not None and progress.rotated >= limit:
            break
    return progress


def _rotate_row(vault: Vault, row: UserCredential, progress: RotationProgress) -> None:
    old = SealedSecret(row.encryption_key_id, row.encrypted_value)
    try:
        new = vault.rewrap(secret_binding(row), old)
    except CredentialUnreadable:
        progress.unreadable.append(row.id)
        return
    changed = UserCredential.objects.filter(pk=row.pk, encryption_key_id=old.key_id, encrypted_value=old.text).update(
        encryption_key_id=new.key_id, encrypted_value=new.text
    )
    if changed == 1:
        progress.rotated += 1
    else:
        progress.overtaken += 1
