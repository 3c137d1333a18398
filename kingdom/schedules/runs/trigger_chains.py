"""Finds out which trigger a session goes back to: its file may have come from a run of another trigger, and so on."""

import uuid
from collections.abc import Collection, Mapping

from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.sessions.models import Session
from kingdom.tools.models import FileVersion

_FILE_KEY = "file:"
_WAYS = ("schedule_run", "part__run__schedule_run", "node_run__node__workflow__schedule_run")


def file_call_key(version_id: int) -> str:
    """Return the key of a trigger's run for a version of a file: each starts it once."""
    return f"{_FILE_KEY}{version_id}"


def sessions_caused(trigger: Schedule, session_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Return the sessions that a trigger led to: those of its runs, and of runs that a file of such a session started.

    The walk goes from each session to the file that started its run, and to the session that wrote this file. A file is
    older than what it starts, so the walk ends.
    """
    caused, front = set[uuid.UUID](), {session_id: session_id for session_id in session_ids}
    while front:
        runs, starts = _runs_of(front.values()), dict[uuid.UUID, int]()
        for origin, session_id in front.items():
            run = runs.get(session_id)
            if run is not None and run.schedule_id == trigger.pk:
                caused.add(origin)
            elif run is not None and (version_id := _version_id(run)) is not None:
                starts[origin] = version_id
        writers = _writers_of(starts.values())
        front = {origin: writers[version_id] for origin, version_id in starts.items() if version_id in writers}
    return caused


def _runs_of(session_ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, ScheduleRun]:
    """Return the runs of schedules by their sessions: of a message, of a part of one, of a node of a workflow."""
    rows = Session.objects.filter(pk__in=set(session_ids)).values_list("pk", *_WAYS)
    run_ids = {session_id: next(filter(None, ways), None) for session_id, *ways in rows}
    runs = ScheduleRun.objects.select_related("schedule").in_bulk([pk for pk in run_ids.values() if pk is not None])
    return {session_id: runs[pk] for session_id, pk in run_ids.items() if pk is not None and pk in runs}


def _version_id(run: ScheduleRun) -> int | None:
    """Return the file version that started a run, None for a time or a call, whose caller may write any key."""
    key = run.call_key or ""
    return int(key.removeprefix(_FILE_KEY)) if run.schedule.on_file and key.startswith(_FILE_KEY) else None


def _writers_of(version_ids: Collection[int]) -> Mapping[int, uuid.UUID]:
    """Return the sessions that wrote versions of files, without those that a person uploaded."""
    written = FileVersion.objects.filter(pk__in=set(version_ids)).exclude(session_id=None)
    return {pk: session_id for pk, session_id in written.values_list("pk", "session_id") if session_id is not None}
