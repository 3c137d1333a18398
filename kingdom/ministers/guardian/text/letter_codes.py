"""Decoders of text whose letters stand as numbers, signs or words: character codes, Morse, Braille, spelling."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from string import ascii_lowercase

from kingdom.ministers.guardian.text.byte_encodings import decode_bytes

_BINARY = re.compile(r"(?:[01]{8}\s?){4,}")
_CODES = re.compile(r"(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b[,;\s]{1,2}){7,}\d{2,3}")
_OCTAL_CODES = re.compile(r"(?:\b(?:0?[4-7][0-7]|1[0-7][0-7])\b[,;\s]{1,2}){7,}[01]?[0-7]{2}\b")
_CALLS = re.compile(r"(?:\bchr\(\d{2,3}\)[\s+.,&]{0,4}){6,}", re.I)
_POSITIONS = re.compile(r"(?:\b(?:1?\d|2[0-6])\b[\s,./|-]{1,3}){7,}(?:1?\d|2[0-6])\b")
_SQUARE = re.compile(r"(?:\b(?:[1-5][1-5]|00)\b[\s,/|-]{1,3}){7,}[1-5][1-5]\b")  # rows and columns of a 5 x 5 square
_SQUARE_LETTERS = "abcdefghiklmnopqrstuvwxyz"
_TAPS = re.compile(r"(?:\b(?:([2-9])\1{0,3}|0)\b[\s,/|-]{1,3}){7,}([2-9])\2{0,3}\b")  # of a telephone's keys
_KEYS = dict(zip("23456789", ("abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"), strict=True))
_MORSE = re.compile(r"[.\-·−–/| ]{24,}")
_MORSE_LETTERS = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
)
_MORSE_CODE = dict(zip(_MORSE_LETTERS.split(), ascii_lowercase, strict=True))
_BRAILLE = re.compile("[\u2801-\u283f]{2,}(?:[ \u2800\n]{1,2}[\u2801-\u283f]+){1,}")
_BRAILLE_LETTERS = dict(zip(map(ord, "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵"), ascii_lowercase, strict=True)) | {0x2800: " "}
_SPELLING = (
    "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa"
    " quebec romeo sierra tango uniform victor whiskey xray yankee zulu"
)
_SPELLED = {word: word[0] for word in _SPELLING.split()}
_SPELLED_RUN = re.compile(rf"(?:\b(?:{'|'.join(_SPELLED)}|x-ray)\b[\s,./|_-]{{0,4}}){{6,}}", re.I)
# Words of ROT47: the small letters become digits, signs and A to K; at their ends other signs may stand.
_ROT47 = re.compile(r"(?:[!-~]?[2-9:;<=>?@A-K]{2,40}[!-~]?\s{1,3}){2,}[!-~]?[2-9:;<=>?@A-K]{2,40}[!-~]?")
_KEY_WORD = re.compile(
    r"\b(?:key|keyword|password|schlüssel(?:wort)?|clé|clave|chiave)\b[\s:=\"'“„»(]{1,4}([a-z]{3,20})\b(?=[\"'”“«),.;:\s])",
    re.I,
)
_MAX_KEYED, _LEAST_KEYED = 2_000, 20  # letters under a key
_ROT47_SIGN = re.compile(r"[:;<=>?@]")
_ROT47_LETTERS = {code: 33 + (code - 33 + 47) % 94 for code in range(33, 127)}


def _numbers(text: str) -> Iterator[str]:
    for found in _BINARY.finditer(text):
        digits = re.sub(r"\s", "", found.group())
        yield decode_bytes(bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits), 8)))
    for pattern, base in ((_CODES, 10), (_CALLS, 10), (_OCTAL_CODES, 8)):
        for found in pattern.finditer(text):
            yield "".join(chr(int(code, base)) for code in re.findall(r"\d+", found.group()))


def _positions(text: str) -> Iterator[str]:
    """Yield the letters that numbers name: by their place in the alphabet or in a square, or by a telephone's keys."""
    if not re.search(r"\d", text):
        return
    for pattern, letter in ((_POSITIONS, _letter_at), (_SQUARE, _letter_in_square), (_TAPS, _letter_of_key)):
        for found in pattern.finditer(text):
            yield _with_gaps(found.group(), letter)


def _letter_at(number: str) -> str:
    return ascii_lowercase[int(number) - 1] if int(number) else " "


def _letter_in_square(number: str) -> str:
    return " " if number == "00" else _SQUARE_LETTERS[(int(number[0]) - 1) * 5 + int(number[1]) - 1]


def _letter_of_key(number: str) -> str:
    letters = _KEYS.get(number[0], " ")
    return letters[(len(number) - 1) % len(letters)]


def _with_gaps(run: str, letter: Callable[[str], str]) -> str:
    """Return the letters of a run of numbers; a gap that is wider than most, or has another sign, is a space."""
    numbers, gaps = re.findall(r"\d+", run), re.findall(r"\D+", run)
    usual = max(set(gaps), key=gaps.count) if gaps else ""
    between = ["" if gap == usual else " " for gap in gaps]
    return "".join(letter(number) + gap for number, gap in zip(numbers, [*between, ""], strict=False))


def _morse(text: str) -> Iterator[str]:
    for found in _MORSE.finditer(text):
        words = re.split(r"\s*[/|]\s*|\s{2,}", found.group().translate({0xB7: ".", 0x2212: "-", 0x2013: "-"}).strip())
        decoded = " ".join("".join(_MORSE_CODE.get(code, "?") for code in word.split()) for word in words)
        yield decoded if "?" not in decoded else ""


def _braille(text: str) -> Iterator[str]:
    for found in _BRAILLE.finditer(text):
        yield found.group().translate(_BRAILLE_LETTERS)


def _spelled(text: str) -> Iterator[str]:
    for found in _SPELLED_RUN.finditer(text):
        words = re.split(r"\s*[/|,.]\s*|\s{2,}|\n", found.group().lower().replace("x-ray", "xray"))
        yield " ".join("".join(_SPELLED.get(word, "") for word in re.split(r"[\s_-]+", each)) for each in words)


def _vigenere(text: str) -> Iterator[str]:
    """Yield what stands after the last colon, decoded by the key word that the text gives."""
    named, coded = _KEY_WORD.search(text), text[-_MAX_KEYED:].rpartition(":")[2]
    if named is None or sum(map(str.isalpha, coded)) < _LEAST_KEYED:
        return
    shifts = cycle([ord(letter) - 97 for letter in named[1].lower()])
    yield "".join(
        ascii_lowercase[(ord(letter) - 97 - next(shifts)) % 26] if letter in ascii_lowercase else letter
        for letter in coded.lower()
    )


def _rot47(text: str) -> Iterator[str]:
    for found in _ROT47.finditer(text):
        if _ROT47_SIGN.search(found.group()):
            yield found.group().translate(_ROT47_LETTERS)


CODE_DECODERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "character codes": _numbers,
    "alphabet positions": _positions,
    "morse": _morse,
    "braille": _braille,
    "spelling alphabet": _spelled,
    "rot47": _rot47,
    "vigenère": _vigenere,
}
