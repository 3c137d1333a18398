"""Cut a message into the requests it may consist of. Pure rules in four languages, linear in time.

A cut is made only where a request begins, never inside quoted text, brackets, tables, code or the data after a colon.
Whether the pieces are requests to different specialists is for their routes to say (``part_routing``).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, zip_longest

from kingdom.cognition.message_reading.message_content import NAMING_KINDS, ContentItem, find_content
from kingdom.contracts.handler_result import Span
from kingdom.orchestrator.parts import segmentation_phrases as phrases
from kingdom.orchestrator.parts.bare_figures import AND_BELOW_DATA, AND_FIGURE, AND_MEASURE, is_bare, may_follow
from kingdom.orchestrator.parts.dotted_items import dotted_items
from kingdom.orchestrator.parts.message_data import SELF_DELIMITED, data_mask
from kingdom.orchestrator.parts.request_starts import (
    INTRODUCTION,
    JOINT,
    LIST_MARKER,
    STARTS,
    WORD,
    any_language,
    asks,
    is_filler,
    joined_words,
    names_content,
)

MAX_CHARS = 4_000  # a longer message is a document
MAX_SEGMENTS = 12  # more pieces than this are a document, too
_COUNTED = re.compile(
    r"(?<!\w)(?:how (?:many|much)|wie ?viele?|combien|cu[aá]nt[oa]s?)(?!\w)[^?.!\n]{0,60}"
    r"\s(?:an?|one|eine?[rmn]?|une?|una?)\s(?!text|word|sentence|wort|satz|mot|phrase|palabra|frase)[^\W\d_]{3}",
    re.IGNORECASE,
)
_RUN = re.compile(rb"\x01{8,}")  # characters of data; fewer are a word in quotes or brackets
_OF_RESULT = re.compile(
    r"(?<!\w)(?:results?|answers?|outcome|output|why|ergebnis\w*|antwort|warum|résultat|réponse|pourquoi|"
    r"resultado|respuesta|por qué)(?!\w)",
    re.IGNORECASE,
)
_PICK = re.compile(
    r"(?<!\w)(?:(?:long|short|larg|bigg|small|high|low|old|new|cheap)est|(?:most|least) \w+|(?:läng|kürze|größ|klein"
    r"|höch|niedrig|häufig|ält|teuer|billig)ste\w*|(?:le|la) (?:plus|moins) \w+|(?:más|mas|menos) \w+)(?!\w)",
    re.IGNORECASE,
)
_IT = re.compile(r"(?<!\w)(?:it|its|es|er|sie|il|elle|a-t-(?:il|elle)|tiene|ese|esa)(?!\w)", re.IGNORECASE)
_ONE_WORD_ASKED = re.compile(r"\W*[^\W\d_]+\s*\?\W*")  # "…, lowercase? [data]" belongs to the question before it
_SHORT_FORM = re.compile(r"[\"'“„«](?:[^\W\d_]{1,4}\.){1,3}[\"'”“»]\s+\Z")  # "Mr." in quotes ends nothing
_TRIMMED = " \t\r\n,;"


@dataclass(frozen=True)
class Segment:
    """A piece of a message. ``asks`` says that it begins like a request or ends like a question."""

    span: Span
    asks: bool

    def text_of(self, message: str) -> str:
        """Return the piece as the message says it."""
        return message[slice(*self.span)]


_BACK, _THIS, _IMPERSONAL = map(any_language, (phrases.BACK_REFERENCES, phrases.DEMONSTRATIVES, phrases.IMPERSONAL))
_CONNECTIVES, _PLAIN = any_language(phrases.CONNECTIVES), re.compile(r"[\w\s'’.,;:!?…–—()-]*")
_DATA_NOUN, _FILES = any_language(phrases.DATA_NOUNS), joined_words(phrases.FILES)
_HOLIDAY = joined_words(phrases.HOLIDAYS)


@cache
def _cut_pattern() -> re.Pattern[str]:
    """Return what stands between two requests; the second one begins at its end."""
    # each begins where a run of its characters does, and takes the run whole: a long one is read once
    sentence = r"(?<![?!.;…])[?!.;…]++[\"'”’)]*+\s++"
    line = r"(?<!\s)[^\S\n]*+\n\s*+"
    end = rf"(?:{sentence}|{line})(?:{LIST_MARKER})?|(?<!\s)\s*+[,–—-]\s++(?!{phrases.RELATIVE_CLAUSE})"
    between = rf"(?:{end})[¿¡]?{JOINT}{{0,2}}|(?<!\s)\s++{JOINT}{{1,2}}"
    item = rf"{line}(?={LIST_MARKER}\S)"
    # "… Also 5 feet in cm?", "…? Also my case is 23 kg, what is that in lb?"
    told = rf"{sentence}[¿¡]?{JOINT}{{1,2}}(?=\w)|(?<=\?)\s++(?=\w)"
    return re.compile(
        rf"(?:{between})(?=[¿¡]?(?:{STARTS})(?!\w))|{item}|{told}|{AND_MEASURE}|{AND_BELOW_DATA}"
        rf"|{phrases.AND_CALCULATION}|(?P<figure>{AND_FIGURE})",
        re.IGNORECASE,
    )


def request_segments(message: str, mask: bytearray | None = None) -> tuple[Segment, ...]:
    """Return the pieces that a message may consist of, in order; none when it is one piece.

    A piece that refers to another one, or names its data only in another one, is part of that. Greetings, other fillers
    and an introduction are part of the piece after them. ``mask`` is the message's ``data_mask`` where it is at hand.
    """
    if len(message) > MAX_CHARS:
        return ()
    kept = _mask_of(message, mask)
    items = _ordinal_items(message, kept) or _inline_items(message, kept) or dotted_items(message)
    spans = items or list(_spans(message, kept))
    if not 2 <= len(spans) <= MAX_SEGMENTS:
        return ()
    pieces = [Segment(span, bool(items) or _is_asked(message, span, kept)) for span in spans]
    segments = _merge_dependent(message, pieces)
    return tuple(segments) if len(segments) > 1 else ()


def _is_asked(message: str, span: Span, kept: Sequence[int]) -> bool:
    """Return whether a piece asks for something; the question mark may stand before its data: "json ok? [1,]"."""
    words = "".join(char for char, hidden in zip(message[slice(*span)], kept[slice(*span)], strict=True) if not hidden)
    behind_data = kept[span.start] and asks(words.strip())
    return asks(message[slice(*span)]) or words.rstrip().endswith("?") or bool(behind_data) or is_bare(message, span)


def requests_over_data(message: str, mask: bytearray | None = None) -> tuple[tuple[Span, str], ...]:
    """Return the requests that a message makes over the one table, document or quote in it; each without data gets it.

    None for a message with other data, with one request, or with one about the result of another. ``mask`` is the
    message's ``data_mask`` where it is at hand.
    """
    if len(message) > MAX_CHARS:
        return ()
    kept = _mask_of(message, mask)
    runs = [Span(*run.span()) for run in _RUN.finditer(kept)]
    asked = list(_spans_beside(message, kept, runs[0])) if len(runs) == 1 else []
    texts = [message[slice(*span)] for span in asked]
    if not 2 <= len(asked) <= MAX_SEGMENTS or not _stand_alone(texts):
        return ()
    given = [_with_data(text, message[slice(*runs[0])].strip()) for text in texts]
    return tuple(zip(asked, given, strict=True)) if given != texts else ()


def _mask_of(message: str, mask: bytearray | None) -> bytearray:
    return mask if mask is not None else data_mask(message)


def _spans_beside(message: str, mask: Sequence[int], block: Span) -> Iterator[Span]:
    """Yield the pieces of a message but for one that is the data alone."""
    return (span for span in _spans(message, mask) if not block.start <= span.start < span.end <= block.end + 1)


def _asks_by_itself(text: str) -> bool:
    is_remark = _ONE_WORD_ASKED.fullmatch(_without_data(text)) is not None
    return asks(text) and not is_filler(text) and not is_remark and _OF_RESULT.search(text) is None


def _stand_alone(texts: Sequence[str]) -> bool:
    is_of_those = any(phrases.WHICH_OF_THOSE.match(text) or phrases.THAT_ASKED.match(text) for text in texts[1:])
    is_of_those = is_of_those or _asks_of_pick(texts)
    return all(map(_asks_by_itself, texts)) and not is_of_those


def _asks_of_pick(texts: Sequence[str]) -> bool:
    """Return whether a request is about what the one before it picks: "the longest word and its letters"."""
    return any(_PICK.search(before) and _IT.search(after) for before, after in pairwise(map(_without_data, texts)))


def _with_data(text: str, data: str) -> str:
    """Return a request with the data that it needs: none where it has a day or figures of its own."""
    bare = text.replace(data, "").strip()
    if bare != text and phrases.DATED.search(bare) and phrases.OF_ROWS.search(bare) is None:
        return bare
    return text if data in text or _has_figures(text) or _HOLIDAY.search(text) else f"{text}\n\n{data}"


def has_content(text: str) -> bool:
    """Return whether a text carries something to work on: a number, a date, a quote, an address, a file name, data.

    "How many minutes are in a week?" is about one week.
    """
    return "@" in text or names_content(text) or _has_data(text) or _COUNTED.search(text) is not None


def names_files(text: str) -> bool:
    """Return whether a text speaks of files."""
    return _FILES.search(text) is not None


def only_joins(between: str) -> bool:
    """Return whether a text between two requests says nothing itself: connectives, fillers and punctuation."""
    words = WORD.findall(_CONNECTIVES.sub("", between))
    return _PLAIN.fullmatch(between) is not None and all(word.lower() in phrases.FILLERS for word in words)


def _has_data(text: str) -> bool:
    return any(data_mask(text, contents=False))


def _spans(message: str, kept: Sequence[int]) -> Iterator[Span]:
    introduction = INTRODUCTION.match(message)
    start = introduction.end() if introduction else 0
    for cut in _cut_pattern().finditer(message):
        if kept[cut.end() - 1]:  # a quote may end with a full stop, which is the beginning of the cut
            continue
        is_short_form = message[cut.end()].islower() and _SHORT_FORM.search(message, start, cut.end()) is not None
        if is_short_form or (cut["figure"] and not may_follow(message[start : cut.start()])):
            continue
        if phrases.ABBREVIATION_END.search(message, max(start, cut.start() - 12), cut.start() + _ending(cut.group())):
            continue
        yield from trimmed_span(message, start, cut.start() + _ending(cut.group()))
        start = cut.end()
    yield from trimmed_span(message, start, len(message))


_ORDINAL_GROUPS = [f"n{number}" for number in range(len(phrases.ORDINALS))]
_ORDINAL = "|".join(f"(?P<{group}>{words})" for group, words in zip(_ORDINAL_GROUPS, phrases.ORDINALS, strict=True))
_ORDINAL_MARKER = re.compile(rf"(?:(?<=[.!?;,\n] )|(?<=\n)|\A)(?:{_ORDINAL})\s*[:,)–-]\s+", re.IGNORECASE)
_INLINE_MARKER = re.compile(r"(?:(?<=\s)|^)\(?([1-9])\)(?=\s+\S)")


def _ordinal_items(message: str, kept: Sequence[int]) -> list[Span]:
    """Return the items of a list that is numbered in words from its start, "First: … Second, …"; none for others."""
    found = [match for match in _ORDINAL_MARKER.finditer(message) if not kept[match.start()]]
    in_order = [match.lastgroup for match in found] == _ORDINAL_GROUPS[: len(found)]
    if len(found) < 2 or not in_order or found[0].start():
        return []
    ends = [*(match.start() for match in found[1:]), len(message)]
    return [span for match, end in zip(found, ends, strict=True) for span in trimmed_span(message, match.end(), end)]


def _inline_items(message: str, kept: Sequence[int]) -> list[Span]:
    """Return the items of a list inside a line, "1) … 2) …", with what stands before it; none without one."""
    markers = [match for match in _INLINE_MARKER.finditer(message) if not kept[match.start()]]
    if len(markers) < 2 or [int(match[1]) for match in markers] != list(range(1, len(markers) + 1)):
        return []
    spans = _spans_between(message, [0, *(match.start() for match in markers), len(message)])
    is_intro = len(spans) > len(markers) and is_filler(message[slice(*spans[0])])
    return spans[1:] if is_intro else spans


def _spans_between(message: str, starts: Sequence[int]) -> list[Span]:
    return [span for start, end in pairwise(starts) for span in trimmed_span(message, start, end)]


def _ending(between: str) -> int:
    """Return how many characters of a cut end the sentence before it."""
    return len(between) - len(between.lstrip("?!.…\"'”’)"))


def trimmed_span(message: str, start: int, end: int) -> Iterator[Span]:
    """Yield the span from ``start`` to ``end`` without a list marker and separators around it; none if empty."""
    marker = re.compile(LIST_MARKER).match(message, start)
    start = marker.end() if marker is not None and marker.end() < end else start
    while start < end and message[start] in _TRIMMED:
        start += 1
    while end > start and message[end - 1] in _TRIMMED:
        end -= 1
    if start < end:
        yield Span(start, end)


def _merge_dependent(message: str, pieces: Sequence[Segment]) -> list[Segment]:
    """Join each piece that cannot stand alone with its neighbour: introductions forward, references backward.

    A sentence that only tells something introduces the piece after it if that one needs it and the one before does not.
    """
    merged: list[Segment] = []
    waiting: list[Segment] = []  # an introduction to what follows
    is_told = False  # the introduction brings what the piece after it asks about
    for piece, following in zip_longest(pieces, pieces[1:]):
        text = piece.text_of(message)
        joined = _joined_segments([*waiting, piece])
        was_told, is_told = is_told, _introduces(message, merged[-1:], piece, following)
        waiting = []
        if is_filler(text) or is_told or (not merged and _leads(piece, text)):
            waiting = [joined]
            continue
        before = [merged.pop()] if merged and not was_told and _goes_with(piece, text) else []
        merged.append(_joined_segments([*before, joined]))
    return [*merged[:-1], _joined_segments([*merged[-1:], *waiting])]


def _leads(piece: Segment, text: str) -> bool:
    """Return whether the first piece of a message is about what follows it."""
    return _lacks_data(text) or _is_introduction(piece, text)


def _goes_with(piece: Segment, text: str) -> bool:
    """Return whether a piece is about the one before it."""
    is_remark = _ONE_WORD_ASKED.fullmatch(_without_data(text)) or phrases.WHICH_OF_THOSE.match(text)
    return not piece.asks or is_remark is not None or _refers_back(text) or _lacks_data(text)


def _introduces(message: str, before: Sequence[Segment], piece: Segment, following: Segment | None) -> bool:
    """Return whether a piece tells what the one after it asks about, while the one before it has data of its own."""
    texts = [piece.text_of(message), *(one.text_of(message) for one in before)]
    if not before or following is None or piece.asks or not all(map(has_content, texts)):
        return False
    needs = following.text_of(message)
    return following.asks and (not _has_figures(needs) or _refers_back(needs))


def _joined_segments(segments: Sequence[Segment]) -> Segment:
    span = Span(segments[0].span.start, segments[-1].span.end)
    return Segment(span, any(segment.asks for segment in segments))


def _is_introduction(piece: Segment, text: str) -> bool:
    """Return whether a piece is a sentence that asks for nothing; "3 miles in km" asks without a verb."""
    first = next(iter(find_content(text)), None)
    return not piece.asks and (first is None or first.span.start > 1) and text[:1] not in SELF_DELIMITED


def _refers_back(text: str) -> bool:
    """Return whether a piece points at something that it does not contain."""
    if phrases.THAT_ASKED.match(text) is not None:
        return True
    own_words = _without_data(_IMPERSONAL.sub(" ", text))
    return _BACK.search(own_words) is not None or (_THIS.search(own_words) is not None and not _has_figures(text))


def _has_figures(text: str) -> bool:
    """Return whether a text carries more to work on than the name of a unit: "what is that in pounds?" does not."""
    named = (item for item in find_content(text) if item.kind in NAMING_KINDS)
    return "@" in text or _has_data(text) or any(_is_figure(item, text) for item in named)


def _is_figure(item: ContentItem, text: str) -> bool:
    return item.kind != "number" or any(char.isdigit() for char in text[slice(*item.span)])


def _lacks_data(text: str) -> bool:
    """Return whether a piece speaks of "the text" or "this address" without containing one."""
    return _DATA_NOUN.search(text) is not None and not has_content(text) and not names_files(text)


def _without_data(text: str) -> str:
    return "".join(" " if hidden else char for char, hidden in zip(text, data_mask(text), strict=True))
