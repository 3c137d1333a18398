"""Masks secrets in responses, in the encodings in which a server may echo them. Pure.

A hostile server can still return a secret in another encoding, but a secret is sent to its own host only. A text that
contains a short secret is masked as a whole: the places of its marks would tell a program that asks for an echo of many
guesses which of them is right.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

from pydantic import SecretStr

from kingdom.core.text.secret_masking import MASK, MIN_SECRET_LENGTH

_MIN_ENCODING_BYTES = 6  # shorter encodings would match ordinary text


def _base64_fragments(secret: bytes) -> Iterator[bytes]:
    """Yield the base64 that any encoded text with the secret contains, for each of the three alignments."""
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + secret)
        whole = encoded[-(-shift * 8 // 6) : (shift + len(secret)) * 8 // 6]
        yield whole
        yield whole.translate(bytes.maketrans(b"+/", b"-_"))


def secret_encodings(secret: str) -> set[bytes]:
    """Return the byte strings to mask: plain, URL, JSON, HTML, hexadecimal, base64 and UTF-16."""
    data = secret.encode()
    texts = {
        *(
            secret,
            quote(secret, safe=""),
            quote(secret),
            quote_plus(secret),
            html.escape(secret),
            html.escape(secret, quote=False),
        ),
        *(
            json.dumps(secret)[1:-1],
            json.dumps(secret, ensure_ascii=False)[1:-1],
            json.dumps(secret)[1:-1].replace("/", "\\/"),
        ),
        *(data.hex(), "".join(f"%{byte:02x}" for byte in data)),
    }
    encodings = {text.encode() for text in texts} | {
        secret.encode("utf-16-le"),
        secret.encode("utf-16-be"),
        *_base64_fragments(data),
    }
    shortest = 1 if is_short_secret(secret) else _MIN_ENCODING_BYTES
    return {encoding for encoding in encodings if len(encoding) >= shortest} | {data}


def is_short_secret(secret: str) -> bool:
    """Return whether a secret is so short that ordinary text contains it and that it can be guessed."""
    return len(secret) < MIN_SECRET_LENGTH


class SecretMask:
    """Masks all secrets that a run has opened so far, in each of its responses."""

    def __init__(self) -> None:
        """Start without secrets."""
        self._encodings: set[bytes] = set()
        self._short: set[bytes] = set()
        self._pattern: re.Pattern[bytes] | None = None
        self._short_pattern: re.Pattern[bytes] | None = None

    def add(self, secrets: Iterable[SecretStr]) -> None:
        """Add secrets to mask."""
        for secret in map(SecretStr.get_secret_value, secrets):
            encodings = self._short if is_short_secret(secret) else self._encodings
            encodings |= secret_encodings(secret)
        self._pattern, self._short_pattern = _any_of(self._encodings), _any_of(self._short)

    @property
    def longest(self) -> int:
        """Bytes of the longest encoding. Read so much more than is kept, or a cut could leave a part of a secret."""
        return max(map(len, self._encodings | self._short), default=0)

    def apply(self, data: bytes, most: int | None = None) -> tuple[bytes, int]:
        """Return the first ``most`` bytes with secrets masked, and the number of masked secrets.

        Bytes beyond ``most`` are only used to recognise a secret that crosses the cut.
        """
        most = len(data) if most is None else most
        if self._short_pattern is not None and self._short_pattern.search(data):
            return MASK.encode(), 1
        parts, position = [], 0
        for match in self._pattern.finditer(data) if self._pattern else ():
            if match.start() >= most:
                break
            parts += [data[position : match.start()], MASK.encode()]
            position = match.end()
        return b"".join([*parts, data[position:most]]), len(parts) // 2


def _any_of(encodings: set[bytes]) -> re.Pattern[bytes] | None:
    """Return the pattern of any of them, longest first: a plain secret may be the start of an encoded one."""
    ordered = sorted(encodings, key=lambda encoding: (-len(encoding), encoding))
    return re.compile(b"|".join(map(re.escape, ordered)), re.IGNORECASE) if ordered else None
