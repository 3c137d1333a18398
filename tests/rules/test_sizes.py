"""Files, functions, the branches in them, and packages stay small enough to be read at once (CONTRIBUTING.md)."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_FILE_LINES, MAX_FUNCTION_LINES, MAX_BRANCHES, MAX_MODULES = 330, 40, 8, 14
_BRANCHES = (
    *(ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.With, ast.AsyncWith, ast.Assert),
    *(ast.comprehension, ast.match_case),
)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Function(NamedTuple):
    """A function by its module and name, with its size."""

    name: str
    lines: int
    branches: int


def branches_of(function: ast.AST) -> int:
    """Return the branches of a function, without those of functions inside it."""
    count, waiting = 0, list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, _SCOPES):
            continue
        count += isinstance(node, _BRANCHES)
        count += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
        waiting += ast.iter_child_nodes(node)
    return count


def sources() -> Iterator[Path]:
    """Yield the files of the product, without generated migrations."""
    return (path for path in sorted((ROOT / "kingdom").rglob("*.py")) if "migrations" not in path.parts)


def functions() -> Iterator[Function]:
    """Yield the functions of the product."""
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                yield Function(f"{path.relative_to(ROOT)}:{node.name}", lines, branches_of(node))


def test_no_file_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert len(lengths) > 500
    assert {name: lines for name, lines in lengths.items() if lines > MAX_FILE_LINES} == {}


def test_no_package_has_too_many_modules() -> None:
    # Django looks for commands in one folder
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in sources() if path.parent.name != "commands")
    assert len(counts) > 100
    assert {name: modules for name, modules in counts.items() if modules > MAX_MODULES} == {}


def test_no_function_is_too_large() -> None:
    found = [one for one in functions() if one.lines > MAX_FUNCTION_LINES or one.branches > MAX_BRANCHES]
    assert found == []


@pytest.mark.parametrize(
    ("source", "branches"),
    [
        ("def f(x):\n    return x", 0),
        ("def f(x):\n    if x and y or z: pass\n    elif x: pass", 4),
        ("def f(x):\n    with x:\n        return [a if a else b for a in x if a]", 3),
        ("def f(x):\n    match x:\n        case 1: pass\n        case _: pass\n    def g():\n        if x: pass", 2),
    ],
)
def test_branches_are_counted(source: str, branches: int) -> None:
    assert branches_of(ast.parse(source).body[0]) == branches
