"""Inputs of the performance audit: versions with their executions."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from kingdom.ministers.auditor.performance_checks import audit_specialist
from kingdom.ministers.auditor.values import AuditedExecution, AuditSubject, AuditThresholds, DetectedFinding
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import counted_executions, newest_independent
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.safety import safety_blockers

AuditResult = tuple[int, Sequence[DetectedFinding]]


def audit_thresholds() -> AuditThresholds:
    """Return the thresholds of the settings."""
    config = settings.KINGDOM
    return AuditThresholds(
        min_success_rate=config.promotion_min_success_rate,
        max_calibration_error=config.audit_calibration,
        idle_days=config.idle_days,
    )


_DECLINES = (Execution.Outcome.DECLINED, Execution.Outcome.ASKED)


def _audited(rows: QuerySet[Execution], window: int) -> tuple[AuditedExecution, ...]:
    """Return the newest ``window`` executions that count; a success is an answer that its user did not correct."""
    return _newest(counted_executions(rows), window, lambda row: row.counts_as_success)


def _replies(rows: QuerySet[Execution], window: int) -> tuple[AuditedExecution, ...]:
    """Return the newest ``window`` executions that were not abandoned; a decline or question is no success."""
    return _newest(rows.exclude(outcome=Execution.Outcome.ABANDONED), window, lambda row: row.outcome not in _DECLINES)


def _newest(
    rows: QuerySet[Execution], window: int, is_success: Callable[[Execution], bool]
) -> tuple[AuditedExecution, ...]:
    """Return the newest ``window`` executions, oldest first; near-identical messages of one user count once."""
    return tuple(
        AuditedExecution(
            id=str(row.pk),
            success=is_success(row),
            confidence=row.confidence,
            error_code=row.error_code,
            user=str(row.user_id or ""),
            message=row.message_fingerprint,
        )
        for row in reversed(newest_independent(rows, window))
    )


def _approval_of(specialist: Specialist, version: SpecialistVersion) -> StatusChange | None:
    kinds = (StatusChange.Kind.PROMOTE, StatusChange.Kind.REVISE)
    return specialist.status_changes.filter(kind__in=kinds, version=version).order_by("-created_at").first()


def _approved_executions(version: SpecialistVersion, approval: StatusChange) -> QuerySet[Execution]:
    """Return the executions of the version, or of the one that it revised, before the approval, newest first."""
    rows = Execution.objects.filter(version=version)
    if approval.kind == StatusChange.Kind.REVISE:
        rows = Execution.objects.filter(
            version__specialist=version.specialist_id, version__number=approval.evidence.get("before")
        )
    return rows.filter(created_at__lte=approval.created_at).order_by("-created_at")


def audit_subject(specialist: Specialist, version: SpecialistVersion, thresholds: AuditThresholds) -> AuditSubject:
    """Return the input of the Auditor: the executions since the last approval, and those that it was based on."""
    approval = _approval_of(specialist, version)
    restored = specialist.status_changes.filter(kind=StatusChange.Kind.RESTORE).order_by("-created_at").first()
    since = max((change.created_at for change in (approval, restored) if change is not None), default=None)
    rows = Execution.objects.filter(version=version).order_by("-created_at")
    recent = rows.filter(created_at__gt=since) if since else rows
    approved = _approved_executions(version, approval) if approval else Execution.objects.none()
    uses = [specialist.last_used_at, restored.created_at if restored else None]
    return AuditSubject(
        specialist_id=str(specialist.pk),
        version_id=str(version.pk),
        role=specialist.role,
        status=specialist.status,
        created_at=specialist.created_at,
        last_used_at=max(filter(None, uses), default=None),
        executions=_audited(recent, thresholds.window_size),
        verified_executions=_audited(approved, thresholds.window_size),
        replies=_replies(recent, thresholds.window_size),
        verified_replies=_replies(approved, thresholds.window_size),
        safety_failures=safety_blockers(version) if specialist.status != Specialist.Status.SUSPENDED else (),
    )


def performance_findings(now: datetime) -> AuditResult:
    """Return the number of audited specialists and the findings on them."""
    thresholds, looked_at, findings = audit_thresholds(), 0, list[DetectedFinding]()
    in_service = Specialist.objects.exclude(status=Specialist.Status.DEPRECATED).filter(routable=True)
    for specialist in in_service.select_related("current_version").iterator(chunk_size=200):
        if specialist.current_version is not None:
            looked_at += 1
            subject = audit_subject(specialist, specialist.current_version, thresholds)
            findings += audit_specialist(subject, thresholds, now)
    return looked_at, findings
