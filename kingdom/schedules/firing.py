"""Sends the messages that are due, and those that a webhook asks for. Safe to run twice, at once and after a kill.

The row of the time, the message with its session and the next time are written in one transaction.
"""

import uuid
from datetime import datetime
from itertools import islice

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from kingdom.approvals.notifications.services import notification_create
from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import BadInput, Conflict, InfrastructureFault, KingdomError, NotFound
from kingdom.orchestrator.conversations.services import TITLE_LENGTH, conversation_create, message_post
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.catch_up import due_times
from kingdom.schedules.rules.cron_times import missed_times, next_time
from kingdom.sessions.fair_queue import QueueTooLong, TooManyOpenMessages, admission_check
from kingdom.sessions.models import Session
from kingdom.tools.files.services import file_upload

_log = structlog.get_logger(__name__)
MAX_PER_ROUND = 200
MAX_LOOKED_AT = 5_000
MAX_HOOK_BYTES = 64_000
# What passes by itself: the time stays due, and a webhook's caller tries again.
_TRANSIENT = (QueueTooLong, TooManyOpenMessages, InfrastructureFault)
_WAITING = "The message before it was not answered yet. See its conversation: it may wait for you."


def schedules_fire(*, clock: Clock = utc_now) -> int:
    """Send what is due; return how many schedules moved to their next time."""
    now = clock()
    due = Schedule.objects.filter(state=Schedule.State.ACTIVE, next_at__lte=now).order_by("next_at")
    # Those that cannot move now do not count: they would keep all later ones from their turn.
    moved = filter(lambda pk: _fire(pk, now), due.values_list("pk", flat=True)[:MAX_LOOKED_AT])
    return sum(1 for _ in islice(moved, MAX_PER_ROUND))


def _fire(schedule_id: uuid.UUID, now: datetime) -> bool:
    """Send for one schedule. What the installation lacks now (a slot, a sandbox) waits."""
    try:
        return _move(schedule_id, now)
    except _TRANSIENT:
        return False
    except Exception:
        _log.exception("schedule_not_sent", schedule_id=str(schedule_id))  # it stays due; others go on
        return False


@transaction.atomic
def _move(schedule_id: uuid.UUID, now: datetime) -> bool:
    """Send for a schedule's due time, and move it to its next one; False when there is nothing to do."""
    found = Schedule.objects.select_for_update(skip_locked=True, of=("self",)).select_related("user")
    schedule = found.filter(pk=schedule_id, state=Schedule.State.ACTIVE, next_at__lte=now).first()
    if schedule is None or schedule.next_at is None:
        return False
    times = missed_times(schedule.cron, schedule.time_zone, schedule.next_at, now)
    if len(times) > 1 and _catches_up(schedule):
        return False
    chosen = due_times(times, now, schedule.catch_up)
    sent_to = chosen.send or times[-1]
    run = ScheduleRun(schedule=schedule, due_at=sent_to, left_out=chosen.left_out)
    if chosen.send is None:
        run.outcome, run.reason = run.Outcome.SKIPPED, "Kingdom was down at this time."
    _send(schedule, run)
    schedule.next_at = next_time(schedule.cron, schedule.time_zone, sent_to)
    schedule.save(update_fields=["next_at", "state", "conversation"])
    return True


def hook_call(*, schedule: Schedule, body: bytes, media_type: str = "", call_key: str | None = None) -> ScheduleRun:
    """Send the message of a webhook with what its caller sent as an attached file: data, never an order.

    The same key returns the first run. Raises Conflict while it is paused, BadInput for a body that is no text,
    QueueTooLong and TooManyOpenMessages when too much is waiting.
    """
    with transaction.atomic():
        locked = Schedule.objects.select_for_update(of=("self",)).select_related("user").filter(pk=schedule.pk).first()
        if locked is None:
            raise NotFound("There is no such webhook.")
        if locked.state != Schedule.State.ACTIVE:
            raise Conflict("This webhook is paused.")
        if call_key and (known := ScheduleRun.objects.filter(schedule=locked, call_key=call_key).first()):
            return known
        run = ScheduleRun(schedule=locked, due_at=timezone.now(), call_key=call_key)
        _send(locked, run, body=body, suffix="json" if "json" in media_type else "txt")
        locked.save(update_fields=["state", "conversation"])
    return run


def _send(schedule: Schedule, run: ScheduleRun, *, body: bytes = b"", suffix: str = "txt") -> None:
    """Post the message of a run unless it is settled, and store the run."""
    if not schedule.user.is_active:
        schedule.state, run.outcome, run.reason = Schedule.State.PAUSED, run.Outcome.SKIPPED, "The account is closed."
    elif run.outcome == run.Outcome.SENT and not schedule.is_hook and _open_runs(schedule).exists():
        run.outcome, run.reason = run.Outcome.SKIPPED, _WAITING
    if run.outcome == run.Outcome.SENT:
        _post(schedule, run, body, suffix)
    run.save(force_insert=True)


def _catches_up(schedule: Schedule) -> bool:
    """Return whether the message of an earlier missed time is being answered: the next one comes after it."""
    going = (Session.State.RUNNING, Session.State.AWAITING_PARTS)
    return schedule.catch_up == Schedule.CatchUp.ALL and _open_runs(schedule).filter(session__state__in=going).exists()


def _open_runs(schedule: Schedule) -> QuerySet[ScheduleRun]:
    """Return the runs whose sessions go on; a session that was deleted with its conversation does not."""
    return schedule.runs.filter(outcome="sent", session__isnull=False, session__finished_at=None)


def _post(schedule: Schedule, run: ScheduleRun, body: bytes, suffix: str) -> None:
    if schedule.conversation is None:
        title = f"⏰ {schedule.message}"[:TITLE_LENGTH]
        schedule.conversation = conversation_create(user_id=schedule.user_id, title=title)
    conversation_id = schedule.conversation.pk
    admission_check(user_id=schedule.user_id)  # before a file is written
    try:
        with transaction.atomic():
            files = []
            if body:
                path = f"calls/{run.due_at:%Y-%m-%d_%H%M%S}_{run.pk.hex[:6]}.{suffix}"
                workspace_id = str(conversation_id)
                files = [file_upload(user_id=schedule.user_id, workspace_id=workspace_id, path=path, data=body).path]
            posted = message_post(
                user_id=schedule.user_id, conversation_id=conversation_id, content=schedule.message, files=files,
                idempotency_key=f"schedule-{run.pk}",
            )  # fmt: skip
    except (*_TRANSIENT, BadInput):
        raise  # it waits; a webhook's caller reads what to change
    except KingdomError as error:  # a used-up budget, say
        run.outcome, run.reason = run.Outcome.FAILED, error.message
        _tell(schedule, f"A message of your schedule was not sent: {error.message}")
    else:
        run.session_id = posted.session_id


def run_finished(*, session: Session) -> None:
    """Settle the run of a finished session and tell its user. Idempotent; ignores other sessions."""
    run = ScheduleRun.objects.filter(session=session, outcome="sent").select_related("schedule").first()
    if run is None:
        return
    answered = session.state == Session.State.COMPLETED
    outcome = run.Outcome.ANSWERED if answered else run.Outcome.FAILED
    reason = "" if answered else session.error_message
    if ScheduleRun.objects.filter(pk=run.pk, outcome="sent").update(outcome=outcome, reason=reason):
        said = session.answer if answered else f"It failed: {session.error_message}"
        _tell(run.schedule, f"“{run.schedule.message[:80]}”: {said[:300]}")


def _tell(schedule: Schedule, text: str) -> None:
    link = f"/c/{schedule.conversation_id}/" if schedule.conversation_id else "/schedules/"
    notification_create(user_id=schedule.user_id, kind="schedule", text=text, link=link)
