"""Shared helpers of the checks: issues, JSON pointers and a comparison form of texts."""

from collections.abc import Iterator, Mapping, Sequence

from kingdom.contracts.verdicts import ValidationIssue


def issue(code: str, pointer: str, message: str) -> ValidationIssue:
    """Return an issue."""
    return ValidationIssue(code=code, pointer=pointer, message=message)


def child_pointer(pointer: str, name: object) -> str:
    """Return the pointer of a child (RFC 6901: ``~`` and ``/`` are escaped as ``~0`` and ``~1``)."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def walk_json(value: object, pointer: str, most: int) -> Iterator[tuple[str, object, int]]:
    """Yield (pointer, value, depth) of a JSON value and its parts, unordered; at most ``most`` + 1. Not recursive."""
    waiting: list[tuple[str, object, int]] = [(pointer, value, 0)]
    seen = 0
    while waiting and seen <= most:
        at, part, depth = waiting.pop()
        seen += 1
        yield at, part, depth
        if isinstance(part, Mapping):
            waiting += [(child_pointer(at, name), inner, depth + 1) for name, inner in part.items()]
        elif isinstance(part, Sequence) and not isinstance(part, str | bytes):
            waiting += [(child_pointer(at, index), inner, depth + 1) for index, inner in enumerate(part)]


def comparison_form(text: str) -> str:
    """Return a text without differences of case, white space and final punctuation."""
    return " ".join(text.casefold().split()).rstrip(" .!?;:")
