"""What a person reads of one specialist on its page, and of theirs in the list."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q

from kingdom.core.errors import NotFound
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist, SpecialistQuerySet, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun

MAX_HISTORY = 20  # changes of its standing, and versions, on its page


def specialist_for_reader(*, user_id: int, pk: UUID) -> Specialist:
    """Return a specialist that its reader may know of: their own, everybody's, and what was everybody's once, for notifications lead to it.

    Raises NotFound, the same for what is absent and what is another's.
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
    """Return a user's own specialists, whatever became of them, the last used first."""
    return (
        Specialist.objects.filter(created_by_id=user_id)
        .select_related("current_version")
        .order_by("-last_used_at", "role")
    )


def specialists_shared(*, user_id: int) -> SpecialistQuerySet:
    """Return the verified specialists that are not the reader's own, by role."""
    shared = Specialist.objects.filter(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, routable=True)
    return shared.exclude(created_by_id=user_id).select_related("current_version").order_by("role", "pk")


def status_changes_of(specialist: Specialist, *, whole: bool = True) -> list[StatusChange]:
    """Return what was decided on a specialist, the newest first; without ``whole`` only what concerned everybody."""
    found = specialist.status_changes.select_related("successor")
    verified = Specialist.Status.VERIFIED
    shown = found if whole else found.filter(Q(old_status=verified) | Q(new_status=verified))
    return list(shown.order_by("-created_at")[:MAX_HISTORY])


def is_card_private(specialist: Specialist) -> bool:
    """Say whether its present version was never everybody's: what its owner made of it since is nobody else's to read."""
    if specialist.builtin or specialist.status == Specialist.Status.VERIFIED:
        return False
    verified = Specialist.Status.VERIFIED
    was = specialist.status_changes.filter(
        Q(old_status=verified) | Q(new_status=verified), version=specialist.current_version_id
    )
    return not was.exists()


def versions_with_test_runs(specialist: Specialist) -> list[SpecialistVersion]:
    """Return a specialist's versions, the newest first, each with its finished runs of tests as ``runs``."""
    done = TestRun.objects.filter(state=TestRun.State.DONE).order_by("-finished_at")
    return list(
        specialist.versions.prefetch_related(Prefetch("test_runs", queryset=done, to_attr="runs")).order_by("-number")[
            :MAX_HISTORY
        ]
    )


def open_findings_of(specialist: Specialist) -> list[AuditFinding]:
    """Return the Auditor's open findings on a specialist, the newest first."""
    return list(specialist.audit_findings.filter(state=AuditFinding.State.OPEN).order_by("-last_seen")[:MAX_HISTORY])


def finding_for_reader(*, user_id: int, staff: bool, pk: UUID) -> AuditFinding:
    """Return a finding that its reader was told of: staff of all, an owner of those on their specialist. Raises NotFound for the rest."""
    found = AuditFinding.objects.select_related("specialist", "change").filter(pk=pk).first()
    owner = found.specialist.created_by_id if found is not None and found.specialist is not None else None
    if found is None or not (staff or owner == user_id):
        raise NotFound("There is no such finding.")
    return found
