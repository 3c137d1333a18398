"""Bringing all rows under the present key, while everybody works."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from kingdom.core.errors import CredentialUnreadable
from kingdom.credentials.models import UserCredential
from kingdom.credentials.selectors import credentials_under_old_keys
from kingdom.credentials.vault.envelope_encryption import SealedSecret, SecretBinding, Vault
from kingdom.credentials.vault.factory import get_vault, vault_cache_clear


@dataclass
class RotationProgress:
    """How far a rotation has come. ``overtaken`` rows were replaced, revoked or rotated by somebody else meanwhile."""

    total: int
    rotated: int = 0
    overtaken: int = 0
    unreadable: list[UUID] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """Rows looked at."""
        return self.rotated + self.overtaken + len(self.unreadable)


def credentials_rotate(
    *, on_progress: Callable[[RotationProgress], None] | None = None, batch: int = 500, limit: int | None = None
) -> RotationProgress:
    """Seal every row's data key under the present key; values are not decrypted. Returns the counts.

    Row by row, compare-and-set on the sealed text: a value that its owner replaces meanwhile is never overwritten. A run that was
    killed is simply started again. Rows that do not open are left alone and named. ``limit`` stops after about so many re-sealed rows.
    Raises KeyServiceUnavailable (what is done stays done).
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
        new = vault.rewrap(SecretBinding(row.user_id, row.specialist_role, row.credential_key), old)
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
