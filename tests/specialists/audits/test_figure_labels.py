"""Figures of findings on the page: each says what it counts, with its unit, in the language of its reader."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from django.utils import translation

from kingdom.ministers.auditor.near_duplicates import detect_near_duplicates
from kingdom.ministers.auditor.performance_checks import audit_specialist
from kingdom.ministers.auditor.unmet_demand import DemandThresholds, UnmatchedRequest, detect_unmet_demand
from kingdom.ministers.auditor.values import AuditedExecution, AuditSubject, AuditThresholds, DetectedFinding
from kingdom.specialists.audits.figure_labels import labelled_figures

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def runs(pattern: str, confidence: float | None = None, error_code: str = "") -> tuple[AuditedExecution, ...]:
    """Return one execution for each character: ``+`` a success, ``-`` a failure."""
    return tuple(
        AuditedExecution(
            id=f"run{place}",
            success=sign == "+",
            confidence=confidence,
            error_code="" if sign == "+" else error_code,
            user=f"user{place % 5}",
        )
        for place, sign in enumerate(pattern)
    )


def findings_of(status: str, executions: Sequence[AuditedExecution], days: int = 1) -> tuple[DetectedFinding, ...]:
    """Return what the Auditor finds on a version that worked well when it was verified."""
    subject = AuditSubject(
        specialist_id="s", version_id="v", role="iban_checker", status=status, created_at=NOW - timedelta(days=400),
        last_used_at=NOW - timedelta(days=days), executions=tuple(executions), verified_executions=runs("+" * 50),
        replies=runs("-" * 50), verified_replies=runs("+" * 50), safety_failures=("a password was shown",),
    )  # fmt: skip
    return audit_specialist(subject, AuditThresholds(), NOW)


@pytest.fixture(scope="module")
def findings() -> dict[str, DetectedFinding]:
    """A finding of each kind that the Auditor makes, by its code."""
    vectors = np.array([[1.0, 0.0], [1.0, 0.0]])
    asked = [
        UnmatchedRequest(message_id=f"m{number}", user_id=number % 4, day=date(2026, 10, 1 + number))
        for number in range(8)
    ]
    found = [
        *findings_of("verified", runs("+-" * 25, 0.99, "handler_timeout")),
        *findings_of("unverified", (), days=200),
        *detect_near_duplicates(["iban_checker", "iban_reader"], ["s", "t"], vectors),
        *detect_unmet_demand(asked, np.tile([1.0, 0.0], (8, 1)), DemandThresholds()),
    ]
    return {finding.code: finding for finding in found}


def test_every_figure_of_the_auditor_has_a_label_of_its_own(findings: dict[str, DetectedFinding]) -> None:
    assert {"safety_failure", "drift", "declines", "below_bar", "error_cluster", "calibration", "idle"} <= set(findings)
    assert {"near_duplicate", "demand"} <= set(findings)
    for code, finding in findings.items():
        shown = labelled_figures(code, finding.figures)
        names = {name.replace("_", " ").capitalize() for name in finding.figures}
        assert shown, code
        assert not names.intersection(one.label for one in shown) - {"Similarity"}, code
        assert not any(one.value.startswith(("[", "{", "(")) or one.value == "s" for one in shown), code


def test_numbers_that_belong_together_are_one_figure_with_its_unit(findings: dict[str, DetectedFinding]) -> None:
    assert labelled_figures("error_cluster", findings["error_cluster"].figures) == [
        ("Error", "handler_timeout"), ("Runs with this error", "25 of 50")
    ]  # fmt: skip
    drift = dict(labelled_figures("drift", findings["drift"].figures))
    assert drift["Successful runs now"] == "25 of 50"
    assert drift["Worse by"].endswith("percentage points")
    assert drift["Probability of that by chance"] == "< 0.001"
    assert dict(labelled_figures("below_bar", findings["below_bar"].figures))["Successful runs"] == "25 of 50"


def test_they_are_in_the_language_of_the_reader(findings: dict[str, DetectedFinding]) -> None:
    with translation.override("de"):
        shown = dict(labelled_figures("calibration", findings["calibration"].figures))
        cluster = dict(labelled_figures("error_cluster", findings["error_cluster"].figures))
    assert shown["Angegebene Sicherheit, im Mittel"] == "99,0 %"
    assert "," in shown["Erwarteter Kalibrierungsfehler"]
    assert cluster["Läufe mit diesem Fehler"] == "25 von 50"


def test_a_figure_that_nobody_labelled_keeps_its_name_and_is_rounded() -> None:
    assert labelled_figures("new_code", {"some_share": 0.123456, "total": 12_000}) == [
        ("Some share", "0.123"), ("Total", "12,000")
    ]  # fmt: skip
    assert labelled_figures("drift", {"now": [1, 2]}) == [("Successful runs now", "1 of 2")]
