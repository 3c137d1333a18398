"""Rebuilds the state of a session from its log: reduce(step, inputs)."""

from kingdom.cognition.decisions import AgentDecision
from kingdom.cognition.engine import CognitiveEngine, Transition
from kingdom.cognition.engines import engine_for, fold
from kingdom.cognition.state import SessionLimits
from kingdom.core.errors import Conflict
from kingdom.sessions.models import Session
from kingdom.sessions.selectors import inputs_of, logged_inputs
from kingdom.sessions.version_specs import session_spec
from kingdom.tools.registry.tool_registry import declarations
from kingdom.tools.registry.tool_snapshots import tool_snapshot_load


def session_limits(session: Session) -> SessionLimits:
    """Return the limits that are stored with the session."""
    return SessionLimits(**session.limits)


def session_engine(session: Session) -> CognitiveEngine:
    """Return the engine of a bound session, with the tools that its agent held at binding time."""
    spec = session_spec(session)
    snapshot = session.tool_snapshot
    return engine_for(spec, tools=tool_snapshot_load(snapshot) if snapshot else declarations(spec.agent_id))


def session_fold(session: Session, upto: int | None = None) -> list[tuple[int, Transition]]:
    """Return the transition after each input of a session, with the input's number."""
    numbered = logged_inputs(session) if upto is None else inputs_of(session, upto)
    transitions = fold(session_engine(session), session_limits(session), [event for _, event in numbered])
    return [(seq, transition) for (seq, _), transition in zip(numbered, transitions, strict=True)]


def decision_at(session: Session, seq: int) -> AgentDecision:
    """Return the decision on one input. Raises Conflict when there is no such input."""
    folded = session_fold(session, seq)
    if not folded or folded[-1][0] != seq:
        raise Conflict("The session's log has no such input.")
    return folded[-1][1].decision
