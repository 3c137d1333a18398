"""Findings of the Auditor: stored once, notified, resolved."""

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

MAX_DEMAND_FINDINGS = 500  # newest findings that a cluster of requests is compared with
MAX_KEY_CHARS = 200


def _finding_notify(finding: AuditFinding) -> None:
    """Notify the owner and all staff of a finding above the level "info"."""
    if finding.level == "info":
        return
    recipients = set(User.objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True))
    if finding.specialist is not None and finding.specialist.created_by_id:
        recipients.add(finding.specialist.created_by_id)
    if recipients:
        notifications_create(
            user_ids=sorted(recipients), kind="audit_finding", text=finding.message, link=f"/audits/{finding.pk}/"
        )


def _is_already_acted_on(key: str) -> bool:
    """Return whether the last status change of the specialist was the Auditor's action on the same finding."""
    acted = AuditFinding.objects.filter(key=key, state=AuditFinding.State.ACTED, change__isnull=False)
    finding = acted.order_by("-created_at").first()
    if finding is None or finding.specialist is None:
        return False
    newest = finding.specialist.status_changes.order_by("-created_at").values_list("pk", flat=True).first()
    return newest == finding.change_id


def _is_recently_closed(key: str) -> bool:
    """Return whether a person closed the same finding within the last ``audit_quiet_days``."""
    since = timezone.now() - timedelta(days=settings.KINGDOM.audit_quiet_days)
    closed_states = [AuditFinding.State.DISMISSED, AuditFinding.State.ACTED]
    closed = AuditFinding.objects.filter(key=key, state__in=closed_states, change=None)
    return closed.filter(last_seen__gte=since).exists()


def _finding_key(finding: DetectedFinding) -> str:
    """Return the key that identifies repeated findings of the same problem.

    A demand finding keeps its key while at least half of the requests are the same.
    """
    subject = finding.version_id or finding.specialist_id
    if subject:
        detail = finding.figures.get("error_code", "") or finding.figures.get("other", "")
        return f"{finding.code}:{subject}:{detail}"[:MAX_KEY_CHARS]
    requests = set(finding.evidence)
    known = AuditFinding.objects.filter(code=finding.code, specialist=None).exclude(state=AuditFinding.State.GONE)
    for earlier in known.order_by("-last_seen")[:MAX_DEMAND_FINDINGS]:
        if 2 * len(requests.intersection(earlier.evidence)) >= min(len(requests), len(earlier.evidence)):
            return earlier.key
    return f"{finding.code}:{min(requests, default='')}"[:MAX_KEY_CHARS]


def finding_record(report: AuditReport, detected: DetectedFinding) -> str:
    """Store a finding, or update the open one with the same key; return the key. A new finding is notified."""
    key = _finding_key(detected)
    newest = {
        "message": detected.message,
        "level": detected.level,
        "figures": dict(detected.figures),
        "evidence": list(detected.evidence),
        "last_seen": report.finished_at,
    }
    if AuditFinding.objects.filter(key=key, state=AuditFinding.State.OPEN).update(**newest):
        return key
    if _is_recently_closed(key) or _is_already_acted_on(key):
        return key
    finding = AuditFinding.objects.create(
        report=report,
        key=key,
        code=detected.code,
        action=detected.action,
        specialist_id=detected.specialist_id or None,
        version_id=detected.version_id or None,
        **newest,
    )
    _finding_notify(finding)
    return key


@transaction.atomic
def finding_resolve(*, finding_id: UUID, admin: User, resolution: str, acted: bool) -> AuditFinding:
    """Close an open finding with a person's explanation and return it.

    Raises BadInput for an empty explanation, LostRace if the finding is not open any more.
    """
    if not resolution.strip():
        raise BadInput("Say what was done, or why nothing is.")
    state = AuditFinding.State.ACTED if acted else AuditFinding.State.DISMISSED
    changed = AuditFinding.objects.filter(pk=finding_id, state=AuditFinding.State.OPEN).update(
        state=state, resolved_by=admin, resolution=resolution.strip()[:2000]
    )
    if changed != 1:
        raise LostRace("This finding is not open any more.")
    return AuditFinding.objects.get(pk=finding_id)
