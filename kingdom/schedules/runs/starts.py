"""Starts what a schedule or webhook names: its message in its conversation, or a fresh copy of its workflow."""

import hashlib
import uuid
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import structlog
from django.db import InterfaceError, OperationalError, transaction

from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.errors import BadInput, InfrastructureFault, KingdomError
from kingdom.core.text.sentences import sentence
from kingdom.orchestrator.conversations.services import TITLE_LENGTH, conversation_create, message_post
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.file_placeholder import with_file
from kingdom.schedules.runs.results import owner_notify
from kingdom.sessions.fair_queue import QueueTooLong, TooManyOpenMessages, admission_check
from kingdom.tools.files.services import file_upload
from kingdom.workflows.hooks import CALLS_FOLDER
from kingdom.workflows.models import Workflow
from kingdom.workflows.planning.resolution import ResolvedPlan, plan_resolve
from kingdom.workflows.planning.row_items import rows_read_again
from kingdom.workflows.services import (
    CheckedPlan,
    PlanInputs,
    PlanOrigin,
    checked_plan_store,
    workflow_create,
    workflow_plan_check,
    workflow_start,
)

_log = structlog.get_logger(__name__)
# What passes by itself: the time stays due, and a webhook's caller tries again.
TRANSIENT_FAULTS = (QueueTooLong, TooManyOpenMessages, InfrastructureFault)


class HookBody(NamedTuple):
    """What a webhook's caller sent, and the suffix of the file that it becomes."""

    data: bytes
    suffix: str

    def digest(self) -> str:
        """Return a digest of both, hexadecimal."""
        return hashlib.sha256(self.suffix.encode() + b"\0" + self.data).hexdigest()


class ArrivedFile(NamedTuple):
    """A file that starts a trigger: its conversation and its path there."""

    conversation_id: uuid.UUID
    path: str


class SchedulePlan(NamedTuple):
    """The workflow of a schedule, read and checked for its next run, or why it cannot run; and its source."""

    manifest: object
    resolved: ResolvedPlan | None
    error: KingdomError | None = None

    def result(self) -> ResolvedPlan:
        """Return the plan. Raises the error that planning met."""
        if self.resolved is None:
            raise self.error or RuntimeError("a plan or an error is known here")
        return self.resolved


def schedule_plan(schedule: Schedule) -> SchedulePlan | None:
    """Return the plan of a schedule's workflow with the rows that its files have now; None for a message.

    Blocking: files may be large workbooks, so call it without a lock. Raises what passes by itself.
    """
    if schedule.manifest is None:
        return None
    try:
        manifest = rows_read_again(WorkflowManifest.model_validate(schedule.manifest), user_id=schedule.user_id)
        return SchedulePlan(schedule.manifest, plan_resolve(manifest, user_id=schedule.user_id))
    except TRANSIENT_FAULTS:
        raise
    except KingdomError as error:
        return SchedulePlan(schedule.manifest, None, error)


def run_start(schedule: Schedule, run: ScheduleRun, body: HookBody | None, plan: SchedulePlan | None) -> None:
    """Post the message of a locked schedule, or start its workflow by ``plan``; ``run`` gets its session or workflow.

    What cannot be started (a used-up budget, a specialist deleted since) fails the run, with a notification. Raises
    what passes by itself, and BadInput to the caller of a webhook, who can change what was sent.
    """
    admission_check(user_id=schedule.user_id)  # before a file is written
    if plan is None:
        _conversation_set(schedule)  # it stays when the message fails
        _start_or_fail(schedule, run, partial(_message_start, schedule, run, body))
    else:
        _start_or_fail(schedule, run, partial(_workflow_start, schedule, run, body, plan))


class FilePlan(NamedTuple):
    """What the workflow of a file trigger is for one file: its plan, or why there is none."""

    checked: CheckedPlan | None
    error: Exception | None = None

    def result(self) -> CheckedPlan:
        """Return the plan. Raises the error that planning met."""
        if self.checked is None:
            raise self.error or RuntimeError("a plan or an error is known here")
        return self.checked


def file_plan(trigger: Schedule, file: ArrivedFile) -> FilePlan:
    """Plan the workflow of a file trigger for one file. Blocking: a model may be asked, so call it without a lock.

    Raises what passes by itself.
    """
    admission_check(user_id=trigger.user_id)
    source = with_file(trigger.plan_source, file.path)
    inputs = PlanInputs(conversation_id=file.conversation_id, budget_tokens=trigger.budget_tokens)
    try:
        return FilePlan(workflow_plan_check(user_id=trigger.user_id, source=source, inputs=inputs))
    except (*TRANSIENT_FAULTS, OperationalError, InterfaceError):
        raise
    except Exception as error:  # it fails this file's run, whatever it is
        return FilePlan(None, error)


def file_start(trigger: Schedule, run: ScheduleRun, file: ArrivedFile, plan: FilePlan | None) -> None:
    """Start a locked file trigger for one file, in the file's conversation, like ``run_start``.

    ``plan`` is that of its workflow, None for a message.
    """
    admission_check(user_id=trigger.user_id)
    start = (
        partial(_file_message_start, trigger, run, file) if plan is None else partial(_plan_start, trigger, run, plan)
    )
    _start_or_fail(trigger, run, start)


def _file_message_start(trigger: Schedule, run: ScheduleRun, file: ArrivedFile) -> None:
    posted = message_post(
        user_id=trigger.user_id, conversation_id=file.conversation_id, content=with_file(trigger.message, file.path),
        files=[file.path], idempotency_key=f"schedule-{run.pk}",
    )  # fmt: skip
    run.session_id = posted.session_id


def _plan_start(trigger: Schedule, run: ScheduleRun, plan: FilePlan) -> None:
    workflow = checked_plan_store(user_id=trigger.user_id, checked=plan.result())
    run.workflow = workflow_start(user_id=trigger.user_id, workflow_id=workflow.pk)


def _start_or_fail(schedule: Schedule, run: ScheduleRun, start: Callable[[], None]) -> None:
    try:
        with transaction.atomic():
            start()
    except TRANSIENT_FAULTS:
        raise
    except KingdomError as error:
        if schedule.is_hook and isinstance(error, BadInput):
            raise
        run.outcome, run.reason = run.Outcome.FAILED, error.message
        owner_notify(
            schedule, sentence("Your schedule could not start this time: %(sentence)s", sentence=error.message)
        )
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        if not schedule.on_file:
            raise
        # A file that meets a fault of Kingdom again and again would hold up all that come after it.
        _log.exception("file_trigger_not_started", schedule_id=str(schedule.pk))
        run.outcome, run.reason = (
            run.Outcome.FAILED,
            sentence("A fault of Kingdom kept this file from being started; see its log."),
        )
        text = sentence(
            "Your schedule could not start for %(path)s: %(sentence)s", path=run.file_path, sentence=run.reason
        )
        owner_notify(schedule, text)


def _conversation_set(schedule: Schedule) -> None:
    if schedule.conversation is None:
        title = f"⏰ {schedule.message}"[:TITLE_LENGTH]
        schedule.conversation = conversation_create(user_id=schedule.user_id, title=title)


def _message_start(schedule: Schedule, run: ScheduleRun, body: HookBody | None) -> None:
    if schedule.conversation_id is None:
        raise RuntimeError("a schedule of a message has its conversation here")
    conversation_id = schedule.conversation_id
    files = _body_store(schedule, run, conversation_id, body)
    posted = message_post(
        user_id=schedule.user_id, conversation_id=conversation_id, content=schedule.message, files=files,
        idempotency_key=f"schedule-{run.pk}",
    )  # fmt: skip
    run.session_id = posted.session_id


def _workflow_start(schedule: Schedule, run: ScheduleRun, body: HookBody | None, plan: SchedulePlan) -> None:
    origin = PlanOrigin(schedule.message, Workflow.Planner.MANIFEST)
    workflow = workflow_create(user_id=schedule.user_id, plan=plan.result(), origin=origin)
    _body_store(schedule, run, workflow.pk, body)
    workflow_start(user_id=schedule.user_id, workflow_id=workflow.pk)
    run.workflow = workflow


def _body_store(schedule: Schedule, run: ScheduleRun, workspace_id: uuid.UUID, body: HookBody | None) -> list[str]:
    """Store what a caller sent as a file of the run's workspace; return its path in a list, empty for nothing."""
    if body is None or not body.data:
        return []
    path = f"{CALLS_FOLDER}{run.due_at:%Y-%m-%d_%H%M%S}_{run.pk.hex[:6]}.{body.suffix}"
    return [file_upload(user_id=schedule.user_id, workspace_id=str(workspace_id), path=path, data=body.data).path]
