"""Starts what file triggers name for files that arrived. Safe to run twice, at once and after a kill.

The row of the run, what it starts and the trigger's place in the row of files are written in one transaction. Versions
of one user's files are numbered in the order of their commits: each is written under the lock of that user's files.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from fnmatch import fnmatch
from itertools import islice
from typing import NamedTuple

import structlog
from django.db import transaction
from django.db.models import CharField, Exists, Max, OuterRef, Q
from django.db.models.functions import Cast
from django.utils import timezone

from kingdom.core.clock import Clock, utc_now
from kingdom.core.text.sentences import sentence
from kingdom.orchestrator.models import Conversation
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.catch_up import due_times
from kingdom.schedules.runs.starts import TRANSIENT_FAULTS, ArrivedFile, FilePlan, file_plan, file_start
from kingdom.schedules.runs.trigger_chains import file_call_key, sessions_caused
from kingdom.schedules.selectors import open_runs
from kingdom.tools.models import FileVersion
from kingdom.workflows.kernel.result_tables import WORKFLOW_AUTHOR

MAX_RUNS_PER_HOUR = 30  # of one trigger; further files wait
MAX_LOOKED_AT = 1_000  # files of one trigger at once
MAX_PER_ROUND = 200
MAX_TRIGGERS = 5_000  # of one round
MAX_PLANNING = timedelta(minutes=10)  # then its process is taken for dead
_LATE = sentence(
    "It could not start within ten minutes of this file's arrival: Kingdom was down, or an earlier file went first."
)
_log = structlog.get_logger(__name__)


class _Arrivals(NamedTuple):
    """The files that start a trigger next, and the newest version up to which there is no other one."""

    files: list[FileVersion]
    seen: int


class _PlannedFile(NamedTuple):
    """The number of a file's version, and the plan of the workflow for it."""

    version: int
    plan: FilePlan


def triggers_fire(*, clock: Clock = utc_now) -> int:
    """Start what is due for files that arrived; return how many triggers started or left out a file."""
    now = clock()
    newer = FileVersion.objects.filter(user_id=OuterRef("user_id"), pk__gt=OuterRef("last_file"))
    active = Schedule.objects.filter(Exists(newer), on_file=True, state=Schedule.State.ACTIVE).order_by("last_file")
    # Those that cannot move now do not count: they would keep all later ones from their turn.
    moved = filter(lambda pk: _fire(pk, now), active.values_list("pk", flat=True)[:MAX_TRIGGERS])
    return sum(1 for _ in islice(moved, MAX_PER_ROUND))


def waiting_files(trigger: Schedule) -> list[FileVersion]:
    """Return the files that arrived since the last one that a trigger looked at, oldest first; each in its newest form.

    Not those of agents and workflows. With ``own_files`` these count, but never the tables of workflows and what the
    trigger's own runs led to, also by way of other triggers: no trigger starts itself.
    """
    return _arrivals(trigger).files


def _arrivals(trigger: Schedule) -> _Arrivals:
    newest_id = newest_file_id(trigger.user_id)  # before the files are read: none up to it is committed later
    versions = FileVersion.objects.filter(user_id=trigger.user_id, pk__gt=trigger.last_file, deleted=False)
    if trigger.watched_id is not None:
        versions = versions.filter(workspace=str(trigger.watched_id))
    else:
        own = Conversation.objects.filter(user_id=trigger.user_id).annotate(text=Cast("pk", CharField()))
        versions = versions.filter(workspace__in=own.values("text"))
    if not trigger.own_files:
        versions = versions.filter(agent_id="", session_id=None)
    else:
        versions = versions.exclude(agent_id=WORKFLOW_AUTHOR, session_id=None)
    found = list(versions.order_by("pk").defer("content")[:MAX_LOOKED_AT])
    fitting = [version for version in found if _fits(version.path, trigger)]
    caused = sessions_caused(trigger, {version.session_id for version in fitting if version.session_id is not None})
    newest = {(version.workspace, version.path): version for version in fitting if version.session_id not in caused}
    seen = found[-1].pk if len(found) == MAX_LOOKED_AT else max(newest_id, trigger.last_file)
    return _Arrivals(sorted(newest.values(), key=lambda version: version.pk), seen)


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
        return _move(trigger_id, now, _planned(trigger_id, now))
    except TRANSIENT_FAULTS:
        return False
    except Exception:
        _log.exception("file_trigger_not_started", schedule_id=str(trigger_id))  # its file waits; others go on
        return False


def _planned(trigger_id: uuid.UUID, now: datetime) -> _PlannedFile | None:
    """Plan the workflow of a trigger's next file; None for a message, without a file, and while it is planned already.

    A model may be asked, for longer than a row should be locked. One process plans for a trigger at a time.
    """
    active = Schedule.objects.filter(pk=trigger_id, state=Schedule.State.ACTIVE)
    trigger = active.select_related("user").exclude(plan_source=None).first()
    if trigger is None or not _may_start(trigger, now):
        return None
    files = _arrivals(trigger).files
    chosen = _chosen(trigger, files, now)[0] if files else None
    unplanned = Q(planning_until=None) | Q(planning_until__lt=timezone.now())
    until = timezone.now() + MAX_PLANNING
    if chosen is None or active.filter(unplanned).update(planning_until=until) != 1:
        return None
    try:
        return _PlannedFile(chosen.pk, file_plan(trigger, _arrived(chosen)))
    finally:
        Schedule.objects.filter(pk=trigger_id, planning_until=until).update(planning_until=None)


def _may_start(trigger: Schedule, now: datetime) -> bool:
    """Return whether a trigger may start: it waits while an earlier run is open, or for the next hour."""
    return trigger.user.is_active and not open_runs(trigger).exists() and runs_lately(trigger, now) < MAX_RUNS_PER_HOUR


def _arrived(version: FileVersion) -> ArrivedFile:
    return ArrivedFile(uuid.UUID(version.workspace), version.path)


@transaction.atomic
def _move(trigger_id: uuid.UUID, now: datetime, planned: _PlannedFile | None) -> bool:
    """Start a trigger for its next file, a workflow only for the file that it was planned for."""
    found = Schedule.objects.select_for_update(skip_locked=True, of=("self",)).select_related("user")
    trigger = found.filter(pk=trigger_id, state=Schedule.State.ACTIVE).first()
    if trigger is None or not trigger.user.is_active or open_runs(trigger).exists():
        return False
    arrivals = _arrivals(trigger)
    if not arrivals.files:
        return _advance(trigger, arrivals.seen)
    return _may_start(trigger, now) and _start(trigger, arrivals.files, now, planned)


def _start(trigger: Schedule, files: Sequence[FileVersion], now: datetime, planned: _PlannedFile | None) -> bool:
    """Start a locked trigger for the next of its files, or store that none is started for these."""
    chosen, left_out = _chosen(trigger, files, now)
    plan = planned.plan if planned is not None and chosen is not None and planned.version == chosen.pk else None
    if chosen is not None and plan is None and trigger.plan_source is not None:
        return False  # it is planned for the file that came meanwhile
    version = chosen or files[-1]
    run = ScheduleRun(
        schedule=trigger, due_at=now, left_out=left_out, call_key=file_call_key(version.pk), file_path=version.path
    )
    if chosen is None:
        run.outcome, run.reason = run.Outcome.SKIPPED, _LATE
    else:
        file_start(trigger, run, _arrived(chosen), plan)
    run.save(force_insert=True)
    _advance(trigger, version.pk)
    return True


def _chosen(trigger: Schedule, files: Sequence[FileVersion], now: datetime) -> tuple[FileVersion | None, int]:
    """Return the file to start for, None for none, and how many are left out for good; of ``all`` none ever is."""
    if trigger.catch_up == Schedule.CatchUp.ALL:
        return files[0], 0
    due = due_times([version.created_at for version in files], now, trigger.catch_up)
    return (files[-1] if due.send is not None else None), due.left_out


def _advance(trigger: Schedule, seen: int) -> bool:
    """Store up to where a trigger has looked at files: what no pattern fits is not read again. Returns False."""
    if seen != trigger.last_file:
        trigger.last_file = seen
        trigger.save(update_fields=["last_file"])
    return False
