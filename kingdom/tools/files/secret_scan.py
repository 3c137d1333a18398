"""Finds and masks secrets in plain text, by the published formats of keys. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingdom.core.text.key_formats import KEY_PATTERNS
from kingdom.core.text.secret_masking import MASK, has_registered_secret, mask_registered_secrets

_MAX_DEPTH = 32


def find_secret(args: Mapping[str, Any]) -> str:
    """Return the kind of the first secret in the arguments, e.g. ``a private key``; empty without one.

    Raises ValueError for arguments that are nested too deeply to scan.
    """
    for text in _strings_in(args, 0):
        if has_registered_secret(text):
            return "a secret of this server"
        for kind, pattern in KEY_PATTERNS.items():
            if pattern.search(text):
                return kind
    return ""


def redact_secrets(text: str) -> str:
    """Return a text in which secrets of a published format and secrets of this server are masked."""
    text = mask_registered_secrets(text)
    for pattern in KEY_PATTERNS.values():
        text = pattern.sub(MASK, text)
    return text


def _strings_in(value: object, depth: int) -> Iterator[str]:
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _strings_in(inner, depth + 1)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _strings_in(inner, depth + 1)
