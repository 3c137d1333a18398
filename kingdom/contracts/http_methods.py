"""What a request asks of its host: to read, or to change something. Pure."""

from collections.abc import Mapping, Sequence
from urllib.parse import unquote

SAFE_METHODS = frozenset({"GET", "HEAD"})
# Names that frameworks take for the method, in the spelling of ``_names``.
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
    query = unquote(unquote(str(url).partition("?")[2])).replace(";", "&")
    parameters = _names([part.partition("=")[0] for part in query.split("&")])
    if isinstance(params, Mapping):
        parameters |= _names([unquote(str(name)) for name in params])
    sent = _names(list(headers)) if isinstance(headers, Mapping) else set()
    return bool(sent & _OVERRIDE_HEADERS or parameters & _OVERRIDE_PARAMETERS)


def _names(names: Sequence[object]) -> set[str]:
    return {str(name).lower().strip(" +").translate(_SEPARATORS) for name in names}
