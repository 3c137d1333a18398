"""Audits of the registry: reports, findings without repetition, and automatic actions."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from kingdom.core.background.jobs import MAX_ATTEMPTS, advisory_lock
from kingdom.core.errors import InfrastructureFault
from kingdom.ministers.auditor.performance_checks import check_safety
from kingdom.ministers.auditor.values import DetectedFinding
from kingdom.specialists.audits.actions import findings_act
from kingdom.specialists.audits.findings import findings_record
from kingdom.specialists.audits.subjects import AuditResult, audit_subject, audit_thresholds, performance_findings
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.safety import SAFETY_FAILURE

DANGEROUS_JOB = "dangerous_job"
WAITING_JOB = "waiting_job"
_JOB_LABELS = {
    "agent_test_runs": "Test runs",
    "route_replays": "Replays of routing",
    "embedding_spaces": "Builds of the routing index",
}


def performance_audit(*, now: datetime | None = None, out_of_turn: bool = False) -> AuditReport | None:
    """Audit the executions of all specialists; return the report.

    None if this hour has one already, or this minute for one out of turn.
    """
    now = now or timezone.now()
    slot = now.replace(second=0, microsecond=0)
    return audit_round(
        kind=AuditReport.Kind.PERFORMANCE,
        slot=slot if out_of_turn else slot.replace(minute=0),
        look=lambda: performance_findings(now),
    )


def audit_round(*, kind: AuditReport.Kind, slot: datetime, look: Callable[[], AuditResult]) -> AuditReport | None:
    """Run one audit and store its report and findings. ``look`` returns the number of audited items and the findings.

    It looks without a transaction, which would keep the database from removing old rows for as long as that takes.
    Report and findings are stored in one transaction under an advisory lock; returns None if the slot has a report
    already. The actions of the findings follow in one transaction each, because locks on several specialists could
    deadlock with an admin's status change. The next audit carries out actions that a killed one left open.
    """
    if _has_report(kind, slot):
        return None
    started = timezone.now()
    report = _round_store(kind, slot, look(), started)
    if report is not None:
        findings_act(AuditFinding.objects.filter(code__in=CODES_BY_KIND[kind]), looked_from=started)
    return report


def safety_audit(*, specialist_id: UUID) -> AuditReport | None:
    """Audit the safety of one specialist after a test run; return the report, None without a finding."""
    in_service = Specialist.objects.exclude(status__in=[Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED])
    specialist = in_service.filter(pk=specialist_id).select_related("current_version").first()
    if specialist is None or specialist.current_version is None:
        return None
    started = timezone.now()
    findings = check_safety(audit_subject(specialist, audit_thresholds()))
    if not findings:
        return None
    with transaction.atomic():
        _audit_lock()
        report = _report_create(AuditReport.Kind.PERFORMANCE, timezone.now(), 1)
        findings_record(report, findings)
    findings_act(AuditFinding.objects.filter(code=SAFETY_FAILURE, specialist=specialist), looked_from=started)
    return report


@transaction.atomic
def dangerous_job_report(*, table: str, job_id: str, kills: int) -> None:
    """Store a finding about a job that took down workers, and notify the staff."""
    _audit_lock()
    message = (
        f"A job of {table} ({job_id}) lost its worker {kills} times without progress. It is tried again later "
        f"and given up after {MAX_ATTEMPTS} losses. Stop it if it freezes or crashes workers; their log says more."
    )
    figures = {"table": table, "kills": kills}
    found = DetectedFinding(
        code=DANGEROUS_JOB, level="serious", message=message, figures=figures, evidence=(f"{table}:{job_id}",)
    )
    findings_record(_report_create(AuditReport.Kind.PERFORMANCE, timezone.now(), 1), [found])


@transaction.atomic
def waiting_job_report(*, table: str, since: datetime, fault: InfrastructureFault) -> None:
    """Store a finding about jobs that wait for a part of the installation, and notify the staff.

    It is stored once a day for one kind of job and one fault, whatever became of the finding.
    """
    evidence = f"{table}:{fault.code}:{timezone.now():%Y-%m-%d}"
    if AuditFinding.objects.filter(key=f"{WAITING_JOB}:{evidence}").exists():
        return
    _audit_lock()
    message = (
        f"{_JOB_LABELS.get(table, f'Jobs of {table}')} have been waiting since {since:%H:%M} UTC: {fault.message} They "
        "go on by themselves when it is over. The status page and `manage.py doctor` say what is missing."
    )
    found = DetectedFinding(
        code=WAITING_JOB, level="warning", message=message, figures={"table": table}, evidence=(evidence,)
    )
    findings_record(_report_create(AuditReport.Kind.PERFORMANCE, timezone.now(), 1), [found])


def _has_report(kind: AuditReport.Kind, slot: datetime) -> bool:
    return AuditReport.objects.filter(kind=kind, slot=slot).exists()


@transaction.atomic
def _round_store(kind: AuditReport.Kind, slot: datetime, result: AuditResult, started: datetime) -> AuditReport | None:
    """Store a report, and mark as gone the open findings that were last seen before the audit ``started``."""
    _audit_lock()
    if _has_report(kind, slot):
        return None
    looked_at, findings = result
    report = _report_create(kind, slot, looked_at)
    findings_record(report, findings)
    open_findings = AuditFinding.objects.filter(state=AuditFinding.State.OPEN, code__in=CODES_BY_KIND[kind])
    open_findings.filter(last_seen__lt=started).update(state=AuditFinding.State.GONE)
    return report


def _audit_lock() -> None:
    """Take the advisory lock of audits until the end of the transaction."""
    advisory_lock("audits")


def _report_create(kind: AuditReport.Kind, slot: datetime, looked_at: int) -> AuditReport:
    return AuditReport.objects.create(
        kind=kind, slot=slot, looked_at=looked_at, standards=asdict(audit_thresholds()), finished_at=timezone.now()
    )


CODES_BY_KIND = {
    AuditReport.Kind.PERFORMANCE: (
        SAFETY_FAILURE,
        "drift",
        "declines",
        "below_bar",
        "error_cluster",
        "calibration",
        "idle",
    ),
    AuditReport.Kind.DEMAND: ("demand",),
    AuditReport.Kind.DUPLICATES: ("near_duplicate",),
}
