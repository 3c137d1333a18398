"""Headers: checks those of requests, bounds those of responses, redacts both for records. Pure."""

import re
from collections.abc import Iterable, Mapping

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.core.text.secret_masking import MASK

MAX_HEADERS = 64
MAX_VALUE_CHARS = 8192 + 256  # the longest credential and its scheme
MAX_HEADER_BYTES = 32_768
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]{1,100}")  # RFC 9110 token, lower-cased
_VALUE = re.compile(r"[\t -~]*")  # no line break, other control character or non-ASCII character
# Set by the proxy: they determine where a message starts, ends and goes.
_PROXY_HEADERS = frozenset(
    {
        *("accept-encoding", "connection", "content-length", "expect", "host", "http2-settings"),
        *("keep-alive", "te", "trailer", "transfer-encoding", "upgrade"),
    }
)
_SENSITIVE = re.compile(r"auth|cookie|key|secret|token|signature|session|password|credential", re.IGNORECASE)


def check_headers(headers: object) -> dict[str, str]:
    """Return the headers with lower-case names. Raises EgressRefused for an invalid or reserved header."""
    if not isinstance(headers, Mapping):
        raise EgressRefused("headers must be an object of strings.", reason="headers")
    if len(headers) > MAX_HEADERS:
        raise EgressRefused(f"More than {MAX_HEADERS} headers.", reason="headers")
    checked: dict[str, str] = {}
    for name, value in headers.items():
        lower = _check_header_name(str(name).lower())
        if lower in checked:
            raise EgressRefused(f"The header {lower} is there twice.", reason="headers")
        checked[lower] = check_header_value(lower, value)
    if sum(len(name) + len(value) + 4 for name, value in checked.items()) > MAX_HEADER_BYTES:
        raise EgressRefused(f"The headers are longer than {MAX_HEADER_BYTES} bytes.", reason="headers")
    return checked


def _check_header_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise EgressRefused("The name of a header is not valid.", reason="headers")
    if name in _PROXY_HEADERS or name.startswith("proxy-"):
        raise EgressRefused(f"The header {name} is set by the platform. Leave it out.", reason="headers")
    return name


def check_header_value(name: str, value: object) -> str:
    """Return a header's value, stripped. Raises EgressRefused, without the value, if it is invalid or too long."""
    if not isinstance(value, str) or not _VALUE.fullmatch(value) or len(value) > MAX_VALUE_CHARS:
        raise EgressRefused(
            f"The header {name} must be one line of at most {MAX_VALUE_CHARS} visible ASCII characters.",
            reason="headers",
        )
    return value.strip(" \t")


def redact_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers for a record: values of authenticating headers are masked, others cut at 200 characters."""
    return {name: MASK if _SENSITIVE.search(name) else value[:200] for name, value in headers.items()}


def decode_response_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return a response's headers as strings, repeated ones joined, at most 64 of at most 4,096 characters."""
    headers: dict[str, str] = {}
    for name_bytes, value_bytes in raw:
        name, value = name_bytes.decode("latin-1").lower(), value_bytes.decode(errors="replace")
        if name in headers:
            headers[name] = f"{headers[name]}, {value}"[:4096]
        elif len(headers) < MAX_HEADERS:
            headers[name] = value[:4096]
    return headers
