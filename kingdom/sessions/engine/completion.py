"""Moving a session to a final state: once, with its note and its signal, in one transaction."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from django.dispatch import Signal
from django.utils import timezone

from kingdom.approvals.requests.services import approvals_cancel
from kingdom.cognition.inputs import Failure, to_jsonb
from kingdom.cognition.state import AgentState
from kingdom.core.errors import LostRace
from kingdom.sessions.events.event_log import event_append
from kingdom.sessions.events.lifecycle_rules import TRANSITIONS
from kingdom.sessions.gateway.egress_log import egress_replies_erase
from kingdom.sessions.models import Effect, Session

# Sent with ``session`` INSIDE the transaction that moves it to a final state, once and only once: what a receiver writes is
# committed together with that state, or not at all. A receiver must not reach outside the database.
session_finished = Signal()


@dataclass(frozen=True, kw_only=True)
class SessionResult:
    """How a session ends. ``state_hash`` is the digest of the last agent state, for the replay to compare with."""

    state: Literal["completed", "failed", "cancelled"]
    answer: str = ""
    output: object = None
    confidence: float | None = None
    tag: str = ""
    usage: dict[str, Any] = field(default_factory=dict)
    failure: Failure | None = None
    state_hash: str = ""


def result_of(state: AgentState) -> SessionResult:
    """Return the result of an agent state that has an Exit."""
    end, said = state.exited, state.emitted
    if end is None:
        raise ValueError("the agent has not left")
    return SessionResult(
        state=end.status,
        answer=said.answer if said else "",
        output=said.output if said else None,
        confidence=said.confidence if said else None,
        tag=said.tag if said else "",
        usage=asdict(state.usage),
        failure=end.failure,
        state_hash=state.digest(),
    )


def session_finish(session: Session, result: SessionResult) -> Session:
    """Move a locked session to its final state, write the last note and tell the rooms above.

    Compare-and-set on the state it was read in. Raises LostRace when it is final already. Must run in a transaction.
    """
    old = session.state
    if result.state not in TRANSITIONS[old]:
        raise LostRace("This session is over already.")
    failure = result.failure or Failure(code="", message="")
    fields: dict[str, Any] = {
        "state": result.state,
        "answer": to_jsonb(result.answer),
        "output": to_jsonb(result.output),
        "confidence": result.confidence,
        "status_tag": result.tag,
        "usage": to_jsonb(result.usage),
        "error_code": failure.code[:60],
        "error_message": to_jsonb(failure.message),
        "finished_at": timezone.now(),
        "lease_owner": "",
        "lease_expires_at": None,
    }
    if Session.objects.filter(pk=session.pk, state=old).update(**fields) != 1:
        raise LostRace("This session is over already.")
    if result.state != "completed":  # whoever completes has closed them all
        still_open = Effect.objects.filter(session=session, status__in=(Effect.Status.STARTED, Effect.Status.APPROVED))
        still_open.update(status=Effect.Status.FAILED, finished_at=timezone.now())
        egress_replies_erase(session_id=session.pk)
    if old == Session.State.AWAITING_APPROVAL:  # only then there can be an open question
        approvals_cancel(session_id=session.pk, reason="The work it was about is over.")
    for (
        name,
        value,
    ) in fields.items():  # read again it would be the same: what the database would change, ``to_jsonb`` has changed
        setattr(session, name, value)
    event_append(session, result.state, _final_event(session, result))
    session_finished.send(sender=Session, session=session)
    return session


def _final_event(session: Session, result: SessionResult) -> dict[str, Any]:
    error = {"code": session.error_code, "message": session.error_message} if session.error_code else None
    return {
        "answer": session.answer,
        "output": session.output,
        "confidence": session.confidence,
        "status_tag": session.status_tag,
        "usage": session.usage,
        "error": error,
        "state_hash": result.state_hash,
    }
