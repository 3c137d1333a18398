"""Counts to how many addresses or telephone numbers a request sends. Pure.

Only the number is stored. A request that names nobody goes to one; a body that is shown in part goes to many: a policy
that bounds the recipients must not be passed by a long body.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl

from kingdom.contracts.http_methods import is_read_only

MANY = 10_000
_MAX_DEPTH = 6
_NAMES = frozenset(
    {
        *("to", "cc", "bcc", "recipient", "recipients", "receiver", "receivers", "destination", "destinations"),
        *("phone", "phones", "number", "numbers", "msisdn", "addresses", "emails", "email", "mobile", "mobiles"),
        *("an", "empfaenger", "empfanger", "destinataire", "destinataires", "destinatario", "destinatarios"),
    }
)
_SEPARATORS = re.compile(r"[\s,;<>\"']+")
_NUMBER = re.compile(r"\+?\d[\d\s().-]{5,18}\d")


def recipient_count(args: Mapping[str, Any]) -> int:
    """Return to how many a request with these arguments sends; 0 for one that only reads."""
    if is_read_only(args.get("method", "GET"), args.get("url", ""), args.get("headers"), args.get("params")):
        return 0
    body = args.get("body")
    size = args.get("body_bytes")
    if isinstance(body, str) and isinstance(size, int) and size > len(body.encode()):
        return MANY
    found = {address for value in _values(args, 0) for address in _addresses_in(value)}
    return max(1, len(found))


def _values(value: object, depth: int, *, is_named: bool = False) -> Iterator[object]:
    """Yield the values of the fields that name recipients, also within texts of JSON and of forms."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping | list):
        for part, is_named_here in _parts(value):
            yield from _values(part, depth + 1, is_named=is_named or is_named_here)
    elif is_named:
        yield value
    elif isinstance(value, str) and (parsed := _parsed(value)):
        yield from _values(parsed, depth + 1)


def _parts(value: "Mapping[object, object] | list[object]") -> Iterator[tuple[object, bool]]:
    """Yield the parts of an object or a list, each with whether its name says that it holds recipients."""
    if isinstance(value, Mapping):
        yield from ((part, _plain(str(name)) in _NAMES) for name, part in value.items())
    else:
        yield from ((part, False) for part in value)


def _plain(name: str) -> str:
    return name.lower().strip("_-[]").removesuffix("_address").removesuffix("_number").removesuffix("address")


def _parsed(text: str) -> object:
    if text[:1] in "{[":
        try:
            return json.loads(text)
        except ValueError:
            return None
    if text.startswith(("http://", "https://")):
        text = text.partition("?")[2]
    pairs: dict[str, list[str]] = {}
    for name, value in parse_qsl(text):
        pairs.setdefault(name, []).append(value)
    return pairs


def _addresses_in(value: object) -> list[str]:
    """Return the addresses and numbers of a value in linear time; a value with neither is one itself."""
    text = str(value)
    addresses = [part.lower() for part in _SEPARATORS.split(text) if "@" in part]
    numbers = [] if addresses else [match.strip() for match in _NUMBER.findall(text)]
    return addresses or numbers or ([text] if text.strip() else [])
