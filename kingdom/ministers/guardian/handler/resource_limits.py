"""Detection of endless loops and oversized values in a handler's code. The sandbox bounds time and memory anyway."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from kingdom.ministers.guardian.handler.constant_folding import (
    MAX_POWER_BITS,
    MAX_REPEATED_ITEMS,
    constant_int,
    power_bits,
)

MAX_LOOP_STEPS = 1_000_000_000  # steps of a counted loop
MAX_FACTORIAL = 100_000
MAX_SLEEP_S = 60
_SIZE_LIMITS = {"bytes": MAX_REPEATED_ITEMS, "bytearray": MAX_REPEATED_ITEMS, "range": MAX_LOOP_STEPS}
# Method or function -> (largest argument, rule id, name for its sentence).
_ARGUMENT_LIMITS: Mapping[str, tuple[int, str, str]] = {
    **dict.fromkeys(
        ("ljust", "rjust", "center", "zfill"), (MAX_REPEATED_ITEMS, "ast.size", f"{MAX_REPEATED_ITEMS} characters")
    ),
    "factorial": (MAX_FACTORIAL, "ast.size", f"the factorial of {MAX_FACTORIAL}"),
    "sleep": (MAX_SLEEP_S, "ast.endless", ""),
}
_EXPRESSION_FUNCTIONS = frozenset(
    {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
)
_REPEATED_GROUP = re.compile(r"\((?:\?:|\?P<\w+>)?((?:[^()\\]|\\.){1,200})\)(?:[*+]|\{\d+,\})")
_PLAIN_PART = re.compile(r"(?:\\?.|\[(?:[^\]\\]|\\.)+\])(?:[*+]|\{\d+,\})\??")  # one sign or class, repeated
_REPETITION = re.compile(r"[*+}]\??$")
_CONSUMERS = frozenset(
    {"list", "tuple", "set", "frozenset", "dict", "sum", "sorted", "max", "min", "join", "deque", "Counter"}
)
_DEFAULT_FACTORIES = frozenset({"int", "str", "list", "dict", "float"})  # callables that never return a sentinel
_ITERTOOLS_NAMES = frozenset({"itertools", "it"})


def callee_name(node: ast.Call) -> str:
    """Return the last name of the callee, e.g. ``count`` of ``itertools.count()``, or ``""``."""
    match node.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def check_call(node: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield (rule id, name for its sentence) for oversized constants and for the consumption of an endless iterator."""
    name = callee_name(node)
    yield from _oversized_arguments(node, name)
    if name in _EXPRESSION_FUNCTIONS and node.args and _backtracks_without_end(node.args[0]):
        yield "ast.endless", ""
    if name in _CONSUMERS and any(map(_is_endless, node.args)):
        yield "ast.endless", ""


def _backtracks_without_end(node: ast.expr) -> bool:
    """Return whether a regular expression repeats a mere repetition, e.g. ``(a+)+``: it takes exponential time."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return any(
        _REPETITION.search(inner) is not None and _PLAIN_PART.fullmatch(inner) is not None
        for inner in _REPEATED_GROUP.findall(node.value)
    )


def _oversized_arguments(node: ast.Call, name: str) -> Iterator[tuple[str, str]]:
    numbers = [constant_int(argument) for argument in node.args]
    largest = max((abs(number) for number in numbers if number is not None), default=0)
    if isinstance(node.func, ast.Name) and largest > _SIZE_LIMITS.get(name, largest):
        yield "ast.size", f"{_SIZE_LIMITS[name]} items"
    elif largest > _ARGUMENT_LIMITS.get(name, (largest,))[0]:
        yield _ARGUMENT_LIMITS[name][1:]
    elif name == "pow" and len(numbers) == 2 and power_bits(*numbers) > MAX_POWER_BITS:
        yield "ast.size", f"{MAX_POWER_BITS} bits"


def check_loop(node: ast.While | ast.For) -> Iterator[tuple[str, str]]:
    """Yield (rule id, name for its sentence) for a loop that has no exit, or that ends only at an oversized value."""
    if isinstance(node, ast.For):
        endless = _is_endless(node.iter)
    else:
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        if _waits_for_size(node.test):
            yield "ast.size", f"{MAX_REPEATED_ITEMS} items"
    if endless and not has_exit(node.body, inner=False):
        yield "ast.endless", ""


def check_comprehension(node: ast.ListComp | ast.SetComp | ast.DictComp) -> Iterator[tuple[str, str]]:
    """Yield (rule id, name for its sentence) for a comprehension over an endless iterator."""
    if any(_is_endless(part.iter) for part in node.generators):
        yield "ast.endless", ""


def _is_endless(node: ast.expr) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return any(_is_endless(part.iter) for part in node.generators)
    return isinstance(node, ast.Call) and _is_endless_call(node)


def _is_endless_call(node: ast.Call) -> bool:
    match callee_name(node):
        case "enumerate" | "map" | "filter":
            return any(map(_is_endless, node.args))
        case "zip":  # ends with its shortest argument
            return bool(node.args) and all(map(_is_endless, node.args))
        case "repeat":
            return len(node.args) == 1 and not node.keywords
        case name:
            return _is_endless_factory(node) if name == "iter" else _is_endless_iterator(node, name)


def _is_endless_factory(node: ast.Call) -> bool:
    """Return whether this is ``iter(int, 1)`` or alike."""
    match node:
        case ast.Call(func=ast.Name(), args=[ast.Name(id=name), _]):
            return name in _DEFAULT_FACTORIES
        case _:
            return False


def _is_endless_iterator(node: ast.Call, name: str) -> bool:
    match node.func, name:
        case ast.Name() | ast.Attribute(value=ast.Name()), "cycle":
            return True
        # The methods ``count`` of strings and lists take the value to count.
        case ast.Name(), "count":
            return True
        case ast.Attribute(value=ast.Name(id=module)), "count":
            return module in _ITERTOOLS_NAMES
        case _:
            return False


def _waits_for_size(test: ast.expr) -> bool:
    for part in ast.walk(test):
        if isinstance(part, ast.Compare) and isinstance(part.left, ast.Call) and callee_name(part.left) == "len":
            return any((constant_int(other) or 0) > MAX_REPEATED_ITEMS for other in part.comparators)
    return False


def has_exit(body: Iterable[ast.AST], *, inner: bool) -> bool:
    """Return whether a loop's body has an exit: return, raise or yield anywhere, or a break of this loop.

    ``inner`` is True inside a nested loop, whose breaks do not count.
    """
    return any(_is_exit(node, inner=inner) for node in body)


def _is_exit(node: ast.AST, *, inner: bool) -> bool:
    match node:
        case ast.Return() | ast.Raise():
            return True
        case ast.Break():
            return not inner
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
            return False
        case _:
            return has_exit(ast.iter_child_nodes(node), inner=inner or isinstance(node, ast.For | ast.While)) or any(
                isinstance(child, ast.Yield | ast.YieldFrom) for child in ast.walk(node)
            )
