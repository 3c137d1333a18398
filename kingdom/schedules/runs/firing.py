"""Starts the messages and workflows that are due, and those of webhooks. Safe to run twice, at once and after a kill.

The row of the time, the message or workflow with its sessions and the next time are written in one transaction.
"""

import uuid
from datetime import datetime, timedelta
from itertools import islice

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import Conflict, IdempotencyKeyReused, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.catch_up import due_times
from kingdom.schedules.rules.cron_times import missed_times
from kingdom.schedules.runs.starts import TRANSIENT_FAULTS, HookBody, SchedulePlan, run_start, schedule_plan
from kingdom.schedules.selectors import open_runs
from kingdom.sessions.models import Session
from kingdom.workflows.models import Workflow

_log = structlog.get_logger(__name__)
MAX_PER_ROUND = 200
MAX_LOOKED_AT = 5_000
MAX_HOOK_BYTES = 64_000
MAX_CORRECTED = 100  # of the latest times, each round
MAX_CLOCK_DIFFERENCE = timedelta(minutes=10)  # between two machines, or of one before and after it is set right
_WAITING = sentence("The one before it is not over yet. See its conversation or its workflow: it may wait for you.")


def schedules_fire(*, clock: Clock = utc_now) -> int:
    """Send what is due; return how many schedules moved to their next time."""
    now = clock()
    _return_from_future(now)
    due = Schedule.objects.filter(state=Schedule.State.ACTIVE, next_at__lte=now).order_by("next_at")
    # Those that cannot move now do not count: they would keep all later ones from their turn.
    moved = filter(lambda pk: _fire(pk, now), due.values_list("pk", flat=True)[:MAX_LOOKED_AT])
    return sum(1 for _ in islice(moved, MAX_PER_ROUND))


def _return_from_future(now: datetime) -> None:
    """Correct the latest next times that are none from now on: a clock that was ahead had set them."""
    active = Schedule.objects.filter(state=Schedule.State.ACTIVE, next_at__gt=now + MAX_CLOCK_DIFFERENCE)
    for schedule in active.order_by("-next_at").defer("message", "manifest", "plan_source")[:MAX_CORRECTED]:
        coming = schedule.time_after(now)
        if coming is not None and schedule.next_at is not None and coming + MAX_CLOCK_DIFFERENCE < schedule.next_at:
            # unless an edit, a pause or another round came in between
            active.filter(pk=schedule.pk, next_at=schedule.next_at, cron=schedule.cron).update(next_at=coming)


def _fire(schedule_id: uuid.UUID, now: datetime) -> bool:
    """Send for one schedule. What the installation lacks now (a slot, a sandbox) waits."""
    try:
        return _move(schedule_id, now, _plan_of(schedule_id))
    except TRANSIENT_FAULTS:
        return False
    except Exception:
        _log.exception("schedule_not_sent", schedule_id=str(schedule_id))  # it stays due; others go on
        return False


def _plan_of(schedule_id: uuid.UUID) -> SchedulePlan | None:
    """Return the plan of a schedule that starts a workflow now, read before its row is locked; None for all others."""
    found = Schedule.objects.filter(pk=schedule_id, state=Schedule.State.ACTIVE, user__is_active=True)
    schedule = found.exclude(manifest=None).first()
    if schedule is None or (not schedule.is_hook and open_runs(schedule).exists()):
        return None
    return schedule_plan(schedule)


@transaction.atomic
def _move(schedule_id: uuid.UUID, now: datetime, plan: SchedulePlan | None) -> bool:
    """Send for a schedule's due time, and move it to its next one; False when there is nothing to do."""
    found = Schedule.objects.select_for_update(skip_locked=True, of=("self",)).select_related("user")
    schedule = found.filter(pk=schedule_id, state=Schedule.State.ACTIVE, next_at__lte=now).first()
    if schedule is None or schedule.next_at is None:
        return False
    times = missed_times(schedule.cron, schedule.time_zone, schedule.next_at, now, schedule.bounds)
    if len(times) > 1 and _catches_up(schedule):
        return False
    chosen = due_times(times, now, schedule.catch_up)
    sent_to = chosen.send or times[-1]
    run = ScheduleRun(schedule=schedule, due_at=sent_to, left_out=chosen.left_out)
    if chosen.send is None:
        run.outcome, run.reason = run.Outcome.SKIPPED, sentence("Kingdom was down at this time.")
    # an edit by a process whose clock is behind makes a time due again that was sent
    is_sent = schedule.runs.filter(due_at=sent_to).exists()
    if not is_sent and not _send(schedule, run, plan):
        return False
    _move_on(schedule, sent_to)
    return True


def _move_on(schedule: Schedule, sent_to: datetime) -> None:
    """Store the next time of a locked schedule, or that there is none any more."""
    schedule.next_at = schedule.time_after(sent_to)
    if schedule.next_at is None and schedule.state == Schedule.State.ACTIVE:
        schedule.state = Schedule.State.ENDED
    schedule.save(update_fields=["next_at", "state", "conversation"])


def hook_call(*, schedule: Schedule, body: bytes, media_type: str = "", call_key: str | None = None) -> ScheduleRun:
    """Start what a webhook names with what its caller sent as an attached file: data, never an order.

    The same key with the same body returns the first run. Raises IdempotencyKeyReused for the same key with another
    body, Conflict while it is paused, BadInput for a body that is no text, QueueTooLong and TooManyOpenMessages when
    too much is waiting.
    """
    call = HookBody(body, "json" if "json" in media_type else "txt")
    plan = _plan_of(schedule.pk)
    with transaction.atomic():
        locked = Schedule.objects.select_for_update(of=("self",)).select_related("user").filter(pk=schedule.pk).first()
        if locked is None:
            raise NotFound("There is no such webhook.")
        if locked.state != Schedule.State.ACTIVE:
            raise Conflict("This webhook is paused.")
        if call_key and (known := ScheduleRun.objects.filter(schedule=locked, call_key=call_key).first()):
            if known.call_digest not in ("", call.digest()):
                raise IdempotencyKeyReused
            return known
        run = ScheduleRun(schedule=locked, due_at=timezone.now(), call_key=call_key, call_digest=call.digest())
        if not _send(locked, run, plan, call):
            raise Conflict("This webhook was changed at the same moment. Call it again.")
        locked.save(update_fields=["state", "conversation"])
    return run


def _send(schedule: Schedule, run: ScheduleRun, plan: SchedulePlan | None, body: HookBody | None = None) -> bool:
    """Start the message or workflow of a run unless it is settled, and store the run.

    Returns False, with nothing stored, when ``plan`` is not that of what the locked schedule starts now.
    """
    if not schedule.user.is_active:
        schedule.state, run.outcome = Schedule.State.PAUSED, run.Outcome.SKIPPED
        run.reason = sentence("The account is closed.")
    elif run.outcome == run.Outcome.SENT and not schedule.is_hook and open_runs(schedule).exists():
        run.outcome, run.reason = run.Outcome.SKIPPED, _WAITING
    if run.outcome == run.Outcome.SENT:
        if schedule.manifest != (plan.manifest if plan is not None else None):
            return False
        run_start(schedule, run, body, plan)
    run.save(force_insert=True)
    return True


def _catches_up(schedule: Schedule) -> bool:
    """Return whether that of an earlier missed time is going on: the next one comes after it."""
    if schedule.catch_up != Schedule.CatchUp.ALL:
        return False
    going = (Session.State.RUNNING, Session.State.AWAITING_PARTS)
    running = Q(session__state__in=going) | Q(workflow__state=Workflow.State.RUNNING)
    return open_runs(schedule).filter(running).exists()
