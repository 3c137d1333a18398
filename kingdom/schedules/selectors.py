"""Reads of schedules."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from django.db.models import Q, QuerySet

from kingdom.contracts.formats.canonical import text_digest
from kingdom.core.clock import utc_now
from kingdom.core.errors import NotFound
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.cron_times import times_after

SHOWN_TIMES = 5


def schedules_of(*, user_id: int) -> QuerySet[Schedule]:
    """Return the user's schedules and webhooks, newest first."""
    return Schedule.objects.filter(user_id=user_id).order_by("-created_at")


def schedule_of(*, user_id: int, schedule_id: uuid.UUID) -> Schedule:
    """Return one of the user's schedules. Raises NotFound."""
    found = Schedule.objects.filter(pk=schedule_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such schedule.")
    return found


def schedule_of_hook(*, secret: str) -> Schedule:
    """Return the webhook of the secret in its address. Raises NotFound."""
    found = Schedule.objects.filter(hook_digest=text_digest(secret)).select_related("user").first()
    if found is None or not found.user.is_active:
        raise NotFound("There is no such webhook.")
    return found


def runs_of(*, schedule: Schedule) -> QuerySet[ScheduleRun]:
    """Return what a schedule did, newest first."""
    return ScheduleRun.objects.filter(schedule=schedule).select_related("workflow", "session").order_by("-due_at")


def open_runs(schedule: Schedule) -> QuerySet[ScheduleRun]:
    """Return the runs whose session or workflow goes on; what was deleted does not."""
    has_session = Q(session__isnull=False, session__finished_at=None)
    has_workflow = Q(workflow__isnull=False, workflow__finished_at=None)
    return schedule.runs.filter(has_session | has_workflow, outcome="sent")


def next_times(schedule: Schedule, *, count: int = SHOWN_TIMES) -> Sequence[datetime]:
    """Return the next times of a schedule in UTC; none for a webhook and while it is paused."""
    if schedule.next_at is None:
        return []
    after = times_after(schedule.cron, schedule.time_zone, max(schedule.next_at, utc_now()), schedule.bounds)
    return sorted({schedule.next_at, *islice(after, count)})[:count]
