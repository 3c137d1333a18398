"""Words and icons of the states and identities on the workflow pages: never by colour alone. Pure."""

from collections.abc import Mapping
from typing import NamedTuple


class StateLabel(NamedTuple):
    """A state for people: an icon, a word, and the class of its colour."""

    icon: str
    word: str
    css_class: str


WORKFLOW_STATES: Mapping[str, StateLabel] = {
    "draft": StateLabel("✎", "Draft", ""),
    "running": StateLabel("▶", "Running", "now"),
    "paused": StateLabel("‖", "Paused", ""),
    "awaiting_approval": StateLabel("?", "Needs you", "asks"),
    "completed": StateLabel("✓", "Done", "good"),
    "failed": StateLabel("✗", "Failed", "bad"),
    "cancelled": StateLabel("–", "Cancelled", ""),
}
NODE_STATES: Mapping[str, StateLabel] = {
    "pending": StateLabel("○", "Waiting", ""),
    "running": StateLabel("▶", "Running", "now"),
    "awaiting_approval": StateLabel("?", "Needs you", "asks"),
    "completed": StateLabel("✓", "Done", "good"),
    "null": StateLabel("∅", "Found nothing", ""),
    "skipped": StateLabel("»", "Skipped", ""),
    "failed": StateLabel("✗", "Failed", "bad"),
    "cancelled": StateLabel("–", "Cancelled", ""),
}
_IDENTITY_LABELS: Mapping[str, str] = {
    "research": "Research",
    "analyze": "Analysis",
    "coder": "Code",
    "writer": "Writing",
    "master": "Master",
}
_ERROR_LABELS: Mapping[str, str] = {
    "context_drought": "Nothing to work on",
    "semantic_null": "It found nothing",
    "protocol_violation": "Its answer cannot be relied on",
    "execution_failure": "It did not end well",
    "aborted": "Aborted",
    "step_limit": "Too many steps",
    "time_limit": "Out of time",
    "budget_exceeded": "Its budget is used up",
}


def identity_label(identity: str) -> str:
    """Return the word for an identity."""
    return _IDENTITY_LABELS.get(identity, identity)


def error_label(code: str) -> str:
    """Return the words for a guard or another reason that a node has no result."""
    return _ERROR_LABELS.get(code, code.replace("_", " "))
