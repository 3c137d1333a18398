"""Writes of credentials: store, bind, replace, expire, revoke, delete, warn."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.clock import utc_now
from kingdom.core.errors import Conflict, CredentialUnreadable, LostRace
from kingdom.credentials import credential_rules
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.models import CredentialEvent, UserCredential
from kingdom.credentials.selectors import credentials_expiring
from kingdom.credentials.vault.envelope_encryption import SealedSecret, secret_binding
from kingdom.credentials.vault.factory import get_vault

credential_warned = Signal()
"""Sent with ``credential`` in the transaction that records the warning, so that the owner is notified exactly once."""


_Kind = CredentialEvent.Kind


def _event_create(credential: UserCredential, kind: CredentialEvent.Kind, actor_id: int | None) -> None:
    CredentialEvent.objects.create(
        credential=credential,
        user_id=credential.user_id,
        actor_id=actor_id,
        specialist_role=credential.specialist_role,
        credential_key=credential.credential_key,
        kind=kind,
    )


def credential_store(
    *, user_id: int, target: CredentialTarget, credential_key: str, value: SecretStr, expires_at: datetime | None = None
) -> UserCredential:
    """Seal and store a new credential for one specialist and its hosts.

    The caller checks that the user may use the specialist and that it sends the credential to these hosts. Raises
    BadInput, Conflict for an existing name, KeyServiceUnavailable, AccessEnded.
    """
    credential_rules.check_names(specialist_role=target.specialist_role, credential_key=credential_key)
    credential_rules.check_hosts(target.hosts)
    credential_rules.check_value(value.get_secret_value())
    credential_rules.check_expiry(expires_at=expires_at, now=utc_now())
    credential = UserCredential(
        user_id=user_id, credential_key=credential_key, expires_at=expires_at, **_target_fields(target)
    )
    sealed = get_vault().seal(secret_binding(credential), value)
    credential.encrypted_value, credential.encryption_key_id = sealed.text, sealed.key_id
    try:
        with transaction.atomic():
            access_lock(user_id=user_id)
            _check_limit(user_id)
            credential.save(force_insert=True)
            _event_create(credential, _Kind.STORED, user_id)
    except IntegrityError:
        raise Conflict("You have stored a credential of this name for this specialist. Replace it instead.") from None
    return credential


def _check_limit(user_id: int) -> None:
    """Raise Conflict for one credential too many. In a transaction: two at once may not both be the last one."""
    advisory_lock(f"credentials:{user_id}")
    most = credential_rules.MAX_CREDENTIALS_PER_USER
    if UserCredential.objects.filter(user_id=user_id).count() >= most:
        raise Conflict(f"You have {most} credentials, which is the maximum. Delete one first.")


def _target_fields(target: CredentialTarget) -> dict[str, Any]:
    return {
        "specialist_id": target.specialist_id,
        "specialist_role": target.specialist_role,
        "hosts": sorted(set(target.hosts)),
    }


@sensitive_variables()
def credential_bind(*, credential: UserCredential, actor_id: int, target: CredentialTarget) -> UserCredential:
    """Bind a stored credential to a specialist and hosts, as its owner says. Only then can it be used there.

    The value is sealed anew under the new binding; the old binding ends. The caller checks the target. Raises BadInput,
    Conflict for a revoked credential or an existing name, CredentialUnreadable, LostRace, KeyServiceUnavailable.
    """
    credential_rules.check_hosts(target.hosts)
    if credential.revoked_at is not None:
        raise Conflict("An admin has withdrawn this credential. Delete it and store a new one.")
    old, vault = SealedSecret(credential.encryption_key_id, credential.encrypted_value), get_vault()
    try:
        value = get_vault(old.key_id).open(secret_binding(credential), old)
    except CredentialUnreadable as error:
        message = "This credential cannot be decrypted. Delete it and store it again."
        raise CredentialUnreadable(message, reason=error.extra.get("reason")) from None
    bound = UserCredential(
        user_id=credential.user_id, credential_key=credential.credential_key, **_target_fields(target)
    )
    sealed = vault.seal(secret_binding(bound), value)
    unchanged = UserCredential.objects.filter(pk=credential.pk, encrypted_value=old.text, revoked_at=None)
    try:
        with access_transaction():
            fields = _target_fields(target)
            if unchanged.update(encrypted_value=sealed.text, encryption_key_id=sealed.key_id, **fields) != 1:
                raise LostRace
            credential.refresh_from_db()
            _event_create(credential, _Kind.BOUND, actor_id)
    except IntegrityError:
        raise Conflict("You have stored a credential of this name for this specialist. Delete one of them.") from None
    return credential


def credential_replace(
    *, credential: UserCredential, actor_id: int, value: SecretStr, expires_at: datetime | None = None
) -> UserCredential:
    """Replace the sealed value, and with it the expiry and a revocation.

    Raises BadInput, Conflict before it is bound, LostRace when it was replaced, revoked or deleted meanwhile,
    KeyServiceUnavailable.
    """
    now = utc_now()
    if credential.specialist_id is None:
        raise Conflict("Say first which specialist and hosts this credential is for, or delete it and store a new one.")
    credential_rules.check_value(value.get_secret_value())
    credential_rules.check_expiry(expires_at=expires_at, now=now)
    sealed = get_vault().seal(secret_binding(credential), value)
    with access_transaction():
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
    with access_transaction():
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
        with access_transaction():
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
    with access_transaction():
        changed = UserCredential.objects.filter(pk=credential.pk, revoked_at=None).update(
            revoked_at=utc_now(), encrypted_value="", encryption_key_id=""
        )
        if changed == 1:
            _event_create(credential, _Kind.REVOKED, actor_id)
    return changed == 1


def credential_delete(*, credential: UserCredential, actor_id: int) -> None:
    """Delete a credential; its uses and events stay. Idempotent."""
    with access_transaction():
        held = UserCredential.objects.select_for_update().filter(pk=credential.pk).first()
        if held is not None:
            _event_create(held, _Kind.DELETED, actor_id)
            held.delete()


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
