"""Decoders of text that stands as encoded bytes: base64 and its relatives, hexadecimal, uuencode, compression."""

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterator, Mapping

_READABLE = 0.85  # share of printable characters for bytes to count as text
_BASE64 = re.compile(
    r"[A-Za-z0-9+/_-]{12,}={0,2}(?:\s[A-Za-z0-9+/_-]{40,}={0,2})*(?:\r?\n[A-Za-z0-9+/_-]{4,}={0,2}(?=\s|$))*"
)
_BASE32 = re.compile(r"[A-Z2-7]{16,}={0,6}")
_BASE58 = re.compile(r"[1-9A-HJ-NP-Za-km-z]{20,600}")  # decoding takes time quadratic in the length
_BASE58_DIGITS = {
    sign: value for value, sign in enumerate("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
}
_BASE85_LENGTHS = range(20, 20_000)  # characters of a run without spaces
_SIGNS = re.compile(r"[^A-Za-z0-9]")
_LEAST_SIGNS = 3  # that are neither letter nor digit, in a run of base85
_HEX = re.compile(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ :,-]?\s?){6,}")
_HEX_SIGN = re.compile(r"0x|\\x|[ :,\-\s]")
_UU_LINE = re.compile(r"^([!-M])([ -`]{8,84})$", re.M)
_COMPRESSED = (b"\x1f\x8b", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_MAX_INFLATED = 200_000  # bytes


def decode_bytes(data: bytes) -> str:
    """Return the text that bytes hold, also compressed ones; empty if they hold none."""
    if data.startswith(_COMPRESSED):
        data = _inflated(data)
    for code in ("utf-8", "utf-16-le"):
        try:
            text = data.decode(code)
        except UnicodeDecodeError:
            continue
        if text and _is_readable(text) and (code == "utf-8" or text.isascii()):
            return text
    return ""


def _is_readable(text: str) -> bool:
    return sum(letter.isprintable() or letter.isspace() for letter in text) >= _READABLE * len(text)


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=47).decompress(data, _MAX_INFLATED)  # 47: gzip or zlib
    except zlib.error:
        return data


def _of_base64(chunk: str) -> str:
    chunk = re.sub(r"\s", "", chunk).rstrip("=").translate({45: "+", 95: "/"})
    try:
        return decode_bytes(base64.b64decode(chunk[: len(chunk) - (len(chunk) % 4 == 1)] + "=" * (-len(chunk) % 4 % 3)))
    except (binascii.Error, ValueError):
        return ""


def _base64(text: str) -> Iterator[str]:
    for found in _BASE64.finditer(text):
        whole = _of_base64(found.group())
        # A word may stand on the line after an encoded one.
        yield whole or _of_base64(found.group().partition("\n")[0])


def _base32(text: str) -> Iterator[str]:
    for found in _BASE32.finditer(text):
        chunk = found.group().rstrip("=")
        try:
            yield decode_bytes(base64.b32decode(chunk + "=" * (-len(chunk) % 8)))
        except (binascii.Error, ValueError):
            continue


def _base58(text: str) -> Iterator[str]:
    for found in _BASE58.finditer(text):
        number = 0
        for sign in found.group():
            number = number * 58 + _BASE58_DIGITS[sign]
        yield decode_bytes(number.to_bytes((number.bit_length() + 7) // 8, "big"))


def _base85(text: str) -> Iterator[str]:
    for run in text.split():
        chunk = run.removeprefix("<~").removesuffix("~>")
        if len(chunk) not in _BASE85_LENGTHS or len(_SIGNS.findall(chunk)) < _LEAST_SIGNS:
            continue
        for decode in (base64.a85decode, base64.b85decode):
            try:
                yield decode_bytes(decode(chunk))
            except ValueError:
                continue


def _hex(text: str) -> Iterator[str]:
    for found in _HEX.finditer(text):
        digits = _HEX_SIGN.sub("", found.group())
        yield decode_bytes(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _uuencode(text: str) -> Iterator[str]:
    pieces = []
    for found in _UU_LINE.finditer(text):
        size = (ord(found[1]) - 32) & 63
        if len(found[2].rstrip()) <= (size + 2) // 3 * 4:
            try:
                pieces.append(binascii.a2b_uu(found.group()))
            except binascii.Error:
                continue
    yield decode_bytes(b"".join(pieces))


BYTE_DECODERS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "base64": _base64,
    "base32": _base32,
    "base58": _base58,
    "base85": _base85,
    "hex": _hex,
    "uuencode": _uuencode,
}
