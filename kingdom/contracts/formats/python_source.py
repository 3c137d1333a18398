"""Parses Python source text: the only place where Kingdom does, because the parser's state is one per process.

CPython 3.11 counts the depth of a syntax tree in a variable that all threads share. When two threads parse at once it
raises SystemError ("AST constructor recursion depth mismatch"), for any text. Pure.
"""

import ast
import threading

MAX_SOURCE = 200_000  # characters
MAX_DEPTH = 150  # levels of the tree: visitors recurse, two or three frames for each level
MAX_BRACES = 20_000  # time grows with the square of the fields of an f-string: 0.3 s for so many

_parser = threading.Lock()


class UnparsableSource(ValueError):
    """The text is not Python that Kingdom reads; the message says why."""


def parse_source(source: str) -> ast.Module:
    """Return the syntax tree of a module. Raises UnparsableSource for invalid, too large and too deep source text."""
    if len(source) > MAX_SOURCE:
        raise UnparsableSource(f"it has more than {MAX_SOURCE:,} characters")
    if source.count("{") > MAX_BRACES:
        raise UnparsableSource(f"it has more than {MAX_BRACES:,} opening braces")
    try:
        with _parser:
            tree = ast.parse(source)
    except (RecursionError, MemoryError):  # the parser's own bounds, not the machine's memory
        raise UnparsableSource(f"it is nested deeper than {MAX_DEPTH} levels") from None
    except (SyntaxError, ValueError) as error:
        raise UnparsableSource(f"{type(error).__name__}: {error}") from None
    if _depth_exceeds(tree, MAX_DEPTH):
        raise UnparsableSource(f"it is nested deeper than {MAX_DEPTH} levels")
    return tree


def _depth_exceeds(tree: ast.AST, levels: int) -> bool:
    layer = [tree]
    for _ in range(levels):
        layer = [child for node in layer for child in _children(node)]
        if not layer:
            return False
    return True


def _children(node: ast.AST) -> list[ast.AST]:
    """Return what ``ast.iter_child_nodes`` yields, in half the time: a large module has a hundred thousand nodes."""
    found: list[ast.AST] = []
    for value in node.__dict__.values():
        if isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found
