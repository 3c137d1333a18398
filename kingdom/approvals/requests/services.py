"""What happens to questions: asked, decided, expired, cancelled. Each a compare-and-set with its event in one transaction.

Locks are taken in one order everywhere, the session's row before the question's: whoever ends a session holds that row already.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from kingdom.approvals.approval_choices import LASTING_CHOICES, check_answer, choices_for, is_allow_choice
from kingdom.approvals.models import Approval, ApprovalEvent, HostConsent
from kingdom.approvals.notifications import events
from kingdom.approvals.notifications.services import notification_create, notifications_mark_read
from kingdom.approvals.permissions.rule_previews import RulePreview, rule_preview_build
from kingdom.approvals.permissions.services import session_grants_create
from kingdom.approvals.requests.errors import AlreadyDecided, ApprovalExpired, ApprovalWithdrawn, ArgumentsChanged
from kingdom.approvals.signals import ALREADY_NOTIFIED, approval_decided
from kingdom.approvals.text_rendering import approval_headline, approval_text
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.canonical import json_digest
from kingdom.core.errors import BadInput, LostRace, NotFound

ADMIN_CHANNEL = "admin"
EXPIRY_BATCH_SIZE = 200
_EXPIRY_LOCK = 0x6B696E67_61707072  # "kingappr": any number, the same in all processes
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class ApprovalTerms:
    """How a question may be answered: only some of its kind's choices, and until when (the setting, when None)."""

    choices: Sequence[str] | None = None
    life: timedelta | None = None


@dataclass(frozen=True, kw_only=True)
class SessionPosition:
    """The session that waits, and the number of the input whose effect is asked about."""

    session_id: uuid.UUID
    seq: int


@dataclass(frozen=True, kw_only=True)
class ApprovalDecision:
    """An answer: the choice, the hash of the arguments that were seen, a note, and the channel it came by."""

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
    """Ask a person, and return the question.

    ``subject`` is what is asked about, as canonical JSON: for tools ``{"agent", "tools": [{"name", "args", "call_id"}]}``, otherwise
    any object. The text is made from it here. Idempotent: the same question that is still open is returned as it is; at the same place
    in a session another question takes the place of an open one. Raises BadInput for a kind or choices that there are not.
    """
    terms = terms or ApprovalTerms()
    offered = choices_for(kind, narrowed=terms.choices)
    kept: dict[str, Any] = to_jsonb(subject)
    args_hash = json_digest(kept)
    open_one = _pending_approval(user_id, kind, args_hash, place)
    if open_one is not None and open_one.args_hash == args_hash and open_one.expires_at > timezone.now():
        return open_one
    if open_one is not None:
        _close(open_one, Approval.State.CANCELLED, "Another question took its place.")
    preview = rule_preview_build(user_id, kept, place is not None) if kind == "tool" else RulePreview()
    approval = Approval.objects.create(
        user_id=user_id,
        session_id=place.session_id if place else None,
        session_seq=place.seq if place else None,
        kind=kind,
        subject=kept,
        args_hash=args_hash,
        title=approval_headline(kind, kept)[:500],
        text=approval_text(kind, kept),
        choices=[one for one in offered if one not in preview.without],
        rule_preview=preview.rules,
        expires_at=timezone.now() + (terms.life or timedelta(hours=settings.KINGDOM.approval_hours)),
    )
    ApprovalEvent.objects.create(approval=approval, kind=ApprovalEvent.Kind.ASKED)
    notification_create(user_id=user_id, kind="approval", text=approval.title, link=f"/approvals/{approval.pk}/")
    return approval


@transaction.atomic
def approval_decide(*, approval_id: uuid.UUID, actor_id: int, decision: ApprovalDecision) -> Approval:
    """Answer a question, once; what waits for it goes on when this commits.

    Its user may, and over the channel ``admin`` staff with the right to. Raises NotFound for anybody else, AlreadyDecided,
    ApprovalExpired, ApprovalWithdrawn, ArgumentsChanged, BadInput; each of them changes nothing.
    """
    approval = _lock_approval(approval_id)
    if approval is None or not _may_decide(approval, actor_id, decision):
        raise NotFound("You are not asked this.")
    _check_open(approval)
    if decision.args_hash != approval.args_hash:
        raise ArgumentsChanged
    check_answer(choice=decision.choice, note=decision.note, choices=approval.choices)
    if decision.choice in LASTING_CHOICES and actor_id != approval.user_id:
        raise BadInput("Only whose question it is can allow this for later, too.")
    fields = {
        "choice": decision.choice,
        "note": to_jsonb(decision.note),
        "decided_by_id": actor_id,
        "decided_at": timezone.now(),
        "channel": decision.channel,
    }
    _transition(approval, Approval.State.DECIDED, fields)
    if approval.kind == Approval.Kind.TOOL and is_allow_choice(approval.choice):
        session_grants_create(approval=approval)
    approval_decided.send(sender=Approval, approval=approval)
    return approval


@transaction.atomic
def approvals_cancel(*, session_id: uuid.UUID, reason: str) -> int:
    """Take back the open questions of a session that is over; returns how many. The session's row must be locked already."""
    pending = (
        Approval.objects.select_for_update().filter(session_id=session_id, state=Approval.State.PENDING).order_by("pk")
    )
    closed = list(pending)
    for approval in closed:
        _close(approval, Approval.State.CANCELLED, reason)
    return len(closed)


def approval_cancel(*, approval_id: uuid.UUID, reason: str) -> None:
    """Take back one open question, e.g. of a case that is over. One that is closed stays as it is."""
    with transaction.atomic():
        approval = _lock_approval(approval_id)
        if approval is not None and approval.state == Approval.State.PENDING:
            _close(approval, Approval.State.CANCELLED, reason)


def approvals_expire() -> int:
    """Close open questions whose time is up and tell what waits for them; returns how many. One at a time, safe to run twice."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_EXPIRY_LOCK])
            row = cursor.fetchone()
        if row is None or not row[0]:
            return 0
        over = Approval.objects.filter(state=Approval.State.PENDING, expires_at__lte=timezone.now())
        return sum(
            _expire_one(one)
            for one in list(over.order_by("expires_at").values_list("pk", flat=True)[:EXPIRY_BATCH_SIZE])
        )


def _expire_one(approval_id: uuid.UUID) -> bool:
    try:
        with transaction.atomic():
            approval = _lock_approval(approval_id)
            if approval is None or approval.state != Approval.State.PENDING:
                return False
            _close(approval, Approval.State.EXPIRED, "Nobody answered in time.")
            if any(
                answer == ALREADY_NOTIFIED for _, answer in approval_decided.send(sender=Approval, approval=approval)
            ):
                return True
            notification_create(
                user_id=approval.user_id,
                kind="approval_expired",
                text=f"Nobody answered in time, so it was a no: {approval.title}",
                link=f"/approvals/{approval.pk}/",
            )
    except Exception:  # the edge of a loop: one question whose receiver fails must not keep the others open
        _log.exception("approval_not_expired", approval_id=str(approval_id))
        return False
    return True


def _lock_approval(approval_id: uuid.UUID) -> Approval | None:
    found = Approval.objects.filter(pk=approval_id)
    # first the session's row, by a statement of its own: see the module's first lines
    held = found.filter(session__isnull=False).select_related("session").select_for_update(of=("session",))
    list(held)
    return found.select_for_update(of=("self",)).first()


def _may_decide(approval: Approval, actor_id: int, decision: ApprovalDecision) -> bool:
    if actor_id == approval.user_id:
        return True
    if decision.channel != ADMIN_CHANNEL:
        return False
    actor = get_user_model().objects.filter(pk=actor_id, is_active=True, is_staff=True).first()
    return actor is not None and actor.has_perm("approvals.decide_for_others")


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


def _close(approval: Approval, state: Approval.State, reason: str) -> None:
    _transition(approval, state, {}, reason)


def _transition(approval: Approval, state: Approval.State, fields: Mapping[str, Any], reason: str = "") -> None:
    """Leave ``pending`` for good: the row, its event and word of it to who watches."""
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
    notifications_mark_read(
        user_id=approval.user_id, link=f"/approvals/{approval.pk}/"
    )  # what was said of it is settled
    events.publish_on_commit(
        approval.user_id, {"type": "approval", "id": str(approval.pk), "state": state.value, "choice": approval.choice}
    )


def host_consent_create(
    *, user_id: int, spec_digest: str, hosts: Iterable[str], approval: Approval | None = None
) -> HostConsent:
    """Keep a person's yes to the hosts of the spec with this digest. Call it in the transaction that stores the yes."""
    return HostConsent.objects.create(
        user_id=user_id, spec_digest=spec_digest, hosts=sorted(set(hosts)), approval=approval
    )
