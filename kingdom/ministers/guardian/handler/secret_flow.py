"""Where a handler's secrets go: into calls of ``http`` only, and not into what the handler returns or writes."""

import ast
from collections.abc import Iterator, Sequence

from kingdom.contracts.formats.python_source import child_nodes

_HTTP = "http"


def find_shown_secrets(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yield (name, node) for each return, and each file that is written, in which a secret stands."""
    holders = _holders(nodes)
    for node in nodes:
        match node:
            case ast.Return(value=ast.expr() as value):
                shown: list[ast.expr] = [value]
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="files"), attr="write"), args=args):
                shown = args
            case _:
                continue
        if any(_shows(part, holders) for part in shown):
            yield "A secret may only be sent to its host, not returned or written to a file.", node


def _is_secret(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="secrets"), attr="get")):
            return True
        case _:
            return False


def _holders(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the names that are assigned a secret, or a text that holds one."""
    holders: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Assign) and _shows(node.value, holders):
            holders |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return holders


def _shows(node: ast.AST, holders: set[str]) -> bool:
    """Return whether an expression holds a secret outside of what it sends and compares."""
    if _is_secret(node) or (isinstance(node, ast.Name) and node.id in holders):
        return True
    if isinstance(node, ast.Compare) or _is_request(node):
        return False
    return any(_shows(child, holders) for child in child_nodes(node))


def _is_request(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=area))):
            return area == _HTTP
        case ast.Call(func=ast.Name()):  # a function of its own: what it returns is looked at there
            return True
        case _:
            return False
