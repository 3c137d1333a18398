"""What would run for ever or grow without end, as far as the text shows it. The sandbox bounds time and memory whatever passes here."""

import ast
from collections.abc import Iterable, Iterator
from typing import cast

from kingdom.ministers.guardian.handler.constant_folding import MAX_POWER_BITS, MAX_REPEATED_ITEMS, constant_int

MAX_LOOP_STEPS = 1_000_000_000  # steps of a counted loop
MAX_FACTORIAL = 100_000
MAX_SLEEP_S = 60
_SIZE_LIMITS = {"bytes": MAX_REPEATED_ITEMS, "bytearray": MAX_REPEATED_ITEMS, "range": MAX_LOOP_STEPS}
_PADDING_METHODS = frozenset({"ljust", "rjust", "center", "zfill"})
_CONSUMERS = frozenset(
    {"list", "tuple", "set", "frozenset", "dict", "sum", "sorted", "max", "min", "join", "deque", "Counter"}
)
_ENDLESS_ITERATORS = frozenset({"count", "cycle"})  # of itertools


def callee_name(node: ast.Call) -> str:
    """Return the last name of what is called, e.g. ``count`` of ``itertools.count()``."""
    return (
        node.func.attr
        if isinstance(node.func, ast.Attribute)
        else node.func.id
        if isinstance(node.func, ast.Name)
        else ""
    )


def check_call(node: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield (rule, name) for a call whose constants are too large, or that takes all of what never ends."""
    name = callee_name(node)
    numbers = [constant_int(argument) for argument in node.args]
    largest = max((abs(one) for one in numbers if one is not None), default=0)
    if isinstance(node.func, ast.Name) and largest > _SIZE_LIMITS.get(name, largest):
        yield "ast.size", f"{_SIZE_LIMITS[name]} items"
    elif name in _PADDING_METHODS and largest > MAX_REPEATED_ITEMS:
        yield "ast.size", f"{MAX_REPEATED_ITEMS} characters"
    elif name == "factorial" and largest > MAX_FACTORIAL:
        yield "ast.size", f"the factorial of {MAX_FACTORIAL}"
    elif name == "sleep" and largest > MAX_SLEEP_S:
        yield "ast.endless", ""
    elif (
        name == "pow" and len(numbers) == 2 and (numbers[1] or 0) * abs(numbers[0] or 10).bit_length() > MAX_POWER_BITS
    ):
        yield "ast.size", f"{MAX_POWER_BITS} bits"
    if name in _CONSUMERS and any(_is_endless(argument) for argument in node.args):
        yield "ast.endless", ""


def check_loop(node: ast.While | ast.For) -> Iterator[tuple[str, str]]:
    """Yield (rule, name) for a loop with no way out, or one that only ends at an enormous size."""
    if isinstance(node, ast.For):
        endless = _is_endless(node.iter)
    else:
        endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        if _waits_for_size(node.test):
            yield "ast.size", f"{MAX_REPEATED_ITEMS} items"
    if endless and not has_exit(node.body, inner=False):
        yield "ast.endless", ""


def check_comprehension(node: ast.ListComp | ast.SetComp | ast.DictComp) -> Iterator[tuple[str, str]]:
    """Yield (rule, name) for a comprehension over what never ends."""
    if any(_is_endless(part.iter) for part in node.generators):
        yield "ast.endless", ""


def _is_endless(node: ast.expr) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return any(_is_endless(part.iter) for part in node.generators)
    if not isinstance(node, ast.Call):
        return False
    name = callee_name(node)
    if name in {"enumerate", "map", "filter", "zip"}:  # zip ends with its shortest
        judged = [_is_endless(argument) for argument in node.args]
        return all(judged) and bool(judged) if name == "zip" else any(judged)
    if name == "iter" and isinstance(node.func, ast.Name):
        return (
            len(node.args) == 2
            and isinstance(node.args[0], ast.Name)
            and node.args[0].id in {"int", "str", "list", "dict", "float"}
        )
    if name == "repeat":
        return len(node.args) == 1 and not node.keywords
    return (
        name in _ENDLESS_ITERATORS
        and (isinstance(node.func, ast.Name) or isinstance(cast("ast.Attribute", node.func).value, ast.Name))
        and (name == "cycle" or _is_itertools(node))
    )


def _is_itertools(node: ast.Call) -> bool:
    """``count`` of itertools takes numbers; the methods of texts and lists take what is to be counted."""
    return isinstance(node.func, ast.Name) or (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in {"itertools", "it"}
    )


def _waits_for_size(test: ast.expr) -> bool:
    for part in ast.walk(test):
        if isinstance(part, ast.Compare) and isinstance(part.left, ast.Call) and callee_name(part.left) == "len":
            return any((constant_int(other) or 0) > MAX_REPEATED_ITEMS for other in part.comparators)
    return False


def has_exit(body: Iterable[ast.stmt], *, inner: bool) -> bool:
    """Say whether a loop's body has a way out: return or raise anywhere, break of this very loop."""
    for node in body:
        if isinstance(node, ast.Return | ast.Raise) or (isinstance(node, ast.Break) and not inner):
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        deeper = inner or isinstance(node, ast.For | ast.While)
        children = [
            cast("ast.stmt", child) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.Lambda)
        ]
        if has_exit(children, inner=deeper):
            return True
        if any(isinstance(child, ast.Yield | ast.YieldFrom) for child in ast.walk(node)):
            return True
    return False
