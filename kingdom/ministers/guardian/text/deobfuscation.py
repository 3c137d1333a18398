"""Decoders of encoded and disguised text. Each returns nothing when the text shows no sign of its encoding."""

import base64
import binascii
import html
import re
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from operator import add
from string import ascii_lowercase

from kingdom.ministers.guardian.text.normalization import normalize_text

_READABLE = 0.85  # share of printable characters for bytes to count as text
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}(?:\s[A-Za-z0-9+/_-]{40,}={0,2})*")
_BASE32 = re.compile(r"[A-Z2-7]{16,}={0,6}")
_HEX = re.compile(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ :,-]?\s?){6,}")
_HEX_SIGN = re.compile(r"0x|\\x|[ :,\-\s]")
_BINARY = re.compile(r"(?:[01]{8}\s?){4,}")
_CODES = re.compile(r"(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b[,;\s]{1,2}){7,}\d{2,3}")
_ESCAPES = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\([0-7]{3})")
_STRING_LITERAL = r"(?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}')"
_CONCATENATED = re.compile(
    rf"{_STRING_LITERAL}(?:\s{{0,3}}[+&.]\s{{0,3}}{_STRING_LITERAL}){{2,400}}|join\(\s{{0,3}}[\[(]\s{{0,3}}({_STRING_LITERAL}(?:,\s{{0,3}}{_STRING_LITERAL}){{2,400}})"
)
_IN_QUOTES = re.compile(r"\"([^\"\n]{1,40})\"|'([^'\n]{1,40})'")
_REPEATED = re.compile(r"([a-z])\1{2,30}")
_MANY_REPEATED = 3
_MORSE = re.compile(r"[.\-·−–/| ]{24,}")
_TAG = re.compile("[\U000e0020-\U000e007e]{2,}")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_MARKS_BETWEEN_LETTERS = re.compile(r"(?<=[a-z])[*_~`.\-·•|/\\]+(?=[a-z])")
_TAGS_HTML = re.compile(r"<!--|-->|</?[a-z][^<>]{0,80}>")
_TAG_IN_WORD = re.compile(r"(?<=[a-z])(?:<!--|-->|</?[a-z][^<>]{0,80}>){1,20}(?=[a-z])")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:[^\w\n]{1,3}[^\W\d_]|_{1,3}[^\W\d_]){5,}(?![^\W_])")
_LEET_WORD = re.compile(r"[a-z][0-9@$!|+€£(][a-z]|\b[0-9@$|+€£][a-z0-9]{2}|[a-z]{2}[013457@$]")
_LEET = str.maketrans("03457@$8962+€£(", "oeastasbggztelc", ")")
_LEET_ONE = {"i": str.maketrans({"1": "i", "!": "i", "|": "i"}), "l": str.maketrans({"1": "l", "!": "l", "|": "l"})}
_MORSE_LETTERS = (
    ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
)
_MORSE_CODE = dict(zip(_MORSE_LETTERS.split(), ascii_lowercase, strict=True))
HOMOGLYPHS: Mapping[int, str] = str.maketrans(
    dict(zip("авсԁеҽгһіїјκкмոпорԛгѕтυсцваհхуүзԝьƽӏνѵωα", "abcdeerhiijkkmnnopqrstucubahxyy3wbslvvwa", strict=False))
    | dict(zip("εηιορτυχγβδσμζ", "enioptuxybosuz", strict=True))
    | dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True))
    | dict(zip("ɑɡıɩɾʋɯօսցհոօ", "agiiruwougnno", strict=True))
    | dict(zip("пмнтгвкиʟԍցոսք", "nmhtrbknlggnuf", strict=True))
)
_FLIPPED = str.maketrans(dict(zip("ɐqɔpǝɟƃɓᵷɥıᴉɾʞןʅɯuodbɹsʇnʌʍxʎz", "abcdefggghiijkllmnopqrstuvwxyz", strict=False)))
_FLIP_SIGNS = frozenset("ɐɔǝɟƃɥıᴉɾʞɯɹʇʌʍʎ")
_SQUARED = {base + step: chr(97 + step) for base in (0x1F1E6, 0x1F150, 0x1F170) for step in range(26)}
# Signs after each letter or two, or a change of direction inside a word. A lone sign is a web page's line-break hint;
# the rules read a text without these signs anyway.
_ZERO_WIDTH = re.compile(
    "(?:[A-Za-z]{1,2}[\\u200b-\\u200f\\u2060-\\u2064\\ufeff\\u180e]{1,20}){3}(?=[A-Za-z])"
    "|(?<=[A-Za-z])[\\u202a-\\u202e]+(?=[A-Za-z])"
)
_MIXED = re.compile(r"[^\W\d_]*(?:[a-z][^\x00-\x7f\W\d_]|[^\x00-\x7f\W\d_][a-z])[^\W\d_]*")


def _decode_bytes(data: bytes) -> str:
    for code in ("utf-8", "utf-16-le"):
        try:
            text = data.decode(code)
        except UnicodeDecodeError:
            continue
        readable = sum(letter.isprintable() or letter.isspace() for letter in text) >= _READABLE * len(text)
        if text and readable and (code == "utf-8" or text.isascii()):
            return text
    return ""


def _base64(text: str) -> Iterator[str]:
    for found in _BASE64.finditer(text):
        chunk = re.sub(r"\s", "", found.group()).rstrip("=").translate({45: "+", 95: "/"})
        try:
            yield _decode_bytes(
                base64.b64decode(chunk[: len(chunk) - (len(chunk) % 4 == 1)] + "=" * (-len(chunk) % 4 % 3))
            )
        except (binascii.Error, ValueError):
            continue


def _base32(text: str) -> Iterator[str]:
    for found in _BASE32.finditer(text):
        chunk = found.group().rstrip("=")
        try:
            yield _decode_bytes(base64.b32decode(chunk + "=" * (-len(chunk) % 8)))
        except (binascii.Error, ValueError):
            continue


def _hex(text: str) -> Iterator[str]:
    for found in _HEX.finditer(text):
        digits = _HEX_SIGN.sub("", found.group())
        yield _decode_bytes(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _numbers(text: str) -> Iterator[str]:
    for found in _BINARY.finditer(text):
        digits = re.sub(r"\s", "", found.group())
        yield _decode_bytes(bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits), 8)))
    for found in _CODES.finditer(text):
        yield "".join(chr(int(code)) for code in re.findall(r"\d+", found.group()))


def _escapes(text: str) -> Iterator[str]:
    if "\\" in text:
        yield _ESCAPES.sub(
            lambda found: chr(min(int(found[1] or found[2] or found[3] or found[4], 8 if found[4] else 16), 0x10FFFF)),
            text,
        )
    if "%" in text:
        yield urllib.parse.unquote(text)
    if "&" in text:
        yield html.unescape(text)
    if re.search(r"=[0-9A-F]{2}", text):
        yield re.sub(r"=([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), text)


def _concatenated(text: str) -> Iterator[str]:
    if '"' not in text and "'" not in text:
        return
    for found in _CONCATENATED.finditer(text):
        yield "".join(double or single for double, single in _IN_QUOTES.findall(found[1] or found.group()))


def _morse(text: str) -> Iterator[str]:
    for found in _MORSE.finditer(text):
        words = re.split(r"\s*[/|]\s*|\s{2,}", found.group().translate({0xB7: ".", 0x2212: "-", 0x2013: "-"}).strip())
        decoded = " ".join("".join(_MORSE_CODE.get(code, "?") for code in word.split()) for word in words)
        yield decoded if "?" not in decoded else ""


def _hidden(text: str) -> Iterator[str]:
    for found in _TAG.finditer(_FLAG.sub("", text)):
        yield "".join(chr(ord(sign) - 0xE0000) for sign in found.group())
    for found in _SELECTORS.finditer(text):
        codes = [ord(sign) for sign in found.group()]
        yield _decode_bytes(bytes(code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16 for code in codes))


# Decoders of a piece of the original text. Each result is a text of its own, which is decoded again to depth 2.
PIECE_DECODERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "base64": _base64,
    "base32": _base32,
    "hex": _hex,
    "character codes": _numbers,
    "escapes": _escapes,
    "joined strings": _concatenated,
    "morse": _morse,
    "hidden characters": _hidden,
}


def latin_look_alikes(text: str) -> str:
    """Return a normalized text with all look-alike letters replaced by Latin ones, also in words of one script."""
    return text.translate(_SQUARED).translate(HOMOGLYPHS)


def replace_homoglyphs(text: str) -> str:
    """Return a normalized text with look-alike letters replaced by Latin ones.

    Empty unless a word mixes scripts or consists of small capitals or squared letters.
    """
    latin = text.translate(_SQUARED)
    if text.isascii() or (latin == text and not _MIXED.search(text)):
        return ""
    return latin.translate(HOMOGLYPHS)


def decode_upside_down(text: str) -> str:
    """Return a text in upside-down letters the right way up."""
    if len(_FLIP_SIGNS & set(text)) < 3:  # fewer such letters are phonetic script or another language
        return ""
    return text.translate(_FLIPPED)[::-1]


def strip_inline_markup(text: str) -> str:
    """Return the text without marks and markup between letters (``ig**nore``, ``ig-nore``); empty if unchanged."""
    # Tags between words hide nothing; without this check the same text would be reviewed twice.
    has_tag_in_word = "<" in text and _TAG_IN_WORD.search(text)
    stripped = _MARKS_BETWEEN_LETTERS.sub("", _TAGS_HTML.sub("", text) if has_tag_in_word else text)
    return "" if stripped == text else stripped


def collapse_repeated_letters(text: str) -> str:
    """Return the text with drawn-out letters (``ignooore``) once each, when there are several."""
    return _REPEATED.sub(r"\1", text) if len(_REPEATED.findall(text)) >= _MANY_REPEATED else ""


def join_spaced_letters(text: str) -> list[str]:
    """Return the runs of single letters as texts; the wider gaps of a run become spaces."""
    texts = []
    for run in _SPACED.finditer(text):
        gaps = re.split(r"[^\W\d_]", run.group())[1:-1]
        letters = re.findall(r"[^\W\d_]", run.group())
        narrow = min(map(len, gaps))
        spaces = (" " if len(gap) > narrow else "" for gap in gaps)
        texts.append(letters[0] + "".join(map(add, spaces, letters[1:])))
    return texts


def decode_leet(text: str) -> list[str]:
    """Return the text with digits and symbols as letters, in both readings of ``1``; empty if no word mixes them."""
    if not _LEET_WORD.search(text):
        return []
    letters = text.translate(_LEET)
    return [letters.translate(table) for table in _LEET_ONE.values()]


def count_zero_width_characters(text: str) -> int:
    """Return how often invisible characters cut ASCII words into letters, or turn the direction inside one."""
    return 0 if text.isascii() else len(_ZERO_WIDTH.findall(text))


def has_tag_characters(text: str) -> bool:
    """Return whether the text contains tag characters that are not part of a flag emoji."""
    return not text.isascii() and bool(_TAG.search(_FLAG.sub("", text)))


def iter_decoded_pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield (disguise, decoded text) for each piece decoded from the original text."""
    for name, decoder in PIECE_DECODERS.items():
        for decoded in decoder(text):
            if decoded and decoded != text and normalize_text(decoded).strip():
                yield name, decoded
