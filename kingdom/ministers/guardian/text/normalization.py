"""Text normalization: one form for characters that mean the same, with offsets into the original text."""

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

_STRIPPED_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_COMBINING = range(0x0300, 0x0370)
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")  # letters of Hangul that have no shape
_BRACKETED = range(0x249C, 0x24EA)  # letters in brackets and in circles, small and capital


@lru_cache(maxsize=20_000)
def normalize_character(letter: str) -> str:
    """Return the normalized form of one character, which may be empty.

    It is the compatibility form in lower case, without accents on Latin, Greek and Cyrillic, without format characters.
    """
    if letter.isascii():
        return letter.lower()
    code = ord(letter)
    if code in _BRACKETED:
        return chr(97 + (code - _BRACKETED.start) % 26)
    if _is_ignored(letter):
        return ""
    decomposed = unicodedata.normalize("NFKD", letter)
    if decomposed and unicodedata.name(decomposed[0], "").startswith(_STRIPPED_SCRIPTS):
        form = "".join(part for part in decomposed if not unicodedata.combining(part))
    else:
        form = unicodedata.normalize("NFKC", letter)
    return " " if form.isspace() else form.casefold()


def _is_ignored(letter: str) -> bool:
    code = ord(letter)
    if letter in _FILLERS or unicodedata.category(letter) == "Cf":
        return True
    return code in _COMBINING or any(code in block for block in _SELECTORS)


def normalize_text(text: str) -> str:
    """Return the normalized text."""
    return text.lower() if text.isascii() else "".join(map(normalize_character, text))


@dataclass(frozen=True)
class NormalizedText:
    """A normalized text with its offsets into the original."""

    text: str
    ends: tuple[int, ...] | None  # end of each original character in ``text``; None when both texts align

    def original_offset(self, at: int) -> int:
        """Return the offset in the original of an offset in ``text``."""
        return at if self.ends is None else bisect_right(self.ends, at)


def normalize_with_offsets(text: str) -> NormalizedText:
    """Return the normalized text with its offsets."""
    if text.isascii():
        return NormalizedText(text.lower(), None)
    parts = list(map(normalize_character, text))
    normalized = "".join(parts)
    is_aligned = len(normalized) == len(text) and all(map(len, parts))
    return NormalizedText(normalized, None if is_aligned else tuple(accumulate(map(len, parts))))
