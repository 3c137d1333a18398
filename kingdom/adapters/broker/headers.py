"""Headers of requests and replies: checked on the way out, bounded on the way in, masked in receipts. Pure."""

import re
from collections.abc import Iterable, Mapping

from kingdom.adapters.broker.port import EgressRefused
from kingdom.core.logs import MASK

MOST = 64
LONGEST_VALUE = 8192 + 256  # the longest credential and a scheme before it
LONGEST_ALL = 32_768
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]{1,100}")  # RFC 9110 token, lower-cased
_VALUE = re.compile(r"[\t -~]*")  # no line break, no control character, nothing that is not ASCII
# The broker's own: they decide where a message begins, ends and goes.
_OURS = frozenset(
    {
        *("accept-encoding", "connection", "content-length", "expect", "host", "http2-settings"),
        *("keep-alive", "te", "trailer", "transfer-encoding", "upgrade"),
    }
)
_SENSITIVE = re.compile(r"auth|cookie|key|secret|token|signature|session|password|credential", re.IGNORECASE)


def check_headers(given: object) -> dict[str, str]:
    """Return the headers with lower-case names. Raises EgressRefused for anything that could be more than a header."""
    if not isinstance(given, Mapping):
        raise EgressRefused("headers must be an object of names and texts.", reason="headers")
    if len(given) > MOST:
        raise EgressRefused(f"More than {MOST} headers.", reason="headers")
    checked: dict[str, str] = {}
    for name, value in given.items():
        low = str(name).lower()
        if not _NAME.fullmatch(low) or low in checked:
            raise EgressRefused("A header's name is not valid, or there twice.", reason="headers")
        if low in _OURS or low.startswith("proxy-"):
            raise EgressRefused(f"The header {low} is set by the platform.", reason="headers")
        checked[low] = check_value(low, value)
    if sum(len(name) + len(value) + 4 for name, value in checked.items()) > LONGEST_ALL:
        raise EgressRefused(f"The headers are longer than {LONGEST_ALL} bytes.", reason="headers")
    return checked


def check_value(name: str, value: object) -> str:
    """Return a header's value. Raises EgressRefused, without the value, when it could end the header early or is too long."""
    if not isinstance(value, str) or not _VALUE.fullmatch(value) or len(value) > LONGEST_VALUE:
        raise EgressRefused(f"The header {name} must be one line of at most {LONGEST_VALUE} visible ASCII characters.", reason="headers")
    return value.strip(" \t")


def redact(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers for a receipt: names stay, values of those that authenticate do not."""
    return {name: MASK if _SENSITIVE.search(name) else value[:200] for name, value in headers.items()}


def reply_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return a reply's headers as texts, joined where repeated, at most 64 of them and 4,096 characters each."""
    found: dict[str, str] = {}
    for name_bytes, value_bytes in raw:
        name, value = name_bytes.decode("latin-1").lower(), value_bytes.decode(errors="replace")
        if name in found:
            found[name] = f"{found[name]}, {value}"[:4096]
        elif len(found) < MOST:
            found[name] = value[:4096]
    return found
