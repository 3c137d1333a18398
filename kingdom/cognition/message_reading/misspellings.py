"""Finds words that a handler left out and that differ by a slip of the pen from one that it knows. Pure.

A slip is two letters that changed places, one too few or too many, or a wrong vowel, behind the first letter and before
the last one, which may belong to an ending. What a handler knows are the words in its code. Of words with three or four
letters only the usual slips count, in a table of their own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kingdom.cognition.message_reading.message_language import fold_text, message_language
from kingdom.cognition.message_reading.near_words import NEAR_WORDS
from kingdom.cognition.message_reading.unused_content_texts import NOTICES
from kingdom.contracts.handler_result import Span

MAX_CORRECTED = 3  # words; more are data
_VOWELS = frozenset("aeiouyäöüáàâéèêëíîïóôúùû")
_LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßáàâéèêëíîïóôúùûñç"
_WORD = re.compile(r"(?<![\w'’@./-])[^\W\d_]{5,20}(?![\w'’@-]|\.\w)")
_SHORT_WORD = re.compile(r"(?<![\w'’@./-])[^\W\d_]{3,4}(?![\w'’@-]|\.\w)")
# Of short words of a question, with the word meant: they are words of no language that handlers read.
_SLIPS_LISTED = (
    "mnay:many amny:many mayn:many mcuh:much muhc:much hwo:how ohw:how waht:what hwat:what whta:what wehn:when "
    "whne:when hwen:when wich:which whih:which whch:which thse:these thsi:this tihs:this htis:this taht:that "
    "teh:the hte:the adn:and dyas:days dasy:days wiht:with wtih:with fomr:from frmo:from ecah:each eahc:each "
    "wrod:word wodr:word wrds:words csot:cost ocst:cost sotr:sort srot:sort lsit:list weke:week wekk:week "
    "weks:weeks yaer:year yera:year yers:years toal:total totl:total ttal:total mius:minus plsu:plus mles:miles "
    "iwe:wie tgae:tage taeg:tage wnan:wann qeul:quel qule:quel"
)
_SHORT_SLIPS = dict(pair.split(":") for pair in _SLIPS_LISTED.split())
_PHRASE_BEFORE = re.compile(r"(?:\bhow|\btoo|\bso|\bwie|\bby what|\d)\s+\Z", re.IGNORECASE)
_PHRASE_BEHIND = re.compile(r"\s+(?:many|much|long|old|far|viele?|lange|alt)\b", re.IGNORECASE)
_KNOWN = re.compile(r"[^\W\d_]{5,20}")
_ESCAPE = re.compile(r"\\[a-zA-Z]")  # of a pattern: `\baverage` names no "baverage"
QUOTED = re.compile(r"[\"“„«][^\"“”„«»\n]*[\"”“»]|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)")
_LEAD = re.compile(r"[^:\n]*:(?=\s*\S)|[^\n]*\n")


class Correction(NamedTuple):
    """A misspelled word's place in the message, the known word, and the known word's place in the corrected message."""

    word: Span
    known: str
    place: Span


class CorrectedMessage(NamedTuple):
    """A message with misspelled words corrected."""

    text: str
    corrections: tuple[Correction, ...]

    def original(self, position: int) -> int:
        """Return the position in the message itself."""
        shift = 0
        for one in self.corrections:
            if position < one.place.end:
                return min(position - shift, one.word.end)
            shift = one.place.end - one.word.end
        return position - shift


@lru_cache(maxsize=32)  # a version's code does not change
def known_words(code: str) -> frozenset[str]:
    """Return the words of at least five letters in a handler's code, in lower case."""
    return frozenset(_KNOWN.findall(_ESCAPE.sub(" ", code.lower())))


def corrected_message(
    message: str, used: Sequence[Span], known: frozenset[str], *, answer: str = "", is_declined: bool = False
) -> CorrectedMessage | None:
    """Return the message with its misspelled words corrected; None without one, and with more than three.

    ``used`` is what the handler read. Words in quotation marks are text, and so is what stands below or behind a lead
    that was read in part only. A short slip that the ``answer`` quotes was not understood, and counts as left
    out, and so does one beside the rest of its phrase ("how mcuh"); of an answer that declines nothing counts.
    """
    found = sorted(_misspelled(message, used, known, answer, is_declined=is_declined))
    if not 0 < len(found) <= MAX_CORRECTED:
        return None
    text, end, corrections = "", 0, list[Correction]()
    for span, word in found:
        text += message[end : span.start]
        corrections.append(Correction(span, word, Span(len(text), len(text) + len(word))))
        text, end = text + word, span.end
    return CorrectedMessage(text + message[end:], tuple(corrections))


def _misspelled(
    message: str, used: Sequence[Span], known: frozenset[str], answer: str, *, is_declined: bool
) -> Iterator[tuple[Span, str]]:
    quoted = [Span(*match.span()) for match in QUOTED.finditer(message)]
    taken = [*([] if is_declined else used), *quoted]
    end = _end_of_lead(message, used)
    yield from _misspelled_short(message, taken, end, answer, quoted)
    for match in _WORD.finditer(message, 0, end):
        place = Span(*match.span())
        is_name = match.group()[0].isupper() and place.start > 0
        meant = "" if is_name or any(place.overlaps(one) for one in taken) else _meant(match.group().lower(), known)
        if meant:
            yield place, meant


def _is_beside_phrase(message: str, place: Span, quoted: Sequence[Span]) -> bool:
    """Return whether a short slip stands beside a word that goes with the word meant, outside of quoted text."""
    if any(place.overlaps(one) for one in quoted):
        return False
    return bool(_PHRASE_BEFORE.search(message, 0, place.start) or _PHRASE_BEHIND.match(message, place.end))


def _misspelled_short(
    message: str, taken: Sequence[Span], end: int, answer: str, quoted: Sequence[Span]
) -> Iterator[tuple[Span, str]]:
    """Yield the misspelled short words of a question with the words meant."""
    for match in _SHORT_WORD.finditer(message, 0, end):
        place = Span(*match.span())
        meant = _SHORT_SLIPS.get(match.group().lower(), "")
        is_named = f"“{match.group()}”" in answer
        is_left_out = not any(place.overlaps(one) for one in taken)
        if meant and (is_named or is_left_out or _is_beside_phrase(message, place, quoted)):
            yield place, meant


def _end_of_lead(message: str, used: Sequence[Span]) -> int:
    """Return where a lead ends behind which nothing was read, else where the message ends."""
    lead = _LEAD.match(message)
    return lead.end() if lead and not any(span.end > lead.end() for span in used) else len(message)


def _meant(word: str, known: frozenset[str]) -> str:
    """Return the one known word that a misspelled one stands for, "" for a correct one and where several are.

    A word that is known as it stands goes before one of which only the singular is ("punds": "pounds", not "pfunds"),
    and of two that differ by an accent either is meant.
    """
    if word in NEAR_WORDS or _is_known(word, known):
        return ""
    found = {one for one in _slips(word) if _is_known(one, known) and not _differ_in_ending(word, one)}
    found = {one for one in found if one in known} or found
    return max(found) if len({fold_text(one) for one in found}) == 1 else ""


def _differ_in_ending(word: str, other: str) -> bool:
    """Return whether two words have different endings of one stem ("welche", "welchem"), which is no slip."""
    if len(word) == len(other):
        return word[:-1] == other[:-1]
    shorter, longer = sorted((word, other), key=len)
    return longer[:-1] == shorter and longer[-1] != longer[-2]  # "untill" is a slip


def _is_known(word: str, known: frozenset[str]) -> bool:
    return word in known or _singular(word) in known


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 5 else word


def _slips(word: str) -> Iterator[str]:
    """Yield the words that one slip turns into this one."""
    parts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    yield from (head + letter + tail for head, tail in parts for letter in _LETTERS)
    yield from (head + tail[1:] for head, tail in parts if tail)
    yield from (head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1)
    yield from (head + vowel + tail[1:] for head, tail in parts if tail[:1] in _VOWELS for vowel in _VOWELS)


def with_corrections(
    value: Mapping[str, Any], used: Iterable[Span], message: str, corrected: CorrectedMessage, *, before: str
) -> Mapping[str, Any] | None:
    """Return what a handler answered to the corrected message as an answer to the message itself.

    It says how each corrected word was read, unless the answer is that of ``before`` the correction. None where it used
    none of them: they were no misspelled words then.
    """
    mapped = (Span(corrected.original(start), corrected.original(end)) for start, end in used)
    places = [span for span in mapped if span.start < span.end]
    read = [one for one in corrected.corrections if any(one.word.overlaps(place) for place in places)]
    if not read:
        return None
    said = NOTICES[message_language(message)].read_as
    sentences = " ".join(said.format(message[slice(*one.word)], one.known) for one in read)
    answer = value["answer"] if value["answer"] == before else f"{sentences}\n\n{value['answer']}"
    return {**value, "answer": answer, "used": [list(span) for span in places]}
