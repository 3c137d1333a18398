"""Reads for the page of a specialist and the list of a user's specialists."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q

from kingdom.core.errors import NotFound
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist, SpecialistQuerySet, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun

MAX_HISTORY = 20  # status changes and versions on the page


def specialist_for_reader(*, user_id: int, pk: UUID) -> Specialist:
    """Return a specialist that the user may see.

    An own, a verified, or a formerly verified one (notifications link to it).

    Raises NotFound if it does not exist or the user may not see it.
    """
    public = StatusChange.objects.filter(specialist=OuterRef("pk"), new_status=Specialist.Status.VERIFIED)
    verified = Q(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL)
    seen = Specialist.objects.filter(verified | Q(builtin=True) | Q(created_by_id=user_id) | Exists(public))
    found = (
        seen.select_related("current_version", "created_by", "forked_from__specialist")
        .filter(pk=pk, routable=True)
        .first()
    )
    if found is None:
        raise NotFound("There is no such specialist.")
    return found


def specialists_owned(*, user_id: int) -> SpecialistQuerySet:
    """Return a user's own specialists of any status but those that they deleted, last used first."""
    deletions = StatusChange.objects.filter(
        specialist=OuterRef("pk"), kind=StatusChange.Kind.DEPRECATE, actor=OuterRef("created_by")
    )
    return (
        Specialist.objects.filter(created_by_id=user_id)
        .exclude(Q(status=Specialist.Status.DEPRECATED) & Exists(deletions))
        .select_related("current_version")
        .without_code()
        .order_by("-last_used_at", "role")
    )


def specialists_shared(*, user_id: int) -> SpecialistQuerySet:
    """Return the verified specialists of other owners, by role."""
    shared = Specialist.objects.filter(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, routable=True)
    others = shared.exclude(created_by_id=user_id).select_related("current_version")
    return others.without_code().order_by("role", "pk")


def status_changes_of(specialist: Specialist, *, whole: bool = True) -> list[StatusChange]:
    """Return the newest status changes of a specialist; without ``whole`` only those from or to verified."""
    found = specialist.status_changes.select_related("successor")
    verified = Specialist.Status.VERIFIED
    shown = found if whole else found.filter(Q(old_status=verified) | Q(new_status=verified))
    return list(shown.order_by("-created_at")[:MAX_HISTORY])


def is_card_private(specialist: Specialist) -> bool:
    """Return whether the current version was never verified, so that only its owner may read its card."""
    if specialist.builtin or specialist.status == Specialist.Status.VERIFIED:
        return False
    verified = Specialist.Status.VERIFIED
    was = specialist.status_changes.filter(
        Q(old_status=verified) | Q(new_status=verified), version=specialist.current_version_id
    )
    return not was.exists()


def versions_with_test_runs(specialist: Specialist) -> list[SpecialistVersion]:
    """Return the newest versions of a specialist, each with its finished test runs as ``runs``."""
    finished = TestRun.objects.filter(state=TestRun.State.DONE).order_by("-finished_at")
    with_runs = specialist.versions.prefetch_related(Prefetch("test_runs", queryset=finished, to_attr="runs"))
    return list(with_runs.order_by("-number")[:MAX_HISTORY])


def open_findings_of(specialist: Specialist) -> list[AuditFinding]:
    """Return the newest open findings on a specialist."""
    return list(specialist.audit_findings.filter(state=AuditFinding.State.OPEN).order_by("-last_seen")[:MAX_HISTORY])


def finding_for_reader(*, user_id: int, staff: bool, pk: UUID) -> AuditFinding:
    """Return a finding for staff, or for the owner of its specialist. Raises NotFound otherwise."""
    finding = AuditFinding.objects.select_related("specialist", "change").filter(pk=pk).first()
    owner = finding.specialist.created_by_id if finding is not None and finding.specialist is not None else None
    if finding is None or not (staff or owner == user_id):
        raise NotFound("There is no such finding.")
    return finding
