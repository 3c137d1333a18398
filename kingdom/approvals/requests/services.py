"""Changes of approvals. Each is a compare-and-set with its event in one transaction.

Locks are always taken in one order, the session's row before the approval's, since the end of a session holds its row.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock
from kingdom.approvals.approval_choices import LASTING_CHOICES, check_answer, choices_for, is_allow_choice
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.approvals.disclosures import may_act_on
from kingdom.approvals.models import Approval, ApprovalEvent
from kingdom.approvals.notifications import events
from kingdom.approvals.notifications.services import notification_create, notifications_mark_read
from kingdom.approvals.permissions.rule_previews import RulePreview, rule_preview_build
from kingdom.approvals.permissions.services import session_grants_create
from kingdom.approvals.requests.errors import AlreadyDecided, ApprovalExpired, ApprovalWithdrawn, ArgumentsChanged
from kingdom.approvals.signals import ALREADY_NOTIFIED, approval_decided
from kingdom.approvals.text_rendering import approval_headline, approval_text
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.formats.canonical import json_digest
from kingdom.core.background.jobs import advisory_lock_try
from kingdom.core.errors import BadInput, LostRace, NotAllowed, NotFound
from kingdom.core.text.sentences import sentence

ADMIN_CHANNEL = "admin"
EXPIRY_BATCH_SIZE = 200
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class ApprovalTerms:
    """The choices of an approval (None: all of its kind) and its lifetime (None: the setting)."""

    choices: Sequence[str] | None = None
    life: timedelta | None = None


@dataclass(frozen=True, kw_only=True)
class SessionPosition:
    """A waiting session, and the number of the input whose effect needs approval."""

    session_id: uuid.UUID
    seq: int


@dataclass(frozen=True, kw_only=True)
class ApprovalDecision:
    """A decision: the choice, the hash of the arguments that the user saw, a note, and the channel."""

    choice: str
    args_hash: str
    note: str = ""
    channel: str = "api"


@transaction.atomic
def approval_request(
    *,
    user_id: int,
    kind: str,
    subject: Mapping[str, Any],
    place: SessionPosition | None = None,
    terms: ApprovalTerms | None = None,
) -> Approval:
    """Request an approval and return it.

    ``subject`` is canonical JSON: for tools ``{"agent", "tools": [{"name", "args", "call_id"}]}``, else any object. The
    text is rendered from it. Idempotent: an open approval of the same question is returned. In a session another
    question replaces the one at the same position. Raises BadInput for an unknown kind or choice.
    """
    terms = terms or ApprovalTerms()
    choices = choices_for(kind, narrowed=terms.choices)
    canonical: dict[str, Any] = to_jsonb(subject)
    args_hash = json_digest(canonical)
    pending = _pending_approval(user_id, kind, args_hash, place)
    if pending is not None and pending.args_hash == args_hash and pending.expires_at > timezone.now():
        return pending
    if pending is not None:
        _close(pending, Approval.State.CANCELLED, sentence("Another question took its place."))
    preview = _rule_preview(user_id, canonical, place) if kind == "tool" else RulePreview()
    approval = Approval.objects.create(
        user_id=user_id,
        session_id=getattr(place, "session_id", None),
        session_seq=getattr(place, "seq", None),
        kind=kind,
        subject=canonical,
        args_hash=args_hash,
        title=approval_headline(kind, canonical)[:500],
        text=approval_text(kind, canonical),
        choices=[choice for choice in choices if choice not in preview.without],
        rule_preview=preview.rules,
        expires_at=timezone.now() + (terms.life or timedelta(hours=settings.KINGDOM.approval_hours)),
    )
    ApprovalEvent.objects.create(approval=approval, kind=ApprovalEvent.Kind.ASKED)
    notification_create(user_id=user_id, kind="approval", text=approval.title, link=f"/approvals/{approval.pk}/")
    return approval


@transaction.atomic
def approval_decide(*, approval_id: uuid.UUID, actor_id: int, decision: ApprovalDecision) -> Approval:
    """Decide an approval, once; the waiting work resumes when this commits.

    Its user may decide, and over the channel ``admin`` staff with the permission who have opened its words. Raises
    NotAllowed when they have not, NotFound for others, AlreadyDecided, ApprovalExpired, ApprovalWithdrawn,
    ArgumentsChanged, BadInput and AccessEnded; each of them changes nothing.
    """
    access_lock(user_id=actor_id, exclusive=True)  # a confirmed proposal locks its owner's row itself
    approval = _lock_approval(approval_id)
    if approval is None or not _may_decide(approval, actor_id, decision):
        raise NotFound("You are not asked this.")
    _check_open(approval)
    if decision.args_hash != approval.args_hash:
        raise ArgumentsChanged
    check_answer(choice=decision.choice, note=decision.note, choices=approval.choices)
    if decision.choice in LASTING_CHOICES and actor_id != approval.user_id:
        raise BadInput("Only the owner of this question can allow it for later calls, too.")
    fields = {
        "choice": decision.choice,
        "note": to_jsonb(decision.note),
        "decided_by_id": actor_id,
        "decided_at": timezone.now(),
        "channel": decision.channel,
    }
    _transition(approval, Approval.State.DECIDED, fields)
    _grants_store(approval)
    approval_decided.send(sender=Approval, approval=approval)
    return approval


@transaction.atomic
def approvals_cancel(*, session_id: uuid.UUID, reason: str) -> int:
    """Cancel the open approvals of an ended session and return their number. The caller holds its row lock."""
    pending = Approval.objects.select_for_update().filter(session_id=session_id, state=Approval.State.PENDING)
    approvals = list(pending.order_by("pk"))
    for approval in approvals:
        _close(approval, Approval.State.CANCELLED, reason)
    return len(approvals)


@transaction.atomic
def approval_withdraw(*, approval_id: uuid.UUID, reason: str) -> bool:
    """Cancel an open approval that belongs to no session and whose question is over; returns whether it was open."""
    approval = _lock_approval(approval_id)
    if approval is None or approval.state != Approval.State.PENDING:
        return False
    _close(approval, Approval.State.CANCELLED, reason)
    return True


def approvals_expire() -> int:
    """Expire overdue approvals and return their number. Each in its own transaction; safe to run twice."""
    with transaction.atomic():
        if not advisory_lock_try("expire:approvals"):
            return 0
        overdue = Approval.objects.filter(state=Approval.State.PENDING, expires_at__lte=timezone.now())
        return sum(
            map(_expire_one, list(overdue.order_by("expires_at").values_list("pk", flat=True)[:EXPIRY_BATCH_SIZE]))
        )


def _expire_one(approval_id: uuid.UUID) -> bool:
    try:
        with transaction.atomic():
            approval = _lock_approval(approval_id)
            if approval is None or approval.state != Approval.State.PENDING:
                return False
            _close(approval, Approval.State.EXPIRED, sentence("Nobody answered in time."))
            answers = approval_decided.send(sender=Approval, approval=approval)
            if any(answer == ALREADY_NOTIFIED for _, answer in answers):
                return True
            notification_create(
                user_id=approval.user_id,
                kind="approval_expired",
                text=sentence("Nobody answered in time, so it was rejected: %(sentence)s", sentence=approval.title),
                link=f"/approvals/{approval.pk}/",
            )
    except Exception:  # a failing receiver must not keep the other approvals open
        _log.exception("approval_not_expired", approval_id=str(approval_id))
        return False
    return True


def _lock_approval(approval_id: uuid.UUID) -> Approval | None:
    rows = Approval.objects.filter(pk=approval_id)
    # A statement of its own locks the session's row first: see the lock order above.
    list(rows.filter(session__isnull=False).select_related("session").select_for_update(of=("session",)))
    return rows.select_for_update(of=("self",)).first()


def _may_decide(approval: Approval, actor_id: int, decision: ApprovalDecision) -> bool:
    if actor_id == approval.user_id:
        return True
    # consent to a host is the user's own: it lasts, and their keys go there
    if decision.channel != ADMIN_CHANNEL or approval.kind == Approval.Kind.HOST:
        return False
    actor = get_user_model().objects.filter(pk=actor_id, is_active=True, is_staff=True).first()
    allowed = actor is not None and actor.has_perm("approvals.decide_for_others")
    if allowed and not may_act_on(actor_id=actor_id, row=approval):
        raise NotAllowed("Open the words of this question first: nobody decides for another what they have not read.")
    return allowed


def _check_open(approval: Approval) -> None:
    if approval.state == Approval.State.DECIDED:
        raise AlreadyDecided(choice=approval.choice)
    if approval.state == Approval.State.CANCELLED:
        raise ApprovalWithdrawn
    if approval.state == Approval.State.EXPIRED or approval.expires_at <= timezone.now():
        raise ApprovalExpired


def _pending_approval(user_id: int, kind: str, args_hash: str, place: SessionPosition | None) -> Approval | None:
    pending = Approval.objects.select_for_update(of=("self",)).filter(kind=kind, state=Approval.State.PENDING)
    if place is not None:
        return pending.filter(session_id=place.session_id, session_seq=place.seq).first()
    return pending.filter(user_id=user_id, session=None, args_hash=args_hash).first()


def _rule_preview(user_id: int, subject: Mapping[str, Any], place: SessionPosition | None) -> RulePreview:
    return rule_preview_build(user_id, subject, place is not None, _asking_specialist(place))


def _asking_specialist(place: SessionPosition | None) -> str:
    """Return the id of the specialist whose session asks, "" for an agent without one."""
    session = Approval(session_id=place.session_id).session if place is not None else None
    return str(session.version.specialist.acting_id) if session is not None and session.version is not None else ""


def _close(approval: Approval, state: Approval.State, reason: str) -> None:
    _transition(approval, state, {}, reason)


def _transition(approval: Approval, state: Approval.State, fields: Mapping[str, Any], reason: str = "") -> None:
    """Move a pending approval to a final state, with its event and the live update."""
    changed = Approval.objects.filter(pk=approval.pk, state=Approval.State.PENDING, args_hash=approval.args_hash)
    if changed.update(state=state, **fields) != 1:
        raise LostRace
    approval.refresh_from_db()
    ApprovalEvent.objects.create(
        approval=approval,
        kind=ApprovalEvent.Kind(state.value),
        actor_id=approval.decided_by_id,
        channel=approval.channel,
        choice=approval.choice,
        reason=reason or approval.note,
    )
    notifications_mark_read(user_id=approval.user_id, link=f"/approvals/{approval.pk}/")
    events.publish_on_commit(
        approval.user_id, {"type": "approval", "id": str(approval.pk), "state": state.value, "choice": approval.choice}
    )


def _grants_store(approval: Approval) -> None:
    """Store what a decision allows: tools, or the user's consent to exactly the host that the question named."""
    if approval.kind == Approval.Kind.TOOL and is_allow_choice(approval.choice):
        session_grants_create(approval=approval)
    if approval.kind != Approval.Kind.HOST or approval.choice != "allow":
        return
    specialist_id, host = uuid.UUID(str(approval.subject["specialist_id"])), str(approval.subject["host"])
    host_consent_grant(user_id=approval.user_id, specialist_id=specialist_id, hosts=(host,), approval=approval)
