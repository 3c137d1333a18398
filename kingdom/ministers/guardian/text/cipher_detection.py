"""Detection of simple letter ciphers: which known word a word becomes under each cipher, by one look-up per word."""

import re
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


_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_MOVED = re.compile(r"([a-z]{1,20})(?:ay|way|yay)")  # pig latin: the first consonants stand at the end of a word
_MASKED = re.compile(r"(?<!\w)(?=[a-z#*_]{0,20}[a-z])(?=[a-z]{0,20}[#*_])[a-z#*_]{4,24}")
_VOWEL = re.compile(r"[aeiou]")
_MOST_MOVED = 4  # letters
_LEAST_MOVED = 3  # words


def _beside_on_keyboard(by: int) -> Callable[[str], str]:
    rows = [(row, row[by:] + row[:by]) for row in _KEYBOARD]
    table = str.maketrans("".join(row for row, _ in rows), "".join(moved for _, moved in rows))
    return lambda word: word.translate(table)


# Cipher -> decoder of one word.
CIPHER_DECODERS: Mapping[str, Callable[[str], str]] = {
    **{"rot13" if by == len(_ALPHABET) // 2 else f"letters shifted by {by}": _caesar_shift(by) for by in range(1, 26)},
    "mirrored alphabet": _atbash,
    "keys to the right": _beside_on_keyboard(-1),
    "keys to the left": _beside_on_keyboard(1),
    "reversed": lambda word: word[::-1],
}


@ComputedOnce
def ciphered_forms(known: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Return the ciphers of each encoded form of the known words, e.g. ``{"vtaber": ("rot13",)}``."""
    encoders = {name: _caesar_shift(26 - index) for index, name in enumerate(list(CIPHER_DECODERS)[:25], 1)} | {
        "mirrored alphabet": _atbash,
        "keys to the right": _beside_on_keyboard(1),
        "keys to the left": _beside_on_keyboard(-1),
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


def decode_moved_letters(words: Sequence[str], known: frozenset[str]) -> list[str]:
    """Return the words of a text in pig latin as they were; no words unless several of them become known ones."""
    decoded = [_moved_back(word, known) for word in words]
    changed = sum(word in known and word != old for word, old in zip(decoded, words, strict=True))
    return decoded if changed >= _LEAST_MOVED else []


def _moved_back(word: str, known: frozenset[str]) -> str:
    if not word.endswith("ay") or (found := _MOVED.fullmatch(word)) is None:
        return word
    stems = dict.fromkeys((found[1], word[:-2]))
    forms = [stem[-by:] + stem[:-by] if by else stem for stem in stems for by in range(_MOST_MOVED)]
    return next((form for form in forms if form in known), forms[1])


@ComputedOnce
def _by_consonants(known: frozenset[str]) -> dict[str, str]:
    """Return the known words by their form with ``*`` for each vowel."""
    words: dict[str, str] = {}
    for word in sorted(known):
        if len(word) >= _SHORTEST:
            words.setdefault(_VOWEL.sub("*", word), word)
    return words


def fill_masked_letters(text: str, known: frozenset[str]) -> str:
    """Return the text with the vowels that signs mask (``pr*mpt``) in known words; empty unless several are masked."""
    if len(_MASKED.findall(text)) < _LEAST_MOVED:
        return ""
    words = _by_consonants(known)

    def filled(found: re.Match[str]) -> str:
        return words.get(_VOWEL.sub("*", re.sub(r"[#_]", "*", found.group())), found.group())

    return _MASKED.sub(filled, text)


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
