"""What is known of a version when somebody decides about it: its record, its tests, its open findings."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Avg, Count, Q
from django.utils import timezone

from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import latest_test_run as latest_test_run
from kingdom.specialists.status.promotion import PromotionCriteria, PromotionEvidence, promotion_conditions
from kingdom.specialists.status.safety import open_safety_findings


def promotion_criteria() -> PromotionCriteria:
    """Return what promotion asks for, from the settings."""
    house = settings.KINGDOM
    return PromotionCriteria(
        executions=house.promotion_executions,
        success=house.promotion_min_success_rate,
        bound=house.promotion_min_lower_bound,
        confidence=house.promotion_confidence,
    )


def promotion_evidence(specialist: Specialist, *, decides: int | None = None) -> PromotionEvidence:
    """Return the evidence on a specialist's current version; ``decides`` is the admin who asks, for "not the owner"."""
    version = specialist.current_version
    record = version_performance(version)
    suite = latest_test_run(version)
    taken = (
        Specialist.objects.filter(role=specialist.role, status=Specialist.Status.VERIFIED)
        .exclude(pk=specialist.pk)
        .exists()
    )
    return PromotionEvidence(
        status=specialist.status,
        executions=record["executions"],
        successes=record["successes"],
        confidence=record["confidence"],
        suite=(suite.passed, suite.total) if suite else None,
        is_test_run_valid=suite is not None and _is_test_run_valid(suite, version),
        findings=open_safety_findings(specialist.pk, version) if version is not None else ("there is no version",),
        mock_trained=version is None or version.mock_trained,
        draft=specialist.draft,
        is_owner_deciding=decides is not None and decides == specialist.created_by_id,
        role_taken=taken,
    )


def promotion_evidence_summary(specialist: Specialist, *, decides: int | None = None) -> dict[str, Any]:
    """Return evidence and conditions as JSON values: for pages, the API, and to be frozen with a decision."""
    evidence = promotion_evidence(specialist, decides=decides)
    suite = latest_test_run(specialist.current_version)
    found = promotion_conditions(evidence, promotion_criteria())
    return {
        "digest": specialist.current_version.digest if specialist.current_version else "",
        "executions": evidence.executions,
        "successes": evidence.successes,
        "success_rate": evidence.rate if evidence.executions else None,
        "success_interval": list(evidence.interval),
        "confidence": evidence.confidence,
        "suite": {"id": str(suite.pk), "passed": suite.passed, "total": suite.total, "at": suite.finished_at}
        if suite
        else None,
        "conditions": [one._asdict() for one in found],
        "ready": all(one.met for one in found),
    }


def version_performance(version: SpecialistVersion | None) -> dict[str, Any]:
    """Return what a version did: ``{"executions", "successes", "confidence"}``, the last one None where none was stated."""
    rows = Execution.objects.filter(version=version) if version else Execution.objects.none()
    # "good" and not the key: the index of a version's rows holds what is asked for, and the rows themselves are not read
    return rows.aggregate(
        executions=Count("good"), successes=Count("good", filter=Q(good=True)), confidence=Avg("confidence")
    )


def _is_test_run_valid(suite: TestRun, version: SpecialistVersion | None) -> bool:
    """Whether a run of tests counts for a decision now: of this digest, on the real thing, and not too old."""
    fresh = suite.finished_at is not None and timezone.now() - suite.finished_at <= timedelta(
        hours=settings.KINGDOM.promotion_suite_hours
    )
    return version is not None and suite.digest == version.digest and fresh and not suite.mock
