"""Masking of secrets in log lines, messages and stored texts."""

import re
from collections.abc import Iterable, MutableMapping
from typing import Any

_SECRET_NAME = re.compile(
    r"(pass(word|wd)?|secret|token|api[_-]?key|authorization|cookie|credential|private)", re.IGNORECASE
)
_SECRET_VALUE = re.compile(
    r"(AIza[0-9A-Za-z_\-]{20,}|sk-[0-9A-Za-z_\-]{16,}"
    r"|(?:Bearer|Token|Basic)\s+[0-9A-Za-z._~+/=\-]{8,}|(?<=://)[^/\s:@]+:[^/\s@]+(?=@))"
)
SECRET_LINKS = ("sign-in", "hooks", "shared")  # the first part of a path that is a secret
PLAIN_LINK_PARTS = frozenset({"file"})  # of such a path
# Links that are secrets, also mistyped ones: such a link is answered with 404, and still opens what it is for.
_SECRET_LINK = re.compile(
    rf"(/(?:{'|'.join(SECRET_LINKS)})(?:/|\\|;|%2f|%5c|%20|%3b| (?=[\w-]{{16}}))+)"
    r"([^\s\"'?#]+(?:[\x00-\x1f\x7f\xad\u200b-\u200d\u2028\u2029]+[\w%/-]+)*)",  # also torn by a line break
    re.IGNORECASE,
)
_LINK_PART = re.compile(r"[^/]+")
_QUERY_STRING = re.compile(r"(?<=[\w/%-])\?[^\s\"'<>=]{1,100}=[^\s\"'<>]*")  # of an address in a line of the log
MASK = "••••"
MIN_SECRET_LENGTH = 8  # masking shorter values would garble ordinary words
_secrets: set[str] = set()


def register_secrets(values: Iterable[str]) -> None:
    """Mask these exact values from now on: the configured secrets of this process."""
    _secrets.update(value for value in values if len(value) >= MIN_SECRET_LENGTH)


def has_registered_secret(text: str) -> bool:
    """Return whether a text contains a configured secret."""
    return any(value in text for value in _secrets)


def mask_registered_secrets(text: str) -> str:
    """Return the text with the configured secrets masked."""
    for value in _secrets:
        text = text.replace(value, MASK)
    return text


def mask_secrets(text: str) -> str:
    """Return the text with configured secrets, keys, bearer tokens and passwords in URLs masked."""
    return _SECRET_LINK.sub(_masked_link, _SECRET_VALUE.sub(MASK, mask_registered_secrets(text)))


def _masked_link(found: re.Match[str]) -> str:
    parts = _LINK_PART.sub(lambda part: part[0] if part[0] in PLAIN_LINK_PARTS else MASK, found[2])
    return f"{found[1]}{parts}"


def _masked(name: str, value: object) -> object:
    if value is None or isinstance(value, int | float):
        return value  # prompt_tokens=12 is a count
    if _SECRET_NAME.search(name):
        return MASK
    if isinstance(value, str):
        return _QUERY_STRING.sub(f"?{MASK}", mask_secrets(value))
    if isinstance(value, dict):
        return {key: _masked(str(key), inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_masked("", inner) for inner in value]
    return value


def filter_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Mask secrets in every field of a log event, including the formatted traceback (a structlog processor)."""
    for name in list(event):
        if not name.startswith("_"):
            event[name] = _masked(name, event[name])
    return event
