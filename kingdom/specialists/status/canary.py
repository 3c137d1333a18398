"""Letting a newly verified version in: begun by a promotion, counted as sessions end, ended by the figures or by another decision."""

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary
from kingdom.specialists.status.canary_rules import canary_outcome


def canary_start(
    *, specialist: Specialist, version: SpecialistVersion, previous: SpecialistVersion | None
) -> Canary | None:
    """Begin to let a version in; None when the settings let everything in at once. In the transaction of the promotion."""
    share = settings.KINGDOM.canary_share
    canary_end(specialist=specialist)
    if share >= 1:
        return None
    return Canary.objects.create(
        specialist=specialist,
        version=version,
        previous=previous,
        share=share,
        needed=settings.KINGDOM.canary_executions,
    )


def stable_version(*, specialist: Specialist, version: SpecialistVersion) -> SpecialistVersion:
    """Return the version that others rely on while a next one is let in: this one, or, while it is being let in itself, the one before."""
    running = (
        Canary.objects.filter(specialist=specialist, version=version, state=Canary.State.RUNNING)
        .select_related("previous")
        .first()
    )
    return running.previous if running is not None and running.previous is not None else version


def canary_end(*, specialist: Specialist) -> None:
    """End what is under way: another decision came."""
    running = Canary.objects.filter(specialist=specialist, state=Canary.State.RUNNING)
    running.update(state=Canary.State.ENDED, finished_at=timezone.now())


def canary_record_execution(*, row: Execution) -> Canary | None:
    """Count an execution for its version's canary; returns the canary when that decided it, None otherwise.

    In the transaction that writes the row. The row is locked by its own update, so two that end at once are both counted, and one decides.
    """
    return _counts_update(Canary.objects.filter(version=row.version_id, state=Canary.State.RUNNING), 1, int(row.good))


def canary_correct_success(*, row: Execution, change: int) -> Canary | None:
    """Move a canary under way by what the user's word on an execution of it changed (1 or -1); returns it when that decided it."""
    running = Canary.objects.filter(version=row.version_id, state=Canary.State.RUNNING, created_at__lte=row.created_at)
    return _counts_update(running, 0, change)


def _counts_update(running: QuerySet[Canary], executions: int, successes: int) -> Canary | None:
    if not running.update(executions=F("executions") + executions, successes=F("successes") + successes):
        return None
    canary = running.get()
    state = canary_outcome(
        canary.successes, canary.executions, needed=canary.needed, bar=settings.KINGDOM.promotion_min_success_rate
    )
    if state == "running":
        return None
    canary.state, canary.finished_at = Canary.State(state), timezone.now()
    canary.save(update_fields=["state", "finished_at"])
    return canary
