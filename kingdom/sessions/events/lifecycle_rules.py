"""The law of sessions: which moves there are, and what may be run again after a crash. Pure."""

from collections.abc import Mapping
from typing import Literal, assert_never

from kingdom.cognition.decisions import (
    AgentDecision,
    CallTool,
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

State = Literal["running", "awaiting_approval", "completed", "failed", "cancelled"]
Choice = Literal["retry", "skip", "done"]

FINAL_STATES: frozenset[str] = frozenset({"completed", "failed", "cancelled"})
TRANSITIONS: Mapping[str, frozenset[str]] = {
    "running": frozenset({"awaiting_approval", *FINAL_STATES}),
    "awaiting_approval": frozenset({"running", "failed", "cancelled"}),
    "completed": frozenset(),
    "failed": frozenset(),
    "cancelled": frozenset(),
}

# Tools that only look: running one twice changes nothing outside.
READ_ONLY_TOOLS: frozenset[str] = BASELINE | {"archon.web.search"}


def is_repeatable(decision: AgentDecision, spec: AgentSpec) -> bool:
    """Whether an effect whose outcome is unknown may simply be run again.

    Model calls, reading tools and sandboxed code that cannot reach out may; so may questions and answers, which stay inside.
    """
    match decision:
        case RequestModel() | RequestApproval() | EmitResponse() | Exit() | Wait():
            return True
        case SpawnWorker():
            return not spec.egress_hosts and provision(spec.agent_id) <= READ_ONLY_TOOLS
        case CallTool():
            return all(request.name in READ_ONLY_TOOLS for request in decision.requests)
        case _:
            assert_never(decision)


def effect_name(decision: AgentDecision) -> str:
    """Return the short name of an effect for people: its tools, or nothing."""
    names = dict.fromkeys(request.name for request in decision.requests) if isinstance(decision, CallTool) else ()
    return ", ".join(names)[:120]


def unknown_outcome_result(choice: Literal["skip", "done"]) -> dict[str, object]:
    """Return what stands for the result of one call whose outcome nobody knows."""
    if choice == "done":
        return {"success": True, "message": "The outcome is not known; a person marked this as done."}
    return {"success": False, "message": "The outcome is not known; a person chose to go on without it."}


def unknown_outcome_input(decision: AgentDecision, choice: Literal["skip", "done"]) -> InputEvent:
    """Return what the session goes on with when a person decides about an effect whose outcome nobody knows."""
    result = unknown_outcome_result(choice)
    match decision:
        case CallTool():
            return ToolResult(
                outcomes=tuple(
                    ToolOutcome(call_id=one.call_id, name=one.name, result=result) for one in decision.requests
                )
            )
        case SpawnWorker():  # about code that left nothing of itself behind; of one request of it, the code is told, see egress_assume
            return WorkerResult(status="crashed", reason=str(result["message"]))
        case RequestApproval():
            return ApprovalResult(choice="deny", note=str(result["message"]))
        case RequestModel() | EmitResponse() | Exit() | Wait():
            return Tick()
        case _:
            assert_never(decision)
