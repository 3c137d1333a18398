"""Celery tasks of workflows."""

import uuid

import structlog
from celery import current_task, shared_task

from kingdom.approvals.requests.services import approval_withdraw
from kingdom.core.background.task_queue import task_send, worker_stopping
from kingdom.core.database import infrastructure_fault
from kingdom.core.errors import NotFound
from kingdom.sessions.services import session_cancel
from kingdom.workflows.dispatch import ADVANCE_TASK, late_workflows_enqueue, workflow_jobs
from kingdom.workflows.kernel.completion import advance_fault_record
from kingdom.workflows.kernel.event_log import WorkflowLocked
from kingdom.workflows.kernel.node_sessions import stray_sessions
from kingdom.workflows.kernel.questions import OVER, stray_questions
from kingdom.workflows.kernel.result_tables import result_tables_store, workflows_without_tables
from kingdom.workflows.kernel.scheduler import workflow_advance as advance

_log = structlog.get_logger(__name__)


@shared_task(ignore_result=True)
def workflow_advance(workflow_id: str) -> None:
    """Advance a workflow as far as it goes now. Safe to repeat at any time.

    A fault of Kingdom itself is counted: a workflow that fails again and again would else run without end.
    """
    try:
        _advance(uuid.UUID(workflow_id))
    except Exception as error:
        if infrastructure_fault(error) is None:
            advance_fault_record(uuid.UUID(workflow_id))
        raise


def _advance(workflow_id: uuid.UUID, *, wait: bool = True, after_run: bool = False) -> None:
    try:
        runs_on = advance(workflow_id, wait=wait, after_run=after_run)
    except NotFound:  # deleted with its user
        return
    if not runs_on:
        result_tables_store(workflow_id)


def workflow_go_on(workflow_id: uuid.UUID) -> None:
    """Advance a workflow after the commit that ended one of its sessions.

    A worker does it itself: its next session is stored when it looks for one, and no message has to travel. Any other
    process, and a worker that stops, sends the task. While another one holds the workflow nothing is to be done: it
    took the lock after this end was committed, so it sees it and advances when it is done; else the periodic task does.
    """
    if not current_task or worker_stopping.is_set():
        task_send(ADVANCE_TASK, workflow_id)
        return
    try:
        _advance(workflow_id, wait=False, after_run=True)
    except WorkflowLocked:
        return
    except Exception:  # the session has ended well, whatever becomes of its workflow now
        _log.exception("workflow_not_advanced", workflow_id=str(workflow_id))
        task_send(ADVANCE_TASK, workflow_id)


@shared_task(ignore_result=True)
def workflows_reap() -> None:
    """Send running workflows again, whose message may be lost, and stop what given-up ones left. Periodic.

    A running workflow is looked at once in a while even when nothing happens: its deadline may have passed.
    """
    workflow_jobs.reap()
    late_workflows_enqueue()
    for workflow_id in workflows_without_tables():
        result_tables_store(workflow_id)
    for session_id in stray_sessions():
        session_cancel(session_id=session_id, reason=OVER)
    for approval_id in stray_questions():
        approval_withdraw(approval_id=approval_id, reason=OVER)
