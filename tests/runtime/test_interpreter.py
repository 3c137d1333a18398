"""Each decision becomes the input it leads to; capability errors become part of it, bugs propagate."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from kingdom.cognition import inputs
from kingdom.cognition.decisions import CallTool, RequestApproval, RequestModel, SpawnWorker
from kingdom.cognition.inputs import ApprovalResult, Failure, ToolResult, WorkerResult
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import effective_limits
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.core.errors import ModelUnavailable, SandboxUnavailable, ToolError
from kingdom.runtime.context import RunCancelled, RuntimeContext
from kingdom.runtime.interpreter import AgentRuntime, EffectDecision, Pause
from kingdom.runtime.ports import CapabilityGraph
from kingdom.runtime.sandbox_worker import SandboxWorker
from tests.factories.capabilities import CountingTools, FakeSandbox, FakeWorker, ScriptedModel, answer, graph
from tests.factories.cognition import handler_spec, model_spec

pytestmark = pytest.mark.asyncio
ASK = RequestModel(request=ModelRequest(messages=()))
SPAWN = SpawnWorker(payload={"text": "x"})
TOOL = ToolRequest(call_id="c", name="archon.x", args={})


def context() -> RuntimeContext:
    """A plain context."""
    return RuntimeContext(call=CallContext(trace_id="t"))


async def interpret(capabilities: CapabilityGraph, decision: EffectDecision) -> inputs.InputEvent | Pause:
    """Carry one decision out."""
    return await AgentRuntime(capabilities).interpret(context(), decision)


async def test_the_model_answers_or_its_error_is_an_input() -> None:
    said = answer("Hi.")
    assert await interpret(graph(model=ScriptedModel([said])), ASK) == inputs.ModelResponse(response=said)

    result = await interpret(graph(model=ScriptedModel([ModelUnavailable("It is down.")])), ASK)
    assert result == inputs.ModelResponse(failure=Failure(code="model_unavailable", message="It is down."))


async def test_an_unexpected_exception_propagates() -> None:
    with pytest.raises(ZeroDivisionError):
        await interpret(graph(model=ScriptedModel([ZeroDivisionError()])), ASK)


async def test_text_is_streamed() -> None:
    deltas: list[str] = []

    async def on_delta(text: str) -> None:
        deltas.append(text)

    runtime = AgentRuntime(graph(model=ScriptedModel([answer("one two")])))
    await runtime.interpret(RuntimeContext(call=CallContext(trace_id="t"), on_delta=on_delta), ASK)
    assert deltas == ["one ", "two "]


async def test_without_tools_every_one_is_unknown() -> None:
    result = {"success": False, "message": "Unknown tool: archon.x", "error": True}
    refused = ToolOutcome(call_id="c", name="archon.x", result=result, denied=True)
    assert await interpret(graph(), CallTool(requests=(TOOL,))) == ToolResult(outcomes=(refused,))


async def test_a_tool_error_is_an_input() -> None:
    class Failing(CountingTools):
        async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
            raise ToolError("No such file.")

    result = await interpret(graph(tool=Failing()), CallTool(requests=(TOOL,)))
    assert result == ToolResult(failure=Failure(code="tool_error", message="No such file."))


async def test_a_worker_s_outcome_has_a_stable_form() -> None:
    outcome = SandboxOutcome(status="ok", value=1, guarantees=frozenset({"uid", "net", "fs"}), backend="docker", ms=3.5)
    guarantees = ("fs", "net", "uid")
    expected = WorkerResult(status="ok", value=1, guarantees=guarantees, backend="docker", ms=3.5, check_used=True)
    assert await interpret(graph(worker=FakeWorker(outcome)), SPAWN) == expected


async def test_an_approval_pauses_or_is_known() -> None:
    class Known:
        async def ask(
            self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
        ) -> str | None:
            return choices[0]

    question = RequestApproval(question="May I?")
    assert await interpret(graph(), question) == Pause()
    assert await interpret(graph(approval=Known()), question) == ApprovalResult(choice="allow")


class TestSandboxWorker:
    async def test_it_runs_the_spec_s_code_within_the_spec_s_limits(self) -> None:
        seen: list[tuple[Program, Any, SandboxLimits]] = []

        def run(program: Program, payload: Any, limits: SandboxLimits) -> SandboxOutcome:  # noqa: ANN401 - the port's signature
            seen.append((program, payload, limits))
            return SandboxOutcome(status="ok", value=7)

        spec = handler_spec(limits={"memory_mb": 64, "timeout_s": 500})
        assert (await SandboxWorker(FakeSandbox(run), spec).run(CallContext(trace_id="t"), {"text": "x"})).value == 7
        assert seen == [(Program(code="def handle(payload, ctx): ..."), {"text": "x"}, SandboxLimits(memory_mb=64))]
        assert effective_limits(model_spec()) == SandboxLimits()

    async def test_no_sandbox_is_a_refusal_with_its_reason(self) -> None:
        def run(*_: object) -> SandboxOutcome:
            raise SandboxUnavailable("No backend.")

        outcome = await SandboxWorker(FakeSandbox(run), handler_spec()).run(CallContext(trace_id="t"), {})
        assert (outcome.status, outcome.reason) == ("refused", "No backend.")

    async def test_a_spec_without_a_handler_runs_nothing(self) -> None:
        def run(*_: object) -> SandboxOutcome:
            raise AssertionError("it ran")

        assert (
            await SandboxWorker(FakeSandbox(run), model_spec()).run(CallContext(trace_id="t"), {})
        ).status == "refused"

    async def test_a_fault_of_the_sandbox_client_reaches_the_caller(self) -> None:
        def run(*_: object) -> SandboxOutcome:
            raise ValueError("client")

        with pytest.raises(ValueError, match="client"):
            await SandboxWorker(FakeSandbox(run), handler_spec()).run(CallContext(trace_id="t"), {})

    async def test_stopping_ends_the_run_and_does_not_wait_for_it(self) -> None:
        begun = threading.Event()

        def run(*_: object) -> SandboxOutcome:
            begun.set()
            sandbox.ended.wait(20)
            return SandboxOutcome(status="ok")

        sandbox, ctx = FakeSandbox(run), context()
        worker = SandboxWorker(sandbox, handler_spec())
        running = asyncio.create_task(AgentRuntime(graph(worker=worker)).interpret(ctx, SPAWN))
        await asyncio.to_thread(begun.wait, 10)
        assert not sandbox.ended.is_set()
        ctx.cancel()
        with pytest.raises(RunCancelled):
            await running
        assert sandbox.ended.is_set()
