"""How far the value of a built-in handler answers a message: the share of it that was read, and what was used. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.cognition.handler_engine import parse_answer
from kingdom.cognition.message_reading.asking_words import WORD
from kingdom.cognition.message_reading.further_wishes import begins_with_wish
from kingdom.cognition.message_reading.message_language import is_function_word
from kingdom.cognition.message_reading.read_shares import (
    answers_question,
    is_mostly_read,
    is_question_inside,
    read_share,
)
from kingdom.cognition.message_reading.unused_content import says_unused, with_unused_content
from kingdom.contracts.handler_result import MessageReading, Span, parse_reading
from kingdom.contracts.spec import AgentSpec

# Of 33 messages that routing left open, the right handler read 0.86 to 1 of 6, and a wrong one at most 0.70 of 7.
MIN_READ_SHARE = 0.8
MAX_FUNCTION_WORDS = 4  # of a message that is answered in general


class AnswerReading(NamedTuple):
    """What a handler's value says of a message: the share that it used of it, and the places that count as used.

    ``is_answer``: it answers at all. ``said``: the places that it names, also where none of them counts; None without.
    ``is_general``: it answers what nobody asked.
    """

    share: float = 0.0
    used: Sequence[Span] = ()
    is_answer: bool = False
    said: Sequence[Span] | None = None
    is_general: bool = False


def answer_reading(
    spec: AgentSpec, text: str, value: Mapping[str, Any], *, strict: bool = False, mostly: bool = False
) -> AnswerReading:
    """Return what a handler's value says of a message; options as for ``share_read``."""
    answer = parse_answer(value, spec.output_schema)
    if isinstance(answer, str) or answer.tag == "NULL":
        return AnswerReading()
    reading = parse_reading(value, len(text))
    if isinstance(reading, str) or reading.used is None:
        return AnswerReading(is_answer=True)
    if with_unused_content(answer, text, reading, (spec.purpose, *spec.examples)) is not answer:
        return AnswerReading(is_answer=True, said=reading.used)
    share = _used_share(text, reading, reading.used, strict=strict)
    if mostly and _is_mostly_used(text, value["answer"], reading, reading.used):
        share = max(share, MIN_READ_SHARE)
    return AnswerReading(share, reading.used, is_answer=True, said=reading.used, is_general=reading.general)


def _is_mostly_used(text: str, answer: str, reading: MessageReading, used: Sequence[Span]) -> bool:
    """Return whether the question of a message was read but for a few words, and the answer names no unread one."""
    return not reading.general and not says_unused(answer) and is_mostly_read(text, used)


def _used_share(text: str, reading: MessageReading, used: Sequence[Span], *, strict: bool) -> float:
    """Return the share that was read; unless ``strict``, at least enough when the very question is answered."""
    if reading.general and _is_prose(text):
        return 0.0
    share = read_share(text, used)
    is_free = not strict and not reading.general
    if is_free and (_is_definite(text, used, reading) or answers_question(text, used)):
        share = max(share, MIN_READ_SHARE)
    return min(share, MIN_READ_SHARE) if reading.general else share  # who read the question goes first


def _is_prose(text: str) -> bool:
    """Return whether a message tells something in sentences; a count of its words, say, is no answer to that.

    Of 2,453 first messages none that a handler rightly answered in general had more than four function words.
    """
    return sum(is_function_word(word.group().lower()) for word in WORD.finditer(text)) > MAX_FUNCTION_WORDS


def _is_definite(text: str, used: Sequence[Span], reading: MessageReading) -> bool:
    """Return whether the other words of a message only tell a story, as the handler says; not those of another wish."""
    return reading.definite and not is_question_inside(text, used) and not begins_with_wish(text)
