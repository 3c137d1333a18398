"""Suites a model writes: which cases are usable, which kinds there must be, and who chooses what is held out."""

from collections import Counter
from typing import Any

import pytest

from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.council.rules.structured_answer import UnusableAnswer
from kingdom.council.stages.test_suite_schema import (
    expectation_error,
    forbid_extra_properties,
    parse_cases,
    parse_suite,
)
from kingdom.council.stages.test_suite_schema import test_suite_schema as suite_schema  # pytest collects test_ names
from kingdom.specialists.test_runs.grading import TrialOutput, grade_trial
from tests.factories.design_samples import EXAMPLES, HANDLER, OUTPUT, case, cases, spec
from tests.factories.handler_answers import shown_answer


def _read(given: list[dict[str, Any]], key: str = "a-case") -> Any:  # noqa: ANN401
    value = {"cases": given}
    assert validation_errors(value, suite_schema()) == []
    return parse_suite(value, spec(), key=key)


def test_a_whole_suite_is_kept_with_a_third_held_out() -> None:
    suite = _read(cases())
    assert len(suite) == len(cases())
    hidden = Counter(one.kind for one in suite if one.held_out)
    assert hidden == {"normal": 2, "paraphrase": 1, "edge": 1, "out_of_scope": 1, "injection": 1}
    assert 0.25 <= sum(hidden.values()) / len(suite) <= 0.4


def test_the_model_has_no_say_in_what_is_held_out() -> None:
    there = {one.input for one in _read(cases()) if one.held_out}
    back = {one.input for one in _read(cases()[::-1]) if one.held_out}
    other = {one.input for one in _read(cases(), key="another-case") if one.held_out}
    assert there == back
    assert there != other


def test_an_example_is_never_held_out() -> None:
    known = [one.input for one in _read(cases()) if one.held_out and one.input in EXAMPLES]
    assert known == []  # "add 0.1 and 0.2" is one
    assert any(one.input == "add 0.1 and 0.2" for one in _read(cases()))


@pytest.mark.parametrize("kind", ["normal", "paraphrase", "edge", "out_of_scope", "injection", "tool_failure"])
def test_a_kind_that_is_short_goes_back(kind: str) -> None:
    left = [one for one in cases() if one["kind"] != kind]
    padded = left + [
        case("normal" if kind != "normal" else "edge", f"add {n} and 1", {"total": n + 1})
        for n in range(50, 50 + 17 - len(left))
    ]
    with pytest.raises(UnusableAnswer, match=f"of the kind {kind}"):
        _read(padded)


def test_out_of_scope_always_means_refuse() -> None:
    told = [*cases(), case("out_of_scope", "sing me a song", {"total": 1, "count": 1}, "judge")]
    refused = [one for one in _read(told) if one.kind == "out_of_scope"]
    assert {(one.grader, one.expected_output) for one in refused} == {("exact", None)}


def test_the_same_input_counts_once() -> None:
    read = parse_cases([*cases(), case("normal", "  ADD 10   and 20 ", {"total": 30})], spec())
    assert len(read.cases) == len(cases())
    assert read.faults == (f"Case {len(cases()) + 1} (normal): its input is there already.",)


def test_a_few_bad_cases_are_left_out_and_many_go_back() -> None:
    bad = [case("normal", f"add {n} and {n}", {"sum": 2 * n}) for n in range(60, 67)]
    assert len(_read([*cases(), bad[0]])) == len(cases())
    with pytest.raises(UnusableAnswer, match="output schema"):
        _read([*cases(), *bad])


@pytest.mark.parametrize(
    ("grader", "expected", "sentence"),
    [
        ("exact", {"total": 3, "count": 2}, ""),
        ("exact", {"total": 3}, "output schema"),
        ("exact", None, ""),
        ("json_subset", {"total": 3}, ""),
        ("json_subset", {"totals": 3}, "output schema"),
        ("json_subset", {"total": "3"}, "output schema"),
        ("json_subset", None, "use exact with null"),
        ("json_subset", {}, "use exact with null"),
        ("numeric", {"expected": {"total": 3}, "tolerance": 0.1}, ""),
        ("numeric", {"expected": {"total": 3}, "tolerance": -1}, "tolerance"),
        ("numeric", {"expected": {"total": 3}, "tolerance": True}, "tolerance"),
        ("numeric", {"expected": {"sum": 3}, "tolerance": 0.1}, "output schema"),
        ("regex", "total is 3", ""),
        ("regex", ".*", "fits every answer"),
        ("regex", "(?=a)b", "valid pattern"),
        ("regex", 3, "valid pattern"),
        ("schema", {"properties": {"total": {"const": 3}}}, ""),
        ("schema", {}, "asks for nothing"),
        ("schema", {"type": "nonsense"}, "valid schema"),
        ("judge", "Says that the total is three.", ""),
        ("judge", "yes", "one sentence"),
    ],
)
def test_expectations_fit_their_grader(grader: str, expected: object, sentence: str) -> None:
    fault = expectation_error(grader, expected, OUTPUT)
    assert (sentence in fault) if sentence else not fault


def test_a_closed_schema_has_no_room_for_what_it_does_not_name() -> None:
    inner = {"type": "object", "properties": {"a": {"enum": [{"required": 1}]}}}
    schema = {
        "type": "object",
        "properties": {"properties": {"type": "boolean"}, "rows": {"type": "array", "items": inner}},
    }
    assert validation_errors({"rows": [{}], "properties": True}, forbid_extra_properties(schema)) == []
    assert validation_errors({"rows": [{"b": 1}]}, forbid_extra_properties(schema))
    assert validation_errors({"other": 1}, forbid_extra_properties(schema))
    assert validation_errors({"rows": [{"a": {"required": 1}}]}, forbid_extra_properties(schema)) == []
    assert (
        forbid_extra_properties({**schema, "allOf": [{}]})["properties"]["rows"]["items"]["additionalProperties"]
        is False
    )
    assert "additionalProperties" not in forbid_extra_properties({**schema, "allOf": [{}]})


def _reply(**changes: object) -> dict[str, object]:
    return {"method": "GET", "url": "https://api.sums.example/v1", "status": 200, "body": '{"rate": 2}', **changes}


def test_replies_stand_in_for_declared_hosts_alone() -> None:
    calling = spec(egress_hosts=["api.sums.example"])
    given = [{**one, "replies": [_reply(), _reply(url="", body="plain text")]} for one in cases()]
    read = parse_cases(given, calling)
    assert read.faults == ()
    assert [one.body for one in read.cases[0].mock] == [{"rate": 2}, "plain text"]
    assert [one.mock for one in read.cases if one.kind == "tool_failure"] == [()]
    assert all(one.mock == () for one in parse_cases(given, spec()).cases)


@pytest.mark.parametrize("url", ["https://evil.example/", "http://api.sums.example/", "api.sums.example"])
def test_a_reply_of_another_host_is_a_fault(url: str) -> None:
    read = parse_cases([{**cases()[0], "replies": [_reply(url=url)]}], spec(egress_hosts=["api.sums.example"]))
    assert read.cases == ()
    assert "must be empty or begin with https://api.sums.example" in read.faults[0]


@pytest.mark.parametrize("declares", [True, False])
def test_the_mixed_case_is_passed_only_by_a_handler_whose_rest_is_said(declares: bool) -> None:
    """The sample suite runs through the engine; a message dropped in silence fails its mixed case."""
    names: dict[str, Any] = {}
    exec(compile(HANDLER, "sample", "exec"), names)
    test = next(one for one in _read(cases()) if one.expected_output == "budget-plan")
    value = names["handle"]({"text": test.input}, None)
    if not declares:
        value["used"] = [[0, len(test.input)]]  # claims to have read what it ignored
    shown = shown_answer(spec(), test.input, value)
    output = TrialOutput(answer=shown.answer, output=shown.output, status=shown.tag)
    assert grade_trial(test, output).success is declares
