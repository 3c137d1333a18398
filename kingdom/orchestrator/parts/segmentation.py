"""Cut a message into the requests it may consist of. Pure rules in four languages, linear in time.

A cut is made only where a request begins, never inside quoted text, brackets, tables, code or the data after a colon.
Whether the pieces are requests to different specialists is for their routes to say (``part_routing``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise

from kingdom.cognition.message_reading.message_content import NAMING_KINDS, find_content
from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.handler_result import Span
from kingdom.orchestrator.parts import segmentation_phrases as phrases
from kingdom.orchestrator.parts.ordinal_lists import ordinal_spans

MAX_CHARS = 4_000  # a longer message is a document
MAX_SEGMENTS = 12  # more pieces than this are a document, too
_SELF_DELIMITED = frozenset('{[("“„«`')
_MARKER_CHARS = 3  # "1." or "a)" before the first item of a list
_MAX_COLONS = 40  # further ones are part of data
_OPENING, _CLOSING = "{[(", "}])"
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_COLON = re.compile(r":(?=\s)")
_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_LIST_MARKER = r"[ \t]*+(?:\(?(?:\d{1,2}|[a-h])[.)]|[-*•–])[ \t]+"
_DELIMITERS = tuple(re.compile(pattern) for pattern in (r",(?=\S)", r";(?=\S)", r"\t", r"\|"))
_TRIMMED = " \t\r\n,;"


@dataclass(frozen=True)
class Segment:
    """A piece of a message. ``asks`` says that it begins like a request or ends like a question."""

    span: Span
    asks: bool

    def text_of(self, message: str) -> str:
        """Return the piece as the message says it."""
        return message[slice(*self.span)]


def _joined(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def _any(words: Mapping[Language, str]) -> re.Pattern[str]:
    return _joined(*words.values())


_NEED = re.compile(
    r"i (?:(?:also |just |really )?(?:want|need)|would (?:also )?(?:like|love)|am looking)\b|i['’]d (?:like|love)\b|"
    r"ich (?:möchte|will|brauche)\b|"
    r"je (?:voudrais|veux|souhaite)\b|j['’]ai besoin|(?:quiero|quisiera|necesito|me gustaría)\b",
    re.IGNORECASE,
)
_STARTS, _IMPERSONAL = _any(phrases.REQUEST_STARTS), _any(phrases.IMPERSONAL)
_BACK, _THIS = _any(phrases.BACK_REFERENCES), _any(phrases.DEMONSTRATIVES)
_CONNECTIVES, _PLAIN = _any(phrases.CONNECTIVES), re.compile(r"[\w\s'’.,;:!?…–—()-]*")
_DATA_NOUN, _FILES = _any(phrases.DATA_NOUNS), _joined(phrases.FILES)


@cache
def _cut_pattern() -> re.Pattern[str]:
    """Return what stands between two requests; the second one begins at its end."""
    connective = "|".join(phrases.CONNECTIVES.values())
    start = "|".join(phrases.REQUEST_STARTS.values())
    # each begins where a run of its characters does, and takes the run whole: a long one is read once
    sentence = r"(?<![?!.;…])[?!.;…]++[\"'”’)]*+\s++"
    line = r"(?<!\s)[^\S\n]*+\n\s*+"
    end = rf"(?:{sentence}|{line})(?:{_LIST_MARKER})?|(?<!\s)\s*+[,–—-]\s++"
    joint = rf"(?:(?:{connective})(?:\s?[,:])?\s++)"
    between = rf"(?:{end})[¿¡]?{joint}{{0,2}}|(?<!\s)\s++{joint}{{1,2}}"
    short = rf"{sentence}[¿¡]?{joint}(?=\d)"  # "… Also 5 feet in cm?"
    item = rf"{line}(?={_LIST_MARKER}\S)"
    return re.compile(rf"(?:{between})(?=[¿¡]?(?:{start})(?!\w))|{short}|{item}", re.IGNORECASE)


def request_segments(message: str) -> tuple[Segment, ...]:
    """Return the pieces that a message may consist of, in order; none when it is one piece.

    A piece that refers to another one, or names its data only in another one, is part of that. Greetings, other fillers
    and an introduction are part of the piece after them.
    """
    if len(message) > MAX_CHARS:
        return ()
    kept = _protected(message)
    items = _ordinal_items(message, kept) or _inline_items(message, kept)
    spans = items or list(_spans(message, kept))
    if not 2 <= len(spans) <= MAX_SEGMENTS:
        return ()
    segments = _merge_dependent(message, [Segment(span, bool(items) or _asks(message[slice(*span)])) for span in spans])
    return tuple(segments) if len(segments) > 1 else ()


def has_content(text: str) -> bool:
    """Return whether a text carries something to work on: a number, a date, a quote, an address, a file name, data."""
    return "@" in text or _names_content(text) or _has_data(text)


def _names_content(text: str) -> bool:
    return any(item.kind in NAMING_KINDS for item in find_content(text))


def names_files(text: str) -> bool:
    """Return whether a text speaks of files."""
    return _FILES.search(text) is not None


def only_joins(between: str) -> bool:
    """Return whether a text between two requests says nothing itself: connectives, fillers and punctuation."""
    words = _WORD.findall(_CONNECTIVES.sub("", between))
    return _PLAIN.fullmatch(between) is not None and all(word.lower() in phrases.FILLERS for word in words)


def _has_data(text: str) -> bool:
    return any(_protected(text, contents=False))


def _spans(message: str, kept: Sequence[int]) -> Iterator[Span]:
    introduction = _NUMBERED_INTRODUCTION.match(message)
    start = introduction.end() if introduction else 0
    for cut in _cut_pattern().finditer(message):
        if kept[cut.end() - 1]:  # a quote may end with a full stop, which is the beginning of the cut
            continue
        yield from trimmed_span(message, start, cut.start() + _ending(cut.group()))
        start = cut.end()
    yield from trimmed_span(message, start, len(message))


_NUMBERED_INTRODUCTION = re.compile(  # "2 things: …"
    r"\s*(?:(?:hi|hello|hey|hallo|bonjour|hola|please|bitte)[,!.]?\s+)?"
    r"(?:i (?:have|got)\s+|ich (?:habe|hätte)\s+|j['’]ai\s+|tengo\s+)?"
    r"(?:\d|two|three|four|an? (?:few|couple(?: of)?)|zwei|drei|vier|ein paar|deux|trois|quelques|dos|tres|unas)\s+"
    r"(?:quick\s+|short\s+|small\s+|kurze\s+|petites?\s+)?"
    r"(?:things?|questions?|tasks?|requests?|sachen|dinge|fragen|aufgaben|choses|demandes|cosas|preguntas|tareas)"
    r"\s*[:.–-]\s*",
    re.IGNORECASE,
)
_INLINE_MARKER = re.compile(r"(?:(?<=\s)|^)\(?([1-9])\)(?=\s+\S)")


def _ordinal_items(message: str, kept: Sequence[int]) -> list[Span]:
    return [span for start, end in ordinal_spans(message, kept) for span in trimmed_span(message, start, end)]


def _inline_items(message: str, kept: Sequence[int]) -> list[Span]:
    """Return the items of a list inside a line, "1) … 2) …", with what stands before it; none without one."""
    markers = [match for match in _INLINE_MARKER.finditer(message) if not kept[match.start()]]
    if len(markers) < 2 or [int(match[1]) for match in markers] != list(range(1, len(markers) + 1)):
        return []
    spans = _spans_between(message, [0, *(match.start() for match in markers), len(message)])
    is_intro = len(spans) > len(markers) and _is_filler(message[slice(*spans[0])])
    return spans[1:] if is_intro else spans


def _spans_between(message: str, starts: Sequence[int]) -> list[Span]:
    return [span for start, end in pairwise(starts) for span in trimmed_span(message, start, end)]


def _ending(between: str) -> int:
    """Return how many characters of a cut end the sentence before it."""
    return len(between) - len(between.lstrip("?!.…\"'”’)"))


def trimmed_span(message: str, start: int, end: int) -> Iterator[Span]:
    """Yield the span from ``start`` to ``end`` without a list marker and separators around it; none if empty."""
    marker = re.compile(_LIST_MARKER).match(message, start)
    start = marker.end() if marker is not None and marker.end() < end else start
    while start < end and message[start] in _TRIMMED:
        start += 1
    while end > start and message[end - 1] in _TRIMMED:
        end -= 1
    if start < end:
        yield Span(start, end)


def _asks(text: str) -> bool:
    """Return whether a piece asks for something; "I need to travel" without anything to work on only tells."""
    if _NEED.match(text) is not None and not _names_content(text):
        return False
    return text.rstrip("\"'”’) ").endswith("?") or _STARTS.match(text.lstrip("¿¡")) is not None


def _merge_dependent(message: str, pieces: Sequence[Segment]) -> list[Segment]:
    """Join each piece that cannot stand alone with its neighbour: introductions forward, references backward."""
    merged: list[Segment] = []
    waiting: list[Segment] = []  # an introduction to what follows
    for piece in pieces:
        text = piece.text_of(message)
        joined = _joined_segments([*waiting, piece])
        waiting = []
        if _is_filler(text) or (not merged and (_lacks_data(text) or _is_introduction(piece, text))):
            waiting = [joined]
        elif merged and (_refers_back(text) or _lacks_data(text)):
            merged.append(_joined_segments([merged.pop(), joined]))
        else:
            merged.append(joined)
    return [*merged[:-1], _joined_segments([*merged[-1:], *waiting])]


def _joined_segments(segments: Sequence[Segment]) -> Segment:
    span = Span(segments[0].span.start, segments[-1].span.end)
    return Segment(span, any(segment.asks for segment in segments))


def _is_filler(text: str) -> bool:
    words = [word.lower() for word in _WORD.findall(text)]
    return all(word in phrases.FILLERS for word in words) or (len(words) == 1 and len(text) <= _MARKER_CHARS)


def _is_introduction(piece: Segment, text: str) -> bool:
    """Return whether a piece is a sentence that asks for nothing; "3 miles in km" asks without a verb."""
    first = next(iter(find_content(text)), None)
    return not piece.asks and (first is None or first.span.start > 1) and text[:1] not in _SELF_DELIMITED


def _refers_back(text: str) -> bool:
    """Return whether a piece points at something that it does not contain."""
    own_words = _without_data(_IMPERSONAL.sub(" ", text))
    return _BACK.search(own_words) is not None or (_THIS.search(own_words) is not None and not has_content(text))


def _lacks_data(text: str) -> bool:
    """Return whether a piece speaks of "the text" or "this address" without containing one."""
    return _DATA_NOUN.search(text) is not None and not has_content(text) and not names_files(text)


def _without_data(text: str) -> str:
    return "".join(" " if hidden else char for char, hidden in zip(text, _protected(text), strict=True))


# ---- what is never cut apart


def _protected(message: str, *, contents: bool = True) -> bytearray:
    """Return a mark for each character that belongs to data: quotes, references, brackets, code, tables, lists."""
    mask = bytearray(len(message))
    for start, end in _data_spans(message, contents):
        mask[start:end] = b"\1" * (end - start)
    for start, end in _after_colons(message, mask):
        mask[start:end] = b"\1" * (end - start)
    return mask


def _data_spans(message: str, contents: bool) -> Iterator[tuple[int, int]]:
    for item in find_content(message) if contents else ():
        if item.kind in ("quote", "reference"):
            yield item.span
    for fence in _FENCE.finditer(message):
        yield fence.span()
    yield from _bracketed(message)
    yield from _tables(message)


def _bracketed(message: str) -> Iterator[tuple[int, int]]:
    """Yield each outermost pair of brackets; an open brace or square bracket without an end hides all that follows."""
    opened: list[int] = []
    for at, char in enumerate(message):
        if char in _OPENING:
            opened.append(at)
        elif opened and char in _CLOSING and _CLOSING.index(char) == _OPENING.index(message[opened[-1]]):
            start = opened.pop()
            if not opened:
                yield start, at + 1
    first = next((at for at in opened if message[at] != "("), None)
    if first is not None:
        yield first, len(message)


def _tables(message: str) -> Iterator[tuple[int, int]]:
    """Yield each run of two or more lines with the same number of the same delimiter."""
    run: list[re.Match[str]] = []
    for line in [*_LINE.finditer(message), None]:
        if (
            line is not None
            and (not run or _shape(line.group()) == _shape(run[0].group()))
            and any(_shape(line.group()))
        ):
            run.append(line)
            continue
        if len(run) > 1:
            yield run[0].start(), run[-1].end()
        run = [line] if line is not None and any(_shape(line.group())) else []


def _shape(line: str) -> tuple[int, ...]:
    """Return how many delimiters of each kind a line of a table has; zeros for a line that asks for something.

    Prose has a space after a comma: without one, a line is of a table whatever it says.
    """
    dense = tuple(len(pattern.findall(line)) for pattern in _DELIMITERS)
    if any(dense) or _asks(line.strip()) or re.match(_LIST_MARKER, line):
        return dense
    return tuple(line.count(delimiter) for delimiter in ",;")


def _after_colons(message: str, mask: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the data that a request introduces with a colon: the rest of its line, or all after an ended line."""
    for colon in islice(_COLON.finditer(message), _MAX_COLONS):
        if mask[colon.start()] or not _is_request_head(message, colon.start()):
            continue
        found = message.find("\n", colon.end() - 1)
        line_end = found if found >= 0 else len(message)
        rest = message[colon.end() : line_end].strip()
        if rest and rest[0] not in _SELF_DELIMITED:
            yield colon.end(), line_end
        elif not rest and not _lists_requests(message[colon.end() :]):
            yield colon.end(), len(message)


def _is_request_head(message: str, end: int) -> bool:
    """Return whether the sentence that ends with a colon asks for something, other than "two questions"."""
    start = max(message.rfind(mark, 0, end) for mark in ".?!\n;") + 1
    head = message[start:end].strip()
    return not _is_filler(head) and _STARTS.search(head) is not None


def _lists_requests(text: str) -> bool:
    """Return whether each line is an item of a list, and asks for something."""
    items = [re.match(_LIST_MARKER, line) for line in text.splitlines() if line.strip()]
    return bool(items) and all(item is not None and _asks(item.string[item.end() :].strip()) for item in items)
