"""Source text is parsed in one place: under a lock, within bounds, and with an error that says why."""

import ast
import gc
import os
import signal
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kingdom.contracts.capabilities.handler_usage import handler_usage
from kingdom.contracts.formats.python_source import (
    MAX_BRACES,
    MAX_SOURCE,
    MAX_TOKENS,
    UnparsableSource,
    parse_source,
    tree_nodes,
)
from tests.rounds import rounds

KINGDOM = Path(__file__).resolve().parents[2] / "kingdom"
ONLY_HERE = KINGDOM / "contracts" / "formats" / "python_source.py"
PARSERS = {"parse", "literal_eval", "PyCF_ONLY_AST"}
CODE = "def handle(payload, ctx):\n" + "".join(
    f"    v{n} = [x + {n} for x in payload['a'] if x > {n}] or {{'k{n}': (1, 2, [3, {{4: 5}}])}}\n" for n in range(150)
)


class Collected:
    """Garbage whose end runs Python code: the moment in which another thread may run."""

    def __init__(self) -> None:
        self.cycle = self

    def __del__(self) -> None:
        time.sleep(0)


def test_many_threads_parse_at_once() -> None:
    started = threading.Barrier(8)

    def parse_often(_: int) -> int:
        started.wait()
        for _ in range(rounds(8, 400)):
            [Collected() for _ in range(50)]
            assert len(parse_source(CODE).body) == 1
        return 1

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(parse_often, range(8))) == 8


def test_a_traceback_that_is_formatted_meanwhile_disturbs_no_parser() -> None:
    """Formatting one parses its lines, in the standard library. A collection is when other code may run."""

    def log(phase: str, _: object) -> None:
        try:
            {"a": phase}["b" + str(len(phase))]
        except KeyError:
            traceback.format_exc()

    thresholds = gc.get_threshold()
    gc.callbacks.append(log)
    gc.set_threshold(20)
    try:
        assert len(parse_source(CODE).body) == 1
    finally:
        gc.callbacks.remove(log)
        gc.set_threshold(*thresholds)
    assert gc.isenabled()


def test_a_fork_while_another_thread_parses_leaves_a_child_that_parses() -> None:
    entered, leave = threading.Event(), threading.Event()

    class Name:
        def __fspath__(self) -> str:
            entered.set()
            leave.wait(30)
            return "waits.py"

    thread = threading.Thread(target=lambda: ast.parse("x", Name()))
    thread.start()
    assert entered.wait(30)
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os._exit(0 if gc.isenabled() and parse_source("x = 1") else 1)
    leave.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def (", "SyntaxError"),
        ("x\0y", "null bytes"),
        ("x = '\ud800'", "UnicodeEncodeError"),
        ("-" * 100_000 + "1", "deeper than"),
        ("lambda: " * 20_000 + "1", "deeper than"),
        ("a" + ".b" * 90_000, "deeper than"),
        ("f" + "()" * 200, "deeper than"),
        ("if a: pass\n" + "elif a: pass\n" * 12_000, "deeper than"),
        ("x" * (MAX_SOURCE + 1), "characters"),
        ("a;" * (MAX_TOKENS // 2 + 1), "words and signs"),
        ("f'" + "{a}" * (MAX_BRACES + 1) + "'", "braces"),
    ],
)
def test_each_bound_is_an_error_that_says_why(source: str, why: str) -> None:
    with pytest.raises(UnparsableSource, match=why):
        parse_source(source)


def test_a_card_parses_its_code_once(monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"def handle(payload, ctx):\n    return {{'now': ctx.now}}  # {time.monotonic_ns()}\n"
    assert handler_usage(code).operations == frozenset()
    monkeypatch.setattr("kingdom.contracts.capabilities.handler_usage.parse_source", None)
    assert handler_usage(code).operations == frozenset()


def test_no_other_module_parses() -> None:
    found = [
        f"{path.relative_to(KINGDOM)}:{node.lineno}"
        for path in KINGDOM.rglob("*.py")
        if path != ONLY_HERE
        if "ast" in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute | ast.ImportFrom) and _parses(node)
    ]
    assert found == [], "use kingdom.contracts.formats.python_source.parse_source"


def _parses(node: ast.Attribute | ast.ImportFrom) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="ast"), attr=name):
            return name in PARSERS
        case ast.ImportFrom(module="ast", names=names):
            return any(alias.name in PARSERS for alias in names)
    return False


def test_nodes_are_those_of_a_walk_in_its_order() -> None:
    source = Path(__file__).read_text()
    tree = parse_source(f"{source}\nmatch x:\n    case {{'a': [b, *c], **d}} if e: f = g(*h, i=j)[k:l]\n")
    nodes = tree_nodes(tree)
    assert len(nodes) > 500
    assert list(map(id, nodes)) == list(map(id, ast.walk(tree)))
