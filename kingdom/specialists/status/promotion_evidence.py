"""Collect the evidence on a version: its executions, its newest test run, its open findings."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from kingdom.contracts.capabilities.sending import may_send
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import (
    MessageCounts,
    independent_counts,
    independent_executions,
    measured_confidence,
)
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.role_reservations import is_role_reserved
from kingdom.specialists.registry.selectors import latest_test_run, version_spec
from kingdom.specialists.sending.cassettes import recorded_cassette
from kingdom.specialists.sending.sent_requests import sent_requests
from kingdom.specialists.sending.supervised_uses import supervised_use_count
from kingdom.specialists.status.promotion import (
    PromotionCriteria,
    PromotionEvidence,
    SendingEvidence,
    has_enough_successes,
    promotion_conditions,
)
from kingdom.specialists.status.safety import open_safety_findings

_NO_COUNTS = MessageCounts(0, 0, 0)


class PromotionCandidate(NamedTuple):
    """A specialist that may qualify, and the executions of its current version that count."""

    specialist: Specialist
    executions: int


def promotion_criteria() -> PromotionCriteria:
    """Return the thresholds of the settings."""
    config = settings.KINGDOM
    return PromotionCriteria(
        executions=config.promotion_executions,
        success=config.promotion_min_success_rate,
        bound=config.promotion_min_lower_bound,
        confidence=config.promotion_confidence,
        supervised_sends=config.promotion_supervised_sends,
    )


def promotion_evidence(specialist: Specialist, *, decides: int | None = None) -> PromotionEvidence:
    """Return the evidence on the current version; ``decides`` is the id of the admin, for the owner condition."""
    return _evidence(specialist, version_performance(specialist.current_version), decides=decides)


def _evidence(specialist: Specialist, record: Mapping[str, Any], *, decides: int | None) -> PromotionEvidence:
    version = specialist.current_version
    test_run = latest_test_run(version)
    is_test_run_valid = test_run is not None and _is_test_run_valid(test_run, version)
    same_role = Specialist.objects.filter(role=specialist.role, status=Specialist.Status.VERIFIED)
    return PromotionEvidence(
        status=specialist.status,
        executions=record["executions"],
        successes=record["successes"],
        confidence=record["confidence"],
        test_run=(test_run.passed, test_run.total) if test_run else None,
        is_test_run_valid=is_test_run_valid,
        findings=open_safety_findings(specialist.pk, version) if version is not None else ("there is no version",),
        mock_trained=version is None or version.mock_trained,
        draft=specialist.draft,
        is_owner_deciding=decides is not None and decides == specialist.created_by_id,
        role_taken=same_role.exclude(pk=specialist.pk).exists()
        or is_role_reserved(specialist.role, holder_id=specialist.pk),
        sending=_sending_evidence(specialist, test_run if is_test_run_valid else None),
    )


def promotion_evidence_summary(specialist: Specialist, *, decides: int | None = None) -> dict[str, Any]:
    """Return evidence and conditions as JSON values: for pages, the API and the row of a status change."""
    record = version_performance(specialist.current_version)
    evidence = _evidence(specialist, record, decides=decides)
    test_run = latest_test_run(specialist.current_version)
    conditions = promotion_conditions(evidence, promotion_criteria())
    return {
        "digest": specialist.current_version.digest if specialist.current_version else "",
        "reviewed_digest": specialist.current_version.reviewed_digest if specialist.current_version else "",
        "executions": evidence.executions,
        "successes": evidence.successes,
        "users": record["users"],
        "outcomes": version_outcomes(specialist.current_version),
        "success_rate": evidence.rate if evidence.executions else None,
        "success_interval": list(evidence.interval),
        "confidence": evidence.confidence,
        "test_run": _test_run_summary(test_run) if test_run else None,
        "sends": [asdict(sent) for sent in sent_requests(specialist.current_version)],
        "conditions": [condition._asdict() for condition in conditions],
        "ready": all(condition.met for condition in conditions),
    }


def version_performance(version: SpecialistVersion | None) -> dict[str, Any]:
    """Return ``{"executions", "successes", "users", "confidence"}`` of a version.

    ``confidence`` is measured from the outcomes (``measured_confidence``), None without one that counts.

    Only served, failed and corrected executions count. Near-identical messages of one user count once, as a failure
    where one of their executions was.
    """
    counts = independent_counts([version.pk]).get(version.pk, _NO_COUNTS) if version else _NO_COUNTS
    rows = Execution.objects.filter(version=version) if version else Execution.objects.none()
    return {**counts._asdict(), "confidence": measured_confidence(rows)}


def counted_uses(specialists: Iterable[Specialist]) -> dict[UUID, int]:
    """Return the ``executions`` of ``version_performance`` alone, of the current version of each specialist by its id.

    One query for all of them.
    """
    versions = {one.pk: one.current_version_id for one in specialists if one.execution_count and one.current_version_id}
    counts = independent_counts(versions.values())
    return {pk: counts.get(version_id, _NO_COUNTS).executions for pk, version_id in versions.items()}


def promotion_candidates() -> list[PromotionCandidate]:
    """Return the unverified specialists with enough executions and successes for promotion, most used first.

    They are counted as in ``version_performance``; the counters, which hold all versions and each repetition, only tell
    which specialists to look at.
    """
    criteria = promotion_criteria()
    used = Specialist.objects.filter(
        status=Specialist.Status.UNVERIFIED, execution_count__gte=criteria.executions, current_version__isnull=False
    )
    specialists = list(used.select_related("created_by").order_by("-execution_count"))
    counts = independent_counts(one.current_version_id for one in specialists if one.current_version_id)
    found = list[PromotionCandidate]()
    for specialist in specialists:
        own = counts.get(specialist.current_version_id, _NO_COUNTS) if specialist.current_version_id else _NO_COUNTS
        if has_enough_successes(executions=own.executions, successes=own.successes, criteria=criteria):
            found.append(PromotionCandidate(specialist, own.executions))
    return sorted(found, key=lambda candidate: -candidate.executions)


def version_outcomes(version: SpecialistVersion | None) -> dict[str, int]:
    """Return how many distinct messages of a version had each outcome, those that occurred only, in their order.

    The rows of ``version_performance`` and, beside them, the messages that never had an outcome that counts.
    """
    rows = Execution.objects.filter(version=version) if version else Execution.objects.none()
    found = Counter(independent_executions(rows).values_list("outcome", flat=True))
    return {str(outcome.label): found[outcome.value] for outcome in Execution.Outcome if found[outcome.value]}


def _sending_evidence(specialist: Specialist, test_run: TestRun | None) -> SendingEvidence | None:
    """Return the evidence on a version that may send, by its valid test run; None for one that sends nothing."""
    version = specialist.current_version
    if version is None or not may_send(version_spec(version)):
        return None
    cassette_id = test_run.cassette_id if test_run is not None else None
    recorded = recorded_cassette(specialist.pk)
    return SendingEvidence(
        recorded=recorded is not None, replayed=cassette_id is not None, supervised=supervised_use_count(version)
    )


def _test_run_summary(test_run: TestRun) -> dict[str, Any]:
    return {"id": str(test_run.pk), "passed": test_run.passed, "total": test_run.total, "at": test_run.finished_at}


def _is_test_run_valid(test_run: TestRun, version: SpecialistVersion | None) -> bool:
    """Return whether a test run counts for a promotion now: same digest, not on mock replies, not too old."""
    oldest = timezone.now() - timedelta(hours=settings.KINGDOM.promotion_test_run_hours)
    recent = test_run.finished_at is not None and test_run.finished_at >= oldest
    return version is not None and test_run.digest == version.digest and recent and not test_run.mock
