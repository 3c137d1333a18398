"""Graders: passes, failures and their reasons."""

import pytest

from kingdom.contracts.spec import TestCase
from kingdom.specialists.test_runs.grading import TrialGrade, TrialOutput, grade_trial


def graded(
    grader: str, expected: object, output: object = None, *, answer: str = "", status: str = "SUCCESS"
) -> TrialGrade:
    test = TestCase.model_validate({"input": "x", "expected_output": expected, "grader": grader})
    return grade_trial(test, TrialOutput(answer=answer, output=output, status=status))


@pytest.mark.parametrize(
    ("grader", "expected", "output", "passes"),
    [
        pytest.param("exact", {"a": 1}, {"a": 1}, True, id="equal"),
        pytest.param("exact", {"a": 1}, {"a": 1, "b": 2}, False, id="one key more"),
        pytest.param("exact", [1, 2], [2, 1], False, id="order"),
        pytest.param("exact", True, 1, False, id="true is not 1"),
        pytest.param("exact", 0, False, False, id="0 is not false"),
        pytest.param("exact", 1, 1.0, True, id="one number, two spellings"),
        pytest.param("exact", "1", 1, False, id="text is no number"),
        pytest.param("exact", {}, None, False, id="nothing is no object"),
        pytest.param("exact", [], [], True, id="empty lists"),
        pytest.param("json_subset", {"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}, True, id="subset"),
        pytest.param("json_subset", {"a": {"b": 1}}, {"a": {"b": 2}}, False, id="other leaf"),
        pytest.param("json_subset", {"a": [1]}, {"a": [1, 2]}, False, id="lists keep their length"),
        pytest.param(
            "json_subset", {"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, True, id="objects in lists are subsets"
        ),
        pytest.param("json_subset", {"a": None}, {}, False, id="a missing key is not null"),
        pytest.param("json_subset", {"a": None}, {"a": None}, True, id="null is null"),
        pytest.param("json_subset", "x", "x", True, id="a leaf"),
        pytest.param("numeric", 1.0, 1.0000001, True, id="relative default"),
        pytest.param("numeric", 1.0, 1.001, False, id="beyond the default"),
        pytest.param("numeric", {"expected": {"v": 10}, "tolerance": 0.5}, {"v": 10.4}, True, id="within"),
        pytest.param("numeric", {"expected": {"v": 10}, "tolerance": 0.5}, {"v": 10.6}, False, id="outside"),
        pytest.param(
            "numeric", {"expected": {"v": 10}, "tolerance": 0.5}, {"v": "10"}, False, id="a text is no number"
        ),
        pytest.param("numeric", {"expected": 1, "tolerance": 5}, True, False, id="true is no number"),
        pytest.param("numeric", {"expected": 1, "tolerance": 5}, float("nan"), False, id="NaN is near nothing"),
        pytest.param(
            "numeric",
            {"expected": {"v": 1, "s": "x"}, "tolerance": 9},
            {"v": 2, "s": "y"},
            False,
            id="texts stay exact",
        ),
        pytest.param("schema", {"type": "object", "required": ["a"]}, {"a": 1}, True, id="fits"),
        pytest.param("schema", {"type": "object", "required": ["a"]}, {}, False, id="does not fit"),
        pytest.param("schema", {"type": "nonsense"}, {}, False, id="no schema"),
        pytest.param("schema", "not a schema", {}, False, id="not even an object"),
        pytest.param("judge", "Is kind.", {"kind": True}, False, id="no judge, no pass"),
    ],
)
def test_a_grader_decides(grader: str, expected: object, output: object, passes: bool) -> None:
    verdict = graded(grader, expected, output)
    assert verdict.success is passes
    assert verdict.score == (1.0 if passes else 0.0)
    assert bool(verdict.reason) is not passes


@pytest.mark.parametrize(("status", "passes"), [("NULL", True), ("SUCCESS", False), ("", False)])
def test_exactly_null_means_that_it_had_to_refuse(status: str, passes: bool) -> None:
    assert graded("exact", None, None, status=status).success is passes


@pytest.mark.parametrize(
    ("pattern", "answer", "passes"),
    [
        ("Paris", "It is Paris.", True),
        ("^Paris", "It is Paris.", False),
        ("(?i)paris", "PARIS", True),
        (r"\b10\b", "the next is 10, I think", True),
        (r"\b10\b", "the next is 101", False),
        ("(", "anything", False),
        (r"(a)\1", "aa", False),
    ],
)
def test_a_pattern_is_searched_in_the_answer(pattern: str, answer: str, passes: bool) -> None:
    assert graded("regex", pattern, answer=answer).success is passes


def test_no_pattern_holds_the_grader() -> None:
    assert not graded(
        "regex", "^(a+)+$", answer="a" * 19_000 + "!"
    ).success  # a backtracking engine would take exponential time


def test_a_difference_names_its_place() -> None:
    reason = graded("json_subset", {"rows": [{"mean": 3.5}]}, {"rows": [{"mean": 4.5}]}).reason
    assert reason == "output.rows[0].mean is 4.5, expected 3.5"


def test_a_long_value_is_cut_in_the_reason() -> None:
    assert len(graded("exact", "x", "y" * 10_000).reason) < 300
