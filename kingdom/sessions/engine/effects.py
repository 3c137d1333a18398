"""Effects: a decision is stored before it is carried out and closed by its outcome, each in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kingdom.approvals.permissions.services import session_grants_consume_part
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
from kingdom.core.sql_parts import SqlPart, end_of, insert_part, update_part
from kingdom.sessions.approval_flow import QuestionKind, question_create, question_subject
from kingdom.sessions.events.event_log import LogEntry, event_append, input_entry, log_append, session_lock
from kingdom.sessions.events.lifecycle_rules import effect_name, is_repeatable
from kingdom.sessions.gateway.egress_log import egress_finalize_part, is_egress_resumable
from kingdom.sessions.models import Effect, Session, SessionEvent
from kingdom.tools.receipts.call_log import call_with_unknown_outcome
from kingdom.tools.receipts.denials import denied_calls_record
from kingdom.tools.receipts.selectors import is_batch_resumable
from kingdom.tools.receipts.services import calls_erase_part


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
    note, effect_row = _new_effect(session, seq, transition, spec)
    made = insert_part("effect", effect_row, ignore_conflicts=True)
    if log_append(session, [note], parts=[made], needs=made.name):
        return EffectStart(verdict="go", attempt=1)
    effect = Effect.objects.get(session=session, seq=seq)
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
    fields = {"status": Effect.Status.DONE, "result_hash": json_digest(payload), "finished_at": end_of("started_at")}
    open_effect = Effect.objects.filter(session=session, seq=seq, status=Effect.Status.STARTED)
    if denied is not None and open_effect.exists():  # their receipts are older than the input, which a fork relies on
        denied_calls_record(ctx=denied.ctx, requests=denied.requests, reason="permission")
    closed = update_part("closed", open_effect, **fields)
    parts = [closed, *_ended_calls(session, outcome)]
    if events := log_append(session, [input_entry(outcome)], parts=parts, needs=closed.name):
        return events[0].seq
    stored = SessionEvent.objects.filter(session=session, seq__gt=seq, kind=outcome.type).order_by("seq").first()
    if stored is None or json_digest(stored.payload) != json_digest(payload):
        raise RuntimeError(f"effect {seq} of session {session.pk} was closed with another outcome")
    return stored.seq


def _ended_calls(session: Session, outcome: InputEvent) -> Sequence[SqlPart]:
    """Return what the end of a batch of tools or of a handler does to its calls. Harmless to repeat."""
    if not isinstance(outcome, ToolResult | WorkerResult):
        return ()
    parts = [calls_erase_part(session_id=session.pk), egress_finalize_part(session_id=session.pk)]
    if session.purpose == Session.Purpose.TASK:  # trials have no grants; one for one use is now used
        parts.append(session_grants_consume_part(session_id=session.pk))
    return parts


def answer_effect(
    session: Session, seq: int, transition: Transition, spec: AgentSpec
) -> tuple[Sequence[LogEntry], SqlPart]:
    """Return what stores an EmitResponse as a finished effect: the rows of the log, with the next input, and its own.

    The next input is a tick.
    """
    note, effect = _new_effect(session, seq, transition, spec, done=True)
    return [note, input_entry(Tick())], insert_part("effect", effect)


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


def _new_effect(
    session: Session, seq: int, transition: Transition, spec: AgentSpec, *, done: bool = False
) -> tuple[LogEntry, Effect]:
    decision, now = transition.decision, timezone.now()  # one time: an answer starts and ends in one statement
    args_hash = json_digest(decisions.to_json(decision))
    effect = Effect(
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
    note |= {"args_hash": args_hash, "state_hash": transition.state.digest()}
    return LogEntry("step", note), effect
