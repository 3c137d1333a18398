"""Automatic actions on findings and on failed canaries."""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from kingdom.core.errors import Conflict, KingdomError
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.status.safety import SAFETY_FAILURE
from kingdom.specialists.status.selectors import fallback_version
from kingdom.specialists.status.services import LONGEST_REASON, StatusDecision, status_change_create

AUTO_ACTIONS = {"suspend": StatusChange.Kind.SUSPEND, "deprecate": StatusChange.Kind.DEPRECATE}


def _withdrawal_kind(specialist: Specialist) -> StatusChange.Kind:
    """Return how a verified one is taken out of service for its quality: the version before serves on where there is one."""
    verified = specialist.status == Specialist.Status.VERIFIED
    fallback = fallback_version(specialist) if verified else None
    return StatusChange.Kind.SUSPEND if fallback is None else StatusChange.Kind.REVERT


def _withdraw(specialist: Specialist, digest: str, reason: str) -> bool:
    """Take a version out of service; False when another decision was before."""
    decision = StatusDecision(
        specialist_id=specialist.pk, kind=_withdrawal_kind(specialist), reason=reason, digest=digest
    )
    try:
        status_change_create(decision=decision)
    except Conflict:  # the next one must not wait for it
        return False
    return True


def failed_canaries_withdraw() -> int:
    """Take out of service what failed while it was let in, as far as the settings let the Auditor; returns how many. Idempotent."""
    if "suspend" not in settings.KINGDOM.audit_auto_actions.split(","):
        return 0
    failed = Canary.objects.filter(state=Canary.State.FAILED, specialist__status=Specialist.Status.VERIFIED)
    done = 0
    for canary in failed.filter(specialist__current_version=F("version")).select_related("specialist", "version"):
        if canary.specialist.status_changes.filter(created_at__gt=canary.finished_at).exists():
            continue  # a person has decided since
        reason = (
            f"While it was let in, {canary.successes} of {canary.executions} executions succeeded; "
            f"{settings.KINGDOM.promotion_min_success_rate:.0%} of {canary.needed} are asked."
        )
        done += _withdraw(canary.specialist, canary.version.digest, reason)
    return done


@transaction.atomic
def _finding_act(entry_id: UUID) -> None:
    """Do what the Auditor may do by itself, when the settings let it; each such action is a decision that an admin can undo."""
    found = AuditFinding.objects.select_for_update(of=("self",)).select_related("specialist", "version")
    entry = found.filter(pk=entry_id, state=AuditFinding.State.OPEN).first()
    if entry is None or entry.specialist is None or entry.action not in settings.KINGDOM.audit_auto_actions.split(","):
        return
    kind = AUTO_ACTIONS[entry.action]
    if kind == StatusChange.Kind.SUSPEND and entry.code != SAFETY_FAILURE:
        kind = _withdrawal_kind(entry.specialist)
    digest = entry.version.digest if entry.version else ""
    try:
        change = status_change_create(
            decision=StatusDecision(
                specialist_id=entry.specialist.pk, kind=kind, reason=entry.message[:LONGEST_REASON], digest=digest
            )
        )
    except KingdomError as error:  # the law book or another decision was before it: the finding stays open for a person
        entry.answer = f"Not done by itself: {error.message}"
        entry.save(update_fields=["answer"])
        return
    entry.state, entry.change, entry.answer = AuditFinding.State.ACTED, change, "Done by the Auditor."
    entry.save(update_fields=["state", "change", "answer"])


def findings_act(entries: QuerySet[AuditFinding]) -> None:
    """Do what open findings ask for, as far as it is the Auditor's to do."""
    pending = entries.filter(state=AuditFinding.State.OPEN, action__in=AUTO_ACTIONS)
    for entry_id in list(pending.order_by("created_at").values_list("pk", flat=True)):
        _finding_act(entry_id)
