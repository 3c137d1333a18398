"""Keys and passwords in clear. A placeholder does not count. Pure."""

import re
from collections import Counter
from math import log2

from kingdom.core.text.key_formats import KEY_FORMATS, PRIVATE_KEY, SIGNED_TOKEN

_KEY_BLOCK = re.compile(PRIVATE_KEY + r"(?P<body>[^-]{0,4000})")
_TOKENS = re.compile("|".join([*KEY_FORMATS.values(), SIGNED_TOKEN]))
_HOOK = re.compile(
    r"hooks\.slack\.com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{20,28}"
    r"|discord(?:app)?\.com/api/webhooks/\d{15,20}/[\w-]{50,80}"
)
_URL_PASSWORD = re.compile(
    r"\b[a-z][a-z0-9+.-]{2,20}://[^\s:@/\"'<>]{1,60}:(?P<value>[^\s@/\"'<>]{6,80})@(?P<host>[\w.-]+)"
)
_ASSIGNED = re.compile(
    r"(?:password|passwd|secret|api_?key|access_?key|auth_?token"
    r"|access_?token|client_secret|private_key)"
    r"[\"']?\s{0,3}(?::=|=>|[:=])\s{0,3}[\"']?(?P<value>[^\s\"',;#<>(){}\[\]]{8,120})",
    re.I,
)
_PLACEHOLDER = re.compile(
    r"example|changeme|change[-_]?(?:me|this)|your|placeholder|dummy|fake|sample|redacted|replace"
    r"|insert|todo|xxx|\*{3}|\.\.\."
    r"|^\$|\$\{|\{\{|%\(|<|test|demo|secret|password|passw0rd|postgres|admin|guest|localhost"
    r"|hunter2|foobar|abc123|123456|qwerty"
    r"|env|vault|getenv|process|config|settings|none|null|true|false|token|key|value|string|mysecret|not[-_]?a",
    re.I,
)
_LOCAL_HOST = re.compile(
    r"^(?:localhost|127\.|0\.0\.0\.0|db|database|postgres|mysql|redis|mongo|rabbitmq|cache|host"
    r"|example)|\.example\b|example\.|\.local$|\.test$"
)
_MIN_ENTROPY = 3.3  # bits a character; words and paths are below
_MIN_TOKEN_ENTROPY = 3.0


def has_secret(text: str) -> bool:
    """Return whether a text holds a key or password that is no placeholder."""
    return any(
        any(map(is_secret, pattern.finditer(text)))
        for pattern, is_secret in (
            (_KEY_BLOCK, _is_private_key),
            (_TOKENS, _is_token),
            (_HOOK, _is_token),
            (_URL_PASSWORD, _is_url_password),
            (_ASSIGNED, _is_assigned_secret),
        )
    )


def _is_private_key(found: re.Match[str]) -> bool:
    body = re.sub(r"\s|\\n", "", found["body"])
    return len(body) >= 12 and not re.search(r"\.\.\.|…|<|\[|example|redacted|your|xxxx|\*\*\*", body, re.I)


def _is_token(found: re.Match[str]) -> bool:
    is_sample = re.search(r"EXAMPLE|xxxx|XXXX|0000|1234567890|\*\*|your|_here|placeholder|deadbeef", found[0])
    return not is_sample and entropy(found[0]) > _MIN_TOKEN_ENTROPY


def _is_url_password(found: re.Match[str]) -> bool:
    return is_password(found["value"]) and not _LOCAL_HOST.search(found["host"])


def is_password(value: str) -> bool:
    """Return whether the password of an address is one, and not a placeholder."""
    return _PLACEHOLDER.search(value) is None


def _is_assigned_secret(found: re.Match[str]) -> bool:
    value = found["value"]
    mixed = re.search(r"\d", value) and re.search(r"[A-Za-z]", value)
    if (
        not mixed
        or _PLACEHOLDER.search(value)
        or len(value) < 10
        or "/" in value[:1]
        or re.search(r"\w\.\w+\.\w|\w\(|::", value)
    ):
        return False
    return entropy(value) >= _MIN_ENTROPY or (len(value) >= 10 and re.search(r"[!@#$%^&*?]", value) is not None)


def entropy(text: str) -> float:
    """Return the bits a character of a text carries by its own letter frequencies."""
    counts = Counter(text)
    return -sum(count / len(text) * log2(count / len(text)) for count in counts.values())
