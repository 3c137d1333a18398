"""What an answer declares beside its text: what it used of the message, and ``evidence`` of the calls behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeGuard, get_args

MAX_USED_SPANS = 256
MAX_FILES_READ = 50
MAX_QUESTION_LENGTH = 300  # characters
MAX_EVIDENCE = 50  # entries
MAX_EVIDENCE_NAME = 260  # characters: the longest host

CallOutcome = Literal["done", "failed", "refused"]
CALL_OUTCOMES: tuple[str, ...] = get_args(CallOutcome)


class EvidenceEntry(NamedTuple):
    """One call that an answer claims or admits: a tool's id, or the host of a request, and how it ended."""

    name: str
    outcome: CallOutcome


class Span(NamedTuple):
    """Characters of the message, as Python counts them; ``end`` is exclusive."""

    start: int
    end: int

    def overlaps(self, other: tuple[int, int]) -> bool:
        """Return whether both have a character in common."""
        return self.start < other[1] and other[0] < self.end


@dataclass(frozen=True, kw_only=True)
class MessageReading:
    """What a handler used: spans (None: it declares none), its question about the rest ("": none), and files.

    ``files_read`` are the paths of files that it used from ``payload["attachments"]``. ``general`` says that it answers
    so whatever is asked of such data, because it read no question. ``definite`` says that the message names all that
    the answer is made from and what it is made into ("… 35 psi … bar"), so that its other words tell a story.
    """

    used: tuple[Span, ...] | None = None
    question: str = ""
    general: bool = False
    definite: bool = False
    files_read: tuple[str, ...] = ()


def parse_reading(value: Mapping[str, Any], message_length: int) -> MessageReading | str:
    """Return what a handler's result declares about a message of this length, or one sentence about the error in it.

    ``used`` is a list of at most 256 ``[start, end]`` pairs inside the message; they may overlap. ``question``
    is a text of at most 300 characters. ``files_read`` is a list of at most 50 paths.
    ``general`` and ``definite`` are true, or anything else for no.
    """
    used, question, files_read = value.get("used"), value.get("question", ""), value.get("files_read", [])
    if not _is_path_list(files_read):
        return f"files_read must be a list of at most {MAX_FILES_READ} paths."
    if not _is_question(question):
        return f"question must be a text of at most {MAX_QUESTION_LENGTH} characters."
    declared = MessageReading(
        files_read=tuple(files_read), general=value.get("general") is True, definite=value.get("definite") is True
    )
    if used is None:
        return replace(declared, question=question.strip())
    if not isinstance(used, list) or len(used) > MAX_USED_SPANS:
        return f"used must be a list of at most {MAX_USED_SPANS} [start, end] pairs."
    if not all(_is_span(pair, message_length) for pair in used):
        return f"each of used must be [start, end] with 0 <= start < end <= {message_length}, the message's length."
    return replace(declared, used=tuple(Span(*pair) for pair in used), question=question.strip())


def _is_question(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= MAX_QUESTION_LENGTH


def _is_path_list(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MAX_FILES_READ and all(isinstance(path, str) for path in value)


def _is_span(pair: object, message_length: int) -> bool:
    if not isinstance(pair, list) or len(pair) != 2 or not all(type(place) is int for place in pair):
        return False
    return bool(0 <= pair[0] < pair[1] <= message_length)


def parse_evidence(value: object) -> tuple[EvidenceEntry, ...] | str:
    """Return the ``evidence`` of an answer, () for None, or one sentence about the error in it.

    It is a list of at most 50 ``{"name": tool id or host, "outcome": "done"|"failed"|"refused"}``.
    """
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MAX_EVIDENCE or not all(_is_evidence(entry) for entry in value):
        fields = '{"name": tool or host, "outcome": done, failed or refused}'
        return f"evidence must be a list of at most {MAX_EVIDENCE} {fields}."
    return tuple(EvidenceEntry(entry["name"], entry["outcome"]) for entry in value)


def _is_evidence(entry: object) -> bool:
    if not isinstance(entry, Mapping) or set(entry) != {"name", "outcome"}:
        return False
    name = entry["name"]
    return isinstance(name, str) and 0 < len(name) <= MAX_EVIDENCE_NAME and entry["outcome"] in CALL_OUTCOMES
