"""From the log to the state: reduce(step, inputs)."""

from kingdom.cognition.decisions import AgentDecision
from kingdom.cognition.engine import CognitiveEngine, Transition
from kingdom.cognition.engines import engine_for, fold
from kingdom.cognition.state import Limits
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict
from kingdom.sessions.models import Session
from kingdom.sessions.selectors import inputs_of
from kingdom.tools.registry import declarations
from kingdom.tools.tool_sets import tools_kept


def spec_of(session: Session) -> AgentSpec:
    """Return the spec of the version a session is bound to. Raises Conflict when it is not bound."""
    if session.version is None:
        raise Conflict("This session has no specialist yet.")
    return AgentSpec.model_validate(session.version.spec)


def limits_of(session: Session) -> Limits:
    """Return the bounds that were kept with the session."""
    return Limits(**session.limits)


def engine_of(session: Session) -> CognitiveEngine:
    """Return the engine of a bound session; a language model is told of exactly the tools that its agent held when it was bound."""
    spec = spec_of(session)
    return engine_for(spec, tools=tools_kept(session.tool_set) if session.tool_set else declarations(spec.agent_id))


def session_fold(session: Session, upto: int | None = None) -> list[tuple[int, Transition]]:
    """Return the transition after each input of a session, with the input's number."""
    numbered = inputs_of(session, upto)
    made = fold(engine_of(session), limits_of(session), [event for _, event in numbered])
    return [(seq, transition) for (seq, _), transition in zip(numbered, made, strict=True)]


def decision_at(session: Session, seq: int) -> AgentDecision:
    """Return what was decided on one input. Raises Conflict when there is no such input."""
    folded = session_fold(session, seq)
    if not folded or folded[-1][0] != seq:
        raise Conflict("The session's log has no such input.")
    return folded[-1][1].decision
