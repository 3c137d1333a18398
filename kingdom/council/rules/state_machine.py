"""The law book of a case: which moves there are, who makes them, and what they mean. Read by code, admin and docs alike. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kingdom.core.errors import IllegalTransition

DESIGNING, REVIEWING, VALIDATING, GENERATING_TESTS = "designing", "reviewing", "validating", "generating_tests"
AWAITING_CONFIRMATION, AWAITING_RESOURCES, TRAINING = "awaiting_confirmation", "awaiting_resources", "training"
COMPLETED, REJECTED, EXPIRED, FAILED = "completed", "rejected", "expired", "failed"

ALLOWED_TRANSITIONS: Mapping[str, Mapping[str, str]] = {
    DESIGNING: {
        REVIEWING: "the designer has a proposal",
        REJECTED: "the designer offers a specialist that exists, or has no proposal; or the user said no",
        FAILED: "the designer could not work",
    },
    REVIEWING: {
        VALIDATING: "the Guardian approved",
        DESIGNING: "the Guardian's findings go back to the designer, at most twice",
        REJECTED: "the Guardian blocked it, or the user said no",
        FAILED: "the review could not be made",
    },
    VALIDATING: {
        GENERATING_TESTS: "the Validator found it sound",
        DESIGNING: "the Validator's issues go back to the designer, at most twice",
        REJECTED: "it is not sound after two repairs, or the user said no",
        FAILED: "the validation could not be made",
    },
    GENERATING_TESTS: {
        AWAITING_CONFIRMATION: "the tests are there",
        DESIGNING: "what the tests showed goes back to the designer, at most twice",
        REJECTED: "no tests could be made for it, or the user said no",
        FAILED: "the tests could not be made",
    },
    AWAITING_CONFIRMATION: {
        AWAITING_RESOURCES: "the user said yes, and credentials are missing",
        TRAINING: "the user said yes, and nothing is missing",
        DESIGNING: "the user asked for changes",
        REJECTED: "the user said no",
        EXPIRED: "nobody answered in time",
    },
    AWAITING_RESOURCES: {
        TRAINING: "the user gave the credentials, or chose to train without",
        REJECTED: "the user said no",
        EXPIRED: "nobody answered in time",
    },
    TRAINING: {
        AWAITING_CONFIRMATION: "a new version of a specialist passed, and is shown beside the one it would replace",
        COMPLETED: "it passed its tests and is registered",
        DESIGNING: "the failing tests go back to the designer, at most twice",
        REJECTED: "it did not pass its tests, or the user said no",
        FAILED: "the training could not be made",
    },
    EXPIRED: {AWAITING_CONFIRMATION: "the user opened it again", REJECTED: "the user said no"},
    FAILED: {
        AWAITING_CONFIRMATION: "the user opened it again",
        DESIGNING: "the user opened it again before its proposal was judged",
    },
    COMPLETED: {},
    REJECTED: {
        DESIGNING: "an administrator let pass what the Guardian had blocked there",
        REVIEWING: "an administrator let pass what the Guardian had blocked there",
    },
}

WORKING_STATES: frozenset[str] = frozenset(
    {DESIGNING, REVIEWING, VALIDATING, GENERATING_TESTS, TRAINING}
)  # a worker goes on with these
WAITING_STATES: frozenset[str] = frozenset({AWAITING_CONFIRMATION, AWAITING_RESOURCES})  # a person does
OPEN_STATES: frozenset[str] = WORKING_STATES | WAITING_STATES
FINAL_STATES: frozenset[str] = frozenset(ALLOWED_TRANSITIONS) - OPEN_STATES
MAX_REPAIRS = 2  # rounds back to the designer that the platform begins by itself


class Transition(NamedTuple):
    """One row of the law book."""

    old: str
    new: str
    meaning: str


def transitions() -> Iterator[Transition]:
    """Yield every allowed move, in the law book's order."""
    for old, row in ALLOWED_TRANSITIONS.items():
        for new, meaning in row.items():
            yield Transition(old, new, meaning)


def is_transition_allowed(old: str, new: str) -> bool:
    """Whether the law book has the move."""
    return new in ALLOWED_TRANSITIONS[old]


def check_transition(old: str, new: str) -> None:
    """Raise IllegalTransition for a move that the law book does not have."""
    if not is_transition_allowed(old, new):
        raise IllegalTransition(f"A case that is {state_label(old)} can not become {state_label(new)}.", state=old)


def state_label(state: str) -> str:
    """Return a state for people, e.g. ``awaiting confirmation``."""
    return state.replace("_", " ")


def check_awaited_state(state: str, wanted: str) -> None:
    """Raise IllegalTransition for a case that does not wait for what its owner wants to give."""
    if state != wanted:
        raise IllegalTransition(f"This case is {state_label(state)}, not {state_label(wanted)}.", state=state)
