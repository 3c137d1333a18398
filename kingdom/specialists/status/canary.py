"""Start, count and end the canary of a new version."""

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
    """Start a canary in the transaction of a status change; return it, None if the settings have no canaries."""
    share = settings.KINGDOM.canary_share
    canary_end(specialist=specialist)
    if share >= 1:
        return None
    return Canary.objects.create(
        specialist=specialist,
        version=version,
        previous=previous,
        share=share,
        required_executions=settings.KINGDOM.canary_executions,
    )


def stable_version(*, specialist: Specialist, version: SpecialistVersion) -> SpecialistVersion:
    """Return the version itself, or the previous one while its own canary is running."""
    running = Canary.objects.filter(specialist=specialist, version=version, state=Canary.State.RUNNING)
    canary = running.select_related("previous").first()
    return canary.previous if canary is not None and canary.previous is not None else version


def canary_end(*, specialist: Specialist) -> None:
    """End the running canary of a specialist, because another status change replaces it."""
    running = Canary.objects.filter(specialist=specialist, state=Canary.State.RUNNING)
    running.update(state=Canary.State.ENDED, finished_at=timezone.now())


def canary_record_execution(*, row: Execution) -> Canary | None:
    """Count an execution for the running canary of its version.

    Return the canary if this execution decided it, else None.

    To be called in the transaction that stores the execution. The update locks the canary's row, so that of concurrent
    executions all are counted and one decides.
    """
    return _counts_update(
        Canary.objects.filter(version=row.version_id, state=Canary.State.RUNNING), 1, int(row.counts_as_success)
    )


def canary_correct_success(*, row: Execution, change: int) -> Canary | None:
    """Change the successes of a running canary by 1 or -1; return the canary if this decided it, else None."""
    running = Canary.objects.filter(version=row.version_id, state=Canary.State.RUNNING, created_at__lte=row.created_at)
    return _counts_update(running, 0, change)


def _counts_update(running: QuerySet[Canary], executions: int, successes: int) -> Canary | None:
    if not running.update(executions=F("executions") + executions, successes=F("successes") + successes):
        return None
    canary = running.get()
    state = canary_outcome(
        canary.successes,
        canary.executions,
        required=canary.required_executions,
        min_rate=settings.KINGDOM.promotion_min_success_rate,
    )
    if state == "running":
        return None
    canary.state, canary.finished_at = Canary.State(state), timezone.now()
    canary.save(update_fields=["state", "finished_at"])
    return canary
