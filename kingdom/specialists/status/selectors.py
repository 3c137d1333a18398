"""What a specialist's history says: what it was before a loss, and which version was verified before the present one."""

from uuid import UUID

from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.status.rules import StatusAndScope
from kingdom.specialists.status.safety import safety_blockers

OUT_OF_SERVICE = (Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED)
_Kind = StatusChange.Kind
_ENTERS = {_Kind.PROMOTE, _Kind.RESTORE, _Kind.REVISE}
_LEAVES = {_Kind.SUSPEND, _Kind.REVERT}


def status_to_restore(specialist: Specialist) -> StatusAndScope | None:
    """Return where a restoration leads: for a lost one what it was before its present run of losses, for a reverted one verified again.

    None where there is nothing to go back to.
    """
    if specialist.status not in OUT_OF_SERVICE:
        return StatusAndScope(specialist.status, specialist.scope) if reverted_version(specialist) is not None else None
    for change in specialist.status_changes.order_by("-created_at"):
        if change.old_status not in OUT_OF_SERVICE:
            return StatusAndScope(change.old_status, change.old_scope)
    return None


def reverted_version(specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that was taken back, when that is the last that was decided on a verified specialist."""
    last = specialist.status_changes.select_related("version").order_by("-created_at").first()
    if last is None or last.kind != _Kind.REVERT or specialist.status != Specialist.Status.VERIFIED:
        return None
    return last.version


def fallback_version(specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that may serve in the present one's place: verified before, and nothing shows now that it is not safe."""
    before = previous_verified_version(specialist)
    return before if before is None or not safety_blockers(before) else None


def previous_verified_version(specialist: Specialist) -> SpecialistVersion | None:
    """Return the version that was verified last before the present one and was never taken out of service for what it did.

    A revision that another took the place of while it was let in has shown nothing yet: the version before it serves.
    """
    good: dict[UUID, SpecialistVersion] = {}
    reverted: SpecialistVersion | None = None
    unproven = _unproven_versions(specialist)
    for change in specialist.status_changes.select_related("version").order_by("created_at"):
        version = (
            reverted
            if change.kind == _Kind.RESTORE and change.old_status == Specialist.Status.VERIFIED
            else change.version
        )
        if version is None:
            continue
        if change.kind in _ENTERS | _LEAVES:
            good.pop(version.pk, None)
        unearned = change.kind == _Kind.REVISE and version.pk in unproven
        if change.kind in _ENTERS and change.new_status == Specialist.Status.VERIFIED and not unearned:
            good[version.pk] = version
        reverted = version if change.kind == _Kind.REVERT else reverted
    others = [version for pk, version in good.items() if pk != specialist.current_version_id]
    return others[-1] if others else None


def _unproven_versions(specialist: Specialist) -> set[UUID]:
    """Return the versions whose letting in was broken off or failed, and never passed."""
    of = Canary.objects.filter(specialist=specialist, previous__isnull=False)
    passed = of.filter(state=Canary.State.PASSED).values("version")
    return set(of.exclude(version__in=passed).values_list("version_id", flat=True))
