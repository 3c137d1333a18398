"""Signs of a disguised word: which known words a word would be under a simple code. One look-up per word instead of a reading per code."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST = 4  # letters; shorter words meet by chance
MAX_WORD_DISTANCE = 12  # words; two different words this near each other must be known ones under a code


def _caesar_shift(by: int) -> Callable[[str], str]:
    table = str.maketrans(_ALPHABET, _ALPHABET[by:] + _ALPHABET[:by])
    return lambda word: word.translate(table)


def _atbash(word: str) -> str:
    return word.translate(str.maketrans(_ALPHABET, _ALPHABET[::-1]))


# code -> how a text is taken out of it, word by word
CIPHER_DECODERS: Mapping[str, Callable[[str], str]] = {
    **{"rot13" if by == len(_ALPHABET) // 2 else f"letters shifted by {by}": _caesar_shift(by) for by in range(1, 26)},
    "mirrored alphabet": _atbash,
    "reversed": lambda word: word[::-1],
}


@lru_cache(maxsize=4)
def ciphered_forms(known: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return for each disguised form of the known words the codes it comes from, e.g. ``{"vtaber": ("rot13",)}``."""
    encode = {name: _caesar_shift(26 - index) for index, name in enumerate(list(CIPHER_DECODERS)[:25], 1)} | {
        "mirrored alphabet": _atbash,
        "reversed": CIPHER_DECODERS["reversed"],
    }
    made: dict[str, tuple[str, ...]] = {}
    for word in known:
        if len(word) < _SHORTEST:
            continue
        for name, turn in encode.items():
            form = turn(word)
            if form not in known:
                made[form] = (*made.get(form, ()), name)
    return made


def detect_ciphers(words: Sequence[str], known: frozenset[str]) -> dict[str, list[int]]:
    """Return code -> places, for the codes under which two different words near each other are known ones."""
    forms = ciphered_forms(known)
    last: dict[str, int] = {}
    found: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        for name in forms.get(word, ()):
            before = last.get(name)
            if before is not None and index - before <= MAX_WORD_DISTANCE and words[before] != word:
                found.setdefault(name, []).append(index)
            last[name] = index
    return found


def words_around(words: Sequence[str], places: Sequence[int], reach: int = 2 * MAX_WORD_DISTANCE) -> list[str]:
    """Return the words around ascending places, with a sentence's end between stretches that do not touch."""
    made: list[str] = []
    done = 0
    for place in places:
        if place + reach < done:
            continue
        start = max(done, place - reach)
        if start > done and made:
            made.append(".")
        made += words[start : place + reach]
        done = min(len(words), place + reach)
    return made
