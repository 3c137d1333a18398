"""Start, count and end the canary of a new version."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import (
    ObservedExecution,
    counted_executions,
    newest_independent,
    observed_executions,
)
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary
from kingdom.specialists.status.canary_rules import canary_figures, canary_sentence

MAX_OBSERVED = 2_000  # newest distinct messages of a canary that are read


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


def canary_notice(specialist: Specialist, *, may_promote: bool, fallback: SpecialistVersion | None) -> str:
    """Return what staff read of the running canary, or of the one that a promotion would start; "" for neither.

    ``fallback`` is the version that would answer the other messages.
    """
    canary = Canary.objects.filter(specialist=specialist, state=Canary.State.RUNNING).first()
    if canary is not None:
        counted = f"{canary.successes} of {canary.executions} went well so far."
        first = canary.previous_id is None
        return f"Canary: {canary_sentence(canary.share, canary.required_executions, is_first=first)} {counted}"
    share, required = settings.KINGDOM.canary_share, settings.KINGDOM.canary_executions
    if not may_promote or share >= 1:
        return ""
    return f"After a promotion: {canary_sentence(share, required, is_first=fallback is None)}"


def canary_unfinished(version: SpecialistVersion | None) -> Canary | None:
    """Return the last canary of a version if it ended before it was decided, else None."""
    last = Canary.objects.filter(version=version).order_by("-created_at").first() if version is not None else None
    return last if last is not None and last.state in (Canary.State.RUNNING, Canary.State.ENDED) else None


def canary_end(*, specialist: Specialist) -> None:
    """End the running canary of a specialist, because another status change replaces it."""
    running = Canary.objects.filter(specialist=specialist, state=Canary.State.RUNNING)
    running.update(state=Canary.State.ENDED, finished_at=timezone.now())


@transaction.atomic(savepoint=False)
def canary_record_execution(*, row: Execution) -> Canary | None:
    """Count the executions of a version's running canary again, because one was stored or rated.

    Return the canary if this decided it, else None. To be called in the transaction that stores the change. The row of
    the canary is locked, so that of concurrent executions all are counted and one decides.
    """
    running = Canary.objects.filter(version=row.version_id, state=Canary.State.RUNNING, created_at__lte=row.created_at)
    canary = running.select_for_update().first()
    if canary is None:
        return None
    figures = canary_figures(
        _canary_observations(canary),
        required=canary.required_executions,
        min_rate=settings.KINGDOM.promotion_min_success_rate,
    )
    canary.executions, canary.successes = figures.executions, figures.successes
    if figures.outcome != "running":
        canary.state, canary.finished_at = Canary.State(figures.outcome), timezone.now()
    canary.save(update_fields=["executions", "successes", "state", "finished_at"])
    return canary if figures.outcome != "running" else None


def _canary_observations(canary: Canary) -> list[ObservedExecution]:
    rows = Execution.objects.filter(version=canary.version_id, created_at__gte=canary.created_at)
    return observed_executions(newest_independent(counted_executions(rows), MAX_OBSERVED))
