"""The state tables of workflows and nodes, as data. Pure."""

from collections.abc import Mapping

from kingdom.core.errors import IllegalTransition

DRAFT, RUNNING, PAUSED, AWAITING_APPROVAL = "draft", "running", "paused", "awaiting_approval"
COMPLETED, FAILED, CANCELLED = "completed", "failed", "cancelled"
PENDING, NULL, SKIPPED = "pending", "null", "skipped"
_SUPERSEDED = "the node that delegated to it is run again"

WORKFLOW_TRANSITIONS: Mapping[str, Mapping[str, str]] = {
    DRAFT: {RUNNING: "the user starts it", CANCELLED: "the user cancels it"},
    RUNNING: {
        PAUSED: "the user pauses it",
        AWAITING_APPROVAL: "a guard asks about a node",
        COMPLETED: "every node has ended",
        FAILED: "a node was aborted",
        CANCELLED: "the user cancels it",
    },
    PAUSED: {
        RUNNING: "the user resumes it",
        AWAITING_APPROVAL: "the user resumes it, and a guard's question is open",
        FAILED: "a node was aborted",
        CANCELLED: "the user cancels it",
    },
    AWAITING_APPROVAL: {
        RUNNING: "every question is answered",
        PAUSED: "the user pauses it",
        FAILED: "a node was aborted",
        CANCELLED: "the user cancels it",
    },
    COMPLETED: {RUNNING: "a node is run again"},
    FAILED: {RUNNING: "a node is run again"},
    CANCELLED: {RUNNING: "a node is run again"},
}
NODE_TRANSITIONS: Mapping[str, Mapping[str, str]] = {
    PENDING: {
        RUNNING: "all nodes that it waits for have ended",
        AWAITING_APPROVAL: "a guard asks before it begins",
        SKIPPED: "the user skips it",
        CANCELLED: "the workflow ends",
    },
    RUNNING: {
        COMPLETED: "its sessions have ended",
        NULL: "it is an observer and gave nothing",
        AWAITING_APPROVAL: "a guard asks about its result",
        PENDING: "it is run again",
        SKIPPED: "the user skips it",
        FAILED: "it was aborted",
        CANCELLED: "the workflow ends",
    },
    AWAITING_APPROVAL: {
        PENDING: "retry, or edit the prompt and retry",
        SKIPPED: "skip",
        FAILED: "abort",
        CANCELLED: "the workflow ends",
    },
    COMPLETED: {PENDING: "it, or a node that it waits for, is run again", SKIPPED: _SUPERSEDED},
    NULL: {PENDING: "it, or a node that it waits for, is run again", SKIPPED: _SUPERSEDED},
    SKIPPED: {PENDING: "it, or a node that it waits for, is run again"},
    FAILED: {PENDING: "it is run again", SKIPPED: _SUPERSEDED},
    CANCELLED: {PENDING: "a node of the workflow is run again", SKIPPED: _SUPERSEDED},
}
FINAL_STATES = frozenset({COMPLETED, FAILED, CANCELLED})  # of a workflow
SETTLED_STATES = frozenset({COMPLETED, NULL, SKIPPED})  # of a node: those that wait for it may begin

OPEN_NODE_STATES = frozenset({PENDING, RUNNING, AWAITING_APPROVAL})  # a person can still skip it


def check_workflow_transition(old: str, new: str) -> None:
    """Raise IllegalTransition for a transition that the table does not have."""
    if new not in WORKFLOW_TRANSITIONS[old]:
        raise IllegalTransition(f"A workflow that is {_label(old)} can not become {_label(new)}.", state=old)


def check_node_transition(old: str, new: str) -> None:
    """Raise IllegalTransition for a transition that the table does not have."""
    if new not in NODE_TRANSITIONS[old]:
        raise IllegalTransition(f"A node that is {_label(old)} can not become {_label(new)}.", state=old)


def _label(state: str) -> str:
    return state.replace("_", " ")
