"""What the performance audit judges: each version with its recorded executions."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from kingdom.ministers.auditor.performance_checks import audit_specialist
from kingdom.ministers.auditor.values import AuditedExecution, AuditSubject, AuditThresholds, DetectedFinding
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.safety import safety_blockers

AuditResult = tuple[int, Sequence[DetectedFinding]]


def audit_standards() -> AuditThresholds:
    """Return what work is held against, from the settings."""
    house = settings.KINGDOM
    return AuditThresholds(
        success=house.promotion_min_success_rate, calibration=house.audit_calibration, idle_days=house.idle_days
    )


def _audit_runs(rows: Iterable[Execution]) -> tuple[AuditedExecution, ...]:
    newest_first = [
        AuditedExecution(
            id=str(row.pk), at=row.created_at, success=row.good, confidence=row.confidence, error_code=row.error_code
        )
        for row in rows
    ]
    return tuple(reversed(newest_first))


def _approval_of(specialist: Specialist, version: SpecialistVersion) -> StatusChange | None:
    entered = (StatusChange.Kind.PROMOTE, StatusChange.Kind.REVISE)
    return specialist.status_changes.filter(kind__in=entered, version=version).order_by("-created_at").first()


def _approved_executions(version: SpecialistVersion, yes: StatusChange) -> QuerySet[Execution]:
    """Return the runs that others came to rely on it by, newest first: its own, or those of the version that a revision replaced."""
    of = Execution.objects.filter(version=version)
    if yes.kind == StatusChange.Kind.REVISE:
        of = Execution.objects.filter(
            version__specialist=version.specialist_id, version__number=yes.evidence.get("before")
        )
    return of.filter(created_at__lte=yes.created_at).order_by("-created_at")


def audit_subject(specialist: Specialist, version: SpecialistVersion, held: AuditThresholds) -> AuditSubject:
    """Return what the Auditor is shown: the work since a person last said yes to it, and the work that yes was given on."""
    yes = _approval_of(specialist, version)
    back = specialist.status_changes.filter(kind=StatusChange.Kind.RESTORE).order_by("-created_at").first()
    since = max((one.created_at for one in (yes, back) if one is not None), default=None)
    rows = Execution.objects.filter(version=version).order_by("-created_at")
    recent = rows.filter(created_at__gt=since) if since else rows
    window = _approved_executions(version, yes)[: held.recent] if yes else ()
    last_used = max(
        (at for at in (specialist.last_used_at, back.created_at if back else None) if at is not None), default=None
    )
    return AuditSubject(
        specialist_id=str(specialist.pk),
        version_id=str(version.pk),
        role=specialist.role,
        status=specialist.status,
        created_at=specialist.created_at,
        last_used_at=last_used,
        runs=_audit_runs(recent[: held.recent]),
        window=_audit_runs(window),
        unsafe=safety_blockers(version) if specialist.status != Specialist.Status.SUSPENDED else (),
    )


def performance_findings(now: datetime) -> AuditResult:
    held, looked_at, findings = audit_standards(), 0, list[DetectedFinding]()
    in_service = Specialist.objects.exclude(status=Specialist.Status.DEPRECATED).filter(routable=True)
    for specialist in in_service.select_related("current_version").iterator(chunk_size=200):
        if specialist.current_version is not None:
            looked_at += 1
            findings += audit_specialist(audit_subject(specialist, specialist.current_version, held), held, now)
    return looked_at, findings
