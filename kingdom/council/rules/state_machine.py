"""The state machine of a creation case: its states and allowed transitions, used by code, admin and docs. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kingdom.core.errors import IllegalTransition

DESIGNING, REVIEWING, VALIDATING, GENERATING_TESTS = "designing", "reviewing", "validating", "generating_tests"
AWAITING_CONFIRMATION, AWAITING_RESOURCES, TRAINING = "awaiting_confirmation", "awaiting_resources", "training"
COMPLETED, REJECTED, EXPIRED, FAILED = "completed", "rejected", "expired", "failed"

ALLOWED_TRANSITIONS: Mapping[str, Mapping[str, str]] = {
    DESIGNING: {
        REVIEWING: "the designer has a proposal",
        REJECTED: "the designer offers an existing specialist or has no proposal, or the user rejected it",
        FAILED: "the design failed",
    },
    REVIEWING: {
        VALIDATING: "the Guardian approved",
        DESIGNING: "the Guardian's findings go back to the designer, at most twice",
        REJECTED: "the Guardian blocked it, or the user rejected it",
        FAILED: "the review failed",
    },
    VALIDATING: {
        GENERATING_TESTS: "the Validator found it sound",
        DESIGNING: "the Validator's issues go back to the designer, at most twice",
        REJECTED: "it is not sound after two repairs, or the user rejected it",
        FAILED: "the validation failed",
    },
    GENERATING_TESTS: {
        AWAITING_CONFIRMATION: "the tests are written",
        DESIGNING: "the findings of the tests go back to the designer, at most twice",
        REJECTED: "no sound tests could be written, or the user rejected it",
        FAILED: "the test generation failed",
    },
    AWAITING_CONFIRMATION: {
        AWAITING_RESOURCES: "the user confirmed, and credentials are missing",
        TRAINING: "the user confirmed, and nothing is missing",
        DESIGNING: "the user asked for changes",
        REJECTED: "the user rejected it",
        EXPIRED: "nobody answered in time",
    },
    AWAITING_RESOURCES: {
        TRAINING: "the user gave the credentials, or chose to train without",
        REJECTED: "the user rejected it",
        EXPIRED: "nobody answered in time",
    },
    TRAINING: {
        AWAITING_CONFIRMATION: "a new version of a specialist passed and is compared with its base",
        COMPLETED: "it passed its tests and is registered",
        DESIGNING: "the failing tests go back to the designer, at most twice",
        REJECTED: "it did not pass its tests, or the user rejected it",
        FAILED: "the training failed",
    },
    EXPIRED: {
        AWAITING_CONFIRMATION: "the user reopened it",
        DESIGNING: "the user reopened it when its proposal was no longer kept",
        REJECTED: "the user rejected it",
    },
    FAILED: {
        AWAITING_CONFIRMATION: "the user reopened it",
        DESIGNING: "the user reopened it before its proposal was judged",
    },
    COMPLETED: {},
    REJECTED: {
        DESIGNING: "an administrator overrode the Guardian's block of this stage",
        REVIEWING: "an administrator overrode the Guardian's block of this stage",
    },
}

WORKING_STATES: frozenset[str] = frozenset({DESIGNING, REVIEWING, VALIDATING, GENERATING_TESTS, TRAINING})
WAITING_STATES: frozenset[str] = frozenset({AWAITING_CONFIRMATION, AWAITING_RESOURCES})  # for the owner
OPEN_STATES: frozenset[str] = WORKING_STATES | WAITING_STATES
FINAL_STATES: frozenset[str] = frozenset(ALLOWED_TRANSITIONS) - OPEN_STATES
MAX_REPAIRS = 2  # automatic rounds back to the designer


class Transition(NamedTuple):
    """One allowed transition."""

    old: str
    new: str
    meaning: str


def transitions() -> Iterator[Transition]:
    """Yield every allowed transition, in the order of the table."""
    for old, row in ALLOWED_TRANSITIONS.items():
        for new, meaning in row.items():
            yield Transition(old, new, meaning)


def is_transition_allowed(old: str, new: str) -> bool:
    """Return whether the table has the transition."""
    return new in ALLOWED_TRANSITIONS[old]


def check_transition(old: str, new: str) -> None:
    """Raise IllegalTransition for a transition that the table does not have."""
    if not is_transition_allowed(old, new):
        raise IllegalTransition(f"A case that is {state_label(old)} can not become {state_label(new)}.", state=old)


def state_label(state: str) -> str:
    """Return a state for people, e.g. ``awaiting confirmation``."""
    return state.replace("_", " ")


def check_awaited_state(state: str, wanted: str) -> None:
    """Raise IllegalTransition unless the case waits in the state ``wanted``."""
    if state != wanted:
        raise IllegalTransition(f"This case is {state_label(state)}, not {state_label(wanted)}.", state=state)
