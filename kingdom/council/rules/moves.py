"""The law book of a case: which moves there are, who makes them, and what they mean. Read by code, admin and docs alike. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kingdom.core.errors import IllegalMove

DESIGNING, REVIEWING, VALIDATING, GENERATING = "designing", "reviewing", "validating", "generating_tests"
CONFIRMATION, RESOURCES, TRAINING = "awaiting_confirmation", "awaiting_resources", "training"
COMPLETED, REJECTED, EXPIRED, FAILED = "completed", "rejected", "expired", "failed"

LAW: Mapping[str, Mapping[str, str]] = {
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
        GENERATING: "the Validator found it sound",
        DESIGNING: "the Validator's issues go back to the designer, at most twice",
        REJECTED: "it is not sound after two repairs, or the user said no",
        FAILED: "the validation could not be made",
    },
    GENERATING: {
        CONFIRMATION: "the tests are there",
        DESIGNING: "what the tests showed goes back to the designer, at most twice",
        REJECTED: "no tests could be made for it, or the user said no",
        FAILED: "the tests could not be made",
    },
    CONFIRMATION: {
        RESOURCES: "the user said yes, and credentials are missing",
        TRAINING: "the user said yes, and nothing is missing",
        DESIGNING: "the user asked for changes",
        REJECTED: "the user said no",
        EXPIRED: "nobody answered in time",
    },
    RESOURCES: {
        TRAINING: "the user gave the credentials, or chose to train without",
        REJECTED: "the user said no",
        EXPIRED: "nobody answered in time",
    },
    TRAINING: {
        CONFIRMATION: "a new version of a specialist passed, and is shown beside the one it would replace",
        COMPLETED: "it passed its tests and is registered",
        DESIGNING: "the failing tests go back to the designer, at most twice",
        REJECTED: "it did not pass its tests, or the user said no",
        FAILED: "the training could not be made",
    },
    EXPIRED: {CONFIRMATION: "the user opened it again", REJECTED: "the user said no"},
    FAILED: {CONFIRMATION: "the user opened it again", DESIGNING: "the user opened it again before its proposal was judged"},
    COMPLETED: {},
    REJECTED: {
        DESIGNING: "an administrator let pass what the Guardian had blocked there",
        REVIEWING: "an administrator let pass what the Guardian had blocked there",
    },
}

WORKING: frozenset[str] = frozenset({DESIGNING, REVIEWING, VALIDATING, GENERATING, TRAINING})  # a worker goes on with these
WAITING: frozenset[str] = frozenset({CONFIRMATION, RESOURCES})  # a person does
OPEN: frozenset[str] = WORKING | WAITING
FINAL: frozenset[str] = frozenset(LAW) - OPEN
MOST_REPAIRS = 2  # rounds back to the designer that the platform begins by itself


class Move(NamedTuple):
    """One row of the law book."""

    old: str
    new: str
    meaning: str


def moves() -> Iterator[Move]:
    """Yield every allowed move, in the law book's order."""
    for old, row in LAW.items():
        for new, meaning in row.items():
            yield Move(old, new, meaning)


def is_allowed(old: str, new: str) -> bool:
    """Whether the law book has the move."""
    return new in LAW[old]


def check_move(old: str, new: str) -> None:
    """Raise IllegalMove for a move that the law book does not have."""
    if not is_allowed(old, new):
        raise IllegalMove(f"A case that is {words(old)} can not become {words(new)}.", state=old)


def words(state: str) -> str:
    """Return a state for people, e.g. ``awaiting confirmation``."""
    return state.replace("_", " ")


def check_waiting(state: str, wanted: str) -> None:
    """Raise IllegalMove for a case that does not wait for what its owner wants to give."""
    if state != wanted:
        raise IllegalMove(f"This case is {words(state)}, not {words(wanted)}.", state=state)
