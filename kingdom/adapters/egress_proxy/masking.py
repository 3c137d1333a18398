"""Taking secrets out of replies, in every spelling an honest server might echo them in. Pure.

A server that wants to give a secret away can always encode it in a way nobody has foreseen: what protects against that is that the
secret goes to its own host only. This protects against the echo.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, quote_plus

from pydantic import SecretStr

from kingdom.core.secret_masking import MASK

_MIN_ENCODING_BYTES = 6  # of a spelling; shorter ones would tear innocent text apart


def _base64_inside(secret: bytes) -> Iterator[bytes]:
    """Yield what every base64 text that holds the secret must hold, for the three ways it can be aligned."""
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + secret)
        whole = encoded[-(-shift * 8 // 6) : (shift + len(secret)) * 8 // 6]
        yield whole
        yield whole.translate(bytes.maketrans(b"+/", b"-_"))


def secret_encodings(secret: str) -> set[bytes]:
    """Return the byte strings to look for: plain, URL, JSON, HTML, hexadecimal, base64, UTF-16."""
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
    found = {text.encode() for text in texts} | {
        secret.encode("utf-16-le"),
        secret.encode("utf-16-be"),
        *_base64_inside(data),
    }
    return {spelling for spelling in found if len(spelling) >= _MIN_ENCODING_BYTES} | {data}


class SecretMask:
    """All secrets a run has opened so far; each reply of the run is searched for each of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._spellings: set[bytes] = set()
        self._pattern: re.Pattern[bytes] | None = None

    def add(self, secrets: Iterable[SecretStr]) -> None:
        """Look for these too."""
        for secret in secrets:
            self._spellings |= secret_encodings(secret.get_secret_value())
        # longest first: a plain spelling may be the beginning of an encoded one
        ordered = sorted(self._spellings, key=lambda spelling: (-len(spelling), spelling))
        self._pattern = re.compile(b"|".join(map(re.escape, ordered)), re.IGNORECASE) if ordered else None

    @property
    def longest(self) -> int:
        """Length of the longest spelling in bytes: so much more must be read than is kept, or a cut could hide one."""
        return max(map(len, self._spellings), default=0)

    def apply(self, data: bytes, most: int | None = None) -> tuple[bytes, int]:
        """Return the first ``most`` bytes without secrets, and how many were there.

        What lies beyond ``most`` is only read to see secrets whole: a half of one at the end of ``data`` is never passed on.
        """
        most = len(data) if most is None else most
        parts, position = [], 0
        for found in self._pattern.finditer(data) if self._pattern else ():
            if found.start() >= most:
                break
            parts += [data[position : found.start()], MASK.encode()]
            position = found.end()
        return b"".join([*parts, data[position:most]]), len(parts) // 2
