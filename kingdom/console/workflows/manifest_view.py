"""A manifest as its user typed it: read, and shown again with each fault below its place. Pure."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from kingdom.core.errors import BadInput
from kingdom.ministers.validator.json_pointers import child_pointer

MAX_MANIFEST_LENGTH = 1_000_000  # characters
MAX_SHOWN_LINES = 400
MAX_SHOWN_VALUE = 200  # characters
MAX_SHOWN_DEPTH = 8
Faults = Mapping[str, tuple[str, ...]]


class ManifestLine(NamedTuple):
    """One line of the manifest, with the faults of the value that begins on it."""

    text: str
    faults: tuple[str, ...]


def manifest_parse(text: str) -> object:
    """Return the JSON value of a typed manifest. Raises BadInput that names the line of a mistake."""
    if len(text) > MAX_MANIFEST_LENGTH:
        raise BadInput(f"A manifest has at most {MAX_MANIFEST_LENGTH:,} characters.")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"This is not JSON. Line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except (ValueError, RecursionError):
        raise BadInput("This is not a JSON manifest: it is nested too deep, or a number in it is too long.") from None


def manifest_lines(value: object, errors: Sequence[Mapping[str, str]]) -> list[ManifestLine]:
    """Return a manifest with its faults (``{"pointer", "detail"}``) in place.

    Only nodes that have a fault, and what stands above them; at most ``MAX_SHOWN_LINES``. A pointer that leads to a
    missing member stands at the object that lacks it.
    """
    faults = dict[str, tuple[str, ...]]()
    for error in errors:
        place = _existing_part(value, error["pointer"])
        faults[place] = (*faults.get(place, ()), error["detail"])
    return list(islice(_lines(value, "", "", faults), MAX_SHOWN_LINES))


def _existing_part(value: object, pointer: str) -> str:
    """Return the longest part of a JSON pointer that leads to something in the value."""
    found = ""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        inner = dict(_members(value)).get(key, value)
        if inner is value:
            break
        value, found = inner, f"{found}/{part}"
    return found


def _lines(value: object, pointer: str, label: str, faults: Faults) -> Iterator[ManifestLine]:
    """Yield the lines of a value; ``label`` is the name before it."""
    depth = pointer.count("/")
    indent, own = "  " * depth, faults.get(pointer, ())
    members = _members(value) if depth < MAX_SHOWN_DEPTH else []
    if not members:
        yield ManifestLine(f"{indent}{label}{_short(value)}", own)
        return
    is_list = isinstance(value, list)
    yield ManifestLine(f"{indent}{label}{'[' if is_list else '{'}", own)
    for key, inner in members:
        at = child_pointer(pointer, key)
        name = "" if is_list else f"{json.dumps(key[:MAX_SHOWN_VALUE], ensure_ascii=False)}: "
        if depth > 1 or _has_fault(at, faults):
            yield from _lines(inner, at, name, faults)
    yield ManifestLine(f"{indent}{']' if is_list else '}'}", ())


def _has_fault(pointer: str, faults: Faults) -> bool:
    return any(place == pointer or place.startswith(f"{pointer}/") for place in faults)


def _members(value: object) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return [(str(key), inner) for key, inner in value.items()]
    return [(str(index), inner) for index, inner in enumerate(value)] if isinstance(value, list) else []


def _short(value: object) -> str:
    if isinstance(value, Mapping | list) and value:
        return "…"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN_VALUE else f"{text[:MAX_SHOWN_VALUE]}…"
