"""Masks secrets in responses, in the encodings in which a server may echo them. Pure.

A hostile server can still return a secret in another encoding, but a secret is sent to its own host only.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

from pydantic import SecretStr

from kingdom.core.secret_masking import MASK

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
    return {encoding for encoding in encodings if len(encoding) >= _MIN_ENCODING_BYTES} | {data}


class SecretMask:
    """Masks all secrets that a run has opened so far, in each of its responses."""

    def __init__(self) -> None:
        """Start without secrets."""
        self._encodings: set[bytes] = set()
        self._pattern: re.Pattern[bytes] | None = None

    def add(self, secrets: Iterable[SecretStr]) -> None:
        """Add secrets to mask."""
        for secret in secrets:
            self._encodings |= secret_encodings(secret.get_secret_value())
        # longest first: a plain secret may be the start of an encoded one
        ordered = sorted(self._encodings, key=lambda encoding: (-len(encoding), encoding))
        self._pattern = re.compile(b"|".join(map(re.escape, ordered)), re.IGNORECASE) if ordered else None

    @property
    def longest(self) -> int:
        """Bytes of the longest encoding. Read so much more than is kept, or a cut could leave a part of a secret."""
        return max(map(len, self._encodings), default=0)

    def apply(self, data: bytes, most: int | None = None) -> tuple[bytes, int]:
        """Return the first ``most`` bytes with secrets masked, and the number of masked secrets.

        Bytes beyond ``most`` are only used to recognise a secret that crosses the cut.
        """
        most = len(data) if most is None else most
        parts, position = [], 0
        for match in self._pattern.finditer(data) if self._pattern else ():
            if match.start() >= most:
                break
            parts += [data[position : match.start()], MASK.encode()]
            position = match.end()
        return b"".join([*parts, data[position:most]]), len(parts) // 2
