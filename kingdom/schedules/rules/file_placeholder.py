"""The place of the file that arrived in what a file trigger starts. Pure."""

import re
from typing import Any

FILE_PLACEHOLDER = "{file}"
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "«": "»"}
_IN_PROSE = re.compile(rf"(?P<open>[{''.join(_QUOTES)}]?){re.escape(FILE_PLACEHOLDER)}(?P<close>[\"'`”“»]?)")
_PATH_PART = re.compile(r"[\w/]|\.\w")


def has_placeholder(source: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a request or a manifest names the file."""
    return FILE_PLACEHOLDER in str(source)


def with_file(source: Any, path: str) -> Any:  # noqa: ANN401 - as above
    """Return a request or a manifest with the path of the file in its place.

    Among other words the path stands in quotes: whoever names a file must not get words of the name read as the user's.
    """
    if isinstance(source, str):
        return path if source.strip() == FILE_PLACEHOLDER else _IN_PROSE.sub(lambda at: _named(at, path), source)
    if isinstance(source, list):
        return [with_file(value, path) for value in source]
    return {name: with_file(value, path) for name, value in source.items()} if isinstance(source, dict) else source


def _named(place: re.Match[str], path: str) -> str:
    """Return the path in quotes that it does not hold itself; as it is where it is a part of a longer path."""
    before, after = place["open"], place["close"]
    if _QUOTES.get(before) == after:
        return _quoted(path, before)
    is_part = _PATH_PART.match(place.string[: place.start()][-1:]) or _PATH_PART.match(place.string, place.end())
    return f"{before}{path if is_part and not before and not after else _quoted(path)}{after}"


def _quoted(path: str, preferred: str = '"') -> str:
    usable = [mark for mark in (preferred, *_QUOTES) if mark not in path and _QUOTES[mark] not in path]
    mark = usable[0] if usable else '"'
    return f"{mark}{path if usable else path.replace(mark, '')}{_QUOTES[mark]}"
