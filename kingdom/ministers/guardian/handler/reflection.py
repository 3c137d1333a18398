"""Access to attributes by text: ``getattr``, format strings, and the assignment that frozen classes need."""

import ast
from collections.abc import Iterator

from kingdom.ministers.guardian.handler.allowlist import BANNED_ATTRIBUTES
from kingdom.ministers.guardian.handler.host_calls import is_plain_format_literal
from kingdom.ministers.guardian.handler.name_resolution import HandlerNames

_UNREADABLE = BANNED_ATTRIBUTES | {"format"}


def getattr_fault(node: ast.Call) -> tuple[str, str] | None:
    """Return (rule id, name) when a ``getattr`` may read what a handler must not, None when it cannot.

    A name that is only known by its beginning is fine where no such name begins so: ``getattr(self, f"visit_{kind}")``.
    A sum is not: the right operand's ``__radd__`` may return any text.
    """
    match node.args:
        case [_, ast.Constant(value=str(attribute)), *_]:
            refused = attribute.startswith("_") or attribute in _UNREADABLE
            return ("ast.attribute", attribute) if refused else None
        case [_, ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]), *_]:
            return None if _is_public_beginning(start) else ("ast.builtin_value", "getattr")
        case _:
            return "ast.builtin_value", "getattr"


def attrgetter_faults(node: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield (rule id, name) for each name of an ``operator.attrgetter`` that is no constant or not public."""
    for argument in node.args:
        match argument:
            case ast.Constant(value=str(path)):
                parts = path.split(".")
                refused = (part for part in parts if part.startswith("_") or part in _UNREADABLE or not part.isascii())
                yield from (("ast.attribute", part) for part in refused)
            case _:
                yield "ast.builtin_value", "attrgetter"
    if node.keywords:
        yield "ast.builtin_value", "attrgetter"


def _is_public_beginning(start: str) -> bool:
    return start[:1].isalpha() and start.isascii() and not any(name.startswith(start) for name in _UNREADABLE)


def is_plain_template(node: ast.expr, names: HandlerNames) -> bool:
    """Return whether a receiver of ``format`` is a constant whose fields name nothing private."""
    if isinstance(node, ast.Name):
        node = names.constants.get(node.id, node)
    return is_plain_format_literal(node)


def is_frozen_assignment(node: ast.Call) -> bool:
    """Return whether a call is ``object.__setattr__(self, "name", value)`` with a constant public name."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="object"), attr="__setattr__"),
            args=[ast.Name(id="self"), ast.Constant(value=str(name)), _],
            keywords=[],
        ):
            return name.isidentifier() and name.isascii() and not name.startswith("__")
        case _:
            return False
