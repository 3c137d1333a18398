"""Carries out one decision after the other: begin the effect, interpret it, close it, step."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from kingdom.cognition import inputs
from kingdom.cognition.answer_stream import AnswerStream
from kingdom.cognition.decisions import AgentDecision, Delegate, EmitResponse, Exit, RequestApproval, RequestModel, Wait
from kingdom.cognition.engine import Transition
from kingdom.cognition.inputs import ApprovalResult, Failure, InputEvent, ToolResult, WorkerResult
from kingdom.contracts.call_context import CallContext
from kingdom.core.background.jobs import Lease
from kingdom.core.clock import Monotonic
from kingdom.core.database import with_db_retry
from kingdom.core.text.sentences import sentence
from kingdom.runtime.context import RunCancelled, RuntimeContext
from kingdom.runtime.interpreter import AgentRuntime, EffectDecision, Pause
from kingdom.runtime.ports import CapabilityGraph, OnDelta
from kingdom.sessions.engine import step_transactions
from kingdom.sessions.engine.capabilities import build_call_context, effect_timeout_s, sandbox_limit_override
from kingdom.sessions.engine.delegation import delegation_carry_out
from kingdom.sessions.engine.effects import DeniedCalls, effect_begin, effect_close, effect_request_approval
from kingdom.sessions.engine.step_transactions import LoadedSession, Usage
from kingdom.sessions.events.lifecycle_rules import is_repeatable
from kingdom.sessions.events.live_text import StreamedText
from kingdom.sessions.models import Session

T = TypeVar("T")


class StepExecutor:
    """The position of a running session and the context of its effects."""

    def __init__(self, *, lease: Lease, until: Callable[[], float], clock: Monotonic) -> None:
        """``until()`` is the time on ``clock`` (seconds) before which the lease is certainly held."""
        self._lease = lease
        self._until = until
        self._clock = clock
        self._base = RuntimeContext(call=CallContext(trace_id=""))
        self.is_interruptible = True
        self.streamed = StreamedText(lease.job_id)

    def cancel(self) -> None:
        """Stop the current effect. Call it from the event loop's thread."""
        self._base.cancel()

    def context(self, session: Session, agent_id: str = "") -> RuntimeContext:
        """Return a context for one session; all contexts of this run stop together."""
        return replace(self._base, call=build_call_context(session, agent_id))

    @property
    def usage(self) -> Usage:
        """What the models of the session have used; nothing before it was started."""
        loaded: LoadedSession | None = getattr(self, "_loaded", None)
        return loaded.usage if loaded is not None else {}

    def start(self, loaded: LoadedSession, graph: CapabilityGraph) -> None:
        """Set the session to carry out, and its capabilities."""
        self._loaded = loaded
        self._graph = graph
        self._runtime = AgentRuntime(graph)

    async def next(self) -> bool:
        """Carry out the current decision and step; returns False at the end. Raises RunCancelled, LeaseLost."""
        if self._base.cancelled:
            raise RunCancelled
        loaded, transition = self._loaded, self._loaded.transition
        match transition.decision:
            case Exit():
                await self._in_database(step_transactions.step_exit, self._lease, transition)
            case Wait():
                stalled = Failure(code="stalled", message=sentence("There was nothing left to wait for. Ask again."))
                await self._in_database(step_transactions.step_fail, self._lease, stalled, loaded.usage)
            case EmitResponse():
                self._graph.telemetry.record(self._call(), "answer_given", {"tag": transition.decision.tag})
                await self._in_database(step_transactions.step_answer, self._lease, loaded)
            case Delegate() as decision:
                return await self._delegate(transition, decision)
            case decision:
                return await self._run_effect(transition, decision)
        return False

    async def _run_effect(self, transition: Transition, decision: EffectDecision) -> bool:
        seq, spec = self._loaded.seq, self._loaded.spec
        start = await self._in_database(effect_begin, self._lease, seq, transition, spec)
        if start.verdict == "ask":
            await self._in_database(effect_request_approval, self._lease, seq, decision, "unknown_outcome")
            return False
        outcome = await self._interpret(decision, start.attempt)
        if isinstance(outcome, Pause):
            await self._in_database(effect_request_approval, self._lease, seq, decision, outcome.kind, outcome.subject)
            return False
        stored = _as_stored_input(outcome)
        denied = self._denied_calls(decision, stored)
        next_seq = await self._in_database(effect_close, self._lease, seq, stored, denied)
        next_transition = self._loaded.engine.step(transition.state, stored)
        self._loaded = replace(self._loaded, seq=next_seq, transition=next_transition)
        return True

    async def _delegate(self, transition: Transition, decision: Delegate) -> bool:
        """Let the kernel judge a delegation; while the session waits for it, no worker holds the session."""
        await self._in_database(effect_begin, self._lease, self._loaded.seq, transition, self._loaded.spec)
        answered = await self._in_database(delegation_carry_out, self._lease, self._loaded.seq, decision)
        if answered is None:
            return False
        next_transition = self._loaded.engine.step(transition.state, answered.answer)
        self._loaded = replace(self._loaded, seq=answered.seq, transition=next_transition)
        return True

    async def _interpret(self, decision: EffectDecision, attempt: int) -> InputEvent | Pause:
        started = self._clock()
        timeout_s = effect_timeout_s(decision, self._loaded.spec, sandbox_limit_override(self._loaded.session))
        call = replace(self._call(), deadline=started + timeout_s)
        context = replace(self._base, call=call, on_delta=self._on_delta(decision, attempt))
        # an interrupted write has an unknown outcome: a shutdown must wait for it
        self.is_interruptible = is_repeatable(decision, self._loaded.spec)
        try:
            return await self._runtime.interpret(context, decision)
        finally:
            self.is_interruptible = True
            milliseconds = round((self._clock() - started) * 1000, 1)
            values = {"decision": decision.type, "attempt": attempt, "ms": milliseconds}
            self._graph.telemetry.record(call, "effect", values)

    def _denied_calls(self, decision: EffectDecision, stored: InputEvent) -> DeniedCalls | None:
        """Return the calls that a rule denied: nobody was asked, and the gate never sees them."""
        is_denial = isinstance(stored, ApprovalResult) and stored.choice == "deny"
        if not isinstance(decision, RequestApproval) or not is_denial:
            return None
        return DeniedCalls(self._call(), decision.requests)

    def _call(self) -> CallContext:
        return build_call_context(self._loaded.session, self._loaded.spec.agent_id)

    def _on_delta(self, decision: AgentDecision, attempt: int) -> OnDelta | None:
        if not isinstance(decision, RequestModel):
            return None
        stream = AnswerStream("text" if decision.request.json_schema is None else "json")
        at = self._loaded.seq

        async def show(text: str) -> None:
            visible = stream.feed(text)
            if visible:
                self.streamed.add(at, attempt, visible)

        return show

    async def _in_database(self, work: Callable[..., T], *args: object) -> T:
        return await with_db_retry(work, self._until, self._clock, *args)


def _as_stored_input(outcome: InputEvent) -> InputEvent:
    """Return an input as the log stores it, so that a replay folds the same.

    A value that JSON cannot hold becomes a failure.
    """
    try:
        return inputs.from_json(inputs.to_json(outcome))
    except ValueError as error:
        reason = f"it is not plain JSON: {error}"[:300]
    if isinstance(outcome, WorkerResult):
        return WorkerResult(status="bad_answer", reason=reason, ms=outcome.ms, backend=outcome.backend)
    if isinstance(outcome, ToolResult):
        return ToolResult(
            failure=Failure(
                code="tool_error", message=sentence("The tool's result cannot be used: %(sentence)s", sentence=reason)
            )
        )
    return inputs.ModelResponse(
        failure=Failure(
            code="model_bad_answer",
            message=sentence("The language model's answer cannot be used: %(sentence)s", sentence=reason),
        )
    )
