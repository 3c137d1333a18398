"""The pure step: ``step(state, input) -> Transition``. Total, deterministic, and it always comes to an end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from kingdom.cognition.decisions import AgentDecision, EmitResponse, Exit, Wait
from kingdom.cognition.inputs import Failure, InputEvent, Shutdown
from kingdom.cognition.state import AgentState
from kingdom.contracts.model import ModelRequest


class Transition(NamedTuple):
    """What a step gives: the state after it, and what to do now."""

    state: AgentState
    decision: AgentDecision


class CognitiveEngine(Protocol):
    """How a version thinks. Every method is pure."""

    def step(self, state: AgentState, event: InputEvent) -> Transition:
        """Return the next state and decision; never raises, for any state and any input."""
        ...

    def requires_approval(self, tool: str, args: Mapping[str, Any]) -> bool:
        """Whether a person must be asked before this tool runs."""
        ...

    def build_prompt(self, state: AgentState) -> ModelRequest:
        """Return the request the language model would get in this state."""
        ...


Think = Callable[[AgentState, InputEvent], Transition]


def advance(state: AgentState, event: InputEvent, think: Think) -> Transition:
    """Apply the laws that hold for every engine, then think.

    After an Exit nothing changes any more and the only decision is that same Exit. A shutdown ends at once. An answer that was
    given ends the session. Each input counts as a step, so that no flow of inputs outlives ``max_steps``.
    """
    if state.exited is not None:
        return Transition(state, state.exited)
    counted = replace(state, step_count=state.step_count + 1)
    if isinstance(event, Shutdown):
        stopped = Failure(code="cancelled", message=event.reason or "This was stopped.")
        return exit_session(replace(counted, shutdown_requested=True), Exit(status="cancelled", failure=stopped))
    if counted.emitted is not None:
        return exit_session(counted, Exit(status="completed"))
    if counted.step_count > counted.limits.max_steps:
        return fail(
            counted,
            "step_limit",
            f"This took more than {counted.limits.max_steps} steps and was ended. Ask for less at once.",
        )
    return think(counted, event)


def emit(state: AgentState, response: EmitResponse) -> Transition:
    """Give the answer; whatever comes next ends the session."""
    return Transition(_without_pending(replace(state, emitted=response)), response)


def exit_session(state: AgentState, end: Exit) -> Transition:
    """End the session."""
    return Transition(_without_pending(replace(state, exited=end)), end)


def fail(state: AgentState, code: str, message: str) -> Transition:
    """End the session with an error that people can read."""
    return exit_session(state, Exit(status="failed", failure=Failure(code=code, message=message)))


def ignore_unexpected(state: AgentState, event: InputEvent) -> Transition:
    """Answer an input nobody waits for."""
    return Transition(state, Wait(reason=f"nothing to do for {event.type}"))


def _without_pending(state: AgentState) -> AgentState:
    return replace(state, pending_model=False, pending_worker=False, pending_tools=None, pending_approval=False)
