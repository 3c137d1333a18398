"""How much of a message an answer used: by the letters of its words of weight, and whether its very question was read.

Pure. The thresholds were measured on the list of first messages (``tests/journeys/first_hour.jsonl``).
"""

import re
from collections.abc import Iterator, Sequence

from kingdom.cognition.message_reading.asking_words import SENTENCE, WORD, asks_question, unread_question_words
from kingdom.cognition.message_reading.message_content import NAMING_KINDS, find_content
from kingdom.cognition.message_reading.message_language import is_function_word
from kingdom.contracts.handler_result import Span

MIN_ASKED_SHARE = 0.4  # of the part of a message that asks
# A handler that answers the very question, and leaves no number, quote or comparison out, may leave out this much.
MAX_UNREAD_ASKED = 1  # words of its questions
MIN_SPECIFIC_SHARE = 0.3  # of its words, unless two pieces that name things were read
MIN_NAMED = 2
COUNTED = re.compile(
    r"(?:how many|how much|which|wie ?viele?|welche[rnms]?|combien d[e'’]|quel(?:le)?s?|cu[aá]nt[oa]s?|cu[aá]l(?:es)?)"
    r" ?\Z",
    re.IGNORECASE,
)
DOCUMENT_PART = re.compile(  # of JSON up to a colon: `9, "total":`
    r"(?:\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'|true|false|null|True|False|None|[\s\d{}\[\],:.+-])*+"
)
MIN_MOSTLY_SHARE = 0.7
MAX_UNREAD_MOSTLY = 2
# Why something is asked, without a figure or a quote: ", that's when I write to her", "because my boss wants it".
_REASON = re.compile(
    r"(?:[,;–-]\s*|\s)(?:that['’]?s (?:when|why|what|the day)|because|coz|cuz|so (?:that )?(?:i|we) (?:can|could|know)"
    r"|since (?:i|we)|weil|damit|denn (?:ich|wir|da)|da (?:muss|will|soll) ich|parce qu[e'’]|car (?:je|on|nous)"
    r"|pour que|porque|para que|ya que)(?!\w)[^.?!;:\n\d\"“”„«»]{0,120}(?=[.?!;\n]|\Z)",
    re.IGNORECASE,
)
_ORDER_FIRST = re.compile(r"\W*[^.!?:\n]{4,60}[.!]\s+[^.!?:\n]{4,}[.!](?=\s)")
_NAME_INSIDE = re.compile(r"(?<=[^\W_] )[A-ZÄÖÜÀÉ][^\W\d_]+")  # behind a word, where German nouns are names as well


def is_mostly_read(text: str, used: Sequence[Span]) -> bool:
    """Return whether a message with one question or lead is read but for a few words that name nothing.

    Of 2,454 readings of built-in handlers on the list of first messages (2026-11-29) those of which this holds, and
    that are not whole anyway, were right in 29 cases and wrong in one.
    """
    if len(_asking_parts(text)) > 1 or len(unread_question_words(text, used)) > MAX_UNREAD_MOSTLY:
        return False
    names = _NAME_INSIDE.finditer(text)
    if any(not any(span.overlaps(name.span()) for span in used) for name in names):
        return False
    return read_share(text, used) >= MIN_MOSTLY_SHARE


def answers_question(text: str, used: Sequence[Span]) -> bool:
    """Return whether spans that hold all content of weight answer a message's question, or the order it begins with.

    At most one word of its questions is left out, beside several pieces that name things, and enough of it is read.
    """
    named = sum(item.kind in NAMING_KINDS for item in find_content(text))
    if is_question_inside(text, used) or _leaves_out_asked(text, used, MAX_UNREAD_ASKED * (named >= MIN_NAMED)):
        return False
    if not (asks_question(text) or _begins_with_used(text, used)):
        return False
    return named >= MIN_NAMED or share_between(text, 0, len(text), used) >= MIN_SPECIFIC_SHARE


def _leaves_out_asked(text: str, used: Sequence[Span], most: int) -> bool:
    """Return whether more words of the questions than ``most`` were not read, or what shall be counted."""
    unread = unread_question_words(text, used)
    return len(unread) > most or any(COUNTED.search(text[: item.span.start]) for item in unread)


def _begins_with_used(text: str, used: Sequence[Span]) -> bool:
    """Return whether the first word that is no function word, such as the verb of an order, was read."""
    first = next((word for word in WORD.finditer(text) if not is_function_word(word.group().lower())), None)
    return first is not None and any(span.overlaps(first.span()) for span in used)


def is_question_inside(text: str, used: Sequence[Span]) -> bool:
    """Return whether the first question stands inside a longer span: it was counted as text, not read.

    Not one of a text below a line with an order that was read, or behind an order that is a sentence of its own and no
    question behind it: "count the words. It rained. Why?".
    """
    if _ORDER_FIRST.match(text) and _begins_with_used(text, used):
        return False
    line, line_break, _ = text.lstrip().partition("\n")
    if line_break and "?" not in line and _begins_with_used(text, used):
        return False
    return any(span.start <= start and end + 1 < span.end for start, end in _asking_parts(text)[:1] for span in used)


def _asking_parts(text: str) -> list[tuple[int, int]]:
    """Return the places of the questions and leads of a message; the keys of a document end with a colon as well."""
    parts = (part for part in SENTENCE.finditer(text) if part.group().rstrip().endswith(("?", ":")))
    return [part.span() for part in parts if DOCUMENT_PART.fullmatch(part.group()) is None]


def read_share(text: str, used: Sequence[Span]) -> float:
    """Return the share (0..1) of a message's words that used spans touch, by letters; function words do not count.

    0 when a question or a lead before a colon is hardly read: a text that comes with it is read with each of its words.
    """
    if any(share_between(text, start, end, used) < MIN_ASKED_SHARE for start, end in _asking_parts(text)):
        return 0.0
    if is_question_inside(text, used):
        return 0.0
    return share_between(text, 0, len(text), used)


def share_between(text: str, start: int, end: int, used: Sequence[Span]) -> float:
    """Return the share between two places, 1 without a word that counts; those of a reason do not."""
    words = list(_weighty_words(text, start, end))
    letters = sum(len(word.group()) for word in words)
    read = [word for word in words if any(span.overlaps(word.span()) for span in used)]
    return sum(len(word.group()) for word in read) / letters if letters else 1.0


def _weighty_words(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the words between two places that are no function words and in no reason."""
    reasons = [one.span() for one in _REASON.finditer(text)]
    for word in WORD.finditer(text, start, end):
        in_reason = any(low <= word.start() < high for low, high in reasons)
        if not in_reason and not is_function_word(word.group().lower()):
            yield word
