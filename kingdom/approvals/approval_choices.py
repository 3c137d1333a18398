"""The choices of each kind of approval, and what they mean. Pure."""

from collections.abc import Mapping, Sequence

from kingdom.core.errors import BadInput

CHOICES: Mapping[str, tuple[str, ...]] = {
    "tool": ("once", "session", "always", "deny"),
    "creation": ("confirm", "edit", "reject"),
    "resources": ("provided", "mock", "abort"),
    "quality": ("retry", "edit", "skip", "abort"),
    "safety": ("allow", "deny", "abort"),
    "host": ("allow", "deny"),
    "unknown_outcome": ("retry", "skip", "done"),
}
LASTING_CHOICES = frozenset({"session", "always"})  # choices that also apply to later calls
MAX_NOTE_LENGTH = 8_000  # characters, the length of a prompt: the note of an edit is the new one


def choices_for(kind: str, *, narrowed: Sequence[str] | None = None) -> list[str]:
    """Return the choices of a kind of approval, in order; ``narrowed`` keeps only some of them (e.g. no mock mode).

    Raises BadInput for an unknown kind or choice.
    """
    if kind not in CHOICES:
        raise BadInput(f"{kind} is not a kind of question.")
    unknown = set(narrowed or ()) - set(CHOICES[kind])
    if unknown or (narrowed is not None and not narrowed):
        raise BadInput(f"A question of the kind {kind} has the choices {', '.join(CHOICES[kind])}.")
    return [choice for choice in CHOICES[kind] if narrowed is None or choice in narrowed]


def check_answer(*, choice: str, note: str, choices: Sequence[str]) -> None:
    """Raise BadInput unless the choice is offered and the note is valid; ``edit`` needs a note."""
    if choice not in choices:
        raise BadInput(f"Answer with one of: {', '.join(choices)}.")
    if len(note) > MAX_NOTE_LENGTH:
        raise BadInput(f"note is longer than {MAX_NOTE_LENGTH:,} characters.")
    if choice == "edit" and not note.strip():
        raise BadInput("Say in the note what to change.")


def is_allow_choice(choice: str) -> bool:
    """Return whether a choice allows tools to run; every unknown choice denies."""
    return choice in ("once", "session", "always")
