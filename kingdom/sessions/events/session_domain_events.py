"""Which rows of a session's log are domain events, and with which fields."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kingdom.events.event_store import EventRun, NewEvent
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session
from kingdom.sessions.version_specs import session_spec

_ENDINGS: Mapping[str, str] = {"completed": "AgentCompleted", "failed": "AgentFailed", "cancelled": "AgentCancelled"}
RUN_FINISHED = "AgentRunFinished"
_INTENTS = {"create_specialist": "create"}
_Payload = Mapping[str, Any]


def session_event_run(session: Session) -> EventRun:
    """Return the run that a session's events belong to."""
    return EventRun(user_id=session.user_id, session_id=session.pk)


def session_domain_events(session: Session, kind: str, payload: _Payload) -> Sequence[NewEvent]:
    """Return the domain events of one new row of a session's log; none of a trial, which is a test and no work."""
    reader = _READERS.get(kind)
    if reader is None or session.purpose != Session.Purpose.TASK:
        return ()
    event = reader(session, kind, payload)
    if event is None:
        return ()
    # policies about a run's cost and time read the figures of all its sessions from one kind of event
    is_end = event.name in _ENDINGS.values()
    figures = (NewEvent(RUN_FINISHED, {**event.fields, "state": kind}),) if is_end else ()
    return (*figures, event)


def _route_event(_session: Session, _kind: str, payload: _Payload) -> NewEvent:
    intent, _, role = str(payload["intent"]).partition(":")
    fields = {"intent": _INTENTS.get(intent, intent), "specialist": role, "confidence": payload.get("confidence")}
    return NewEvent("RouteDecided", fields)


def _start_event(session: Session, _kind: str, _payload: _Payload) -> NewEvent | None:
    return None if session.is_of_node else NewEvent("AgentStarted", _specialist(session))


def _end_event(session: Session, kind: str, payload: _Payload) -> NewEvent | None:
    if session.version_id is None:  # a question or a proposal of the King: no agent ran
        return None
    usage, error = payload.get("usage") or {}, payload.get("error") or {}
    billed = (usage.get(name, 0) for name in ("prompt_tokens", "output_tokens", "thought_tokens"))
    took = session.finished_at - session.created_at if session.finished_at else None
    fields = {
        **_specialist(session),
        "seconds": round(took.total_seconds(), 3) if took else None,
        "tokens": sum(billed),
        "cost": _known_cost(usage),
        "status": payload.get("status_tag"),
        "code": error.get("code"),
        "state": kind,
    }
    # the workflow's log says when the node itself ends
    return NewEvent(RUN_FINISHED if session.is_of_node else _ENDINGS[kind], fields)


def _known_cost(usage: _Payload) -> float | None:
    """Return the cost of a run in the prices' currency, None when nothing of it is known."""
    micros = usage.get("cost_micros", 0)
    return None if usage.get("unpriced_tokens") and not micros else micros / 1_000_000


def _asked_event(_session: Session, _kind: str, payload: _Payload) -> NewEvent:
    return NewEvent("ApprovalRequested", {"approval": payload["approval_id"], "kind": payload["kind"]})


def _answered_event(_session: Session, _kind: str, payload: _Payload) -> NewEvent:
    choice = payload["choice"] or payload["state"]  # nobody answered in time: there is no choice
    return NewEvent("ApprovalDecided", {"approval": payload["approval_id"], "choice": choice})


def _specialist(session: Session) -> dict[str, Any]:
    if session.version_id is None:
        return {"specialist": None, "identity": None}
    spec = session_spec(session)
    return {"specialist": spec.role, "identity": spec.identity}


_READERS: Mapping[str, Callable[[Session, str, _Payload], NewEvent | None]] = {
    "route": _route_event,
    "user_message": _start_event,
    "approval_asked": _asked_event,
    "approval_answered": _answered_event,
    **dict.fromkeys(FINAL_STATES, _end_event),
}
