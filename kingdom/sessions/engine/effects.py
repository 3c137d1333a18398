"""Effects: a decision is written before it is carried out and closed by its outcome, each in one transaction with the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kingdom.approvals.permissions.services import session_grants_consume
from kingdom.cognition import decisions, inputs
from kingdom.cognition.decisions import AgentDecision, CallTool, SpawnWorker
from kingdom.cognition.engine import Transition
from kingdom.cognition.inputs import InputEvent, Tick, ToolResult, WorkerResult
from kingdom.contracts.canonical import json_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import NotAllowed
from kingdom.core.jobs import Lease
from kingdom.sessions.approval_flow import QuestionKind, question_create, question_subject
from kingdom.sessions.events.event_log import event_append, input_append, session_lock
from kingdom.sessions.events.lifecycle_rules import effect_name, is_repeatable
from kingdom.sessions.gateway.egress_log import egress_finalize, is_egress_resumable
from kingdom.sessions.models import Effect, Session, SessionEvent
from kingdom.tools.receipts.call_log import call_with_unknown_outcome
from kingdom.tools.receipts.selectors import is_batch_resumable
from kingdom.tools.receipts.services import calls_erase


@dataclass(frozen=True, kw_only=True)
class EffectStart:
    """Whether an effect may be carried out now: ``go``, or ``ask`` a person since an earlier try has no known outcome."""

    verdict: Literal["go", "ask"]
    attempt: int


@transaction.atomic
def effect_begin(lease: Lease, seq: int, made: Transition, spec: AgentSpec) -> EffectStart:
    """Write the decision taken on input ``seq`` down as an effect that starts now. Raises LeaseLost.

    When an earlier worker started it and left no outcome: go again if it is repeatable or a person said so, ask otherwise.
    """
    session = session_lock(lease.job_id, lease.owner)
    found = Effect.objects.filter(session=session, seq=seq).first()
    if found is None:
        _create(session, seq, made, spec)
        return EffectStart(verdict="go", attempt=1)
    if found.owner == lease.owner:  # we wrote it, and only the word that it was committed was lost
        return EffectStart(verdict="go", attempt=found.attempts)
    if found.status == Effect.Status.STARTED and not _is_resumable(found, made):
        return EffectStart(verdict="ask", attempt=found.attempts)
    Effect.objects.filter(pk=found.pk).update(
        status=Effect.Status.STARTED, attempts=F("attempts") + 1, owner=lease.owner
    )
    event_append(session, "effect_retried", {"at": seq, "decision": made.decision.type, "attempt": found.attempts + 1})
    return EffectStart(verdict="go", attempt=found.attempts + 1)


def _is_resumable(found: Effect, made: Transition) -> bool:
    """A batch of tools, or a handler, goes on where it was cut off, unless what it did at that moment must not simply be done again."""
    if isinstance(
        made.decision, SpawnWorker
    ):  # whatever it did to the world is on record, so that its promise is not needed
        answered = call_with_unknown_outcome(session_id=found.session_id) is None
        return answered and is_egress_resumable(session_id=found.session_id, seq=found.seq)
    return found.repeatable or (isinstance(made.decision, CallTool) and is_batch_resumable(session_id=found.session_id))


@transaction.atomic
def effect_close(lease: Lease, seq: int, outcome: InputEvent) -> int:
    """Close an effect with its outcome and append that as the next input; returns its number. Raises LeaseLost.

    Safe to call again when it is not known whether the first call was committed.
    """
    session = session_lock(lease.job_id, lease.owner)
    payload = inputs.to_json(outcome)
    fields = {"status": Effect.Status.DONE, "result_hash": json_digest(payload), "finished_at": timezone.now()}
    if Effect.objects.filter(session=session, seq=seq, status=Effect.Status.STARTED).update(**fields) == 1:
        if isinstance(outcome, ToolResult | WorkerResult):
            if session.purpose == Session.Purpose.TASK:  # in a trial nobody allows anything
                session_grants_consume(session_id=session.pk)  # what was allowed once has been used
            calls_erase(session_id=session.pk)
            egress_finalize(session_id=session.pk)
        return input_append(session, outcome).seq
    stored = SessionEvent.objects.filter(session=session, seq__gt=seq, kind=outcome.type).order_by("seq").first()
    if stored is None or json_digest(stored.payload) != json_digest(payload):
        raise RuntimeError(f"effect {seq} of session {session.pk} was closed with another outcome")
    return stored.seq


def effect_record_answer(session: Session, seq: int, made: Transition, spec: AgentSpec) -> int:
    """Write an EmitResponse down and return the tick's number; nothing leaves the database, so it starts and ends in one transaction."""
    _create(session, seq, made, spec, done=True)
    return input_append(session, Tick()).seq


@transaction.atomic
def effect_request_approval(
    lease: Lease, seq: int, decision: AgentDecision, kind: QuestionKind, subject: Mapping[str, Any] | None = None
) -> None:
    """Pause a session until a person answers: the question goes into the inbox and the log, the lease goes back. Raises LeaseLost.

    ``subject`` is what is asked about when it is not the decision itself, e.g. one request of the code that the decision runs.
    """
    session = session_lock(lease.job_id, lease.owner)
    if session.purpose == Session.Purpose.TRIAL:
        raise NotAllowed(
            "It had to ask a person before it went on. In a trial nobody can be asked, so it stopped there."
        )
    question_create(session, seq, kind, subject or question_subject(session, seq, decision))


def _create(session: Session, seq: int, made: Transition, spec: AgentSpec, *, done: bool = False) -> None:
    decision = made.decision
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
        finished_at=timezone.now() if done else None,
    )
    note = {"at": seq, "step": made.state.step_count, "decision": decision.type, "name": effect_name(decision)}
    event_append(session, "step", {**note, "args_hash": args_hash, "state_hash": made.state.digest()})
