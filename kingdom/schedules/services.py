"""Writes of schedules and webhooks by their users."""

import secrets
import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, LostRace
from kingdom.core.jobs import advisory_lock
from kingdom.orchestrator.conversations.services import MAX_CONTENT
from kingdom.schedules.models import Schedule
from kingdom.schedules.rules.cron_times import check_cron, check_time_zone, next_time
from kingdom.schedules.selectors import hook_digest, schedule_of
from kingdom.workflows.planning.resolution import plan_resolve
from kingdom.workflows.selectors import workflow_of
from kingdom.workflows.services import workflow_plan_check

_SECRET_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class ScheduleDraft:
    """What a user asks for; an empty ``cron`` asks for a webhook.

    ``workflow`` asks for a workflow instead of the message: its manifest, a request in plain words, or the id of one of
    the user's workflows to run again as a fresh copy.
    """

    message: str = ""
    workflow: object = None
    cron: str = ""
    time_zone: str = "UTC"
    catch_up: str = Schedule.CatchUp.LATEST


def schedule_create(*, user_id: int, draft: ScheduleDraft) -> tuple[Schedule, str]:
    """Create a schedule or a webhook. Returns it with the webhook's secret, "" for a schedule.

    Only the secret's digest is stored.

    Raises BadInput for a cron line that cannot be read or never comes, an unknown time zone and an empty message,
    InvalidManifest and NoPlan for a workflow that could not run, NotFound for one that is not the user's, and Conflict
    when the user has as many as allowed.
    """
    check_time_zone(draft.time_zone)
    secret = "" if draft.cron else secrets.token_urlsafe(_SECRET_BYTES)
    schedule = Schedule(user_id=user_id, time_zone=draft.time_zone, catch_up=draft.catch_up)
    _set_task(schedule, draft)
    if secret:
        schedule.hook_digest = hook_digest(secret)
    else:
        schedule.cron = check_cron(draft.cron)
        schedule.next_at = next_time(schedule.cron, schedule.time_zone, utc_now())
    with transaction.atomic():
        most = settings.KINGDOM.schedules_per_user
        advisory_lock(f"schedules:{user_id}")  # two requests at once may not both be the last one allowed
        if Schedule.objects.filter(user_id=user_id).count() >= most:
            raise Conflict(f"You have {most} schedules, which is as many as one user may have. Delete one first.")
        schedule.save(force_insert=True)
    return schedule, secret


def _set_task(schedule: Schedule, draft: ScheduleDraft) -> None:
    """Set the message of a schedule, or its workflow's plan and what it does in words."""
    if draft.workflow is None:
        schedule.message = draft.message.strip()
        if not schedule.message or len(schedule.message) > MAX_CONTENT:
            raise BadInput(f"Give the message that is to be sent, at most {MAX_CONTENT:,} characters.")
        return
    manifest, words = _workflow_manifest(schedule.user_id, draft.workflow)
    schedule.manifest = manifest.model_dump(mode="json")
    schedule.message = words or ", ".join(node.id for node in manifest.nodes)


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


def schedule_delete(*, user_id: int, schedule_id: uuid.UUID) -> None:
    """Delete a schedule with its history; its conversation stays. Raises NotFound."""
    schedule_of(user_id=user_id, schedule_id=schedule_id).delete()


def _moved(user_id: int, schedule_id: uuid.UUID, source: Schedule.State, target: Schedule.State) -> Schedule:
    schedule = schedule_of(user_id=user_id, schedule_id=schedule_id)
    if schedule.state != source:
        raise LostRace(f"This schedule is {target} already.")
    has_next = target == Schedule.State.ACTIVE and not schedule.is_hook
    next_at = next_time(schedule.cron, schedule.time_zone, utc_now()) if has_next else None
    changed = Schedule.objects.filter(pk=schedule.pk, state=source).update(state=target, next_at=next_at)
    if changed != 1:
        raise LostRace(f"This schedule is {target} already.")
    schedule.refresh_from_db()
    return schedule
