"""Letting a newly verified version in: begun by a promotion, counted as sessions end, ended by the figures or by another decision."""

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from kingdom.specialists.canary_models import Canary
from kingdom.specialists.models import Specialist, SpecialistVersion, TaskTelemetry
from kingdom.specialists.rules.canary import judged, place
from kingdom.specialists.rules.ranking import Found


class Let(NamedTuple):
    """What a running canary means for routes; ids as text. ``previous`` is "" where no version served before."""

    version: str
    previous: str
    share: float
    owner: int | None


class Picked(NamedTuple):
    """The version that a message gets, and the sentence for its receipt ("" when there is nothing to say)."""

    version_id: str
    said: str


def canary_start(*, specialist: Specialist, version: SpecialistVersion, previous: SpecialistVersion | None) -> Canary | None:
    """Begin to let a version in; None when the settings let everything in at once. In the transaction of the promotion."""
    share = settings.KINGDOM.canary_share
    canary_end(specialist=specialist)
    if share >= 1:
        return None
    return Canary.objects.create(
        specialist=specialist, version=version, previous=previous, share=share, needed=settings.KINGDOM.canary_executions
    )


def canary_end(*, specialist: Specialist) -> None:
    """End what is under way: another decision came."""
    running = Canary.objects.filter(specialist=specialist, state=Canary.State.RUNNING)
    running.update(state=Canary.State.ENDED, finished_at=timezone.now())


def canary_count(*, row: TaskTelemetry) -> Canary | None:
    """Count an execution for its version's canary; returns the canary when that decided it, None otherwise.

    In the transaction that writes the row. The row is locked by its own update, so two that end at once are both counted, and one decides.
    """
    running = Canary.objects.filter(version=row.version_id, state=Canary.State.RUNNING)
    if not running.update(executions=F("executions") + 1, successes=F("successes") + int(row.good)):
        return None
    canary = running.get()
    state = judged(canary.successes, canary.executions, needed=canary.needed, bar=settings.KINGDOM.promotion_success)
    if state == "running":
        return None
    canary.state, canary.finished_at = Canary.State(state), timezone.now()
    canary.save(update_fields=["state", "finished_at"])
    return canary


def canaries_running() -> Mapping[str, Let]:
    """Return the running canaries by specialist. One read of a small table."""
    rows = Canary.objects.filter(state=Canary.State.RUNNING)
    found = rows.values_list("specialist_id", "version_id", "previous_id", "share", "specialist__created_by_id")
    return {str(one[0]): Let(str(one[1]), str(one[2] or ""), one[3], one[4]) for one in found}


def let_in(found: Found, let: Mapping[str, Let], *, user_id: int, text: str) -> bool:
    """Return whether a candidate is there for this message: one that is let in for the first time is there for its share, and its owner."""
    canary = let.get(found.specialist_id)
    if canary is None or canary.previous or canary.owner == user_id:
        return True
    return place(found.specialist_id, str(user_id), text) < canary.share


def version_for(specialist_id: str, version_id: str, let: Mapping[str, Let], *, user_id: int, text: str) -> Picked:
    """Return the version that a message to a specialist gets: the new one for its share, else the one that served before."""
    canary = let.get(specialist_id)
    if canary is None or canary.version != version_id:
        return Picked(version_id, "")
    share = f"{canary.share:.0%}"
    if not canary.previous:
        return Picked(version_id, f"It was verified lately and gets {share} of what would come to it.")
    if place(specialist_id, str(user_id), text) < canary.share:
        return Picked(version_id, f"A new version answers: it gets {share} of the messages until enough went well.")
    return Picked(canary.previous, f"The version before answers: the new one gets {share} of the messages until enough went well.")
