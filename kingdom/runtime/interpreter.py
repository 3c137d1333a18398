"""``AgentRuntime``: carries out decisions that need a capability. It performs effects and decides nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from kingdom.cognition import inputs
from kingdom.cognition.decisions import CallTool, RequestApproval, RequestModel, SpawnWorker
from kingdom.cognition.inputs import ApprovalResult, Failure, InputEvent, ToolResult, WorkerResult
from kingdom.core.errors import InfrastructureFault, KingdomError
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.interrupts import HumanInputRequired, InterruptKind
from kingdom.runtime.ports import CapabilityGraph

EffectDecision = RequestModel | CallTool | SpawnWorker | RequestApproval
"""The decisions that need a capability; the executor carries out the others itself."""


@dataclass(frozen=True, kw_only=True)
class Pause:
    """There is no next input before a person answers.

    ``kind`` and ``subject`` are the question; without a subject it is about the decision itself.
    """

    kind: InterruptKind = "tool"
    subject: Mapping[str, Any] | None = None


class AgentRuntime:
    """Interprets decisions over one capability graph."""

    def __init__(self, graph: CapabilityGraph) -> None:
        """Keep the graph."""
        self._graph = graph

    async def interpret(self, ctx: RuntimeContext, decision: EffectDecision) -> InputEvent | Pause:
        """Carry one decision out and return the input it leads to.

        A capability's KingdomError becomes part of that input. Raises RunCancelled when the context was cancelled, and
        InfrastructureFault, after which the same decision is carried out again later. Any other exception of a
        capability is a bug and propagates.
        """
        match decision:
            case RequestModel():
                return await self._model(ctx, decision)
            case CallTool():
                return await self._tools(ctx, decision)
            case SpawnWorker():
                return await self._worker(ctx, decision)
            case RequestApproval():
                return await self._approval(ctx, decision)
            case _:
                assert_never(decision)

    async def _model(self, ctx: RuntimeContext, decision: RequestModel) -> inputs.ModelResponse:
        try:
            response = await ctx.run(self._graph.model.generate(ctx.call, decision.request, ctx.on_delta))
        except InfrastructureFault:
            raise
        except KingdomError as error:
            return inputs.ModelResponse(failure=_failure(error))
        return inputs.ModelResponse(response=response)

    async def _tools(self, ctx: RuntimeContext, decision: CallTool) -> InputEvent | Pause:
        try:
            outcomes = await ctx.run(self._graph.tool.call(ctx.call, decision.requests))
        except HumanInputRequired as needed:
            return Pause(kind=needed.kind, subject=needed.subject)
        except InfrastructureFault:
            raise
        except KingdomError as error:
            return ToolResult(failure=_failure(error))
        return ToolResult(outcomes=tuple(outcomes))

    async def _worker(self, ctx: RuntimeContext, decision: SpawnWorker) -> InputEvent | Pause:
        try:
            return WorkerResult.of(await ctx.run(self._graph.worker.run(ctx.call, decision.payload)))
        except HumanInputRequired as needed:
            return Pause(kind=needed.kind, subject=needed.subject)
        except InfrastructureFault:
            raise
        except KingdomError as error:
            return WorkerResult(status="refused", reason=error.message)

    async def _approval(self, ctx: RuntimeContext, decision: RequestApproval) -> InputEvent | Pause:
        try:
            choice = await ctx.run(
                self._graph.approval.ask(ctx.call, decision.question, decision.choices, decision.requests)
            )
        except HumanInputRequired as needed:
            return Pause(kind=needed.kind, subject=needed.subject)
        if choice is None:
            return Pause()
        return ApprovalResult(choice="allow" if choice == "allow" else "deny")


def _failure(error: KingdomError) -> Failure:
    return Failure(code=error.code, message=error.message)
