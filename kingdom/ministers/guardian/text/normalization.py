"""Folding: one form for letters that mean the same, with the way back to the place in the original text."""

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

_STRIPPED_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_COMBINING = range(0x0300, 0x0370)
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_BRACKETED = range(0x249C, 0x24EA)  # letters in brackets and in circles, small and capital
MARKS = "*_~`"


@lru_cache(maxsize=20_000)
def normalize_character(letter: str) -> str:
    """Return the folded form of one character: compatibility form, no accents on Latin, Greek and Cyrillic, no case, no format signs."""
    if letter.isascii():
        return letter.lower()
    code = ord(letter)
    if code in _BRACKETED:
        return chr(97 + (code - _BRACKETED.start) % 26)
    if unicodedata.category(letter) == "Cf" or code in _COMBINING or any(code in block for block in _SELECTORS):
        return ""
    apart = unicodedata.normalize("NFKD", letter)
    if apart and unicodedata.name(apart[0], "").startswith(_STRIPPED_SCRIPTS):
        apart = "".join(part for part in apart if not unicodedata.combining(part))
    else:
        apart = unicodedata.normalize("NFKC", letter)
    return " " if apart.isspace() else apart.casefold()


def normalize_text(text: str) -> str:
    """Return the folded text."""
    return text.lower() if text.isascii() else "".join(map(normalize_character, text))


@dataclass(frozen=True)
class NormalizedText:
    """A folded text; ``origin`` gives the place in the original."""

    text: str
    ends: tuple[int, ...] | None  # where each original character ends in the folded text; None when they are the same

    def origin(self, at: int) -> int:
        """Return the place in the original of a place in the folded text."""
        return at if self.ends is None else bisect_right(self.ends, at)


def normalize_with_offsets(text: str) -> NormalizedText:
    """Return the folded text with its way back."""
    if text.isascii():
        return NormalizedText(text.lower(), None)
    parts = list(map(normalize_character, text))
    made = "".join(parts)
    same = len(made) == len(text) and all(map(len, parts))
    return NormalizedText(made, None if same else tuple(accumulate(map(len, parts))))
