"""Reads of the status history: the target of a restoration and the previous verified version."""

from uuid import UUID

from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.status.rules import StatusAndScope
from kingdom.specialists.status.safety import safety_blockers

OUT_OF_SERVICE = (Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED)
_Kind = StatusChange.Kind
_VERIFYING = {_Kind.PROMOTE, _Kind.RESTORE, _Kind.REVISE}
_WITHDRAWING = {_Kind.SUSPEND, _Kind.REVERT}


def is_or_was_shared(specialist: Specialist) -> bool:
    """Return whether a specialist is everybody's or was ever verified, so that others may rely on it."""
    if specialist.scope == Specialist.Scope.GLOBAL:
        return True
    return specialist.status_changes.filter(new_status=Specialist.Status.VERIFIED).exists()


def status_to_restore(specialist: Specialist) -> StatusAndScope | None:
    """Return the status and scope that a restoration leads to, None if there is nothing to restore.

    A suspended or deprecated specialist returns to its last status in service, a reverted one stays verified.
    """
    if specialist.status not in OUT_OF_SERVICE:
        return StatusAndScope(specialist.status, specialist.scope) if reverted_version(specialist) is not None else None
    for change in specialist.status_changes.order_by("-created_at"):
        if change.old_status not in OUT_OF_SERVICE:
            return StatusAndScope(change.old_status, change.old_scope)
    return None


def reverted_version(specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that the last status change reverted, None if that was no revert of a verified specialist."""
    last = specialist.status_changes.select_related("version").order_by("-created_at").first()
    if last is None or last.kind != _Kind.REVERT or specialist.status != Specialist.Status.VERIFIED:
        return None
    return last.version


def fallback_version(specialist: Specialist) -> SpecialistVersion | None:
    """Return the previous verified version if nothing shows that it is unsafe, else None."""
    before = previous_verified_version(specialist)
    return before if before is None or not safety_blockers(before) else None


def previous_verified_version(specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that was verified last before the current one and was not suspended or reverted since.

    A revision whose canary never passed is skipped: it is not proven.
    """
    verified: dict[UUID, SpecialistVersion] = {}
    reverted: SpecialistVersion | None = None
    unproven = _unproven_versions(specialist)
    for change in specialist.status_changes.select_related("version").order_by("created_at"):
        version = reverted if _restores_reverted(change) else change.version
        if version is None:
            continue
        if change.kind in _VERIFYING | _WITHDRAWING:
            verified.pop(version.pk, None)
        if _verifies(change, unproven):
            verified[version.pk] = version
        if change.kind == _Kind.REVERT:
            reverted = version
    verified.pop(specialist.current_version_id or UUID(int=0), None)
    return next(reversed(verified.values()), None)


def _restores_reverted(change: StatusChange) -> bool:
    return change.kind == _Kind.RESTORE and change.old_status == Specialist.Status.VERIFIED


def _verifies(change: StatusChange, unproven: set[UUID]) -> bool:
    proven = change.kind != _Kind.REVISE or change.version_id not in unproven
    return change.kind in _VERIFYING and change.new_status == Specialist.Status.VERIFIED and proven


def _unproven_versions(specialist: Specialist) -> set[UUID]:
    """Return the ids of versions with a canary that ended or failed, and none that passed."""
    canaries = Canary.objects.filter(specialist=specialist, previous__isnull=False)
    passed = canaries.filter(state=Canary.State.PASSED).values("version")
    return set(canaries.exclude(version__in=passed).values_list("version_id", flat=True))
