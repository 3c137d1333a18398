"""Headers of requests and replies: checked on the way out, bounded on the way in, masked in receipts. Pure."""

import re
from collections.abc import Iterable, Mapping

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.core.secret_masking import MASK

MAX_HEADERS = 64
MAX_VALUE_CHARS = 8192 + 256  # the longest credential and a scheme before it
MAX_HEADER_BYTES = 32_768
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]{1,100}")  # RFC 9110 token, lower-cased
_VALUE = re.compile(r"[\t -~]*")  # no line break, no control character, nothing that is not ASCII
# The broker's own: they decide where a message begins, ends and goes.
_PROXY_HEADERS = frozenset(
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
    if len(given) > MAX_HEADERS:
        raise EgressRefused(f"More than {MAX_HEADERS} headers.", reason="headers")
    checked: dict[str, str] = {}
    for name, value in given.items():
        low = str(name).lower()
        if not _NAME.fullmatch(low) or low in checked:
            raise EgressRefused("A header's name is not valid, or there twice.", reason="headers")
        if low in _PROXY_HEADERS or low.startswith("proxy-"):
            raise EgressRefused(f"The header {low} is set by the platform.", reason="headers")
        checked[low] = check_header_value(low, value)
    if sum(len(name) + len(value) + 4 for name, value in checked.items()) > MAX_HEADER_BYTES:
        raise EgressRefused(f"The headers are longer than {MAX_HEADER_BYTES} bytes.", reason="headers")
    return checked


def check_header_value(name: str, value: object) -> str:
    """Return a header's value. Raises EgressRefused, without the value, when it could end the header early or is too long."""
    if not isinstance(value, str) or not _VALUE.fullmatch(value) or len(value) > MAX_VALUE_CHARS:
        raise EgressRefused(
            f"The header {name} must be one line of at most {MAX_VALUE_CHARS} visible ASCII characters.",
            reason="headers",
        )
    return value.strip(" \t")


def redact_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers for a receipt: names stay, values of those that authenticate do not."""
    return {name: MASK if _SENSITIVE.search(name) else value[:200] for name, value in headers.items()}


def decode_response_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return a reply's headers as texts, joined where repeated, at most 64 of them and 4,096 characters each."""
    found: dict[str, str] = {}
    for name_bytes, value_bytes in raw:
        name, value = name_bytes.decode("latin-1").lower(), value_bytes.decode(errors="replace")
        if name in found:
            found[name] = f"{found[name]}, {value}"[:4096]
        elif len(found) < MAX_HEADERS:
            found[name] = value[:4096]
    return found
