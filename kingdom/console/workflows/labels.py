"""Words and icons of the states and identities on the workflow pages: never by colour alone. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop


class StateLabel(NamedTuple):
    """A state for people: an icon, a word, and the class of its colour."""

    icon: str
    word: str
    css_class: str

    @property
    def text(self) -> str:
        """The word in the language of the page."""
        return gettext(self.word)


WORKFLOW_STATES: Mapping[str, StateLabel] = {
    "draft": StateLabel("✎", gettext_noop("Draft"), ""),
    "running": StateLabel("▶", gettext_noop("Running"), "now"),
    "paused": StateLabel("‖", gettext_noop("Paused"), ""),
    "awaiting_approval": StateLabel("?", gettext_noop("Needs you"), "asks"),
    "completed": StateLabel("✓", gettext_noop("Done"), "good"),
    "failed": StateLabel("✗", gettext_noop("Failed"), "bad"),
    "cancelled": StateLabel("–", gettext_noop("Cancelled"), ""),
}
NODE_STATES: Mapping[str, StateLabel] = {
    "pending": StateLabel("○", gettext_noop("Waiting"), ""),
    "running": StateLabel("▶", gettext_noop("Running"), "now"),
    "awaiting_approval": StateLabel("?", gettext_noop("Needs you"), "asks"),
    "completed": StateLabel("✓", gettext_noop("Done"), "good"),
    "null": StateLabel("∅", gettext_noop("Found nothing"), ""),
    "skipped": StateLabel("»", gettext_noop("Skipped"), ""),
    "failed": StateLabel("✗", gettext_noop("Failed"), "bad"),
    "cancelled": StateLabel("–", gettext_noop("Cancelled"), ""),
}
_IDENTITY_LABELS: Mapping[str, str] = {
    "research": gettext_noop("Research"),
    "analyze": gettext_noop("Analysis"),
    "coder": gettext_noop("Code"),
    "writer": gettext_noop("Writing"),
    "master": gettext_noop("Master"),
}
_ERROR_LABELS: Mapping[str, str] = {
    "context_drought": gettext_noop("Nothing to work on"),
    "semantic_null": gettext_noop("It found nothing"),
    "protocol_violation": gettext_noop("Its answer cannot be relied on"),
    "execution_failure": gettext_noop("It did not end well"),
    "aborted": gettext_noop("Aborted"),
    "step_limit": gettext_noop("Too many steps"),
    "time_limit": gettext_noop("Out of time"),
    "budget_exceeded": gettext_noop("Its budget is used up"),
}


def identity_label(identity: str) -> str:
    """Return the word for an identity."""
    return gettext(_IDENTITY_LABELS.get(identity, identity))


def error_label(code: str) -> str:
    """Return the words for a guard or another reason that a node has no result."""
    return gettext(_ERROR_LABELS.get(code, code.replace("_", " ")))
