"""Canonical JSON and its digest: equal values have equal bytes."""

import hashlib
import json


def canonical_json(value: object) -> str:
    """Return JSON with sorted keys, no white space and no NaN (as in RFC 8785, but with Python's number form).

    Raises ValueError for NaN and infinities, TypeError for values JSON does not have.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def json_digest(value: object) -> str:
    """Return the SHA-256 of the canonical JSON, 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 bytes, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def stripped_text_digest(text: str) -> str:
    """Return the digest of a text without surrounding white space: of a stored example, or a message to compare."""
    return text_digest(text.strip())
