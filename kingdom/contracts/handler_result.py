"""What a handler declares about its reading of the message, beside its answer: ``used`` and ``question``."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

MAX_USED_SPANS = 256
MAX_QUESTION_LENGTH = 300  # characters


class Span(NamedTuple):
    """Characters of the message, as Python counts them; ``end`` is exclusive."""

    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class MessageReading:
    """The spans that a handler used (None: it declares none), and its question about the rest ("": none)."""

    used: tuple[Span, ...] | None = None
    question: str = ""


def parse_reading(value: Mapping[str, Any], message_length: int) -> MessageReading | str:
    """Return what a handler's result declares about a message of this length, or one sentence about the error in it.

    ``used`` is a list of at most 256 ``[start, end]`` pairs inside the message; they may overlap. ``question``
    is a text of at most 300 characters.
    """
    used, question = value.get("used"), value.get("question", "")
    if not isinstance(question, str) or len(question) > MAX_QUESTION_LENGTH:
        return f"question must be a text of at most {MAX_QUESTION_LENGTH} characters."
    if used is None:
        return MessageReading(question=question.strip())
    if not isinstance(used, list) or len(used) > MAX_USED_SPANS:
        return f"used must be a list of at most {MAX_USED_SPANS} [start, end] pairs."
    if not all(_is_span(pair, message_length) for pair in used):
        return f"each of used must be [start, end] with 0 <= start < end <= {message_length}, the message's length."
    return MessageReading(used=tuple(Span(*pair) for pair in used), question=question.strip())


def _is_span(pair: object, message_length: int) -> bool:
    if not isinstance(pair, list) or len(pair) != 2 or not all(type(place) is int for place in pair):
        return False
    return bool(0 <= pair[0] < pair[1] <= message_length)
