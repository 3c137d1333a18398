"""Inputs of the performance audit: versions with their executions."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.conf import settings

from kingdom.ministers.auditor.performance_checks import audit_specialist
from kingdom.ministers.auditor.values import AuditedExecution, AuditSubject, AuditThresholds, DetectedFinding
from kingdom.specialists.audits.audited_executions import audited_executions
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.safety import safety_blockers_of_each

BATCH = 200  # specialists that are audited together: some ten thousand executions in memory
AuditResult = tuple[int, Sequence[DetectedFinding]]


def audit_thresholds() -> AuditThresholds:
    """Return the thresholds of the settings."""
    config = settings.KINGDOM
    return AuditThresholds(
        min_success_rate=config.promotion_min_success_rate,
        max_calibration_error=config.audit_calibration,
        idle_days=config.idle_days,
    )


def _is_success(row: Execution) -> bool:
    """Return whether it is an answer that its user did not correct."""
    return bool(row.counts_as_success)


def _is_answer(row: Execution) -> bool:
    """Return whether it neither declined nor asked back."""
    return row.outcome not in (Execution.Outcome.DECLINED, Execution.Outcome.ASKED)


def _oldest_first(
    newest_first: Sequence[Execution], is_success: Callable[[Execution], bool]
) -> tuple[AuditedExecution, ...]:
    return tuple(
        AuditedExecution(
            id=str(row.pk),
            success=is_success(row),
            confidence=row.confidence,
            error_code=row.error_code,
            user=str(row.user_id or ""),
            message=row.message_fingerprint,
        )
        for row in reversed(newest_first)
    )


def audit_subject(specialist: Specialist, thresholds: AuditThresholds) -> AuditSubject:
    """Return ``audit_subjects`` of one specialist, which has a current version."""
    (subject,) = audit_subjects([specialist], thresholds)
    return subject


def audit_subjects(specialists: Sequence[Specialist], thresholds: AuditThresholds) -> list[AuditSubject]:
    """Return the inputs of the Auditor, in the order of the specialists; those without a current version are left out.

    Each holds the executions since the last approval, and those that it was based on. The number of queries does not
    depend on the number of specialists.
    """
    audited = [(one, one.current_version) for one in specialists if one.current_version is not None]
    found = audited_executions([one for one, _ in audited], thresholds.window_size)
    versions = [version for one, version in audited if one.status != Specialist.Status.SUSPENDED]
    blockers = safety_blockers_of_each(versions)
    return [
        AuditSubject(
            specialist_id=str(specialist.pk),
            version_id=str(version.pk),
            role=specialist.role,
            status=specialist.status,
            created_at=specialist.created_at,
            last_used_at=max(filter(None, [specialist.last_used_at, found.restored.get(version.pk)]), default=None),
            executions=_oldest_first(found.recent.get(version.pk, ()), _is_success),
            verified_executions=_oldest_first(found.approved.get(version.pk, ()), _is_success),
            replies=_oldest_first(found.recent_replies.get(version.pk, ()), _is_answer),
            verified_replies=_oldest_first(found.approved_replies.get(version.pk, ()), _is_answer),
            safety_failures=blockers.get(version.pk, ()),
        )
        for specialist, version in audited
    ]


def _batches() -> Iterator[list[Specialist]]:
    """Yield the specialists in service, ``BATCH`` at a time; no transaction and no cursor stays open in between."""
    in_service = Specialist.objects.exclude(status=Specialist.Status.DEPRECATED).filter(routable=True)
    rows = in_service.select_related("current_version").order_by("pk")
    batch = list(rows[:BATCH])
    while batch:
        yield batch
        batch = list(rows.filter(pk__gt=batch[-1].pk)[:BATCH])


def performance_findings(now: datetime) -> AuditResult:
    """Return the number of audited specialists and the findings on them."""
    thresholds, looked_at, findings = audit_thresholds(), 0, list[DetectedFinding]()
    for batch in _batches():
        subjects = audit_subjects(batch, thresholds)
        looked_at += len(subjects)
        for subject in subjects:
            findings += audit_specialist(subject, thresholds, now)
    return looked_at, findings
