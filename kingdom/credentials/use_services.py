"""Opens credentials, each for one request of one specialist to one of its hosts, and records every use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn
from uuid import UUID

from django.db import transaction
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.port import RequestTarget
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import utc_now
from kingdom.core.errors import (
    CredentialError,
    CredentialExpired,
    CredentialMissing,
    CredentialRevoked,
    CredentialUnbound,
    CredentialUnreadable,
)
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.credentials.vault.envelope_encryption import SealedSecret, secret_binding
from kingdom.credentials.vault.factory import get_vault

_Outcome = CredentialUse.Outcome


@dataclass(frozen=True, kw_only=True)
class OpenedCredential:
    """An opened secret and the id of its use, to be closed with ``credential_use_close``."""

    use_id: UUID
    value: SecretStr


@sensitive_variables()
def credential_open(
    *, call: CallContext, specialist_role: str, credential_key: str, target: RequestTarget
) -> OpenedCredential:
    """Record the use of a secret for one request, then open the secret.

    It is the credential of the user and specialist of ``call``, and opens only for a target at one of its hosts;
    ``specialist_role`` is for the record. Raises CredentialMissing, CredentialUnbound, CredentialExpired,
    CredentialRevoked, CredentialUnreadable and KeyServiceUnavailable; each is recorded. Must not be called inside a
    transaction, whose rollback would remove the record.
    """
    user_id, specialist_id = int(call.user_id), UUID(call.specialist_id) if call.specialist_id else None
    credential = _credential_of(user_id, specialist_id, credential_key)
    names = {"specialist_role": specialist_role, "credential_key": credential_key}
    with transaction.atomic(durable=True):
        use = CredentialUse.objects.create(
            credential=credential,
            user_id=user_id,
            specialist_id=specialist_id,
            **names,
            host=target.host,
            session_id=call.session_id,
            outcome=_Outcome.OPENED,
        )
    try:
        value = _open_bound(credential, target) if credential is not None else _refuse_unbound(user_id, names)
    except (CredentialError, KeyServiceUnavailable) as error:
        credential_use_close(use_id=use.id, outcome=_outcome_of(error))
        raise
    return OpenedCredential(use_id=use.id, value=value)


def _credential_of(user_id: int, specialist_id: UUID | None, credential_key: str) -> UserCredential | None:
    if specialist_id is None:
        return None
    return UserCredential.objects.filter(
        user_id=user_id, specialist_id=specialist_id, credential_key=credential_key
    ).first()


def _refuse_unbound(user_id: int, names: Mapping[str, str]) -> NoReturn:
    """Raise why there is no credential: none was stored, or one that its owner must first bind."""
    if UserCredential.objects.filter(user_id=user_id, specialist_id__isnull=True, **names).exists():
        raise CredentialUnbound(
            f"A credential {names['credential_key']} was stored before credentials were bound to one specialist and "
            "its hosts. Say under Credentials what it is for, then go on.",
            **names,
        )
    raise CredentialMissing(**names)


@sensitive_variables()
def _open_bound(credential: UserCredential, target: RequestTarget) -> SecretStr:
    names = {"specialist_role": credential.specialist_role, "credential_key": credential.credential_key}
    match credential.state_at(utc_now()):
        case "revoked":
            raise CredentialRevoked(**names)
        case "expired":
            raise CredentialExpired(**names)
        case "unbound":
            raise CredentialUnbound(**names)
        case "active":
            sealed = SealedSecret(credential.encryption_key_id, credential.encrypted_value)
    if not any(target.is_at(host) for host in credential.hosts):
        raise CredentialUnbound(
            f"{credential.credential_key} was given for {', '.join(credential.hosts)}, not for {target.authority}. "
            "Say under Credentials what it is for, then go on.",
            **names,
        )
    try:
        return get_vault(sealed.key_id).open(secret_binding(credential), sealed)
    except CredentialUnreadable as error:
        raise CredentialUnreadable(**names, reason=error.extra.get("reason")) from None


def _outcome_of(error: CredentialError | KeyServiceUnavailable) -> CredentialUse.Outcome:
    match error:
        case CredentialMissing():
            return _Outcome.MISSING
        case CredentialUnbound():
            return _Outcome.UNBOUND
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
