"""The data of a message, which is never cut apart: quotes, brackets, code, tables, lists. Pure, linear in time."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kingdom.cognition.message_reading.message_content import find_content
from kingdom.orchestrator.parts import segmentation_phrases as phrases
from kingdom.orchestrator.parts.request_starts import JOINT, LIST_MARKER, STARTS, asks, holds_request, is_filler

SELF_DELIMITED = frozenset('{[("“„«`')
_MAX_COLONS = 40  # further ones are part of data
_OPENING, _CLOSING = "{[(", "}])"
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_COLON = re.compile(r":(?=\s)")
_LINE = re.compile(r"[^\n]+")
_DELIMITERS = tuple(re.compile(pattern) for pattern in (r",(?=\S)", r";(?=\S)", r"\t", r"\|"))
# "count the words: I came. Then tell me how …": the data after a colon ends with its sentence
_FURTHER = re.compile(rf"(?:[.;!?]|\s[–—-])\s++{JOINT}{{1,2}}(?:{STARTS})(?!\w)", re.IGNORECASE)

# "how many sentences We came late. Could we stay? …": the text begins with the capital letter
_COUNTED_TEXT = re.compile(
    rf"\W*(?:how many|count(?: the)?|number of|wie ?viele|zähl(?:e|t)?(?: die)?|combien de|cu[aá]nt[oa]s)"
    rf"\s(?:{phrases.COUNTED})"
    r"(?:\s(?:are there|sind|hat|y a-t-il|tiene|hay))?(?:\s(?:in|dans|en))?"
    rf"(?:[.!](?!\s+(?:{JOINT}{{0,2}}(?:{STARTS})(?!\w)|[^.!?\n]*\?)))?\s+(?=(?-i:[A-ZÄÖÜÀ-ÖØ-Þ])[^\W\d]*\s)",
    re.IGNORECASE,
)

# "does this fit in one sms (160 characters)? Hi Mrs Novak, …", "count the sentences. It rained …": the text follows
_TEXT_NOUN = (
    rf"{phrases.COUNTED}|sms|tweets?|text messages?|kurznachrichten?|paragraphs?|vowels?|headline|subject line|textos?"
)
_ASKED_OF_TEXT = re.compile(
    rf"\W*+(?:(?=[^.?!:\n]{{0,160}}(?<!\w)(?:{phrases.POINTS_AT_TEXT})(?!\w))(?=[^.?!:\n]{{0,160}}(?<!\w)(?:{_TEXT_NOUN})(?!\w))"
    rf"[^.?!:\n\"“„«\d@]{{3,120}}(?:\d{{1,5}}[^.?!:\n\"“„«\d@]{{0,60}})?"
    rf"|(?:count|zähl(?:e|t)?|compte[rz]?|cuenta)\s(?:(?:all|the|die|les|las|los)\s){{0,2}}(?:{phrases.COUNTED}))"
    r"\s?(?P<head>)[?.!][\s¿¡]+(?=(?-i:[A-ZÄÖÜÀ-ÖØ-Þ])[^\W\d]*[\s,])",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.?!](?=\s|\Z)")


def data_mask(message: str, *, contents: bool = True) -> bytearray:
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
    for column in _NUMBER_LINES.finditer(message):
        yield column.start(), len(message[: column.end()].rstrip())


def _bracketed(message: str) -> Iterator[tuple[int, int]]:
    """Yield each outermost pair of brackets; an open brace or square bracket without an end hides what follows."""
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
        yield first, _end_of_open(message, first)


_WISH_BEHIND = re.compile(
    rf"(?<![,:\s])\s++{JOINT}{{1,2}}(?:{STARTS})(?!\w)(?=[^\n]*\d)[^{{}}\[\]\"]*\Z", re.IGNORECASE
)


def _end_of_open(message: str, start: int) -> int:
    """Return where a document without its closing bracket ends: before a further wish on its line, else at the end."""
    wish = _WISH_BEHIND.search(message, start)
    is_apart = wish is not None and "\n" not in message[start:] and message.count('"', start, wish.start()) % 2 == 0
    return wish.start() if wish is not None and is_apart else len(message)


_NUMBER_LINES = re.compile(r"(?:(?<=\n)|\A)(?:[^\W\d_][\w-]{0,30}\n)?(?:[ \t]*[-+]?\d[\d.,]*[ \t]*(?:\n|\Z)){2,}")


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
    if any(dense) or asks(line.strip()) or re.match(LIST_MARKER, line):
        return dense
    return tuple(line.count(delimiter) for delimiter in ",;")


def _after_colons(message: str, mask: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the data that a request introduces with a colon: the rest of its line, or all after an ended line.

    So does one that counts the words or sentences of what begins with a capital letter.
    """
    yield from _counted_text(message)
    for colon in islice(_COLON.finditer(message), _MAX_COLONS):
        if mask[colon.start()] or not _is_request_head(message, colon.start()):
            continue
        start, line_end = colon.end(), _line_end(message, colon.end() - 1)
        rest = message[start:line_end].strip()
        if rest and rest[0] not in SELF_DELIMITED:
            further = _FURTHER.search(message, start, line_end)
            yield start, further.start() + 1 if further else line_end
        elif not rest and not _lists_requests(message[start:]):
            yield start, len(message)


def _counted_text(message: str) -> Iterator[tuple[int, int]]:
    if (counted := _COUNTED_TEXT.match(message) or _question_on_text(message)) is not None:
        end = _line_end(message, counted.end())
        further = _FURTHER.search(message, counted.end(), end)
        yield counted.end() - 1, further.start() + 1 if further else end  # with the space in front of the text


def _question_on_text(message: str) -> re.Match[str] | None:
    """Return the question at the start of a message that is about the text behind it; None where that asks itself."""
    found = _ASKED_OF_TEXT.match(message)
    if found is None or _FURTHER.match(message, found.end("head")):
        return None
    ended = _SENTENCE_END.search(message, found.end())
    return None if asks(message[found.end() : ended.end() if ended else len(message)]) else found


def _line_end(message: str, start: int) -> int:
    found = message.find("\n", start)
    return found if found >= 0 else len(message)


def _is_request_head(message: str, end: int) -> bool:
    """Return whether the sentence that ends with a colon asks for something, other than "two questions"."""
    start = max(message.rfind(mark, 0, end) for mark in ".?!\n;") + 1
    head = message[start:end].strip()
    return not is_filler(head) and holds_request(head)


def _lists_requests(text: str) -> bool:
    """Return whether each line is an item of a list, and asks for something."""
    items = [re.match(LIST_MARKER, line) for line in text.splitlines() if line.strip()]
    return bool(items) and all(item is not None and asks(item.string[item.end() :].strip()) for item in items)
