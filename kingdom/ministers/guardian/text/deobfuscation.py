"""Decoders of encoded and disguised text. Each returns nothing when the text shows no sign of its encoding."""

import html
import re
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from operator import add

from kingdom.ministers.guardian.text.byte_encodings import BYTE_DECODERS, decode_bytes
from kingdom.ministers.guardian.text.letter_codes import CODE_DECODERS
from kingdom.ministers.guardian.text.normalization import normalize_text

_CHARACTER_REFERENCES = re.compile(r"(?:&#(?:\d{2,6}|x[0-9a-f]{2,5});\s?){6,}", re.I)
_ESCAPES = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\([0-7]{3})")
_STRING_LITERAL = r"(?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}')"
_CONCATENATED = re.compile(
    rf"{_STRING_LITERAL}(?:\s{{0,3}}[+&.]\s{{0,3}}{_STRING_LITERAL}){{2,400}}|join\(\s{{0,3}}[\[(]\s{{0,3}}({_STRING_LITERAL}(?:,\s{{0,3}}{_STRING_LITERAL}){{2,400}})"
)
# Pieces that variables hold and that a sum joins: a = "de"; b = "lete"; a + b.
_ASSIGNED = re.compile(r"\b(\w{1,20})\s{0,3}=\s{0,3}(?:\"([^\"\n]{1,400})\"|'([^'\n]{1,400})')")
_SHORT_NAME = 2  # characters
_SUM_OF_NAMES = re.compile(r"\b\w{1,20}(?:\s{0,3}\+\s{0,3}\w{1,20}){1,40}")
_IN_QUOTES = re.compile(r"\"([^\"\n]{1,40})\"|'([^'\n]{1,40})'")
_REPEATED = re.compile(r"([a-z])\1{2,30}")
_MANY_REPEATED = 3
_TAG = re.compile("[\U000e0020-\U000e007e]{2,}")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_MARKS_BETWEEN_LETTERS = re.compile(r"(?<=[a-z])[*_~`.\-·•|/\\]+(?=[a-z])")
_TAGS_HTML = re.compile(r"<!--[^<>]{0,80}-->|<!--|-->|</?[a-z][^<>]{0,80}>")
_TAG_IN_WORD = re.compile(r"(?<=[a-z])(?:<!--[^<>]{0,80}-->|<!--|-->|</?[a-z][^<>]{0,80}>){1,20}(?=[a-z])")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:[^\w]{1,9}[^\W\d_]|_{1,3}[^\W\d_]){5,}(?![^\W_])")
_LEAST_INTERLEAVED = 3  # words with a letter between all others
_LEET_WORD = re.compile(r"[a-z][0-9@$!|+€£(][a-z]|\b[0-9@$|+€£][a-z0-9]{2}|[a-z]{2}[013457@$]")
_LEET = str.maketrans("03457@$8962+€£(", "oeastasbggztelc", ")")
_LEET_ONE = {"i": str.maketrans({"1": "i", "!": "i", "|": "i"}), "l": str.maketrans({"1": "l", "!": "l", "|": "l"})}
HOMOGLYPHS: Mapping[int, str] = str.maketrans(
    dict(zip("авсԁеҽгһіїјκкмոпорԛгѕтυсцваհхуүзԝьƽӏνѵωα", "abcdeerhiijkkmnnopqrstucubahxyy3wbslvvwa", strict=False))
    | dict(zip("εηιορτυχγβδσμζ", "enioptuxybosuz", strict=True))
    | dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True))
    | dict(zip("ꭺᏼꮯꭰꭼꮐꮋꮖꭻꮶꮮꮇꮲꭱꮪꭲꮩꮃꭹꮓ".upper(), "abcdeghijklmprstvwyz", strict=True))
    | dict(zip("ɑɡıɩɾʋɯօսցհոօ", "agiiruwougnno", strict=True))
    | dict(zip("пмнтгвкиʟԍցոսք", "nmhtrbknlggnuf", strict=True))
)
_FLIPPED = str.maketrans(dict(zip("ɐqɔpǝɟƃɓᵷɥıᴉɾʞןʅɯuodbɹsʇnʌʍxʎz", "abcdefggghiijkllmnopqrstuvwxyz", strict=False)))
_FLIP_SIGNS = frozenset("ɐɔǝɟƃɥıᴉɾʞɯɹʇʌʍʎ")
_SMALL_CAPITALS = re.compile("[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ]{3}|[Ꭰ-Ᏽ]{2}")
_SQUARED = {base + step: chr(97 + step) for base in (0x1F1E6, 0x1F150, 0x1F170) for step in range(26)}
# Signs after each letter or two, or a change of direction inside a word. A lone sign is a web page's line-break hint;
# the rules read a text without these signs anyway.
_ZERO_WIDTH = re.compile(
    "(?:[A-Za-z]{1,2}[\\u200b-\\u200f\\u2060-\\u2064\\ufeff\\u180e\\u115f\\u1160\\u3164\\uffa0]{1,20}){3}(?=[A-Za-z])"
    "|(?<=[A-Za-z])[\\u202a-\\u202e]+(?=[A-Za-z])"
)
_MIXED = re.compile(r"[^\W\d_]*(?:[a-z][^\x00-\x7f\W\d_]|[^\x00-\x7f\W\d_][a-z])[^\W\d_]*")


def _escaped_character(found: re.Match[str]) -> str:
    number = int(found[1] or found[2] or found[3] or found[4], 8 if found[4] else 16)
    return chr(min(number, 0x10FFFF))


def _escapes(text: str) -> Iterator[str]:
    if "\\" in text:
        yield _ESCAPES.sub(_escaped_character, text)
    if "%" in text:
        yield urllib.parse.unquote(text)
    if "&" in text:
        yield html.unescape(text)
        yield from (html.unescape(found.group()) for found in _CHARACTER_REFERENCES.finditer(text))
    if re.search(r"=[0-9A-F]{2}", text):
        yield re.sub(r"=([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), text)


def _concatenated(text: str) -> Iterator[str]:
    if '"' not in text and "'" not in text:
        return
    for found in _CONCATENATED.finditer(text):
        yield "".join(double or single for double, single in _IN_QUOTES.findall(found[1] or found.group()))
    if "=" in text:
        yield from _sums_of_variables(text)


def _sums_of_variables(text: str) -> Iterator[str]:
    pieces = {name: double or single for name, double, single in _ASSIGNED.findall(text)}
    short = [value for name, value in pieces.items() if len(name) <= _SHORT_NAME]
    if len(short) > 2:
        yield "".join(short)  # a sentence may say in words that they are joined
    for found in _SUM_OF_NAMES.finditer(text) if len(pieces) > 1 else ():
        yield "".join(pieces.get(name, "") for name in re.findall(r"\w+", found.group()))


def _hidden(text: str) -> Iterator[str]:
    for found in _TAG.finditer(_FLAG.sub("", text)):
        yield "".join(chr(ord(sign) - 0xE0000) for sign in found.group())
    for found in _SELECTORS.finditer(text):
        codes = [ord(sign) for sign in found.group()]
        yield decode_bytes(bytes(code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16 for code in codes))


# Decoders of a piece of the original text. Each result is a text of its own, which is decoded again to depth 2.
PIECE_DECODERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    **BYTE_DECODERS,
    **CODE_DECODERS,
    "escapes": _escapes,
    "joined strings": _concatenated,
    "hidden characters": _hidden,
}


def latin_look_alikes(text: str) -> str:
    """Return a normalized text with all look-alike letters replaced by Latin ones, also in words of one script."""
    return text.translate(_SQUARED).translate(HOMOGLYPHS)


def replace_homoglyphs(text: str) -> str:
    """Return a normalized text with look-alike letters replaced by Latin ones.

    Empty unless a word mixes scripts or consists of small capitals, squared or Cherokee letters.
    """
    latin = text.translate(_SQUARED)
    if text.isascii() or (latin == text and not _MIXED.search(text) and not _SMALL_CAPITALS.search(text)):
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


def drop_interleaved_letters(text: str) -> str:
    """Return the text without the one letter that stands between all others (``ixgxnxoxrxe``); empty without any."""
    words = text.split()
    kept = [_without_interleaved(word) for word in words]
    changed = sum(word != old for word, old in zip(kept, words, strict=True))
    return " ".join(kept) if changed >= _LEAST_INTERLEAVED else ""


def _without_interleaved(word: str) -> str:
    if len(word) < 4:
        return word
    odd, even = word[1::2], word[::2]
    return even if len(set(odd)) == 1 else odd if len(set(even)) == 1 else word


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
