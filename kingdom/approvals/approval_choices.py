"""Which answers each kind of question has, and what they mean. Pure."""

from collections.abc import Mapping, Sequence
from typing import Literal

from kingdom.core.errors import BadInput

ApprovalKind = Literal["tool", "creation", "resources", "quality", "safety", "unknown_outcome"]
ApprovalState = Literal["pending", "decided", "expired", "cancelled"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "tool": ("once", "session", "always", "deny"),
    "creation": ("confirm", "edit", "reject"),
    "resources": ("provided", "mock", "abort"),
    "quality": ("retry", "edit", "skip", "abort"),
    "safety": ("allow", "deny"),
    "unknown_outcome": ("retry", "skip", "done"),
}
LASTING_CHOICES = frozenset({"session", "always"})  # answers that also count for later questions
MAX_NOTE_LENGTH = 4_000  # characters
TRANSITIONS: Mapping[str, frozenset[str]] = {
    "pending": frozenset({"decided", "expired", "cancelled"}),
    "decided": frozenset(),
    "expired": frozenset(),
    "cancelled": frozenset(),
}


def choices_for(kind: str, *, narrowed: Sequence[str] | None = None) -> list[str]:
    """Return the choices of a question of a kind, in order. ``narrowed`` leaves only some of them (e.g. no mock mode).

    Raises BadInput for a kind that there is not, or a choice that the kind does not have.
    """
    if kind not in CHOICES:
        raise BadInput(f"There is no kind of question by the name {kind}.")
    strange = set(narrowed or ()) - set(CHOICES[kind])
    if strange or (narrowed is not None and not narrowed):
        raise BadInput(f"A question of the kind {kind} has the choices {', '.join(CHOICES[kind])}.")
    return [choice for choice in CHOICES[kind] if narrowed is None or choice in narrowed]


def check_answer(*, choice: str, note: str, choices: Sequence[str]) -> None:
    """Raise BadInput unless this answers a question with these choices. ``edit`` says in its note what to change."""
    if choice not in choices:
        raise BadInput(f"Answer with one of: {', '.join(choices)}.")
    if len(note) > MAX_NOTE_LENGTH:
        raise BadInput(f"note is longer than {MAX_NOTE_LENGTH:,} characters.")
    if choice == "edit" and not note.strip():
        raise BadInput("Say in the note what to change.")


def is_allow_choice(choice: str) -> bool:
    """Return whether an answer about tools lets them run. Everything but the three that say so is a no."""
    return choice in ("once", "session", "always")
