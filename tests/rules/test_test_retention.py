"""A second round meets the tests of the first: only what the new design can not be asked is given up."""

from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.stages.test_retention import kinds_below_minimum, merge_tests, retained_tests
from kingdom.council.stages.test_suite_schema import MIN_CASES_BY_KIND

SCHEMA = {"type": "object", "properties": {"sum": {"type": "number"}}, "required": ["sum"]}


def spec(**changes: Any) -> AgentSpec:  # noqa: ANN401 - a spec's fields
    plain = {
        "role": "adder",
        "identity": "analyze",
        "purpose": "Adds.",
        "engine": "handler",
        "handler_code": "x",
        "output_schema": SCHEMA,
    }
    return AgentSpec.model_validate({**plain, **changes})


def made(text: str, **changes: Any) -> TestCase:  # noqa: ANN401 - a test's fields
    return TestCase.model_validate({"input": text, "expected_output": {"sum": 3}, "grader": "json_subset", **changes})


def suite() -> tuple[TestCase, ...]:
    kinds = [kind for kind, least in MIN_CASES_BY_KIND.items() for _ in range(least)]
    return tuple(made(f"{kind} {place}", kind=kind, held_out=not place % 3) for place, kind in enumerate(kinds))


def test_all_stay_held_out_ones_too() -> None:
    assert retained_tests(suite(), spec(purpose="Adds numbers.", handler_code="y")) == suite()
    assert not kinds_below_minimum(suite())


def test_only_what_can_not_be_asked_any_more_is_given_up() -> None:
    text = {"type": "object", "properties": {"sum": {"type": "string"}}, "additionalProperties": False}
    refusal = made("no sum", expected_output=None, grader="exact", kind="out_of_scope")
    assert retained_tests((*suite(), refusal), spec(output_schema=text)) == (refusal,)
    called = made("by host", mock=[{"url": "https://a.example.com/x", "body": 1}])
    assert retained_tests((called,), spec(egress_hosts=["a.example.com"])) == (called,)
    assert retained_tests((called,), spec(egress_hosts=["b.example.com"])) == ()
    hidden, shown = made("One and  two.", held_out=True), made("one and two")
    assert retained_tests((hidden, shown), spec(examples=["one and two"])) == (shown,), (
        "a held-out input that became an example leaks"
    )


def test_new_tests_fill_the_kinds_that_are_short_and_no_other() -> None:
    old = tuple(test for test in suite() if test.kind != "edge")
    new = (made("a new edge", kind="edge"), made("an easy one", kind="normal"), made(old[0].input, kind="edge"))
    assert merge_tests(old, new) == (*old, new[0])
    assert merge_tests((), new) == new
