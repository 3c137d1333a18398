"""What of a model's growing text may be shown at once: the answer, without tags, tool requests or the JSON around it."""

import re
from typing import Literal

_KEY = re.compile(r'\s*\{\s*"answer"\s*:\s*"')
_RUN = re.compile(r'[^"\\]*')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_BYPASS = re.compile(r"\A\s*\[BYPASS:[^\]\n]*\]\s*", re.IGNORECASE)
_HEAD = "[bypass:"
_TAIL = "[status:"


class AnswerStream:
    """Feed it the deltas of one model call; it gives back what to show. It may hold text back, and never takes text back.

    ``form`` says what the model writes: ``json`` for one object that starts with "answer", ``text`` for plain markdown.
    """

    def __init__(self, form: Literal["json", "text"]) -> None:
        """Start with nothing seen."""
        self._form = form
        self._seen = ""
        self._shown = 0

    def feed(self, delta: str) -> str:
        """Return the text that can be shown now because of this delta; empty when there is none."""
        self._seen += delta
        visible = _json_answer(self._seen) if self._form == "json" else _plain_answer(self._seen)
        fresh, self._shown = visible[self._shown :], max(self._shown, len(visible))
        return fresh


def _plain_answer(text: str) -> str:
    bare = text.lstrip().lower()
    if not bare or (_HEAD.startswith(bare[: len(_HEAD)]) and not _BYPASS.match(text)):
        return ""
    body = _BYPASS.sub("", text, count=1).lstrip()
    if body.startswith("{"):
        return ""  # perhaps a tool request: the whole answer comes with its event
    return body[: _settled_length(body)]


def _settled_length(body: str) -> int:
    """Return how much is surely not (the start of) a status tag, a fenced tool request, or space before one."""
    fence = body.find("```json")
    end = len(body) if fence < 0 else fence
    tag = body.rfind("[", 0, end)
    if tag >= 0 and (_TAIL.startswith(body[tag:end].lower()) or body[tag:end].lower().startswith(_TAIL)):
        end = tag
    ticks = re.search(r"`{1,3}(j(s(o(n)?)?)?)?\Z", body[:end])
    end = ticks.start() if ticks else end
    return len(body[:end].rstrip())


def _json_answer(text: str) -> str:
    start = _KEY.match(text)
    if start is None:
        return ""
    made, place = list[str](), start.end()
    while run := _RUN.match(text, place):
        made.append(run.group())
        place = run.end()
        letter, width = _unescape(text[place : place + 12]) if text[place : place + 1] == "\\" else ("", 0)
        if width == 0:
            break
        made.append(letter)
        place += width
    return "".join(made)


def _unescape(piece: str) -> tuple[str, int]:
    """Return the letter of an escape and its length; length 0 while it is not complete."""
    if len(piece) < 2:
        return "", 0
    if piece[1] != "u":
        return _ESCAPES.get(piece[1], piece[1]), 2
    found = re.match(r"\\u([0-9a-fA-F]{4})(\\u([0-9a-fA-F]{4}))?", piece)
    if found is None:
        return "", 0
    code = int(found.group(1), 16)
    if not 0xD800 <= code < 0xDC00:
        return chr(code), 6
    if found.group(3) is None:
        return "", 0  # the second half is still to come
    return chr(0x10000 + ((code - 0xD800) << 10) + (int(found.group(3), 16) - 0xDC00)), 12
