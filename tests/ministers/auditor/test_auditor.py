"""The Auditor's findings on synthetic executions; good work has none."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.core.observations import weighted_counts
from kingdom.ministers.auditor import near_duplicates
from kingdom.ministers.auditor.near_duplicates import detect_near_duplicates
from kingdom.ministers.auditor.performance_checks import audit_specialist
from kingdom.ministers.auditor.unmet_demand import (
    DemandThresholds,
    UnmatchedRequest,
    cluster_vectors,
    detect_unmet_demand,
)
from kingdom.ministers.auditor.values import AuditedExecution, AuditSubject, AuditThresholds

NOW = datetime(2026, 11, 1, tzinfo=UTC)
THRESHOLDS = AuditThresholds()


def runs(
    pattern: str, confidence: float | None = None, error_code: str = "", users: int = 5
) -> tuple[AuditedExecution, ...]:
    """Return one execution for each character: ``+`` a success, ``-`` a failure."""
    return tuple(
        AuditedExecution(
            id=f"run{place}",
            success=sign == "+",
            confidence=confidence,
            error_code="" if sign == "+" else error_code,
            user=f"user{place % users}",
        )
        for place, sign in enumerate(pattern)
    )


def subject(
    executions: Sequence[AuditedExecution],
    verified: Sequence[AuditedExecution] = (),
    status: str = "verified",
    used: int = 1,
) -> AuditSubject:
    return AuditSubject(
        specialist_id="s",
        version_id="v",
        role="iban_checker",
        status=status,
        created_at=NOW - timedelta(days=400),
        last_used_at=NOW - timedelta(days=used),
        executions=tuple(executions),
        verified_executions=tuple(verified),
    )


def codes(audited: AuditSubject) -> list[tuple[str, str]]:
    return [(finding.code, finding.action) for finding in audit_specialist(audited, THRESHOLDS, NOW)]


def test_good_work_has_no_finding() -> None:
    assert codes(subject(runs("+" * 48 + "--", 0.95), runs("+" * 49 + "-"))) == []
    assert codes(subject((), status="unverified")) == []


def test_drift_names_both_windows_and_the_failed_runs() -> None:
    (found, below) = audit_specialist(subject(runs("+" * 38 + "-" * 12), runs("+" * 49 + "-")), THRESHOLDS, NOW)
    assert (found.code, found.level, found.action) == ("drift", "serious", "suspend")
    assert (found.figures["now"], found.figures["before"]) == ([38, 50], [49, 50])
    assert found.figures["p"] == pytest.approx(0.000883, abs=5e-5)
    assert found.evidence == tuple(f"run{place}" for place in range(38, 50))
    assert below.code == "below_bar"


@pytest.mark.parametrize("users", [1, 2])
def test_failures_of_fewer_than_three_users_suspend_nothing(users: int) -> None:
    (found, _) = audit_specialist(subject(runs("+" * 30 + "-" * 20, users=users), runs("+" * 50)), THRESHOLDS, NOW)
    assert (found.code, found.action, found.figures["failing_users"]) == ("drift", "none", users)
    assert "3 are needed to act automatically" in found.message


def test_failures_of_one_user_beside_two_accidents_suspend_nothing() -> None:
    attack = runs("-" * 20, users=1)
    accidents = tuple(replace(one, user=f"other{place}") for place, one in enumerate(runs("+" * 28 + "--")))
    (found, _) = audit_specialist(subject((*accidents, *attack), runs("+" * 50)), THRESHOLDS, NOW)
    assert (found.code, found.action, found.figures["failing_users"]) == ("drift", "none", 3)


@pytest.mark.parametrize("recent", ["+" * 45 + "-" * 5, "-" * 19])
def test_chance_and_few_runs_are_no_drift(recent: str) -> None:
    assert "drift" not in dict(codes(subject(runs(recent), runs("+" * 49 + "-"))))


def test_an_unverified_version_that_drifts_is_not_suspended() -> None:
    assert codes(subject(runs("-" * 50), runs("+" * 50), status="unverified")) == [("drift", "none")]


def test_below_its_bar_on_quality_is_a_proposal_and_on_safety_a_suspension() -> None:
    assert codes(subject(runs("+" * 40 + "-" * 10))) == [("below_bar", "propose_demotion")]
    (found,) = audit_specialist(replace(subject(runs("+" * 50)), safety_failures=("test 7",)), THRESHOLDS, NOW)
    assert (found.code, found.level, found.action, found.evidence) == (
        "safety_failure",
        "serious",
        "suspend",
        ("test 7",),
    )


@pytest.mark.parametrize("users", [1, 2])
def test_the_ratings_of_one_or_two_users_propose_no_demotion(users: int) -> None:
    assert codes(subject(runs("+" * 40 + "-" * 10, users=users))) == [("below_bar", "none")]
    others = tuple(replace(one, user=f"other{place}") for place, one in enumerate(runs("+" * 30 + "--")))
    assert codes(subject((*others, *runs("-" * 18, users=1)))) == [("below_bar", "none")]


def test_no_user_weighs_more_than_a_third() -> None:
    content = tuple(replace(one, user=f"user{place % 4}") for place, one in enumerate(runs("+" * 40)))
    angry = tuple(replace(one, user="angry") for one in runs("-" * 60))
    successes, count = weighted_counts((*content, *angry))
    assert [successes, count] == pytest.approx([40, 60])
    assert weighted_counts(angry) == (0, 60), "a specialist of one user is judged by that user"
    assert weighted_counts(()) == (0, 0)


def test_errors_of_one_code_are_a_cluster() -> None:
    executions = (
        *runs("+" * 44),
        *runs("-----", error_code="handler_timeout"),
        *runs("-", error_code="model_unavailable"),
    )
    findings = audit_specialist(subject(executions, status="unverified"), THRESHOLDS, NOW)
    found = [finding for finding in findings if finding.code == "error_cluster"]
    assert [finding.figures for finding in found] == [{"error_code": "handler_timeout", "count": 5, "of": 50}]
    assert found[0].action == "propose_rules"


def test_a_large_calibration_error_is_a_finding() -> None:
    (sure,) = audit_specialist(subject(runs("++-" * 10, 0.95), status="unverified"), THRESHOLDS, NOW)
    assert (sure.code, sure.level) == ("calibration", "warning")
    assert sure.figures["ece"] == pytest.approx(0.95 - 2 / 3)
    assert "too sure of itself" in sure.message
    (shy,) = audit_specialist(subject(runs("+" * 30, 0.6), status="unverified"), THRESHOLDS, NOW)
    assert (shy.level, "less sure" in shy.message) == ("info", True)


@pytest.mark.parametrize(
    ("days", "status", "found"), [(90, "unverified", True), (89, "unverified", False), (400, "verified", False)]
)
def test_idle(days: int, status: str, found: bool) -> None:
    assert (("idle", "deprecate") in codes(subject((), status=status, used=days))) == found


def unit(*rows: Sequence[float]) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    vectors = np.array(rows, dtype=np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def requests(users: str, days: str) -> list[UnmatchedRequest]:
    pairs = enumerate(zip(users, days, strict=True))
    return [
        UnmatchedRequest(message_id=f"m{place}", user_id=int(user), day=date(2026, 10, int(day)))
        for place, (user, day) in pairs
    ]


@pytest.mark.parametrize(
    ("users", "days", "count"),
    [("11223", "12345", 1), ("11111", "12345", 0), ("11223", "11122", 0), ("1122", "1234", 0)],
    ids=["common", "one person", "two days", "too few"],
)
def test_demand_is_frequent_of_several_people_on_several_days(users: str, days: str, count: int) -> None:
    near = unit(*[(1.0, 0.02 * place) for place in range(len(users))])
    found = detect_unmet_demand(requests(users, days), near, DemandThresholds())
    assert len(found) == count
    if found:
        assert found[0].figures == {"messages": 5, "users": 3, "days": 5}
        assert sorted(found[0].evidence) == ["m0", "m1", "m2", "m3", "m4"]


@given(st.lists(st.tuples(*[st.floats(-1, 1)] * 3), min_size=1, max_size=25))
def test_each_row_is_in_one_cluster(rows: list[tuple[float, ...]]) -> None:
    vectors = np.array(rows, dtype=np.float32)
    found = cluster_vectors(vectors, 0.6)
    assert sorted(place for members in found for place in members) == list(range(len(rows)))
    assert [len(members) for members in found] == sorted((len(members) for members in found), reverse=True)


@pytest.mark.parametrize("rows_at_once", [1, 2, 5, 512])
def test_near_duplicates_are_found_in_blocks(rows_at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_duplicates, "ROWS_AT_ONCE", rows_at_once)
    names = list("abcdef")
    found = detect_near_duplicates(names, names, unit((1, 0), (0, 1), (1, 0.1), (0.1, 1), (-1, 0), (1, 0.05)))
    assert [finding.evidence for finding in found] == [("a", "c"), ("a", "f"), ("b", "d"), ("c", "f")]
    assert found[0].figures["similarity"] == pytest.approx(1 / np.hypot(1, 0.1))


def test_near_duplicates_are_a_finding() -> None:
    found = detect_near_duplicates(["a", "b", "c"], ["1", "2", "3"], unit((1, 0), (1, 0.1), (0, 1)))
    assert [(finding.specialist_id, finding.evidence, finding.action) for finding in found] == [
        ("1", ("1", "2"), "propose_merge")
    ]
