"""Signs of a disguised word: which known words a word would be under a simple code. One look-up per word instead of a reading per code."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST = 4  # letters; shorter words meet by chance
ENOUGH = 2  # different words that a code must turn into known ones


def _shift(by: int) -> Callable[[str], str]:
    table = str.maketrans(_ALPHABET, _ALPHABET[by:] + _ALPHABET[:by])
    return lambda word: word.translate(table)


def _mirror(word: str) -> str:
    return word.translate(str.maketrans(_ALPHABET, _ALPHABET[::-1]))


# code -> how a text is taken out of it, word by word
DECODE: Mapping[str, Callable[[str], str]] = {
    **{"rot13" if by == len(_ALPHABET) // 2 else f"letters shifted by {by}": _shift(by) for by in range(1, 26)},
    "mirrored alphabet": _mirror,
    "reversed": lambda word: word[::-1],
}


@lru_cache(maxsize=4)
def disguised(known: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return for each disguised form of the known words the codes it comes from, e.g. ``{"vtaber": ("rot13",)}``."""
    encode = {name: _shift(26 - index) for index, name in enumerate(list(DECODE)[:25], 1)} | {
        "mirrored alphabet": _mirror,
        "reversed": DECODE["reversed"],
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


def codes_of(words: Iterable[str], known: frozenset[str]) -> list[str]:
    """Return the codes under which at least two different words of a text are known ones."""
    forms = disguised(known)
    counted: dict[str, int] = {}
    for word in set(words):
        for name in forms.get(word, ()):
            counted[name] = counted.get(name, 0) + 1
    return [name for name, count in counted.items() if count >= ENOUGH]
