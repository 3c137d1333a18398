"""Writes of schedules and webhooks by their users."""

import re
import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.accounts.models import User
from kingdom.contracts.formats.canonical import text_digest
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.orchestrator.conversations.services import MAX_CONTENT
from kingdom.schedules.models import Schedule
from kingdom.schedules.rules.cron_times import check_cron, check_time_zone
from kingdom.schedules.rules.file_placeholder import has_placeholder
from kingdom.schedules.rules.schedule_text import read_schedule
from kingdom.schedules.rules.trigger_text import read_trigger
from kingdom.schedules.runs.file_triggers import newest_file_id
from kingdom.schedules.selectors import schedule_of
from kingdom.workflows.planning.resolution import manifest_read, plan_resolve, specialists_check
from kingdom.workflows.selectors import workflow_of
from kingdom.workflows.services import workflow_plan_check

WORKFLOW_TASK = ": start the workflow"  # what a sentence that only says when is about
_CRON_LINE = re.compile(r"[\d*][\d*,/#L-]*(?:\s+\S+){4}")
_SECRET_BYTES = 32
_FILE_FIELDS = ("conversation_id", "file_pattern", "own_files")
_TIMES = ("cron", "time_zone", "interval", "interval_unit", "starts_on", "ends_at", "next_at")
_FILES_ONLY = "It is about files that arrive. Set on_file, or leave it out."


@dataclass(frozen=True, kw_only=True)
class ScheduleDraft:
    """What a user asks for; an empty ``cron`` asks for a webhook.

    ``workflow`` asks for a workflow instead of the message: its manifest, a request in plain words, or the id of one of
    the user's workflows to run again as a fresh copy; ``budget_tokens`` bounds each of its runs.

    ``on_file`` asks for a file trigger: for each file that arrives in a conversation (None: in any), whose name fits
    ``file_pattern``, also of agents with ``own_files``. ``{file}`` in its workflow stands for the file's path.

    Of the times of ``cron`` only every ``interval``-th day or week (``interval_unit``) counts, and none after
    ``ends_at``. An empty ``time_zone`` is the user's own, else that of the installation.
    """

    message: str = ""
    workflow: object = None
    budget_tokens: int | None = None
    on_file: bool = False
    conversation_id: uuid.UUID | None = None
    file_pattern: str = ""
    own_files: bool = False
    cron: str = ""
    interval: int = 1
    interval_unit: str = ""
    ends_at: datetime | None = None
    time_zone: str = ""
    catch_up: str = Schedule.CatchUp.LATEST


def text_values(text: str, *, user_id: int, time_zone: str = "") -> dict[str, Any]:
    """Return what a sentence asks for as fields of a draft: times, a single one, or files. Raises BadInput.

    ``time_zone``: that of its times, where the sentence names no other; empty is the user's own.
    """
    trigger = read_trigger(text)
    if trigger is not None:
        return {"on_file": True, "file_pattern": trigger.file_pattern, "message": trigger.message}
    zone = check_time_zone(time_zone or _own_time_zone(user_id))
    read = read_schedule(text, now=utc_now().astimezone(zone))
    return {
        "cron": read.cron,
        "message": read.message,
        "interval": read.interval,
        "interval_unit": read.unit,
        "ends_at": read.once,
        "time_zone": read.time_zone or time_zone,
    }


def draft_of_times(when: str, *, user_id: int, time_zone: str = "") -> ScheduleDraft:
    """Return a draft with the times of a cron line or of words like "every Monday at 8". Raises BadInput."""
    if _CRON_LINE.fullmatch(when):
        return ScheduleDraft(cron=when, time_zone=time_zone)
    return ScheduleDraft(**text_values(f"{when}{WORKFLOW_TASK}", user_id=user_id, time_zone=time_zone))


def schedule_create(*, user_id: int, draft: ScheduleDraft) -> tuple[Schedule, str]:
    """Create a schedule or a webhook. Returns it with the webhook's secret, "" for a schedule.

    Only the secret's digest is stored.

    Raises BadInput for a cron line that cannot be read or never comes, an unknown time zone, an empty message and a
    field that would have no effect, InvalidManifest and NoPlan for a workflow that could not run, NotFound for one that
    is not the user's, Conflict when the user has as many as allowed, and AccessEnded.
    """
    time_zone = draft.time_zone or _own_time_zone(user_id)
    check_time_zone(time_zone)
    _check_used(draft)
    secret = "" if draft.cron or draft.on_file else secrets.token_urlsafe(_SECRET_BYTES)
    schedule = Schedule(user_id=user_id, time_zone=time_zone, catch_up=draft.catch_up)
    _set_task(schedule, draft)
    if draft.on_file:
        _set_files(schedule, draft)
    elif secret:
        schedule.hook_digest = text_digest(secret)  # long and random: a plain SHA-256 suffices
    else:
        _set_times(schedule, draft)
    with transaction.atomic():
        access_lock(user_id=user_id)
        most = settings.KINGDOM.schedules_per_user
        advisory_lock(f"schedules:{user_id}")  # two requests at once may not both be the last one allowed
        if Schedule.objects.filter(user_id=user_id).count() >= most:
            raise Conflict(f"You have {most} schedules, which is as many as one user may have. Delete one first.")
        schedule.save(force_insert=True)
    return schedule, secret


def _set_times(schedule: Schedule, draft: ScheduleDraft) -> None:
    """Set when a schedule sends, and its next time. Raises BadInput when no time is left."""
    schedule.cron = check_cron(draft.cron)
    schedule.interval, schedule.interval_unit, schedule.ends_at = draft.interval, draft.interval_unit, draft.ends_at
    schedule.starts_on = None
    first = schedule.time_after(utc_now())
    if first is None:
        detail = "These times are over. Give one that is still to come."
        raise BadInput(detail, errors=[{"pointer": "/cron", "detail": detail}])
    if schedule.interval_unit:  # the days and weeks are counted from its first time
        schedule.starts_on = first.astimezone(ZoneInfo(schedule.time_zone)).date()
    schedule.next_at = first


def _own_time_zone(user_id: int) -> str:
    chosen = User.objects.filter(pk=user_id).values_list("time_zone", flat=True).first()
    return chosen or str(settings.KINGDOM.time_zone)


def _check_used(draft: ScheduleDraft) -> None:
    """Raise BadInput that names each field which would have no effect: it would narrow less than its user thinks."""
    faults = {} if draft.on_file else {name: _FILES_ONLY for name in _FILE_FIELDS if getattr(draft, name)}
    if draft.budget_tokens is not None and draft.workflow is None:
        faults["budget_tokens"] = "It bounds a workflow; the budget of a message is that of its user. Leave it out."
    if faults:
        errors = [{"pointer": f"/{name}", "detail": detail} for name, detail in faults.items()]
        raise BadInput("; ".join(f"{name}: {detail}" for name, detail in faults.items()), errors=errors)


def _set_task(schedule: Schedule, draft: ScheduleDraft) -> None:
    """Set the message of a schedule, or its workflow's plan and what it does in words."""
    if draft.workflow is None:
        schedule.message = draft.message.strip()
        if not schedule.message or len(schedule.message) > MAX_CONTENT:
            detail = f"Give the message that is to be sent, at most {MAX_CONTENT:,} characters."
            raise BadInput(detail, errors=[{"pointer": "/message", "detail": detail}])
        return
    if draft.on_file:
        schedule.plan_source, schedule.budget_tokens = draft.workflow, draft.budget_tokens
        schedule.message = trigger_source_check(schedule.user_id, draft.workflow)
        return
    manifest, words = _workflow_manifest(schedule.user_id, draft.workflow)
    if draft.budget_tokens is not None:
        manifest = manifest.model_copy(update={"budget_tokens": draft.budget_tokens})
    schedule.manifest = manifest.model_dump(mode="json")
    schedule.message = words or ", ".join(node.id for node in manifest.nodes)


def _set_files(schedule: Schedule, draft: ScheduleDraft) -> None:
    """Set what files a trigger starts for; those that are there already are not among them."""
    if draft.conversation_id is not None:
        schedule.watched = conversation_of(user_id=schedule.user_id, conversation_id=draft.conversation_id)
    if "/" in draft.file_pattern:
        detail = "A pattern fits the name of a file, e.g. *.csv, not its folders."
        raise BadInput(detail, errors=[{"pointer": "/file_pattern", "detail": detail}])
    schedule.on_file, schedule.own_files, schedule.file_pattern = True, draft.own_files, draft.file_pattern
    schedule.last_file = newest_file_id(schedule.user_id)


def trigger_source_check(user_id: int, source: object) -> str:
    """Return what the workflow of a file trigger does, in words. Its rows and columns are checked for each file.

    Raises BadInput for one that does not name the file, InvalidManifest for a manifest that could not run.
    """
    if not has_placeholder(source):
        detail = "Write {file} where the workflow takes the file that arrived."
        raise BadInput(detail, errors=[{"pointer": "/workflow", "detail": detail}])
    if isinstance(source, str):
        return source[:MAX_CONTENT]
    manifest = manifest_read(source, user_id=user_id).manifest
    specialists_check(manifest, user_id=user_id)
    return ", ".join(node.id for node in manifest.nodes)


def _workflow_manifest(user_id: int, source: object) -> tuple[WorkflowManifest, str]:
    """Return the plan of a manifest, a request or a stored workflow, and the request in words, "" for none."""
    stored_id = _uuid_or_none(source)
    if stored_id is None:
        checked = workflow_plan_check(user_id=user_id, source=source)
        return checked.plan.manifest, checked.origin.request
    stored = workflow_of(user_id=user_id, workflow_id=stored_id)
    # checked as it is stored: to write it out and read it again would give a coerced agent more grants
    manifest = WorkflowManifest.model_validate(stored.manifest).as_planned
    plan_resolve(manifest, user_id=user_id)
    return manifest, stored.request


def _uuid_or_none(source: object) -> uuid.UUID | None:
    try:
        return uuid.UUID(source) if isinstance(source, str) else None
    except ValueError:
        return None


def schedule_pause(*, user_id: int, schedule_id: uuid.UUID) -> Schedule:
    """Pause a schedule: times that pass meanwhile are not sent. Raises NotFound, and LostRace when it is paused."""
    return _moved(user_id, schedule_id, Schedule.State.ACTIVE, Schedule.State.PAUSED)


def schedule_resume(*, user_id: int, schedule_id: uuid.UUID) -> Schedule:
    """Resume a schedule at its next time. Raises NotFound, and LostRace when it is active."""
    return _moved(user_id, schedule_id, Schedule.State.PAUSED, Schedule.State.ACTIVE)


def schedule_edit(*, user_id: int, schedule_id: uuid.UUID, draft: ScheduleDraft) -> Schedule:
    """Change when a schedule sends to the times of a draft; an empty time zone stays what it is.

    One that has ended goes on. Raises NotFound, BadInput for a line that never comes and for no schedule.
    """
    with access_transaction():
        schedule = _locked_own(user_id, schedule_id)
        if not schedule.cron:
            raise BadInput("Only a schedule has times. Delete this one and set another.")
        schedule.time_zone = draft.time_zone or schedule.time_zone
        check_time_zone(schedule.time_zone)
        _set_times(schedule, draft)
        if schedule.state == Schedule.State.PAUSED:
            schedule.next_at = None
        else:
            schedule.state = Schedule.State.ACTIVE
        schedule.save(update_fields=[*_TIMES, "state"])
    return schedule


@access_transaction()
def schedule_delete(*, user_id: int, schedule_id: uuid.UUID) -> None:
    """Delete a schedule with its history; its conversation stays. Raises NotFound."""
    schedule_of(user_id=user_id, schedule_id=schedule_id).delete()


@transaction.atomic
def _moved(user_id: int, schedule_id: uuid.UUID, source: Schedule.State, target: Schedule.State) -> Schedule:
    access_lock(user_id=user_id)
    schedule = _locked_own(user_id, schedule_id)
    if schedule.state != source:
        raise LostRace(f"This schedule is {schedule.state} already.")
    has_next = target == Schedule.State.ACTIVE and bool(schedule.cron)
    schedule.next_at = schedule.time_after(utc_now()) if has_next else None
    # its only time may have passed in the pause
    schedule.state = Schedule.State.ENDED if has_next and schedule.next_at is None else target
    # what came in a pause starts nothing
    schedule.last_file = newest_file_id(schedule.user_id) if schedule.on_file else 0
    schedule.save(update_fields=["state", "next_at", "last_file"])
    return schedule


def _locked_own(user_id: int, schedule_id: uuid.UUID) -> Schedule:
    """Return one of the user's schedules, locked: its next time is that of the times that it is stored with."""
    schedule_of(user_id=user_id, schedule_id=schedule_id)
    found = Schedule.objects.select_for_update(of=("self",)).filter(pk=schedule_id).first()
    if found is None:
        raise NotFound("You have no such schedule.")
    return found
