"""The pure step: ``step(state, input) -> Transition``. It is total and deterministic, and every session terminates."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Protocol

from kingdom.cognition.decisions import AgentDecision, EmitResponse, Exit, Wait
from kingdom.cognition.inputs import Failure, InputEvent, Shutdown
from kingdom.cognition.state import AgentState
from kingdom.core.text.sentences import sentence


class Transition(NamedTuple):
    """The result of a step: the next state and the decision."""

    state: AgentState
    decision: AgentDecision


class CognitiveEngine(Protocol):
    """The decision logic of a version. Pure."""

    def step(self, state: AgentState, event: InputEvent) -> Transition:
        """Return the next state and decision; never raises, for any state and any input."""
        ...


Think = Callable[[AgentState, InputEvent], Transition]


def advance(state: AgentState, event: InputEvent, think: Think) -> Transition:
    """Apply the rules of every engine, then call ``think``.

    After an Exit the state is fixed and the decision stays that Exit. A shutdown ends the session at once. The input
    after an answer ends it. Each input counts as a step, so every session ends within ``max_steps``.
    """
    if state.exited is not None:
        return Transition(state, state.exited)
    counted = replace(state, step_count=state.step_count + 1)
    if isinstance(event, Shutdown):
        failure = Failure(code="cancelled", message=event.reason or sentence("This was stopped."))
        return exit_session(replace(counted, shutdown_requested=True), Exit(status="cancelled", failure=failure))
    if counted.emitted is not None:
        return exit_session(counted, Exit(status="completed"))
    if counted.step_count > counted.limits.max_steps:
        message = sentence(
            "This took more than %(count)s steps and was ended. Ask for less at once.", count=counted.limits.max_steps
        )
        return fail(counted, "step_limit", message)
    return think(counted, event)


def emit(state: AgentState, response: EmitResponse) -> Transition:
    """Give the answer; the next input ends the session."""
    return Transition(_without_pending(replace(state, emitted=response)), response)


def exit_session(state: AgentState, end: Exit) -> Transition:
    """End the session."""
    return Transition(_without_pending(replace(state, exited=end)), end)


def fail(state: AgentState, code: str, message: str) -> Transition:
    """End the session with an error code and a message for people."""
    return exit_session(state, Exit(status="failed", failure=Failure(code=code, message=message)))


def ignore_unexpected(state: AgentState, event: InputEvent) -> Transition:
    """Answer an input that the state does not wait for."""
    return Transition(state, Wait(reason=f"nothing to do for {event.type}"))


def _without_pending(state: AgentState) -> AgentState:
    return replace(state, pending_model=False, pending_worker=False, pending_tools=None, pending_approval=False)
