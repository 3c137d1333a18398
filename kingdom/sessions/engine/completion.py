"""Moves a session to a final state: once, with its note and its signal, in one transaction."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from django.dispatch import Signal
from django.utils import timezone

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import approvals_cancel
from kingdom.cognition.inputs import Failure, Shutdown, to_jsonb
from kingdom.cognition.message_reading.call_evidence import EVIDENCE_NOTE
from kingdom.cognition.state import AgentState
from kingdom.contracts.model import Usage
from kingdom.core.errors import LostRace
from kingdom.core.sql_parts import SqlPart, end_of
from kingdom.core.text.sentences import sentence
from kingdom.sessions.approval_flow import delegated_call_record, pending_calls_record
from kingdom.sessions.events import state_rebuild
from kingdom.sessions.events.event_log import LogEntry, input_append, log_append, session_lock
from kingdom.sessions.events.lifecycle_rules import TRANSITIONS
from kingdom.sessions.gateway.egress_log import egress_replies_erase
from kingdom.sessions.models import Effect, Session
from kingdom.sessions.selectors import logged_usage, pending_question

# Sent with ``session`` exactly once, INSIDE the transaction that moves it to a final state: a receiver's writes are
# committed together with that state. A receiver must not act outside of the database.
session_finished = Signal()
STOPPED_BY_USER = sentence("Stopped by you.")
ABORTED = sentence("It asked again for more than it may have, and was ended.")


@dataclass(frozen=True, kw_only=True)
class SessionResult:
    """The end of a session. ``state_hash`` is the digest of the last agent state; a replay compares with it."""

    state: Literal["completed", "failed", "cancelled"]
    answer: str = ""
    output: object = None
    confidence: float | None = None
    tag: str = ""
    bypass: str = ""
    evidence: Sequence[Mapping[str, str]] = ()
    usage: dict[str, Any] = field(default_factory=dict)
    failure: Failure | None = None
    state_hash: str = ""


def result_of(state: AgentState) -> SessionResult:
    """Return the result of a final agent state. Raises ValueError for a state without an Exit."""
    end, response = state.exited, state.emitted
    if end is None:
        raise ValueError("the agent has not left")
    result = SessionResult(state=end.status, usage=asdict(state.usage), failure=end.failure, state_hash=state.digest())
    if response is None:
        return result
    return replace(
        result,
        answer=response.answer,
        output=response.output,
        confidence=response.confidence,
        tag=response.tag,
        bypass=response.bypass,
        evidence=json.loads(state.scratchpad.get(EVIDENCE_NOTE, "[]")),
    )


def session_finish_cancelled(session: Session, reason: str, *, partial_answer: str = "") -> Session:
    """Cancel a locked session: append a shutdown to a bound one's log, then finish it. Must run in a transaction.

    ``partial_answer`` is what its user has read of the answer so far. It is kept with the session, but is no message
    of the conversation: nothing later builds on it.
    """
    if session.version_id is None:
        failure = Failure(code="cancelled", message=reason)
        return session_finish(session, SessionResult(state="cancelled", failure=failure))
    input_append(session, Shutdown(reason=reason))
    result = result_of(state_rebuild.session_fold(session)[-1][1].state)
    return session_finish(session, replace(result, answer=result.answer or partial_answer))


def session_abort(*, approval: Approval) -> None:
    """End the session that waits for the answer to a question: it goes no further. Idempotent.

    Call it in the transaction of the answer.
    """
    if approval.session_id is None:
        return
    session = session_lock(approval.session_id)
    question = pending_question(session)
    if session.state != Session.State.AWAITING_APPROVAL or question is None:
        return
    if question.get("approval_id") == str(approval.pk):
        session_finish_cancelled(session, ABORTED)


def session_finish(
    session: Session, result: SessionResult, *, entries: Sequence[LogEntry] = (), parts: Sequence[SqlPart] = ()
) -> Session:
    """Move a locked session to its final state, append the last note and send ``session_finished``.

    ``entries`` and ``parts`` are stored before the note, in the same statement. Compare-and-set on the state that was
    read. Raises LostRace when it is already final. Must run in a transaction.
    """
    old = session.state
    if result.state not in TRANSITIONS[old]:
        raise LostRace("This session is already over.")
    failure = result.failure or Failure(code="", message="")
    fields: dict[str, Any] = {
        "state": result.state,
        "answer": to_jsonb(result.answer),
        "output": to_jsonb(result.output),
        "confidence": result.confidence,
        "status_tag": result.tag,
        "bypass": to_jsonb(result.bypass),
        "evidence": to_jsonb(list(result.evidence)),
        "usage": to_jsonb(_with_calls(session, result.usage or _usage_so_far(session))),
        "error_code": failure.code[:60],
        "error_message": to_jsonb(failure.message),
        "finished_at": max(session.created_at, timezone.now()),  # it may have begun where the clock is ahead
        "lease_owner": "",
        "lease_expires_at": None,
    }
    for name, value in fields.items():  # equal to the stored values, because ``to_jsonb`` normalized them
        setattr(session, name, value)
    entries = [*entries, LogEntry(result.state, _final_event(session, result))]
    log_append(session, entries, parts=parts, old_state=old, **fields)
    _open_work_end(session, old)
    session_finished.send(sender=Session, session=session)
    return session


def _open_work_end(session: Session, old: str) -> None:
    """Close what was open in the state ``old``: a delegation, effects, a question. Their calls get receipts."""
    if old == Session.State.AWAITING_PARTS:
        delegated_call_record(session)
    if session.state != Session.State.COMPLETED:  # a completed session has no open effects
        unfinished = (Effect.Status.STARTED, Effect.Status.APPROVED)
        open_effects = Effect.objects.filter(session=session, status__in=unfinished)
        open_effects.update(status=Effect.Status.FAILED, finished_at=end_of("started_at"))
        egress_replies_erase(session_id=session.pk)
    if old == Session.State.AWAITING_APPROVAL:  # no other state has an open question
        pending_calls_record(session)
        approvals_cancel(session_id=session.pk, reason=sentence("The work it was about is over."))


def _usage_so_far(session: Session) -> dict[str, Any]:
    """Return the usage of a session that is ended by what has no state of it, e.g. because its worker is lost."""
    return logged_usage(session) if session.version_id is not None else {}


def _with_calls(session: Session, logged: dict[str, Any]) -> dict[str, Any]:
    """Return the usage of a session's log and of its calls that are in no log, which its locked row has."""
    return asdict(Usage(**logged).plus(Usage(**session.usage))) if session.usage else logged


def _final_event(session: Session, result: SessionResult) -> dict[str, Any]:
    error = {"code": session.error_code, "message": session.error_message} if session.error_code else None
    return {
        "answer": session.answer,
        "output": session.output,
        "confidence": session.confidence,
        "status_tag": session.status_tag,
        "bypass": session.bypass,
        "usage": session.usage,
        "error": error,
        "state_hash": result.state_hash,
    }
