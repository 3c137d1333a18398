"""The condition language of policies: what it says, what it refuses and where, and its bounds."""

import time

import pytest

from kingdom.policies.rules.condition_check import check_condition, is_match
from kingdom.policies.rules.condition_parser import parse_condition
from kingdom.policies.rules.condition_tree import BadCondition, Window

CALL = {"tool": "archon.http.request", "host": "api.example.com", "method": "POST", "run.kind": "workflow"}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("*", True),
        ('tool == "archon.http.request"', True),
        ("tool != 'archon.http.request'", False),
        ('host matches "^api[.]"', True),
        (r'host matches "\.example\.com$" and not (method in ["GET", "HEAD"])', True),
        ('method not in ["GET", "POST"] or run.kind == "workflow"', True),
        ('identity == "research"', False),
        ('identity != "research"', True),
        ('not not tool == "archon.http.request"', True),
        ('method == "GET" or method == "PUT" and host == "api.example.com"', False),
    ],
)
def test_conditions(condition: str, expected: bool) -> None:
    parsed = parse_condition(condition)
    check_condition(parsed, "ToolRequested")
    assert is_match(parsed.test, CALL) is expected


def test_numbers_and_booleans() -> None:
    parsed = parse_condition("cost > 0.5 and tokens <= 100")
    check_condition(parsed, "AgentCompleted")
    assert is_match(parsed.test, {"cost": 0.6, "tokens": 100})
    assert not is_match(parsed.test, {"cost": 0.5, "tokens": 100})
    assert not is_match(parsed.test, {})
    suspended = parse_condition("automatic == true")
    check_condition(suspended, "SpecialistSuspended")
    assert is_match(suspended.test, {"automatic": True})


@pytest.mark.parametrize(
    ("condition", "window"),
    [
        ('outcome == "failed" and 3 in 10 min', Window(3, 600, "run")),
        ("5 in 1 h per user", Window(5, 3600, "user")),
        ('tool == "x" and outcome == "failed" and 2 in 30 s per all', Window(2, 30, "all")),
        ('outcome == "failed"', None),
    ],
)
def test_windows(condition: str, window: Window | None) -> None:
    assert parse_condition(condition).window == window


@pytest.mark.parametrize(
    ("condition", "column"),
    [
        ("", 1),
        ('tool = "x"', 6),
        ('tool == "x" and', 16),
        ('tool == "x" or 3 in 10 min', 16),
        ("not 3 in 10 min", 5),
        ("3 in 10 min and 2 in 5 min", 17),
        ("0 in 10 min", 1),
        ("3 in 8 d", 6),
        ('tool matches "("', 14),
        ("__import__('os')", 11),
        ("tool == x", 9),
        ('nothing == "x"', 1),
        ("tool == 3", 1),
        ('tool < "b"', 1),
        ("tool in [1]", 1),
    ],
)
def test_a_fault_is_named_with_its_place(condition: str, column: int) -> None:
    with pytest.raises(BadCondition) as refused:
        check_condition(parse_condition(condition), "ToolRequested")
    assert refused.value.extra["column"] == column
    assert f"at character {column}:" in refused.value.message


@pytest.mark.parametrize(
    "condition",
    [
        "(" * 900 + "*" + ")" * 5,
        "not " * 200 + "tool == 'x'",
        " or ".join(["tool == 'x'"] * 60),
        f"tool in [{','.join(['1'] * 400)}]",
        "tool == 'x' " * 1000,
        f"tool matches '{'a' * 300}'",
        "tool matches '((a{99}){99}){99}'",
    ],
)
def test_size_and_depth_are_bounded(condition: str) -> None:
    started = time.process_time()
    with pytest.raises(BadCondition):
        check_condition(parse_condition(condition), "ToolRequested")
    assert time.process_time() - started < 5


def test_an_expression_takes_linear_time() -> None:
    parsed = parse_condition('host matches "(a+)+$"')
    assert not is_match(parsed.test, {"host": "a" * 100_000 + "!"})
