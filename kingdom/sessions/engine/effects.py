"""Effects: a decision is stored before it is carried out and closed by its outcome, each in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kingdom.approvals.permissions.services import session_grants_consume
from kingdom.cognition import decisions, inputs
from kingdom.cognition.decisions import AgentDecision, CallTool, SpawnWorker
from kingdom.cognition.engine import Transition
from kingdom.cognition.inputs import InputEvent, Tick, ToolResult, WorkerResult
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolRequest
from kingdom.core.background.jobs import Lease
from kingdom.core.errors import NotAllowed
from kingdom.sessions.approval_flow import QuestionKind, question_create, question_subject
from kingdom.sessions.events.event_log import event_append, input_append, session_lock
from kingdom.sessions.events.lifecycle_rules import effect_name, is_repeatable
from kingdom.sessions.gateway.egress_log import egress_finalize, is_egress_resumable
from kingdom.sessions.models import Effect, Session, SessionEvent
from kingdom.tools.receipts.call_log import call_with_unknown_outcome
from kingdom.tools.receipts.denials import denied_calls_record
from kingdom.tools.receipts.selectors import is_batch_resumable
from kingdom.tools.receipts.services import calls_erase


@dataclass(frozen=True, kw_only=True)
class EffectStart:
    """Whether an effect may run: ``go``, or ``ask`` a person because an earlier attempt has an unknown outcome."""

    verdict: Literal["go", "ask"]
    attempt: int


class DeniedCalls(NamedTuple):
    """Calls of an agent that a permission rule denied before the gate."""

    ctx: CallContext
    requests: Sequence[ToolRequest]


@transaction.atomic
def effect_begin(lease: Lease, seq: int, transition: Transition, spec: AgentSpec) -> EffectStart:
    """Store the decision on input ``seq`` as a started effect. Raises LeaseLost.

    An effect that an earlier worker left without an outcome runs again if it is repeatable or approved by a person;
    otherwise the verdict is ``ask``.
    """
    session = session_lock(lease.job_id, lease.owner)
    effect = Effect.objects.filter(session=session, seq=seq).first()
    if effect is None:
        _effect_create(session, seq, transition, spec)
        return EffectStart(verdict="go", attempt=1)
    if effect.owner == lease.owner:  # this worker's own row: only the acknowledgement of the commit was lost
        return EffectStart(verdict="go", attempt=effect.attempts)
    if effect.status == Effect.Status.STARTED and not _is_resumable(effect, transition):
        return EffectStart(verdict="ask", attempt=effect.attempts)
    attempt = effect.attempts + 1
    Effect.objects.filter(pk=effect.pk).update(
        status=Effect.Status.STARTED, attempts=F("attempts") + 1, owner=lease.owner
    )
    event_append(session, "effect_retried", {"at": seq, "decision": transition.decision.type, "attempt": attempt})
    return EffectStart(verdict="go", attempt=attempt)


def effect_undo(session: Session) -> None:
    """Forget the effect that this worker has begun on a locked session, when it is certain that nothing of it ran.

    Otherwise the next worker would ask a person whether it ran, although it did not.
    """
    Effect.objects.filter(session=session, status=Effect.Status.STARTED, owner=session.lease_owner, attempts=1).delete()


def _is_resumable(effect: Effect, transition: Transition) -> bool:
    """Whether an interrupted batch of tools or handler can continue: no call or write in it has an unknown outcome."""
    session_id = effect.session_id
    if isinstance(transition.decision, SpawnWorker):  # all its calls are recorded, so ``repeatable`` is not needed
        has_outcomes = call_with_unknown_outcome(session_id=session_id) is None
        return has_outcomes and is_egress_resumable(session_id=session_id, seq=effect.seq)
    return effect.repeatable or (
        isinstance(transition.decision, CallTool) and is_batch_resumable(session_id=session_id)
    )


@transaction.atomic
def effect_close(lease: Lease, seq: int, outcome: InputEvent, denied: DeniedCalls | None = None) -> int:
    """Close an effect with its outcome, append that as the next input and return its number. Raises LeaseLost.

    ``denied`` are the calls that a rule denied; each gets a receipt. Safe to repeat when it is unknown whether the
    first call was committed.
    """
    session = session_lock(lease.job_id, lease.owner)
    payload = inputs.to_json(outcome)
    fields = {"status": Effect.Status.DONE, "result_hash": json_digest(payload), "finished_at": timezone.now()}
    if Effect.objects.filter(session=session, seq=seq, status=Effect.Status.STARTED).update(**fields) == 1:
        if isinstance(outcome, ToolResult | WorkerResult):
            if session.purpose == Session.Purpose.TASK:  # trials have no grants
                session_grants_consume(session_id=session.pk)  # a grant for one use is now used
            calls_erase(session_id=session.pk)
            egress_finalize(session_id=session.pk)
        if denied is not None:
            denied_calls_record(ctx=denied.ctx, requests=denied.requests, reason="permission")
        return input_append(session, outcome).seq
    stored = SessionEvent.objects.filter(session=session, seq__gt=seq, kind=outcome.type).order_by("seq").first()
    if stored is None or json_digest(stored.payload) != json_digest(payload):
        raise RuntimeError(f"effect {seq} of session {session.pk} was closed with another outcome")
    return stored.seq


def effect_record_answer(session: Session, seq: int, transition: Transition, spec: AgentSpec) -> int:
    """Store an EmitResponse as a finished effect and return the number of the next input, a tick."""
    _effect_create(session, seq, transition, spec, done=True)
    return input_append(session, Tick()).seq


@transaction.atomic
def effect_request_approval(
    lease: Lease, seq: int, decision: AgentDecision, kind: QuestionKind, subject: Mapping[str, Any] | None = None
) -> None:
    """Pause a session until a person answers, and release its lease. Raises LeaseLost, NotAllowed for a trial.

    ``subject`` replaces the decision as the subject of the question, e.g. with one HTTP request of a handler.
    """
    session = session_lock(lease.job_id, lease.owner)
    if session.purpose == Session.Purpose.TRIAL:
        message = "It had to ask a person before it went on. In a trial nobody can be asked, so it stopped there."
        raise NotAllowed(message)
    question_create(session, seq, kind, subject or question_subject(session, seq, decision))


def _effect_create(session: Session, seq: int, transition: Transition, spec: AgentSpec, *, done: bool = False) -> None:
    decision, now = transition.decision, timezone.now()  # one time: an answer starts and ends in one statement
    args_hash = json_digest(decisions.to_json(decision))
    Effect.objects.create(
        session=session,
        seq=seq,
        kind=decision.type,
        name=effect_name(decision),
        args_hash=args_hash,
        repeatable=is_repeatable(decision, spec),
        owner=session.lease_owner,
        status=Effect.Status.DONE if done else Effect.Status.STARTED,
        started_at=now,
        finished_at=now if done else None,
    )
    note = {"at": seq, "step": transition.state.step_count, "decision": decision.type, "name": effect_name(decision)}
    event_append(session, "step", {**note, "args_hash": args_hash, "state_hash": transition.state.digest()})
