"""The domain events: their names, when each happens, and its fields. Pure.

Fields hold ids, names of things, numbers and outcomes; never a user's words, arguments or results.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

FieldType = Literal["text", "number", "boolean", "list"]


@dataclass(frozen=True)
class EventField:
    """One field of an event: its type, and what it means."""

    type: FieldType
    meaning: str


@dataclass(frozen=True)
class EventType:
    """One kind of event: when it happens, and its fields."""

    name: str
    when: str
    fields: Mapping[str, EventField] = field(default_factory=dict)


def _text(meaning: str) -> EventField:
    return EventField("text", meaning)


def _number(meaning: str) -> EventField:
    return EventField("number", meaning)


_SPECIALIST = {"specialist": _text("role of the specialist"), "identity": _text("`research`, `analyze`, `coder`, …")}
_NODE = {"node": _text("id of the workflow's node; empty outside of workflows")}
_RUN_END = {
    "seconds": _number("from the message to the end"),
    "tokens": _number("billed tokens"),
    "cost": _number("cost of the model calls, in the prices' currency; none when their prices are unknown"),
    "status": _text("status tag of the answer: `SUCCESS`, `NULL` or empty"),
    "code": _text("code of the error, or the guard that halted the node; empty without one"),
}
_ATTEMPT = {"attempt": _number("which attempt of the node, from 1")}
_TOOL = {
    "call": _text("id of the call within its session"),
    "tool": _text("id of the tool, e.g. `archon.exec.python`"),
    "agent": _text("id of the agent, e.g. `coder_code_writer`"),
    "identity": _text("identity of the agent: `research`, `analyze`, `coder`, `writer` or `master`"),
    "host": _text("host that the call reaches; empty when it reaches none"),
    "method": _text("HTTP method in capitals; empty for other tools"),
    "path": _text("path of the file in the workspace, in small letters; empty for other tools"),
    "recipients": _number("to how many addresses and telephone numbers it sends; none when it sends nothing"),
}
_STATE = {"state": _text("state of the workflow after it")}
_CREATION = {"creation": _text("id of the creation")}
_STATUS = {
    "specialist": _text("role of the specialist"),
    "specialist_id": _text("its id"),
    "old_status": _text("status before"),
    "status": _text("status after"),
    "automatic": EventField("boolean", "whether the Auditor did it"),
}
_APPROVAL = {"approval": _text("id of the approval"), "kind": _text("kind of the question"), **_NODE}

_ALL = (
    EventType(
        "RouteDecided",
        "The King routes a message.",
        {
            "intent": _text("`specialist`, `create`, `general` or `ask`"),
            "specialist": _text("role of the chosen specialist; empty without one"),
            "confidence": _number("calibrated probability, 0 to 1"),
        },
    ),
    EventType(
        "AgentStarted",
        "A session begins on its specialist, or a node of a workflow begins.",
        {**_SPECIALIST, **_NODE, **_ATTEMPT},
    ),
    EventType(
        "AgentCompleted",
        "A session ends with an answer, or a node of a workflow with a result.",
        {**_SPECIALIST, **_NODE, **_RUN_END, **_ATTEMPT},
    ),
    EventType(
        "AgentFailed",
        "A session fails, or a guard halts a node of a workflow.",
        {**_SPECIALIST, **_NODE, **_RUN_END, **_ATTEMPT},
    ),
    EventType("AgentCancelled", "A session or a node is stopped.", {**_SPECIALIST, **_NODE, **_RUN_END, **_ATTEMPT}),
    EventType(
        "AgentRunFinished",
        "One session of a specialist ends, in a workflow too; of a map one for each item.",
        {**_SPECIALIST, **_RUN_END, "state": _text("`completed`, `failed` or `cancelled`")},
    ),
    EventType("AgentRetried", "A node of a workflow is run again.", {**_NODE, **_ATTEMPT}),
    EventType("AgentSkipped", "A node of a workflow is skipped.", {**_NODE, **_ATTEMPT}),
    EventType("AgentAborted", "A node of a workflow is aborted, and its workflow with it.", {**_NODE, **_ATTEMPT}),
    EventType("ToolRequested", "An agent asks for a tool, before it is judged and run.", _TOOL),
    EventType(
        "ToolCompleted",
        "A tool call ends: it ran, failed, or was refused.",
        {
            **_TOOL,
            "outcome": _text("`done`, `failed`, `refused` or `interrupted`"),
            "reason": _text("why it was refused or failed, as a code"),
            "seconds": _number("how long it ran"),
        },
    ),
    EventType(
        "DelegationRequested", "A node asks for more nodes.", {**_NODE, "strategy": _text("`child` or `sibling`")}
    ),
    EventType("DelegationRefused", "The kernel refuses a delegation.", {**_NODE, "code": _text("why, as a code")}),
    EventType("ApprovalRequested", "A run waits for a person.", _APPROVAL),
    EventType(
        "ApprovalDecided", "A person answers, or nobody did in time.", {**_APPROVAL, "choice": _text("the choice")}
    ),
    EventType(
        "BudgetWarning",
        "80 % of a budget of the day, or of a workflow, is used.",
        {
            "scope": _text("`organisation`, `workflow`, or whose budget it is"),
            "limit": _text("what is limited, e.g. `tokens` or `cost_micros`"),
            "used": _number("share that is used, 0 to 1 and more"),
        },
    ),
    EventType("WorkflowPlanned", "A workflow is stored as a draft."),
    EventType("WorkflowStarted", "A workflow starts.", _STATE),
    EventType(
        "WorkflowPaused",
        "A workflow is paused.",
        {
            **_STATE,
            "code": _text("why Kingdom paused it: `account_closed` or `policy`; empty when its user did"),
            "reason": _text("what the policy says; empty without one"),
        },
    ),
    EventType(
        "WorkflowHeld",
        "A workflow begins nothing that needs a part which does not answer now; it goes on by itself.",
        {
            **_NODE,
            "code": _text("`circuit_open`: it does not answer; `circuit_trial`: another run tries it now"),
            "part": _text("what it waits for: `model`, `tool` or `host`"),
            "name": _text("the part's name: a provider, a tool's id, a host"),
            "until": _text("when it is tried again, in ISO 8601"),
        },
    ),
    EventType("WorkflowResumed", "A workflow goes on.", _STATE),
    EventType("WorkflowAwaitsApproval", "A workflow waits for a person.", _STATE),
    EventType("WorkflowCompleted", "Every node of a workflow has ended.", _STATE),
    EventType("WorkflowFailed", "A workflow fails.", {**_STATE, "code": _text("why, as a code")}),
    EventType("WorkflowCancelled", "A workflow is stopped.", _STATE),
    EventType(
        "PolicyDraftDeleted",
        "A policy that was never activated is deleted.",
        {
            "policy": _text("id of the policy"),
            "by": _text("who deleted it: `author`, `staff`, or `retention` when it was too old"),
        },
    ),
    EventType("CreationOpened", "A creation begins.", _CREATION),
    EventType(
        "CreationMoved",
        "A creation enters another state.",
        {**_CREATION, "old_state": _text("state before"), "state": _text("state after")},
    ),
    EventType("SpecialistPromoted", "A specialist becomes verified.", _STATUS),
    EventType("SpecialistSuspended", "A specialist is suspended.", _STATUS),
    EventType("SpecialistDemoted", "A specialist loses its verification.", _STATUS),
    EventType("SpecialistDeprecated", "A specialist is deprecated.", _STATUS),
    EventType("SpecialistRestored", "A specialist is restored.", _STATUS),
    EventType("SpecialistReverted", "A specialist returns to its last verified version.", _STATUS),
)
EVENT_TYPES: Mapping[str, EventType] = {kind.name: kind for kind in _ALL}


def declared_fields(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of ``values`` that the event declares; no other value is ever stored."""
    return {key: values[key] for key in EVENT_TYPES[name].fields if values.get(key) not in (None, "")}
