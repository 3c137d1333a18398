"""Delegations of a session: the room above judges them; the session waits for the briefs, or goes on with the answer.

Each function is one transaction that holds the lock of the session's row: a worker that dies in it leaves nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from kingdom.cognition import inputs
from kingdom.cognition.decisions import Delegate
from kingdom.cognition.inputs import InputEvent, ToolResult, to_jsonb
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.tools import ToolOutcome, ToolRequest, denied_result
from kingdom.core.background.jobs import Lease
from kingdom.core.errors import LostRace
from kingdom.core.sql_parts import end_of
from kingdom.sessions.approval_flow import question_create
from kingdom.sessions.engine.capabilities import build_call_context
from kingdom.sessions.engine.effects import effect_close
from kingdom.sessions.escalations import escalation_subject, is_repeated_escalation
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.events.event_log import event_append, input_append, session_lock
from kingdom.sessions.models import Effect, Session, SessionEvent
from kingdom.sessions.version_specs import session_spec
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append

WAITING_FOR, DELEGATION_ANSWERED = "delegated", "delegation_answered"


class DelegationVerdict(NamedTuple):
    """``result`` is the answer to the agent, None when it waits; ``refusal`` the code of a refusal, "" for none."""

    result: Mapping[str, Any] | None
    refusal: str = ""


class AnsweredDelegation(NamedTuple):
    """The next input of a session that goes on, and its number."""

    seq: int
    answer: InputEvent


DelegationLaw = Callable[[Session, int, ToolRequest], DelegationVerdict | None]
# Each judges a request of a locked session and stores what follows from it; None: the session is not its own.
DELEGATION_LAWS: list[DelegationLaw] = []


def refusal(code: str, message: str, reason: str) -> DelegationVerdict:
    """Return the verdict that refuses a delegation, in the form of every denied call."""
    return DelegationVerdict(denied_result(message, reason=reason), code)


_OUTSIDE = refusal(
    "delegation_outside",
    "Delegation refused",
    "Only an agent of a workflow can hand work to others. Do it yourself, or answer with what you have.",
)


@transaction.atomic
def delegation_carry_out(lease: Lease, seq: int, decision: Delegate) -> AnsweredDelegation | None:
    """Let the kernel judge the delegation on input ``seq``; returns the next input, None while the session waits.

    Safe to repeat when it is unknown whether the first call was committed. Raises LeaseLost.
    """
    session = session_lock(lease.job_id, lease.owner)
    stored = _stored_answer(session, seq)
    if stored is not None:
        return stored
    verdicts = (law(session, seq, decision.request) for law in DELEGATION_LAWS)
    verdict = next((verdict for verdict in verdicts if verdict is not None), _OUTSIDE)
    if verdict.result is None:
        _wait(session, seq)
        return None
    if verdict.refusal == "escalation" and is_repeated_escalation(session.pk):
        agent = session_spec(session).agent_id
        question_create(session, seq, "safety", escalation_subject(agent, [decision.request]))
        return None
    _record(session, decision.request, verdict.result, verdict.refusal)
    answer = _tool_result(decision.request, verdict)
    return AnsweredDelegation(effect_close(lease, seq, answer), answer)


@transaction.atomic
def delegation_finish(session: Session, seq: int, result: Mapping[str, Any]) -> bool:
    """Let a locked session go on with what its delegation gave; returns whether it waited for that."""
    effects = Effect.objects.filter(session=session, seq=seq, status=Effect.Status.STARTED)
    if session.state != Session.State.AWAITING_PARTS or not effects.exists():
        return False
    decision = state_rebuild.decision_at(session, seq)
    if not isinstance(decision, Delegate):
        return False
    _record(session, decision.request, result, "")
    digest = json_digest(to_jsonb(result))
    effects.update(status=Effect.Status.DONE, result_hash=digest, finished_at=end_of("started_at"))
    event_append(session, DELEGATION_ANSWERED, {"at": seq})
    input_append(session, _tool_result(decision.request, DelegationVerdict(result)))
    running = {"state": Session.State.RUNNING, "lease_owner": "", "lease_expires_at": None}
    if Session.objects.filter(pk=session.pk, state=Session.State.AWAITING_PARTS).update(**running) != 1:
        raise LostRace
    session.refresh_from_db()
    session_enqueue(session)
    return True


def _wait(session: Session, seq: int) -> None:
    event_append(session, WAITING_FOR, {"at": seq})
    waiting = {"state": Session.State.AWAITING_PARTS, "lease_owner": "", "lease_expires_at": None, "attempts": 0}
    running = Session.objects.filter(pk=session.pk, lease_owner=session.lease_owner, state=Session.State.RUNNING)
    if running.update(**waiting) != 1:
        raise LostRace


def _record(session: Session, request: ToolRequest, result: Mapping[str, Any], refused: str) -> None:
    outcome = ToolReceipt.Outcome.REFUSED if refused else ToolReceipt.Outcome.DONE
    ctx = build_call_context(session, session_spec(session).agent_id)
    ended = ToolCallOutcome(outcome=outcome, result=result, reason=refused)
    receipt_append(ctx=ctx, request=request, ended=ended)


def _tool_result(request: ToolRequest, verdict: DelegationVerdict) -> ToolResult:
    outcome = ToolOutcome(
        call_id=request.call_id, name=request.name, result=verdict.result or {}, denied=bool(verdict.refusal)
    )
    stored = inputs.from_json(inputs.to_json(ToolResult(outcomes=(outcome,))))
    return stored if isinstance(stored, ToolResult) else ToolResult(outcomes=(outcome,))


def _stored_answer(session: Session, seq: int) -> AnsweredDelegation | None:
    """Return the answer that an earlier call of this worker stored, None without one."""
    if not Effect.objects.filter(session=session, seq=seq, status=Effect.Status.DONE).exists():
        return None
    stored = SessionEvent.objects.filter(session=session, seq__gt=seq, kind=ToolResult.type).order_by("seq").first()
    return AnsweredDelegation(stored.seq, inputs.from_json(stored.payload)) if stored is not None else None
