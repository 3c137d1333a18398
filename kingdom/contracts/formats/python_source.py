"""Parses Python source text: the only place where Kingdom does, because the parser's state is one per process.

CPython 3.11 counts the depth of a syntax tree in a variable that all threads share. When two threads parse at once it
raises SystemError ("AST constructor recursion depth mismatch"), for any text. The standard library parses, too: each
traceback that is formatted for a log parses its lines. So ``ast.parse`` itself is serialized, for everybody in the
process. Pure.
"""

import ast
import gc
import os
import re
import threading
from collections.abc import Callable
from functools import wraps
from itertools import islice

MAX_SOURCE = 800_000  # characters
MAX_TOKENS = 280_000  # words and signs: what a parse costs grows with them: 2.8 s, 255 MB at most
MAX_DEPTH = 150  # levels of the tree: visitors recurse, two or three frames for each level
_TOKEN = re.compile(r"\w+|[^\w\s]")
MAX_BRACES = 20_000  # time grows with the square of the fields of an f-string: 0.3 s for so many


class _Parser:
    """What one thread at a time enters, and no garbage collection interrupts.

    A collection may run code of any object, and that code may parse: in this thread, which has the lock.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()  # what the parser warns of may be logged, by the same thread
        self._stopped_collection = False

    def __enter__(self) -> None:
        self._lock.acquire()
        if gc.isenabled():
            self._stopped_collection = True
            gc.disable()

    def __exit__(self, *_: object) -> None:
        self._begin_collection()
        self._lock.release()

    def renew(self) -> None:
        """Forget a thread that was in here when the process forked: it is not in the child."""
        self._lock = threading.RLock()
        self._begin_collection()

    def _begin_collection(self) -> None:
        if self._stopped_collection:
            self._stopped_collection = False
            gc.enable()


def _serialized(parse: Callable[..., ast.Module]) -> Callable[..., ast.Module]:
    parser = _Parser()
    os.register_at_fork(after_in_child=parser.renew)

    @wraps(parse)
    def serialized(*args: object, **options: object) -> ast.Module:
        with parser:
            return parse(*args, **options)

    return serialized


if not hasattr(ast.parse, "__wrapped__"):
    setattr(ast, "parse", _serialized(ast.parse))  # noqa: B010 - types know no assignment to a function


class UnparsableSource(ValueError):
    """The text is not Python that Kingdom reads; the message says why."""


def parse_source(source: str) -> ast.Module:
    """Return the syntax tree of a module. Raises UnparsableSource for invalid, too large and too deep source text."""
    if len(source) > MAX_SOURCE:
        raise UnparsableSource(f"it has more than {MAX_SOURCE:,} characters")
    if sum(1 for _ in islice(_TOKEN.finditer(source), MAX_TOKENS + 1)) > MAX_TOKENS:
        raise UnparsableSource(f"it has more than {MAX_TOKENS:,} words and signs")
    if source.count("{") > MAX_BRACES:
        raise UnparsableSource(f"it has more than {MAX_BRACES:,} opening braces")
    try:
        tree = ast.parse(source)
    except (RecursionError, MemoryError):  # the parser's own bounds, not the machine's memory
        raise UnparsableSource(f"it is nested deeper than {MAX_DEPTH} levels") from None
    except (SyntaxError, ValueError) as error:
        raise UnparsableSource(f"{type(error).__name__}: {error}") from None
    if _depth_exceeds(tree, MAX_DEPTH):
        raise UnparsableSource(f"it is nested deeper than {MAX_DEPTH} levels")
    return tree


def tree_nodes(tree: ast.AST) -> list[ast.AST]:
    """Return what ``ast.walk`` yields, in its order: to be walked more than once, each time without looking for it."""
    found = [tree]
    for node in found:  # the list grows meanwhile
        found += child_nodes(node)
    return found


def _depth_exceeds(tree: ast.AST, levels: int) -> bool:
    layer = [tree]
    for _ in range(levels):
        layer = [child for node in layer for child in child_nodes(node)]
        if not layer:
            return False
    return True


def child_nodes(node: ast.AST) -> list[ast.AST]:
    """Return what ``ast.iter_child_nodes`` yields, in half the time: a large module has a hundred thousand nodes."""
    found: list[ast.AST] = []
    for value in node.__dict__.values():
        kind = type(value)
        if kind is list:
            found += [one for one in value if isinstance(one, ast.AST)]
        elif kind is not int and kind is not str and isinstance(value, ast.AST):
            found.append(value)
    return found
