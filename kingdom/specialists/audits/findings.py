"""Findings of the Auditor: stored once, notified, resolved."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
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
BATCH = 500  # findings
_NEWEST = ("message", "level", "figures", "evidence", "last_seen")  # fields that a repetition updates


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


def findings_record(report: AuditReport, detected: Sequence[DetectedFinding]) -> None:
    """Store findings, or update the open ones with the same keys. A new finding is notified.

    Must run in a transaction. The open ones are read and written ``BATCH`` at a time: an audit of many specialists
    finds thousands of the same each hour.
    """
    for start in range(0, len(detected), BATCH):
        keyed = {_finding_key(finding): finding for finding in detected[start : start + BATCH]}
        known = AuditFinding.objects.filter(key__in=list(keyed), state=AuditFinding.State.OPEN)
        repeated = {finding.key: finding for finding in known.select_for_update()}
        for key, finding in keyed.items():
            if key not in repeated:
                _finding_create(report, key, finding)
                continue
            for name, value in _newest_values(report, finding).items():
                setattr(repeated[key], name, value)
        AuditFinding.objects.bulk_update(repeated.values(), _NEWEST)


def _newest_values(report: AuditReport, detected: DetectedFinding) -> dict[str, Any]:
    """Return the values of the fields ``_NEWEST``."""
    return {
        "message": detected.message,
        "level": detected.level,
        "figures": dict(detected.figures),
        "evidence": list(detected.evidence),
        "last_seen": report.finished_at,
    }


def _finding_create(report: AuditReport, key: str, detected: DetectedFinding) -> None:
    """Store a new finding and notify it, unless a person or the Auditor has just dealt with the same."""
    if _is_recently_closed(key) or _is_already_acted_on(key):
        return
    finding = AuditFinding.objects.create(
        report=report,
        key=key,
        code=detected.code,
        action=detected.action,
        specialist_id=detected.specialist_id or None,
        version_id=detected.version_id or None,
        **_newest_values(report, detected),
    )
    _finding_notify(finding)


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
