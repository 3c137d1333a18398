"""What a request asks of its host: to read, or to change something. Pure."""

import re
from collections.abc import Mapping
from urllib.parse import unquote

SAFE_METHODS = frozenset({"GET", "HEAD"})
OTHER = "OTHER"  # a method that is not known
_METHOD = re.compile(r"[A-Z]{1,20}")
# Names that frameworks take for the method, in the spelling of ``_spelled``.
_OVERRIDE_HEADERS = frozenset(
    {"x_http_method_override", "x_http_method", "x_method_override", "x_original_method", "x_tunneled_method"}
)
_OVERRIDE_PARAMETERS = frozenset(
    {"_method", "_httpmethod", "http_method", "method_override", "x_http_method_override", "x_http_method"}
)
# Servers hand headers on with "_" for "-", and PHP turns these characters of a parameter's name into "_".
_SEPARATORS = str.maketrans(dict.fromkeys("-. [+", "_"))


def is_read_only(method: object, url: object, headers: object, params: object = None) -> bool:
    """Return whether a request only reads: a safe method, and nothing that overrides it.

    ``params`` are those that are added to the URL.
    """
    return str(method).upper() in SAFE_METHODS and not is_method_overridden(url, headers, params)


def is_method_overridden(url: object, headers: object, params: object = None) -> bool:
    """Return whether a header or parameter of a request may be taken for its method."""
    return bool(_overrides(url, headers, params))


def method_as_taken(method: str, url: object, headers: object, params: object = None) -> str:
    """Return the method that a host may take a request for, in capitals; ``OTHER`` when it has several to choose from.

    It is the request's own, unless a header or parameter overrides it.
    """
    values = {value.strip().upper() for value in _overrides(url, headers, params)}
    if not values:
        return method.upper()
    return values.pop() if len(values) == 1 and all(map(_METHOD.fullmatch, values)) else OTHER


def _overrides(url: object, headers: object, params: object) -> list[str]:
    """Return the values of the headers and parameters that override a request's method."""
    query = unquote(unquote(str(url).partition("?")[2])).replace(";", "&")
    pairs = [(name, value) for name, _equals, value in (part.partition("=") for part in query.split("&"))]
    if isinstance(params, Mapping):
        pairs += [(unquote(str(name)), str(value)) for name, value in params.items()]
    found = [value for name, value in pairs if _spelled(name) in _OVERRIDE_PARAMETERS]
    if isinstance(headers, Mapping):
        found += [str(value) for name, value in headers.items() if _spelled(str(name)) in _OVERRIDE_HEADERS]
    return found


def _spelled(name: str) -> str:
    return name.lower().strip(" +").translate(_SEPARATORS)
