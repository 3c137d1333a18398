"""Conditions of promotion: each prevents it alone and states its figure."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.specialists.status.promotion import (
    PromotionCriteria,
    PromotionEvidence,
    SendingEvidence,
    promotion_conditions,
    unmet_conditions,
)

GOOD = PromotionEvidence(
    status="unverified",
    executions=60,
    successes=58,
    confidence=0.91,
    test_run=(24, 24),
    is_test_run_valid=True,
    findings=(),
    mock_trained=False,
    draft=False,
    is_owner_deciding=False,
    role_taken=False,
)


def test_all_met() -> None:
    assert unmet_conditions(GOOD, PromotionCriteria()) == ()
    assert [one.code for one in promotion_conditions(GOOD, PromotionCriteria())] == [
        "executions", "success", "bound", "confidence", "test_run", "status", "findings", "mock", "owner", "role",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "code", "figure"),
    [
        ({"executions": 47, "successes": 47}, "executions", "47 executions (50 needed)"),
        ({"executions": 200, "successes": 179}, "success", "success rate 89.5% (at least 90% needed)"),
        ({"executions": 50, "successes": 45}, "bound", "lower bound of the success rate 78.6% (at least 80% needed)"),
        ({"executions": 10_000, "successes": 8_999}, "success", "success rate 89.9% (at least 90% needed)"),
        ({"confidence": 0.79}, "confidence", "measured confidence 79.0% (at least 80% needed)"),
        ({"confidence": None}, "confidence", "no outcome to measure a confidence from"),
        ({"test_run": None}, "test_run", "its tests have not been run yet"),
        ({"test_run": (23, 24)}, "test_run", "23 of 24 tests passed"),
        ({"test_run": (0, 0)}, "test_run", "it has no tests"),
        (
            {"is_test_run_valid": False},
            "test_run",
            "24 of 24 tests passed, but of another version or too long ago: run them again",
        ),
        ({"status": "suspended"}, "status", "it is suspended"),
        ({"draft": True}, "status", "it is in training"),
        (
            {"findings": ("Guardian: its code is blocked",)},
            "findings",
            "1 open safety finding: Guardian: its code is blocked",
        ),
        ({"is_owner_deciding": True}, "owner", "its owner cannot verify it"),
        ({"role_taken": True}, "role", "another specialist has this role"),
    ],
)
def test_each_one_alone_stands_in_the_way(change: dict[str, Any], code: str, figure: str) -> None:
    assert [(one.code, one.figure) for one in unmet_conditions(replace(GOOD, **change), PromotionCriteria())] == [
        (code, figure)
    ]


@pytest.mark.parametrize("change", [{"test_run": None}, {"test_run": (23, 24)}, {"is_test_run_valid": False}])
def test_training_on_mock_replies_needs_green_tests_on_real_ones(change: dict[str, Any]) -> None:
    trained = replace(GOOD, mock_trained=True)
    assert unmet_conditions(trained, PromotionCriteria()) == ()
    refused = {one.code: one.figure for one in unmet_conditions(replace(trained, **change), PromotionCriteria())}
    assert refused["mock"] == "trained on mock replies: run its tests on real ones"


@pytest.mark.parametrize(
    ("sending", "code", "figure"),
    [
        (SendingEvidence(recorded=True, replayed=True, supervised=2), "supervised", "2 of 3 supervised uses"),
        (SendingEvidence(recorded=True, replayed=False, supervised=3), "cassette", "run them now"),
        (SendingEvidence(recorded=False, replayed=False, supervised=3), "cassette", "records one supervised use"),
    ],
)
def test_what_sends_needs_recorded_replies_and_supervised_uses(
    sending: SendingEvidence, code: str, figure: str
) -> None:
    full = replace(sending, recorded=True, replayed=True, supervised=3)
    assert unmet_conditions(replace(GOOD, mock_trained=True, sending=full), PromotionCriteria()) == ()
    (refused,) = unmet_conditions(replace(GOOD, sending=sending), PromotionCriteria())
    assert refused.code == code
    assert figure in refused.figure
    red = replace(GOOD, sending=full, test_run=(23, 24))
    assert [one.code for one in unmet_conditions(red, PromotionCriteria())] == ["test_run", "cassette"]


def test_the_bound_is_a_setting() -> None:
    evidence = replace(GOOD, executions=50, successes=45)
    assert unmet_conditions(evidence, PromotionCriteria(bound=0.0)) == ()


@given(st.integers(0, 400).flatmap(lambda count: st.tuples(st.just(count), st.integers(0, count))), st.floats(0, 1))
def test_a_figure_never_contradicts_its_verdict(work: tuple[int, int], confidence: float) -> None:
    evidence = replace(GOOD, executions=work[0], successes=work[1], confidence=confidence)
    rates = 0
    for one in promotion_conditions(evidence, PromotionCriteria()):
        found = re.search(r"([0-9.]+)% \(at least ([0-9.]+)% needed\)$", one.figure)
        if found is not None:
            rates += 1
            assert (float(found[1]) >= float(found[2])) == one.met, one
    assert rates == 3


@pytest.mark.parametrize(
    ("count", "figure"),
    [(0, "0 executions (50 needed)"), (1, "1 execution (50 needed)"), (90, "90 executions (50 needed)")],
)
def test_executions_beside_the_needed_ones(count: int, figure: str) -> None:
    evidence = replace(GOOD, executions=count, successes=count)
    assert promotion_conditions(evidence, PromotionCriteria())[0].figure == figure


def test_more_of_the_same_never_takes_away() -> None:
    for count in range(50, 120):
        if not unmet_conditions(replace(GOOD, executions=count, successes=count - 2), PromotionCriteria()):
            assert not unmet_conditions(replace(GOOD, executions=count + 1, successes=count - 1), PromotionCriteria())
