"""The part of a model's partial text that can be shown: the answer without tags, tool requests and JSON around it."""

import re
from typing import Literal

_KEY = re.compile(r'\s*\{\s*"answer"\s*:\s*"')
_RUN = re.compile(r'[^"\\]*')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_BYPASS = re.compile(r"\A\s*\[BYPASS:[^\]\n]*\]\s*", re.IGNORECASE)
_HEAD = "[bypass:"
_TAILS = ("[status:", "[evidence:")
_EVIDENCE = re.compile(r"\[EVIDENCE:", re.IGNORECASE)
# a block that may be a request: json by its name, or an object without one
_FENCE = re.compile(r"(?:```|~~~)[ \t]*(?:json|delegat|\n\s*\{)", re.IGNORECASE)
_OPEN_FENCE = re.compile(r"(?:`{1,3}|~{1,3})[ \t]*(?:j(?:s(?:o(?:n)?)?)?)?\s*\Z", re.IGNORECASE)
_DELEGATION = re.compile(r"(?:```|~~~)[ \t]*(?:json[ \t:_-]*)?delegat|[\"']new_n", re.IGNORECASE)
# an object that is, or whose first key may become, a request among other words
_REQUEST_OBJECT = re.compile(
    r"\{\s*(?:\Z|\"[a-z_]{0,9}\Z|\"(?:intent|phase|tools|summary|strategy|reason)\")|[\"']new_n"
)


class AnswerStream:
    """Turns the deltas of one model call into text to show. It may delay text, but never retracts any.

    ``form`` is the form of the model's text: ``json`` for one object that starts with "answer", ``text`` for markdown.
    """

    def __init__(self, form: Literal["json", "text"]) -> None:
        """Start with an empty text."""
        self._form = form
        self._text = ""
        self._shown_length = 0

    def feed(self, delta: str) -> str:
        """Return the text that this delta makes showable, possibly empty."""
        self._text += delta
        visible = _json_answer(self._text) if self._form == "json" else _plain_answer(self._text)
        fresh, self._shown_length = visible[self._shown_length :], max(self._shown_length, len(visible))
        return fresh


def _plain_answer(text: str) -> str:
    start = text.lstrip().lower()
    if not start or (_HEAD.startswith(start[: len(_HEAD)]) and not _BYPASS.match(text)):
        return ""
    body = _BYPASS.sub("", text, count=1).lstrip()
    if body.startswith("{"):
        return ""  # possibly a tool request: the event carries the whole answer
    return body[: _settled_length(body)]


def _settled_length(body: str) -> int:
    """Return the length of the text before any (partial) status tag, fenced tool request, or space before one."""
    fence = _FENCE.search(body)
    end = fence.start() if fence else len(body)
    request = _REQUEST_OBJECT.search(body, 0, end)
    end = request.start() if request else end
    evidence = _EVIDENCE.search(body, 0, end)
    end = evidence.start() if evidence else end
    tag = body.rfind("[", 0, end)
    if tag >= 0 and any(_begins_alike(tail, body[tag:end].lower()) for tail in _TAILS):
        end = tag
    ticks = _OPEN_FENCE.search(body[max(0, end - 40) : end]) if fence is None else None
    end = max(0, end - 40) + ticks.start() if ticks else end
    return len(body[:end].rstrip())


def _begins_alike(tail: str, text: str) -> bool:
    return tail.startswith(text) or text.startswith(tail)


def _json_answer(text: str) -> str:
    start = _KEY.match(text)
    if start is None:
        return ""
    pieces, position = list[str](), start.end()
    while run := _RUN.match(text, position):
        pieces.append(run.group())
        position = run.end()
        escape = text[position : position + 12] if text[position : position + 1] == "\\" else ""
        character, width = _unescape(escape)
        if width == 0:
            break
        pieces.append(character)
        position += width
    answer = "".join(pieces)
    block = _DELEGATION.search(answer)
    return answer[: block.start()] if block else answer


def _unescape(piece: str) -> tuple[str, int]:
    """Return the character of an escape and its length; length 0 while it is incomplete."""
    if len(piece) < 2:
        return "", 0
    if piece[1] != "u":
        return _ESCAPES.get(piece[1], piece[1]), 2
    match = re.match(r"\\u([0-9a-fA-F]{4})(\\u([0-9a-fA-F]{4}))?", piece)
    if match is None:
        return "", 0
    code = int(match.group(1), 16)
    if not 0xD800 <= code < 0xDC00:
        return chr(code), 6
    if match.group(3) is None:
        return "", 0  # the low surrogate is missing
    return chr(0x10000 + ((code - 0xD800) << 10) + (int(match.group(3), 16) - 0xDC00)), 12
