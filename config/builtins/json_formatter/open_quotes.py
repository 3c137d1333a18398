"""Finds a text that is not closed although its line goes on with quotes: {"street": "Hill Road 8, "city": "Leeds"}."""

import re

ENDS_OPEN = re.compile(r"(?P<text>.*?\S)(?P<sign>[,:])[ \t]*", re.DOTALL)  # what a reader takes for a text or a key
NEXT_QUOTED = re.compile(r"[^\W_][^\"\\\n,{}\[\]]{0,80}\"\s*(?P<behind>[:,}\]])")
OPEN_TEXT = ("a text is not closed", "A double quote is missing before the comma, behind “{text}”.")
OPEN_KEY = ("a key is not closed", "A double quote is missing before the colon, behind “{text}”.")
MOST_OF_TEXT = 40  # characters that a hint repeats


def place_of_quote(text: str, start: int, end: int) -> int | None:
    """Return where the closing quote of a text from ``start`` (behind its opening quote) is missing, None for none.

    ``end`` is the place of the next quote: what it opens was taken for the end of the text.
    """
    open_text = ENDS_OPEN.fullmatch(text, start, end)
    ahead = NEXT_QUOTED.match(text, end + 1)
    if open_text is None or ahead is None or "\n" in open_text["text"]:
        return None
    if open_text["sign"] == ":" and ahead["behind"] == ":":
        return None
    return open_text.end("text")


def fault_of_quote(text: str, start: int, place: int) -> tuple[str, str]:
    """Return what is wrong with a text or key that is not closed at a place, and what mends it."""
    said, hint = OPEN_TEXT if text[place] == "," else OPEN_KEY
    return said, hint.replace("{text}", text[start:place][-MOST_OF_TEXT:])


def open_quote_before(text: str, at: int) -> tuple[int, int] | None:
    """Return where a text begins that is not closed, and where its quote is missing, for an error at a place behind it; None for others."""
    end = text.rfind('"', 0, at)
    start = text.rfind('"', 0, max(0, end)) + 1
    place = place_of_quote(text, start, end) if 0 < start <= end and not text[end + 1 : at].strip() else None
    return (start, place) if place is not None else None
