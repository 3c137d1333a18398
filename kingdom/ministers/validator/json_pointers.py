"""What the checks share: making issues, and walking a JSON value with its pointers."""

from collections.abc import Iterator, Mapping, Sequence

from kingdom.contracts.verdicts import ValidationIssue


def issue(code: str, pointer: str, message: str) -> ValidationIssue:
    """Return an issue."""
    return ValidationIssue(code=code, pointer=pointer, message=message)


def child_pointer(pointer: str, name: object) -> str:
    """Return a pointer one step deeper (RFC 6901: ``~`` and ``/`` are written ``~0`` and ``~1``)."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


def walk_json(value: object, pointer: str, most: int) -> Iterator[tuple[str, object, int]]:
    """Yield (pointer, value, depth) of a JSON value and all in it, in no order, without recursion; at most ``most`` + 1 of them."""
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
    """Return a text as it is compared: case, white space and the final sign do not count."""
    return " ".join(text.casefold().split()).rstrip(" .!?;:")
