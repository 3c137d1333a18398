"""The engine of a spec, and the fold of a log."""

from collections.abc import Iterable
from typing import assert_never

from kingdom.cognition.engine import CognitiveEngine, Transition
from kingdom.cognition.handler_engine import HandlerEngine
from kingdom.cognition.inputs import InputEvent
from kingdom.cognition.model_engine import ModelEngine
from kingdom.cognition.state import AgentState, SessionLimits
from kingdom.contracts.model import ToolDeclaration
from kingdom.contracts.spec import AgentSpec


def engine_for(spec: AgentSpec, tools: tuple[ToolDeclaration, ...] = ()) -> CognitiveEngine:
    """Return the engine of a spec; ``tools`` are declared to a language model."""
    match spec.engine:
        case "model":
            return ModelEngine(spec, tools=tools)
        case "handler":
            return HandlerEngine(spec)
        case _:
            assert_never(spec.engine)


def fold(engine: CognitiveEngine, limits: SessionLimits, events: Iterable[InputEvent]) -> list[Transition]:
    """Return the transition after each input, from an empty state."""
    state, transitions = AgentState(limits=limits), list[Transition]()
    for event in events:
        transitions.append(engine.step(state, event))
        state = transitions[-1].state
    return transitions
