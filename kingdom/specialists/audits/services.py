"""The Auditor at work: rounds over the registry's evidence, findings kept without repetition, and the actions that the settings allow."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from kingdom.ministers.auditor.performance_checks import check_safety
from kingdom.specialists.audits.actions import findings_act
from kingdom.specialists.audits.findings import finding_record
from kingdom.specialists.audits.subjects import AuditResult, audit_standards, audit_subject, performance_findings
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.safety import SAFETY_FAILURE

_AUDIT_LOCK = 0x4B415544


def performance_audit(*, now: datetime | None = None) -> AuditReport | None:
    """Judge every specialist's record, once an hour however often this is called; None when this hour has its report."""
    now = now or timezone.now()
    return audit_round(
        kind=AuditReport.Kind.PERFORMANCE,
        slot=now.replace(minute=0, second=0, microsecond=0),
        look=lambda: performance_findings(now),
    )


def audit_round(*, kind: AuditReport.Kind, slot: datetime, look: Callable[[], AuditResult]) -> AuditReport | None:
    """Run one round and store its report with its findings; ``look`` returns how many it looked at, and what it found.

    The report is stored whole or not at all, one round at a time: one that dies leaves its slot free, a second one of the same slot is
    None. What the findings ask for is done after that, each by itself: a round that held several specialists would wait for an admin
    who decides on one of them, and the admin for the round. What a dead round left undone the next one does.
    """
    report = _round_store(kind, slot, look)
    if report is not None:
        findings_act(AuditFinding.objects.filter(code__in=_CODES_BY_KIND[kind]))
    return report


def safety_audit(*, specialist_id: UUID) -> AuditReport | None:
    """Judge one specialist's safety now, not at the next round: its tests have just run. None when nothing shows that it is not safe."""
    in_service = Specialist.objects.exclude(status__in=[Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED])
    specialist = in_service.filter(pk=specialist_id).select_related("current_version").first()
    if specialist is None or specialist.current_version is None:
        return None
    found = check_safety(audit_subject(specialist, specialist.current_version, audit_standards()))
    if not found:
        return None
    with transaction.atomic():
        _audit_lock()
        report = _report_create(AuditReport.Kind.PERFORMANCE, timezone.now(), 1)
        for finding in found:
            finding_record(report, finding)
    findings_act(AuditFinding.objects.filter(code=SAFETY_FAILURE, specialist=specialist))
    return report


@transaction.atomic
def _round_store(kind: AuditReport.Kind, slot: datetime, look: Callable[[], AuditResult]) -> AuditReport | None:
    _audit_lock()
    if AuditReport.objects.filter(kind=kind, slot=slot).exists():
        return None
    looked_at, findings = look()
    report = _report_create(kind, slot, looked_at)
    seen = {finding_record(report, finding) for finding in findings}
    gone = AuditFinding.objects.filter(state=AuditFinding.State.OPEN, code__in=_CODES_BY_KIND[kind]).exclude(
        key__in=seen
    )
    gone.update(state=AuditFinding.State.GONE)
    return report


def _audit_lock() -> None:
    """Wait for who reports now, until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_AUDIT_LOCK])


def _report_create(kind: AuditReport.Kind, slot: datetime, looked_at: int) -> AuditReport:
    return AuditReport.objects.create(
        kind=kind, slot=slot, looked_at=looked_at, standards=asdict(audit_standards()), finished_at=timezone.now()
    )


_CODES_BY_KIND = {
    AuditReport.Kind.PERFORMANCE: (SAFETY_FAILURE, "drift", "below_bar", "error_cluster", "calibration", "idle"),
    AuditReport.Kind.DEMAND: ("demand",),
    AuditReport.Kind.DUPLICATES: ("near_duplicate",),
}
