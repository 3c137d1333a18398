"""Security events of the rooms: each new row of these models, and each change of some, is recorded in the row's own
transaction.

The rows say who did what already. The security log keeps them in one place, sealed, after accounts and specialists are
deleted. No row carries users' words over: reasons and notes stay where they are.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model
from django.db.models.signals import post_delete, post_save

from kingdom.accounts.models import User
from kingdom.approvals.models import ApprovalEvent, DisclosureEvent, HostConsent
from kingdom.credentials.models import CredentialEvent, CredentialUse
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.signals import review_overturned
from kingdom.security_log.models import SecurityEventKind as Kind
from kingdom.security_log.request_actor import Actor, current_actor
from kingdom.security_log.services import security_event_record
from kingdom.sessions.models import SandboxLimitOverride
from kingdom.specialists.models import StatusChange

_REMOVED = (CredentialEvent.Kind.DELETED, CredentialEvent.Kind.REVOKED, CredentialEvent.Kind.EXPIRED)


class EventFields(NamedTuple):
    """The fields of a row that the security log stores; ``user_id`` None: the request's user, or the product itself."""

    kind: Kind
    user_id: int | None
    subject: str
    details: dict[str, Any]


def _status_change(row: StatusChange) -> EventFields:
    details = {
        "change": row.kind,
        "old_status": row.old_status,
        "new_status": row.new_status,
        "new_scope": row.new_scope,
        "digest": row.digest,
        "automatic": row.automatic,
    }
    return EventFields(Kind.STATUS_CHANGED, row.actor_id, f"specialist {row.specialist_id}", details)


def _approval_event(row: ApprovalEvent) -> EventFields | None:
    if row.kind == ApprovalEvent.Kind.ASKED:
        return None
    approval = row.approval
    details = {"result": row.kind, "choice": row.choice, "channel": row.channel, "kind": approval.kind}
    return EventFields(Kind.APPROVAL_ANSWERED, row.actor_id, f"approval {row.approval_id}", details)


def _host_consent(row: HostConsent) -> EventFields:
    withdrawn = row.withdrawn_at is not None
    details = {"host": row.host, "specialist_id": str(row.specialist_id), "withdrawn": withdrawn}
    return EventFields(Kind.HOST_CONSENT, row.user_id, f"host consent {row.pk}", details)


def _disclosure(row: DisclosureEvent) -> EventFields:
    details = {"disclosure": str(row.disclosure_id), "step": row.kind, "owner_id": row.owner_ref}
    return EventFields(Kind.BREAK_GLASS, row.actor_ref, f"{row.model} {row.object_id}", details)


def _specialist(role: str, specialist_id: UUID | None) -> dict[str, str | None]:
    return {"specialist_role": role, "specialist_id": str(specialist_id) if specialist_id else None}


def _credential_use(row: CredentialUse) -> EventFields:
    details = {
        "host": row.host,
        "session_id": row.session_id,
        "name": row.credential_key,
        **_specialist(row.specialist_role, row.specialist_id),
    }
    return EventFields(Kind.CREDENTIAL_USED, row.user_id, f"credential {row.credential_id}", details)


def _credential_event(row: CredentialEvent) -> EventFields | None:
    if row.kind == CredentialEvent.Kind.WARNED:
        return None
    specialist_id = row.credential.specialist_id if row.credential is not None else None
    details = {
        "change": row.kind,
        "owner_id": row.user_id,
        "name": row.credential_key,
        **_specialist(row.specialist_role, specialist_id),
    }
    kind = Kind.CREDENTIAL_REMOVED if row.kind in _REMOVED else Kind.CREDENTIAL_STORED
    return EventFields(kind, row.actor_id, f"credential {row.credential_id}", details)


def _limit_override(row: SandboxLimitOverride) -> EventFields:
    details = {name: getattr(row, name) for name in ("memory_mb", "cpu", "processes", "timeout_s", "tmp_mb")}
    return EventFields(Kind.LIMIT_RAISED, row.set_by_id, f"specialist {row.specialist_id}", details)


def _overturned(row: GuardianReview) -> EventFields:
    details = {"kind": row.kind, "content_sha256": row.content_sha256}
    return EventFields(Kind.GUARDIAN_OVERRIDDEN, row.overturned_by_id, f"review {row.pk}", details)


RECORDED: dict[type[Model], Callable[[Any], EventFields | None]] = {
    StatusChange: _status_change,
    ApprovalEvent: _approval_event,
    DisclosureEvent: _disclosure,
    HostConsent: _host_consent,
    CredentialUse: _credential_use,
    CredentialEvent: _credential_event,
    SandboxLimitOverride: _limit_override,
}
_CHANGING = (HostConsent, SandboxLimitOverride)  # a change of such a row is an event, too


def _record(fields: EventFields | None) -> None:
    if fields is None:
        return
    actor = current_actor()
    if fields.user_id is not None and fields.user_id != actor.id:
        name = User.objects.filter(pk=fields.user_id).values_list("username", flat=True).first()
        actor = Actor(id=fields.user_id, name=name or "", address=actor.address)
    security_event_record(fields.kind, subject=fields.subject, details=fields.details, actor=actor)


def _row_saved(sender: type[Model], instance: Model, created: bool, **_: object) -> None:
    if created or sender in _CHANGING:
        _record(RECORDED[sender](instance))


def _limits_removed(instance: SandboxLimitOverride, **_: object) -> None:
    fields = _limit_override(instance)  # ``set_by`` raised the limit; the current request's user removes it
    _record(fields._replace(user_id=None, details={**fields.details, "removed": True}))


def _review_overturned(review: GuardianReview, **_: object) -> None:
    _record(_overturned(review))


def connect() -> None:
    """Connect the receivers. Called once, when all models are loaded."""
    for model in RECORDED:
        post_save.connect(_row_saved, sender=model, dispatch_uid=f"security_log:{model._meta.label}")
    post_delete.connect(_limits_removed, sender=SandboxLimitOverride, dispatch_uid="security_log:limits_deleted")
    review_overturned.connect(_review_overturned, dispatch_uid="security_log:overturned")
