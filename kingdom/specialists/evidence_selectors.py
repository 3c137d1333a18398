"""What is known of a version when somebody decides about it: its record, its tests, its open findings."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Avg, Count, Q
from django.utils import timezone

from kingdom.specialists.models import Specialist, SpecialistVersion, TaskTelemetry
from kingdom.specialists.rules.promotion import Bar, Evidence, conditions
from kingdom.specialists.safety_selectors import open_findings
from kingdom.specialists.standing_models import SuiteRun
from kingdom.specialists.suite_selectors import suite_newest as suite_newest


def bar() -> Bar:
    """Return what promotion asks for, from the settings."""
    house = settings.KINGDOM
    return Bar(
        executions=house.promotion_executions,
        success=house.promotion_success,
        bound=house.promotion_bound,
        confidence=house.promotion_confidence,
    )


def evidence_of(specialist: Specialist, *, decides: int | None = None) -> Evidence:
    """Return the evidence on a specialist's current version; ``decides`` is the admin who asks, for "not the owner"."""
    version = specialist.current_version
    record = record_of(version)
    suite = suite_newest(version)
    taken = Specialist.objects.filter(role=specialist.role, status=Specialist.Status.VERIFIED).exclude(pk=specialist.pk).exists()
    return Evidence(
        status=specialist.status,
        executions=record["executions"],
        successes=record["successes"],
        confidence=record["confidence"],
        suite=(suite.passed, suite.total) if suite else None,
        suite_bound=suite is not None and _binds(suite, version),
        findings=open_findings(specialist.pk, version) if version is not None else ("there is no version",),
        mock_trained=version is None or version.mock_trained,
        draft=specialist.draft,
        owner_decides=decides is not None and decides == specialist.created_by_id,
        role_taken=taken,
    )


def evidence_shown(specialist: Specialist, *, decides: int | None = None) -> dict[str, Any]:
    """Return evidence and conditions as JSON values: for pages, the API, and to be frozen with a decision."""
    evidence = evidence_of(specialist, decides=decides)
    suite = suite_newest(specialist.current_version)
    found = conditions(evidence, bar())
    return {
        "digest": specialist.current_version.digest if specialist.current_version else "",
        "executions": evidence.executions,
        "successes": evidence.successes,
        "success_rate": evidence.rate if evidence.executions else None,
        "success_interval": list(evidence.interval),
        "confidence": evidence.confidence,
        "suite": {"id": str(suite.pk), "passed": suite.passed, "total": suite.total, "at": suite.finished_at} if suite else None,
        "conditions": [one._asdict() for one in found],
        "ready": all(one.met for one in found),
    }


def record_of(version: SpecialistVersion | None) -> dict[str, Any]:
    """Return what a version did: ``{"executions", "successes", "confidence"}``, the last one None where none was stated."""
    rows = TaskTelemetry.objects.filter(version=version) if version else TaskTelemetry.objects.none()
    # "good" and not the key: the index of a version's rows holds what is asked for, and the rows themselves are not read
    return rows.aggregate(executions=Count("good"), successes=Count("good", filter=Q(good=True)), confidence=Avg("confidence"))


def _binds(suite: SuiteRun, version: SpecialistVersion | None) -> bool:
    """Whether a run of tests counts for a decision now: of this digest, on the real thing, and not too old."""
    fresh = suite.finished_at is not None and timezone.now() - suite.finished_at <= timedelta(hours=settings.KINGDOM.promotion_suite_hours)
    return version is not None and suite.digest == version.digest and fresh and not suite.mock
