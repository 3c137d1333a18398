"""Lifecycle rules of sessions: the state transitions, and the effects that may run again after a crash. Pure."""

from collections.abc import Mapping
from typing import Literal, assert_never

from kingdom.cognition.decisions import (
    AgentDecision,
    CallTool,
    Delegate,
    EmitResponse,
    Exit,
    RequestApproval,
    RequestModel,
    SpawnWorker,
    Wait,
)
from kingdom.cognition.inputs import ApprovalResult, InputEvent, Tick, ToolResult, WorkerResult
from kingdom.contracts.identity import BASELINE, provision
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolOutcome

FINAL_STATES: frozenset[str] = frozenset({"completed", "failed", "cancelled"})
TRANSITIONS: Mapping[str, frozenset[str]] = {
    "running": frozenset({"awaiting_approval", "awaiting_parts", *FINAL_STATES}),
    "awaiting_approval": frozenset({"running", "failed", "cancelled"}),
    "awaiting_parts": frozenset({"running", *FINAL_STATES}),
    "completed": frozenset(),
    "failed": frozenset(),
    "cancelled": frozenset(),
}

# Read-only tools: running one twice changes nothing outside.
READ_ONLY_TOOLS: frozenset[str] = BASELINE | {"archon.web.search"}


def is_repeatable(decision: AgentDecision, spec: AgentSpec) -> bool:
    """Whether an effect with an unknown outcome may run again without a question.

    True for model calls, read-only tools, sandboxed code without egress, delegations, questions and answers.
    """
    match decision:
        case RequestModel() | RequestApproval() | Delegate() | EmitResponse() | Exit() | Wait():
            return True
        case SpawnWorker():
            return not spec.egress_hosts and provision(spec.agent_id) <= READ_ONLY_TOOLS
        case CallTool():
            return all(request.name in READ_ONLY_TOOLS for request in decision.requests)
        case _:
            assert_never(decision)


def effect_name(decision: AgentDecision) -> str:
    """Return the display name of an effect: its tools, or an empty text."""
    if isinstance(decision, Delegate):
        return decision.request.name
    names = dict.fromkeys(request.name for request in decision.requests) if isinstance(decision, CallTool) else ()
    return ", ".join(names)[:120]


def unknown_outcome_result(choice: Literal["skip", "done"]) -> dict[str, object]:
    """Return the result that a person chose for a call with an unknown outcome."""
    if choice == "done":
        return {"success": True, "message": "The outcome is not known; a person marked this as done."}
    return {"success": False, "message": "The outcome is not known; a person chose to go on without it."}


def unknown_outcome_input(decision: AgentDecision, choice: Literal["skip", "done"]) -> InputEvent:
    """Return the next input after a person's choice for an effect with an unknown outcome."""
    result = unknown_outcome_result(choice)
    match decision:
        case CallTool():
            return ToolResult(
                outcomes=tuple(
                    ToolOutcome(call_id=request.call_id, name=request.name, result=result)
                    for request in decision.requests
                )
            )
        case SpawnWorker():  # without an open request; egress_resolve_unknown handles one
            return WorkerResult(status="crashed", reason=str(result["message"]))
        case RequestApproval():
            return ApprovalResult(choice="deny", note=str(result["message"]))
        case RequestModel() | Delegate() | EmitResponse() | Exit() | Wait():
            return Tick()
        case _:
            assert_never(decision)
