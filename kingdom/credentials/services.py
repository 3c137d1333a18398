"""Writes of credentials: store, replace, expire, revoke, delete, use, warn."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.core.clock import utc_now
from kingdom.core.errors import (
    Conflict,
    CredentialError,
    CredentialExpired,
    CredentialMissing,
    CredentialRevoked,
    CredentialUnreadable,
    LostRace,
)
from kingdom.credentials import credential_rules
from kingdom.credentials.models import CredentialEvent, CredentialUse, UserCredential
from kingdom.credentials.selectors import credentials_expiring
from kingdom.credentials.vault.envelope_encryption import SealedSecret, SecretBinding
from kingdom.credentials.vault.factory import get_vault

credential_warned = Signal()
"""Sent with ``credential`` in the transaction that records the warning, so that the owner is notified exactly once."""


_Kind = CredentialEvent.Kind
_Outcome = CredentialUse.Outcome


def _event_create(
    credential: UserCredential, kind: CredentialEvent.Kind, actor_id: int | None, *, deleted: bool = False
) -> None:
    CredentialEvent.objects.create(
        credential=None if deleted else credential,
        user_id=credential.user_id,
        actor_id=actor_id,
        specialist_role=credential.specialist_role,
        credential_key=credential.credential_key,
        kind=kind,
    )


def _binding(credential: UserCredential) -> SecretBinding:
    return SecretBinding(credential.user_id, credential.specialist_role, credential.credential_key)


def credential_store(
    *, user_id: int, specialist_role: str, credential_key: str, value: SecretStr, expires_at: datetime | None = None
) -> UserCredential:
    """Seal and store a new credential. Raises BadInput, Conflict for an existing name, KeyServiceUnavailable."""
    credential_rules.check_names(specialist_role=specialist_role, credential_key=credential_key)
    credential_rules.check_value(value.get_secret_value())
    credential_rules.check_expiry(expires_at=expires_at, now=utc_now())
    if UserCredential.objects.filter(user_id=user_id).count() >= credential_rules.MAX_CREDENTIALS_PER_USER:
        raise Conflict(
            f"You have {credential_rules.MAX_CREDENTIALS_PER_USER} credentials, which is the maximum. Delete one first."
        )
    sealed = get_vault().seal(SecretBinding(user_id, specialist_role, credential_key), value)
    try:
        with transaction.atomic():
            credential = UserCredential.objects.create(
                user_id=user_id,
                specialist_role=specialist_role,
                credential_key=credential_key,
                encrypted_value=sealed.text,
                encryption_key_id=sealed.key_id,
                expires_at=expires_at,
            )
            _event_create(credential, _Kind.STORED, user_id)
    except IntegrityError:
        raise Conflict("You have stored a credential of this name for this specialist. Replace it instead.") from None
    return credential


def credential_replace(
    *, credential: UserCredential, actor_id: int, value: SecretStr, expires_at: datetime | None = None
) -> UserCredential:
    """Replace the sealed value, and with it the expiry and a revocation.

    Raises BadInput, LostRace when it was replaced, revoked or deleted meanwhile, KeyServiceUnavailable.
    """
    now = utc_now()
    credential_rules.check_value(value.get_secret_value())
    credential_rules.check_expiry(expires_at=expires_at, now=now)
    sealed = get_vault().seal(_binding(credential), value)
    with transaction.atomic():
        changed = UserCredential.objects.filter(
            pk=credential.pk, replaced_at=credential.replaced_at, revoked_at=credential.revoked_at
        ).update(
            encrypted_value=sealed.text,
            encryption_key_id=sealed.key_id,
            replaced_at=now,
            expires_at=expires_at,
            warned_at=None,
            revoked_at=None,
        )
        if changed != 1:
            raise LostRace
        _event_create(credential, _Kind.REPLACED, actor_id)
    credential.refresh_from_db()
    return credential


def credential_set_expiry(*, credential: UserCredential, actor_id: int, expires_at: datetime | None) -> UserCredential:
    """Set the expiry (None: never) without changing the value; the owner may be warned again.

    Raises BadInput for a date in the past, Conflict for a revoked credential, LostRace when it changed meanwhile.
    """
    credential_rules.check_expiry(expires_at=expires_at, now=utc_now())
    if credential.revoked_at is not None:
        raise Conflict("An admin has withdrawn this credential. Replace its value instead.")
    with transaction.atomic():
        unchanged = UserCredential.objects.filter(pk=credential.pk, expires_at=credential.expires_at, revoked_at=None)
        if unchanged.update(expires_at=expires_at, warned_at=None) != 1:
            raise LostRace
        _event_create(credential, _Kind.DATED, actor_id)
    credential.expires_at, credential.warned_at = expires_at, None
    return credential


def credential_expire(*, credential: UserCredential, actor_id: int) -> UserCredential:
    """Let a credential expire now; its sealed value stays. Idempotent. Raises LostRace when it changed meanwhile."""
    now = utc_now()
    if credential.state_at(now) == "active":
        with transaction.atomic():
            changed = UserCredential.objects.filter(
                pk=credential.pk, expires_at=credential.expires_at, revoked_at=None
            ).update(expires_at=now)
            if changed != 1:
                raise LostRace
            _event_create(credential, _Kind.EXPIRED, actor_id)
        credential.expires_at = now
    return credential


def credential_revoke(*, credential: UserCredential, actor_id: int) -> bool:
    """Revoke a credential and erase its sealed value. Return False when it was already revoked."""
    with transaction.atomic():
        changed = UserCredential.objects.filter(pk=credential.pk, revoked_at=None).update(
            revoked_at=utc_now(), encrypted_value="", encryption_key_id=""
        )
        if changed == 1:
            _event_create(credential, _Kind.REVOKED, actor_id)
    return changed == 1


def credential_delete(*, credential: UserCredential, actor_id: int) -> None:
    """Delete a credential; its uses and events stay. Idempotent."""
    with transaction.atomic():
        deleted, _ = UserCredential.objects.filter(pk=credential.pk).delete()
        if deleted:
            _event_create(credential, _Kind.DELETED, actor_id, deleted=True)


@dataclass(frozen=True, kw_only=True)
class OpenedCredential:
    """An opened secret and the id of its use, to be closed with ``credential_use_close``."""

    use_id: UUID
    value: SecretStr


@sensitive_variables()
def credential_open(
    *, user_id: int, specialist_role: str, credential_key: str, host: str, session_id: str = ""
) -> OpenedCredential:
    """Record the use of a secret for one request to one host, then open the secret.

    Raises CredentialMissing, CredentialExpired, CredentialRevoked, CredentialUnreadable and KeyServiceUnavailable; each
    is recorded. Must not be called inside a transaction, whose rollback would remove the record.
    """
    binding = SecretBinding(user_id, specialist_role, credential_key)
    credential = UserCredential.objects.filter(**binding._asdict()).first()
    with transaction.atomic(durable=True):
        use = CredentialUse.objects.create(
            credential=credential, **binding._asdict(), host=host, session_id=session_id, outcome=_Outcome.OPENED
        )
    try:
        value = _open_sealed(binding, credential)
    except (CredentialError, KeyServiceUnavailable) as error:
        credential_use_close(use_id=use.id, outcome=_outcome_of(error))
        raise
    return OpenedCredential(use_id=use.id, value=value)


@sensitive_variables()
def _open_sealed(binding: SecretBinding, credential: UserCredential | None) -> SecretStr:
    names = {"specialist_role": binding.specialist_role, "credential_key": binding.credential_key}
    if credential is None:
        raise CredentialMissing(**names)
    match credential.state_at(utc_now()):
        case "revoked":
            raise CredentialRevoked(**names)
        case "expired":
            raise CredentialExpired(**names)
        case "active":
            sealed = SealedSecret(credential.encryption_key_id, credential.encrypted_value)
    try:
        return get_vault(sealed.key_id).open(binding, sealed)
    except CredentialUnreadable as error:
        raise CredentialUnreadable(**names, reason=error.extra.get("reason")) from None


def _outcome_of(error: CredentialError | KeyServiceUnavailable) -> CredentialUse.Outcome:
    match error:
        case CredentialMissing():
            return _Outcome.MISSING
        case CredentialExpired():
            return _Outcome.EXPIRED
        case CredentialRevoked():
            return _Outcome.REVOKED
        case KeyServiceUnavailable():
            return _Outcome.FAILED
        case _:
            return _Outcome.UNREADABLE


def credential_use_close(*, use_id: UUID, outcome: CredentialUse.Outcome, http_status: int | None = None) -> None:
    """Record how a use ended. Only the first call has an effect."""
    CredentialUse.objects.filter(pk=use_id, outcome=_Outcome.OPENED).update(
        outcome=outcome, http_status=http_status, closed_at=utc_now()
    )


def credentials_warn_expiring() -> int:
    """Record a warning for each credential that expires within a week, once per expiry date; return how many.

    Receivers of ``credential_warned`` notify the owner in the same transaction.
    """
    now, warned = utc_now(), 0
    for credential in credentials_expiring(now=now).iterator():
        with transaction.atomic():
            unchanged = UserCredential.objects.filter(
                pk=credential.pk, warned_at=None, expires_at=credential.expires_at
            )
            if unchanged.update(warned_at=now) == 1:
                _event_create(credential, _Kind.WARNED, None)
                credential_warned.send(sender=UserCredential, credential=credential)
                warned += 1
    return warned
