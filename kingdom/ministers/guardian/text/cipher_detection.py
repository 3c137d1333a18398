"""Detection of simple letter ciphers: which known word a word becomes under each cipher, by one look-up per word."""

from collections.abc import Callable, Mapping, Sequence

from kingdom.core.background.computed_once import ComputedOnce

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_SHORTEST = 4  # letters; shorter words match by chance
MAX_WORD_DISTANCE = 12  # words between two different words that a cipher turns into known ones


def _caesar_shift(by: int) -> Callable[[str], str]:
    table = str.maketrans(_ALPHABET, _ALPHABET[by:] + _ALPHABET[:by])
    return lambda word: word.translate(table)


def _atbash(word: str) -> str:
    return word.translate(str.maketrans(_ALPHABET, _ALPHABET[::-1]))


# Cipher -> decoder of one word.
CIPHER_DECODERS: Mapping[str, Callable[[str], str]] = {
    **{"rot13" if by == len(_ALPHABET) // 2 else f"letters shifted by {by}": _caesar_shift(by) for by in range(1, 26)},
    "mirrored alphabet": _atbash,
    "reversed": lambda word: word[::-1],
}


@ComputedOnce
def ciphered_forms(known: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return the ciphers of each encoded form of the known words, e.g. ``{"vtaber": ("rot13",)}``."""
    encoders = {name: _caesar_shift(26 - index) for index, name in enumerate(list(CIPHER_DECODERS)[:25], 1)} | {
        "mirrored alphabet": _atbash,
        "reversed": CIPHER_DECODERS["reversed"],
    }
    forms: dict[str, tuple[str, ...]] = {}
    for word in sorted(known):  # a set's own order differs by process, and with it the order of findings
        if len(word) < _SHORTEST:
            continue
        for name, encode in encoders.items():
            form = encode(word)
            if form not in known:
                forms[form] = (*forms.get(form, ()), name)
    return forms


def detect_ciphers(words: Sequence[str], known: frozenset[str]) -> dict[str, list[int]]:
    """Return cipher -> word positions, for ciphers that turn two different words near each other into known ones."""
    forms = ciphered_forms(known)
    last: dict[str, int] = {}
    positions: dict[str, list[int]] = {}
    for index, word in enumerate(words):
        for name in forms.get(word, ()):
            before = last.get(name)
            if before is not None and index - before <= MAX_WORD_DISTANCE and words[before] != word:
                positions.setdefault(name, []).append(index)
            last[name] = index
    return positions


def words_around(words: Sequence[str], positions: Sequence[int], reach: int = 2 * MAX_WORD_DISTANCE) -> list[str]:
    """Return the words around ascending positions, with a sentence end between stretches that do not touch."""
    around: list[str] = []
    done = 0
    for position in positions:
        if position + reach < done:
            continue
        start = max(done, position - reach)
        if start > done and around:
            around.append(".")
        around += words[start : position + reach]
        done = min(len(words), position + reach)
    return around
