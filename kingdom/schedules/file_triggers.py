"""Starts what file triggers name for files that arrived. Safe to run twice, at once and after a kill.

The row of the run, what it starts and the trigger's place in the row of files are written in one transaction. Versions
of one user's files are numbered in the order of their commits: each is written under the lock of that user's files.
"""

import uuid
from datetime import datetime, timedelta
from fnmatch import fnmatch

import structlog
from django.db import transaction
from django.db.models import CharField, Max
from django.db.models.functions import Cast

from kingdom.core.clock import Clock, utc_now
from kingdom.orchestrator.models import Conversation
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.catch_up import due_times
from kingdom.schedules.run_starts import TRANSIENT_FAULTS, ArrivedFile, file_start
from kingdom.schedules.selectors import open_runs
from kingdom.tools.models import FileVersion

MAX_RUNS_PER_HOUR = 30  # of one trigger; further files wait
MAX_LOOKED_AT = 1_000  # files of one trigger, or triggers, at once
_log = structlog.get_logger(__name__)


def triggers_fire(*, clock: Clock = utc_now) -> int:
    """Start what is due for files that arrived; return how many triggers did something."""
    now = clock()
    active = Schedule.objects.filter(on_file=True, state=Schedule.State.ACTIVE).order_by("last_file")
    return sum(_fire(pk, now) for pk in active.values_list("pk", flat=True)[:MAX_LOOKED_AT])


def waiting_files(trigger: Schedule) -> list[FileVersion]:
    """Return the files that arrived since the last one that a trigger looked at, oldest first; each in its newest form.

    Not those of agents and workflows, without which no trigger starts itself; they count where its user asked for it.
    """
    versions = FileVersion.objects.filter(user_id=trigger.user_id, pk__gt=trigger.last_file, deleted=False)
    if trigger.watched_id is not None:
        versions = versions.filter(workspace=str(trigger.watched_id))
    else:
        own = Conversation.objects.filter(user_id=trigger.user_id).annotate(text=Cast("pk", CharField()))
        versions = versions.filter(workspace__in=own.values("text"))
    if not trigger.own_files:
        versions = versions.filter(agent_id="", session_id=None)
    found = versions.order_by("pk").defer("content")[:MAX_LOOKED_AT]
    newest = {(version.workspace, version.path): version for version in found if _fits(version.path, trigger)}
    return sorted(newest.values(), key=lambda version: version.pk)


def newest_file_id(user_id: int) -> int:
    """Return the number of the newest file version of a user, 0 without any."""
    return int(FileVersion.objects.filter(user_id=user_id).aggregate(newest=Max("pk"))["newest"] or 0)


def runs_lately(trigger: Schedule, now: datetime) -> int:
    """Return how many runs a trigger began within the last hour."""
    return trigger.runs.filter(due_at__gt=now - timedelta(hours=1)).exclude(outcome=ScheduleRun.Outcome.SKIPPED).count()


def _fits(path: str, trigger: Schedule) -> bool:
    return not trigger.file_pattern or fnmatch(path.rsplit("/", 1)[-1].lower(), trigger.file_pattern.lower())


def _fire(trigger_id: uuid.UUID, now: datetime) -> bool:
    try:
        return _move(trigger_id, now)
    except TRANSIENT_FAULTS:
        return False
    except Exception:
        _log.exception("file_trigger_not_started", schedule_id=str(trigger_id))  # its file waits; others go on
        return False


@transaction.atomic
def _move(trigger_id: uuid.UUID, now: datetime) -> bool:
    """Start a trigger for its next file. It waits while an earlier run is open, or for the next hour."""
    found = Schedule.objects.select_for_update(skip_locked=True, of=("self",)).select_related("user")
    trigger = found.filter(pk=trigger_id, state=Schedule.State.ACTIVE).first()
    if trigger is None or not trigger.user.is_active or open_runs(trigger).exists():
        return False
    files = waiting_files(trigger)
    if not files or runs_lately(trigger, now) >= MAX_RUNS_PER_HOUR:
        return False
    chosen = due_times([version.created_at for version in files], now, trigger.catch_up)
    version = files[chosen.left_out] if chosen.send is not None else files[-1]
    run = ScheduleRun(
        schedule=trigger, due_at=now, left_out=chosen.left_out, call_key=f"file:{version.pk}", file_path=version.path
    )
    if chosen.send is None:
        run.outcome, run.reason = run.Outcome.SKIPPED, "Kingdom was down when this file arrived."
    else:
        file_start(trigger, run, ArrivedFile(uuid.UUID(version.workspace), version.path))
    run.save(force_insert=True)
    trigger.last_file = version.pk
    trigger.save(update_fields=["last_file"])
    return True
