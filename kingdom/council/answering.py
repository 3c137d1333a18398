"""What follows from a person's answer to a case's question, in the transaction that stores the answer.

The Council's two questions live in the one inbox: a yes there and a yes on the case's own page are the same yes.
"""

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.approvals.consent_services import consent_give
from kingdom.approvals.models import Approval
from kingdom.approvals.services import Terms, approval_request
from kingdom.core.errors import BadInput, Gone, NotAllowed
from kingdom.council.models import Case
from kingdom.council.moving import case_lock, case_move
from kingdom.council.queue import case_enqueue
from kingdom.council.rules import moves
from kingdom.council.selectors import credentials_missing, credentials_ready
from kingdom.council.settling import UNCONFIRMED, tell
from kingdom.council.verdicts import spec_of, unjudged
from kingdom.council.wording import words_fault

HUMAN = frozenset({"web", "api"})  # where a signed-in person, or their own token, speaks for themselves
EXPIRE_AT_ONCE = 200
_LOCK = 0x6B696E67_63657870  # "kingcexp": any number, the same in all processes
_OWN_WORD = "Only its owner can answer this, by their own sign-in or token: not a model, a tool, an admin, or another door."


def question_closed(approval: Approval) -> bool:
    """Move the case that a closed question was about; returns whether it was one of ours. Raises what keeps the answer from counting."""
    if approval.kind not in (Approval.Kind.CREATION, Approval.Kind.RESOURCES) or approval.session_id is not None:
        return False
    try:
        case = case_lock(uuid.UUID(str(approval.subject.get("case", ""))))
    except ValueError:
        return False
    if case.approval_id != approval.pk or case.state not in moves.WAITING:
        return False
    if approval.state == Approval.State.EXPIRED:
        _expire(case)
        return True
    _answered(case, approval)
    return True


def cases_expire() -> int:
    """Expire waiting cases whose question is gone, or closed by something else than an answer; returns how many.

    Questions expire by themselves and take their case along (``question_closed``); this is for what slipped past that. One at a time,
    by an advisory lock; safe to run twice.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
            row = cursor.fetchone()
        if row is None or not row[0]:
            return 0
        unasked = Q(approval=None) | ~Q(approval__state=Approval.State.PENDING)
        over = Case.objects.filter(unasked, state__in=moves.WAITING, expires_at__lte=timezone.now())
        return sum(_expired(pk) for pk in list(over.values_list("pk", flat=True)[:EXPIRE_AT_ONCE]))


def _expired(case_id: uuid.UUID) -> bool:
    case = case_lock(case_id)
    if case.state not in moves.WAITING:
        return False
    _expire(case)
    return True


def _expire(case: Case) -> None:
    case_move(case=case, to=moves.EXPIRED, reason="Nobody answered in time.", fields=UNCONFIRMED)
    tell(case, f"The proposal {case.role} has expired, since nobody answered. Open it again when you want it: nothing is lost.")


def _answered(case: Case, approval: Approval) -> None:
    own = approval.decided_by_id == case.user_id and approval.channel in HUMAN
    if not own and approval.choice not in ("reject", "abort"):
        raise NotAllowed(_OWN_WORD)
    match approval.choice:
        case "confirm":
            _confirmed(case, approval)
        case "edit":
            _edited(case, approval.note)
        case "provided":
            _provided(case)
        case "mock":
            case_train(case, reason="The user chose to train on made-up answers.", mock=True)
        case _:
            case_move(case=case, to=moves.REJECTED, reason=approval.note or "You said no." if own else "An admin said no.")


def _confirmed(case: Case, approval: Approval) -> None:
    """Keep the yes: to exactly this proposal, by exactly this person. What they were shown is in the question they answered."""
    if approval.subject.get("digest") != case.digest or unjudged(case):
        raise BadInput("What you said yes to is not what there is now. Read it again.")
    spec = spec_of(case)
    if spec is None:
        raise BadInput("There is no proposal to say yes to.")
    yes = {"confirmed_digest": case.digest, "confirmed_at": timezone.now(), "confirmed_channel": approval.channel}
    consent_give(user_id=case.user_id, spec_digest=spec.digest(), hosts=spec.egress_hosts, approval=approval)
    if case.mock or not credentials_missing(case):
        for name, value in yes.items():
            setattr(case, name, value)
        case_train(case, reason="You said yes.", mock=case.mock, fields=yes)
    else:
        _resources_put(case, yes)


def case_train(case: Case, *, reason: str, mock: bool, fields: dict[str, Any] | None = None) -> None:
    """Send a locked, confirmed case to training."""
    given = {} if mock else credentials_ready(case)
    more = {**(fields or {}), "mock": mock, "provided_resources": given, "training_results": None}
    case_move(case=case, to=moves.TRAINING, reason=reason, fields=more)
    case_enqueue(case)


def _provided(case: Case) -> None:
    missing = credentials_missing(case)
    if missing:
        raise BadInput(f"Not stored yet: {', '.join(missing)}. Store them with the case, or under Credentials for {case.role}.")
    case_train(case, reason="You gave the credentials.", mock=False)


def _edited(case: Case, wishes: str) -> None:
    """Let the designer work your wishes in; everything after it is judged again."""
    said = f"{case.wishes}\n{wishes}".strip()
    fault = words_fault(said)
    if fault:
        raise BadInput(f"{fault} Nothing was changed: say in other words what shall be different.")
    fresh = {"wishes": said, "round": 0, "findings": [], "offered": None, **UNCONFIRMED}
    case_move(case=case, to=moves.DESIGNING, reason="You asked for changes.", fields=fresh)
    case_enqueue(case)


def _resources_put(case: Case, yes: dict[str, Any]) -> None:
    spec = spec_of(case)
    wanted = {one.name: one.host for one in spec.credentials} if spec is not None else {}
    missing = {name: wanted[name] for name in credentials_missing(case)}
    subject = {"case": str(case.pk), "digest": case.digest, "specialist": case.role, "missing": missing}
    life = timedelta(minutes=settings.KINGDOM.case_minutes)
    asked = approval_request(user_id=case.user_id, kind="resources", subject=subject, terms=Terms(life=life))
    fields = {**yes, "approval_id": asked.pk, "expires_at": asked.expires_at}
    named = ", ".join(f"{name} for {host}" for name, host in missing.items())
    case_move(case=case, to=moves.RESOURCES, reason=f"It needs {named}.", fields=fields)


def check_waits(case: Case, state: str) -> uuid.UUID:
    """Return the id of the question that a case waits with in a state. Raises Gone for an expired case, IllegalMove for another state."""
    if case.state == moves.EXPIRED:
        raise Gone("This proposal has expired. Open it again; nothing is lost.")
    if case.state != state or case.approval_id is None:
        moves.check_waiting(case.state, state)
        raise Gone("This question is gone. Open the case again.")
    return case.approval_id
