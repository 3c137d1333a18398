"""Automatic actions on findings and on failed canaries."""

from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from kingdom.core.errors import Conflict, KingdomError
from kingdom.core.text.sentences import sentence
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.status.safety import SAFETY_FAILURE
from kingdom.specialists.status.selectors import fallback_version
from kingdom.specialists.status.services import LONGEST_REASON, StatusDecision, status_change_create

AUTO_ACTIONS = {"suspend": StatusChange.Kind.SUSPEND, "deprecate": StatusChange.Kind.DEPRECATE}


def _withdrawal_kind(specialist: Specialist) -> StatusChange.Kind:
    """Return REVERT for a verified specialist with a fallback version, else SUSPEND."""
    verified = specialist.status == Specialist.Status.VERIFIED
    fallback = fallback_version(specialist) if verified else None
    return StatusChange.Kind.SUSPEND if fallback is None else StatusChange.Kind.REVERT


def failed_canaries_withdraw() -> int:
    """Take versions with a failed canary out of service, if the settings allow it; return how many. Idempotent."""
    if not _is_automatic("suspend"):
        return 0
    failed = Canary.objects.filter(state=Canary.State.FAILED, specialist__status=Specialist.Status.VERIFIED)
    current = failed.filter(specialist__current_version=F("version")).select_related("specialist", "version")
    return sum(_canary_withdraw(canary) for canary in current)


def _canary_withdraw(canary: Canary) -> bool:
    """Take the version of a failed canary out of service; return False when another status change came first."""
    if canary.specialist.status_changes.filter(created_at__gt=canary.finished_at).exists():
        return False
    reason = sentence(
        "As a canary it succeeded in %(count)s of %(total)s executions; %(share)s of %(required)s are required.",
        count=canary.successes,
        total=canary.executions,
        share=f"{settings.KINGDOM.promotion_min_success_rate:.0%}",
        required=canary.required_executions,
    )
    decision = StatusDecision(
        specialist_id=canary.specialist.pk,
        kind=_withdrawal_kind(canary.specialist),
        reason=reason,
        digest=canary.version.digest,
    )
    try:
        status_change_create(decision=decision)
    except Conflict:
        return False
    return True


def _is_automatic(action: str) -> bool:
    return action in settings.KINGDOM.audit_auto_actions.split(",")


@transaction.atomic
def _finding_act(finding_id: UUID, looked_from: datetime) -> None:
    """Carry out the action of an open finding, if the settings allow it. An admin can undo the status change.

    A status change that came while the audit looked is newer than what it saw: then the next audit decides.
    """
    open_findings = AuditFinding.objects.select_for_update(of=("self",)).filter(state=AuditFinding.State.OPEN)
    finding = open_findings.select_related("specialist", "version").filter(pk=finding_id).first()
    if finding is None or finding.specialist is None or not _is_automatic(finding.action):
        return
    if finding.specialist.status_changes.filter(created_at__gte=looked_from).exists():
        return
    kind = AUTO_ACTIONS[finding.action]
    if kind == StatusChange.Kind.SUSPEND and finding.code != SAFETY_FAILURE:
        kind = _withdrawal_kind(finding.specialist)
    decision = StatusDecision(
        specialist_id=finding.specialist.pk,
        kind=kind,
        reason=finding.message[:LONGEST_REASON],
        digest=finding.version.digest if finding.version else "",
    )
    try:
        change = status_change_create(decision=decision)
    except KingdomError as error:  # the finding stays open for a person
        finding.resolution = sentence("The automatic action failed: %(sentence)s", sentence=error.message)
        finding.save(update_fields=["resolution"])
        return
    finding.state, finding.change = AuditFinding.State.ACTED, change
    finding.resolution = sentence("Done by the Auditor.")
    finding.save(update_fields=["state", "change", "resolution"])


def findings_act(findings: QuerySet[AuditFinding], *, looked_from: datetime) -> None:
    """Carry out the automatic actions of open findings, each in its own transaction.

    ``looked_from`` is the time at which the audit that found them began to read.
    """
    pending = findings.filter(state=AuditFinding.State.OPEN, action__in=AUTO_ACTIONS)
    for finding_id in list(pending.order_by("created_at").values_list("pk", flat=True)):
        _finding_act(finding_id, looked_from)
