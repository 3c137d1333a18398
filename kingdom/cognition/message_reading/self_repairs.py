"""Finds where a writer corrects himself in mid-sentence ("5 km, no sorry, 6 km") and carries the correction out. Pure.

The terms are those of the study of speech repairs (Shriberg 1994): the *reparandum* is withdrawn, an *editing term*
announces it, the *repair* takes its place. A repair has the form of what it replaces: as many words, numbers where
numbers stand, and a word or number of it in the same place.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.cognition.message_reading.message_language import message_language
from kingdom.cognition.message_reading.misspellings import QUOTED
from kingdom.cognition.message_reading.unused_content_texts import NOTICES
from kingdom.contracts.handler_result import Span

MAX_TOKENS = 7  # of a repair; a longer one is a new sentence
MAX_BACK = 25  # tokens before the editing term among which the reparandum is looked for
MAX_CHARS = 3_000  # of a line: a longer one is data
_STRONG = (
    r"i mean(?:t)?(?: to (?:say|write|type))?|make (?:that|it)|(?:scratch|strike) that|correction|or rather|w?h?oops"
    r"|typo|my (?:bad|mistake)|ich mein(?:e|te)?|mein(?:e|te) ich|quatsch|vielmehr|besser gesagt|korrektur"
    r"|ich wollte sagen|vertippt|verschrieben|je v(?:eux|oulais) dire|ou plut[oô]t|je me suis tromp[ée]e?|oups"
    r"|quiero decir|quer[ií]a decir|quise decir|mejor dicho|me equivoqu[eé]|correcci[oó]n|digo|ups"
)
_WEAK = (
    r"no|nope|wait|sorry|actually|hang on|hold on|oh|ah|argh|nein|ne+|nee|moment|halt|warte|ach|äh+m?|entschuldigung"
    r"|verzeihung|pardon|stopp?|non|attends|attendez|euh|enfin|désolée?|plut[oô]t|mince|perd[oó]n|espera|ay|uy|disculpa"
    r"|lo siento|eh"
)
_BREAK = r"[\s,;:.…–—-]+"
_EDITING_TERM = re.compile(
    rf"(?P<lead>[\s,;.…–—(-]+)(?:{_STRONG}|{_WEAK})(?:{_BREAK}(?:{_STRONG}|{_WEAK}))*(?P<end>{_BREAK})(?=[\w€$£])",
    re.IGNORECASE,
)
_STRONG_TERM = re.compile(rf"\b(?:{_STRONG})\b", re.IGNORECASE)
_WEAK_TERM = re.compile(rf"\b(?:{_WEAK})\b", re.IGNORECASE)
_PUNCTUATION = re.compile(r"[,;:.…–—(-]")
_TOKEN = re.compile(r"(?:[€$£]\s?)?\d(?:[\d.,:/]*\d)?|[^\W\d_](?:[\w'’]*\w)?|[%°€$£]")
_REPAIR_END = re.compile(r"[;!?)\n]|\.(?=\s|$)|,(?=\s|$)|\s[-–—](?=\s)|[–—…]")
_FOLLOWING = re.compile(
    r"please|pls|plz|bitte|svp|porfa|por|s'il|in|into|on|at|from|to|am|um|im|for|as|and|or|und|et|y|o|nach|für|pour|en|a|à|para|is|are|was"
    r"|ist|sind|est|es|son|not|nicht|pas|statt|instead|by|per|pro|par|before|after|vor|what|how|which|wie|was|welche[rs]?"
    r"|combien|quel(?:le)?s?|cu[aá]nt[oa]s?|qu[eé]",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|(?:lun|mar|mercre|jeu"
    r"|vendre|same)di|dimanche|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo",
    re.IGNORECASE,
)
_MONTH = re.compile(
    r"jan(?:uary?|vier)?|enero|feb(?:ruar|ruary|rero)?|f[ée]vrier|mar(?:ch|s|zo)?|märz|a[pbv]r(?:il)?|may|mai|mayo|june?"
    r"|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|ao[uû]t|agosto|sept?(?:ember|embre)?|septiembre|o[ck]t(?:ober)?"
    r"|octobre|octubre|nov(?:ember|embre)?|noviembre|de[cz](?:ember)?|d[ée]cembre|diciembre",
    re.IGNORECASE,
)
_DATA_LINE = re.compile(r"[,;|\t{}\]]")
_LEAD_COLON = re.compile(r":(?=\s)")


class Token(NamedTuple):
    """A word, a number or a sign, with its place in the message."""

    text: str
    span: Span


class Certainty(NamedTuple):
    """How surely an editing term announces a repair: of numbers, of words that tell their kind, of any other word."""

    numbers: bool
    words: bool
    any_word: bool


class RepairedMessage(NamedTuple):
    """A message with one self-repair carried out: the repair stands in the place of the reparandum."""

    text: str
    reparandum: Span
    tail: Span  # editing term and repair, which the text leaves out
    repair: str

    def original_spans(self, used: Iterable[Span]) -> Iterator[Span]:
        """Yield the places in the message itself of places in the text."""
        start, shift = self.reparandum.start, len(self.repair) - (self.reparandum.end - self.reparandum.start)
        end, tail_start = start + len(self.repair), self.tail.start + shift
        gap = self.tail.end - self.tail.start
        pieces = ((0, start, 0), (end, tail_start, -shift), (tail_start, len(self.text), gap - shift))
        for span in used:
            for first, last, moved in pieces:
                low, high = max(span.start, first), min(span.end, last)
                if low < high:
                    yield Span(low + moved, high + moved)
            if span.start < end and span.end > start:
                yield from (self.reparandum, self.tail)

    def is_read(self, used: Iterable[Span]) -> bool:
        """Return whether any place in the text overlaps the repair."""
        start = self.reparandum.start
        return any(span.start < start + len(self.repair) and span.end > start for span in used)


def repaired_message(message: str) -> RepairedMessage | None:
    """Return the message with its first self-repair carried out; None without one.

    What stands in quotation marks, behind a colon or below the first line is text to work on; a last line below data
    is not.
    """
    quoted = [Span(*match.span()) for match in QUOTED.finditer(message)]
    for start, end in _sentence_lines(message):
        for match in _EDITING_TERM.finditer(message, start, end):
            colon = _LEAD_COLON.search(message, start, match.start())
            if colon is None and not any(one.overlaps(Span(*match.span())) for one in quoted):
                made = _repaired(message, start, match, end)
                if made is not None:
                    return made
    return None


def _sentence_lines(message: str) -> Iterator[tuple[int, int]]:
    """Yield where the lines that hold a request begin and end: the first, and the last one below data."""
    first_end = message.find("\n") if "\n" in message else len(message)
    if first_end <= MAX_CHARS:
        yield 0, first_end
    last_start = message.rstrip().rfind("\n") + 1
    above = message[:last_start].strip().splitlines()
    if above and len(message) - last_start <= MAX_CHARS and all(_DATA_LINE.search(line) for line in above if line):
        yield last_start, len(message)


def _repaired(message: str, start: int, term: re.Match[str], end: int) -> RepairedMessage | None:
    stop = _REPAIR_END.search(message, term.end(), end)
    repair = _tokens(message, term.end(), stop.start() if stop else end)
    before = _tokens(message, start, term.start())[-MAX_BACK:]
    certainty = _certainty(term)
    for count in range(min(len(repair), MAX_TOKENS), 0, -1):
        is_whole = count == len(repair)
        if not is_whole and not _FOLLOWING.fullmatch(repair[count].text):
            continue
        found = _reparandum(
            before, repair[:count], certainty._replace(any_word=certainty.any_word and (is_whole or count > 1))
        )
        found = found or _number_without_noun(before, repair[:count], certainty)
        if found is not None:
            tail = Span(term.start(), repair[count - 1].span.end)
            said = message[term.end() : tail.end]
            text = message[: found.start] + said + message[found.end : tail.start] + message[tail.end :]
            return RepairedMessage(text, found, tail, said)
    return None


def _certainty(term: re.Match[str]) -> Certainty:
    """Return what an editing term announces. One "sorry" is set off by signs, as is an "I mean"."""
    strong, weak = len(_STRONG_TERM.findall(term.group())), len(_WEAK_TERM.findall(term.group()))
    is_set_off = _PUNCTUATION.search(term.group("lead")) is not None
    is_said_twice = weak > 1 or (strong > 0 and weak > 0)
    is_closed = is_set_off and _PUNCTUATION.search(term.group("end")) is not None
    is_sure = is_said_twice or (strong > 0 and is_set_off)
    return Certainty(numbers=is_sure or is_closed, words=is_sure, any_word=weak > 1)


def _tokens(message: str, start: int, end: int) -> list[Token]:
    return [Token(match.group(), Span(*match.span())) for match in _TOKEN.finditer(message, start, end)]


def _reparandum(before: Sequence[Token], repair: Sequence[Token], certainty: Certainty) -> Span | None:
    """Return the place of the last tokens before that have the form of a repair; None without such."""
    count = len(repair)
    for first in range(len(before) - count, -1, -1):
        window = before[first : first + count]
        kinds = [_likeness(old.text, new.text) for old, new in zip(window, repair, strict=True)]
        if _is_repair(kinds, certainty, is_next=first + count == len(before)):
            return Span(window[0].span.start, window[-1].span.end)
    return None


def _number_without_noun(before: Sequence[Token], repair: Sequence[Token], certainty: Certainty) -> Span | None:
    """Return the place of a last number that a number with a noun replaces ("we are 4, I mean 5 people")."""
    is_counted = len(repair) == 2 and repair[1].text[0].isalpha() and certainty.words
    if not (is_counted and before and _likeness(before[-1].text, repair[0].text) == "number"):
        return None
    return before[-1].span


def _is_repair(kinds: Sequence[str], certainty: Certainty, *, is_next: bool) -> bool:
    """Return whether tokens are replaced by others of their form: by one other word at most, which follows at once."""
    if "unlike" in kinds or set(kinds) == {"same"} or not certainty.numbers:
        return False
    if "word" in kinds:
        return certainty.any_word and is_next and kinds.count("word") == 1
    return certainty.words or (is_next and "number" in kinds)


def _likeness(old: str, new: str) -> str:
    """Return what two tokens have in common: "same", "number", "date", "word", or "unlike" for a number and a word."""
    if old.lower() == new.lower():
        return "same"
    are_numbers = [one[-1].isdigit() for one in (old, new)]
    if any(are_numbers):
        return "number" if all(are_numbers) else "unlike"
    if not (old[0].isalpha() and new[0].isalpha()):
        return "unlike"
    return "date" if any(_are_all(kind, old, new) for kind in (_DAY, _MONTH)) else "word"


def _are_all(kind: re.Pattern[str], *words: str) -> bool:
    return all(kind.fullmatch(word) or kind.fullmatch(re.sub(r"['’]?s$", "", word)) for word in words)


def with_repair(
    value: Mapping[str, Any], used: Sequence[Span], message: str, repaired: RepairedMessage
) -> Mapping[str, Any] | None:
    """Return what a handler answered to the repaired message as an answer to the message itself, which says so.

    None where it did not use the repair.
    """
    if not repaired.is_read(used):
        return None
    said = NOTICES[message_language(message)].repaired.format(repaired.repair, message[slice(*repaired.reparandum)])
    places = sorted(set(repaired.original_spans(used)))
    return {**value, "answer": f"{said}\n\n{value['answer']}", "used": [list(span) for span in places]}
