"""Findings of the Auditor: recorded once, notified, resolved."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.notifications.services import notifications_create
from kingdom.core.errors import BadInput, LostRace
from kingdom.ministers.auditor.values import DetectedFinding
from kingdom.specialists.models.audit import AuditFinding, AuditReport

MAX_DEMAND_FINDINGS = 500  # newest that a wish is compared with


def _finding_notify(entry: AuditFinding) -> None:
    """Tell the owner and the auditors of what is more than information. An action is told by itself as well."""
    if entry.level == "info":
        return
    told = set(User.objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True))
    if entry.specialist is not None and entry.specialist.created_by_id:
        told.add(entry.specialist.created_by_id)
    if told:
        notifications_create(
            user_ids=sorted(told), kind="audit_finding", text=entry.message, link=f"/audits/{entry.pk}/"
        )


def _is_already_acted_on(key: str) -> bool:
    """Whether what the Auditor did about the same is the last that was decided: there is nothing new to say."""
    entry = (
        AuditFinding.objects.filter(key=key, state=AuditFinding.State.ACTED, change__isnull=False)
        .order_by("-created_at")
        .first()
    )
    if entry is None or entry.specialist is None:
        return False
    return (
        entry.specialist.status_changes.order_by("-created_at").values_list("pk", flat=True).first() == entry.change_id
    )


def _is_recently_closed(key: str) -> bool:
    """Whether a person closed the same within the last week: nothing is to be done, or something was and has its time to show."""
    since = timezone.now() - timedelta(days=settings.KINGDOM.audit_quiet_days)
    closed = AuditFinding.objects.filter(
        key=key, state__in=[AuditFinding.State.DISMISSED, AuditFinding.State.ACTED], change=None
    )
    return closed.filter(last_seen__gte=since).exists()


def _finding_key(finding: DetectedFinding) -> str:
    """Return what a finding is about. A wish is the same while half of the requests are: each day brings some and takes some away."""
    subject = finding.version_id or finding.specialist_id
    if subject:
        return f"{finding.code}:{subject}:{finding.figures.get('error_code', '') or finding.figures.get('other', '')}"[
            :200
        ]
    seen = set(finding.evidence)
    known = (
        AuditFinding.objects.filter(code=finding.code, specialist=None)
        .exclude(state=AuditFinding.State.GONE)
        .order_by("-last_seen")
    )
    for one in known[:MAX_DEMAND_FINDINGS]:
        if 2 * len(seen.intersection(one.evidence)) >= min(len(seen), len(one.evidence)):
            return one.key
    return f"{finding.code}:{min(seen, default='')}"[:200]


def finding_record(report: AuditReport, finding: DetectedFinding) -> str:
    """Store a finding, or bring the open one about the same up to date; returns its key. What is new is told."""
    key = _finding_key(finding)
    newest = {
        "message": finding.message,
        "level": finding.level,
        "figures": dict(finding.figures),
        "evidence": list(finding.evidence),
        "last_seen": report.finished_at,
    }
    if AuditFinding.objects.filter(key=key, state=AuditFinding.State.OPEN).update(**newest):
        return key
    if _is_recently_closed(key) or _is_already_acted_on(key):
        return key
    entry = AuditFinding.objects.create(
        report=report,
        key=key,
        code=finding.code,
        action=finding.action,
        specialist_id=finding.specialist_id or None,
        version_id=finding.version_id or None,
        **newest,
    )
    _finding_notify(entry)
    return key


@transaction.atomic
def finding_resolve(*, entry_id: UUID, admin: User, answer: str, acted: bool) -> AuditFinding:
    """Close an open finding with a person's word on it. Raises BadInput without one, LostRace when it is not open any more."""
    if not answer.strip():
        raise BadInput("Say what was done, or why nothing is.")
    state = AuditFinding.State.ACTED if acted else AuditFinding.State.DISMISSED
    changed = AuditFinding.objects.filter(pk=entry_id, state=AuditFinding.State.OPEN).update(
        state=state, answered_by=admin, answer=answer.strip()[:2000]
    )
    if changed != 1:
        raise LostRace("This finding is not open any more.")
    return AuditFinding.objects.get(pk=entry_id)
