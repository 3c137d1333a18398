"""The text of a message that is embedded for routing: what it asks, with the data in it named and cut short.

An encoder takes the mean over a text: a table or a paragraph that is pasted behind a short question would outweigh it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from kingdom.runtime.ports import Embedder, Matrix

MAX_BEGINNING, MAX_END = 4_000, 1_000  # characters of a longer message that are looked at
SHOWN_DATA_CHARS = 60  # leading characters of a document in brackets
SHOWN_WORDS = 4  # leading words of a text that comes with a request
MIN_WORDS_CUT = 12  # a shorter message is embedded whole
MIN_WORDS_BEFORE = 40  # so many words before a question are a text, fewer are a part of the question
MAX_CELL_CHARS = 40  # on average; a line with longer parts is a sentence
_MAX_COLUMN_NAMES = 12
_EMAIL = re.compile(r"(?<!\S)[\"'(<«„“]*[^\s@]*\w@+[\w.\[\]-]*[\w\]](?=\W*(?:\s|$))")
_ANY_EMAIL = "ann@example.com"
_QUOTED = re.compile(
    r"(?<!\w)(?:\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|„([^“”\n]{1,200})[“”]|«([^»\n]{1,200})»|»([^«\n]{1,200})«|'([^'\n]{1,200})')(?!\w)"
)
_DELIMITERS = "\t;|,"
_SPACES = "  "  # between columns that are aligned by them
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_DOCUMENT_START = re.compile(r"[{\[](?=\s*[\"'{\[\w\]}-])")
_PART = re.compile(r"[^\n.!?:]*(?:[.!?:](?!\s|$)[^\n.!?:]*)*[\n.!?:]*\s*")


def request_text(message: str) -> str:
    """Return the text to embed for a message: e-mail addresses as one, rows of a table as their header, and documents
    in brackets and texts that come with a request by their beginning. Any other message is returned as it is.
    """
    if len(message) > MAX_BEGINNING + MAX_END:
        message = f"{message[:MAX_BEGINNING]}\n{message[-MAX_END:]}"
    text = _EMAIL.sub(_ANY_EMAIL, "\n".join(_lines(message)))
    start = _DOCUMENT_START.search(text)
    end = max(text.rfind("}"), text.rfind("]")) + 1
    if start is None or end <= start.start():
        return _prose_cut(_QUOTED.sub(_quoted_cut, text))
    shown = start.start() + SHOWN_DATA_CHARS
    return f"{text[:shown]} … {text[end:].strip()}" if shown < end else text


def request_vectors(texts: Sequence[str], embedder: Embedder, purpose: str) -> Matrix:
    """Return the vectors (n, d) of texts as routing compares them."""
    return embedder.embed([request_text(text) for text in texts], purpose)


def _lines(message: str) -> Iterator[str]:
    """Yield the lines of a message; of each table its header only, in a sentence."""
    lines = message.splitlines()
    for is_row, run in groupby(range(len(lines)), lambda place: _is_row(lines, place)):
        table = [lines[place] for place in run]
        if is_row and len(table) > 1:
            lead, colon, header = table[0].rpartition(": ")
            yield f"{lead}{colon}CSV table with the columns {', '.join(_cells(header)[:_MAX_COLUMN_NAMES])}"
        else:
            yield from table


def _is_row(lines: list[str], place: int) -> bool:
    """Return whether a line has as many cells as a neighbour."""
    size = _size(lines[place])
    neighbours = lines[max(0, place - 1) : place] + lines[place + 1 : place + 2]
    return size > ("", 0) and any(_size(line) == size for line in neighbours)


def _size(line: str) -> tuple[str, int]:
    """Return the delimiter of a line and how often it stands there; ("", 0) for none and for a sentence."""
    sign = next((sign for sign in _DELIMITERS if sign in line), "")
    is_sentence = sign == "," and (line.count(", ") == 1 or len(line) > MAX_CELL_CHARS * (line.count(",") + 1))
    if sign:
        return ("", 0) if is_sentence else (sign, line.count(sign))
    gaps = len(_GAP.findall(line))
    return (_SPACES, gaps) if gaps and len(line) <= MAX_CELL_CHARS * (gaps + 1) else ("", 0)


def _cells(line: str) -> list[str]:
    sign = _size(line)[0] or None
    if sign == _SPACES:
        return _GAP.split(line.strip())
    return [cell.strip(" \"'") for cell in line.strip(sign).split(sign) if cell.strip(" |")]


def _quoted_cut(match: "re.Match[str]") -> str:
    return "'some words'" if " " in match[match.lastindex or 0].strip() else "'word'"


def _prose_cut(text: str) -> str:
    """Return a long text's request with the first words of the rest.

    The request is the part before a colon or a question mark at the beginning, and each question.
    """
    parts = [part for part in _PART.findall(text) if part.strip()]
    asks = [part.rstrip().endswith("?" if place else ("?", ":")) for place, part in enumerate(parts)]
    least = MIN_WORDS_CUT if asks and asks[0] else MIN_WORDS_BEFORE
    return "".join(_kept_parts(parts, asks)).strip() if any(asks) and len(text.split()) >= least else text


def _kept_parts(parts: list[str], asks: list[bool]) -> Iterator[str]:
    left = SHOWN_WORDS
    for part, is_asked in zip(parts, asks, strict=True):
        if is_asked:
            yield part
        elif left > 0:
            words = part.split()[:left]
            left -= len(words)
            yield " ".join(words) + " "
