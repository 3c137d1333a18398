"""Celery tasks of workflows."""

import uuid

from celery import shared_task

from kingdom.approvals.requests.services import approval_withdraw
from kingdom.core.errors import NotFound
from kingdom.sessions.services import session_cancel
from kingdom.workflows.dispatch import workflow_jobs
from kingdom.workflows.kernel.node_sessions import stray_sessions
from kingdom.workflows.kernel.questions import OVER, stray_questions
from kingdom.workflows.kernel.result_tables import result_tables_store, workflows_without_tables
from kingdom.workflows.kernel.scheduler import workflow_advance as advance


@shared_task(ignore_result=True)
def workflow_advance(workflow_id: str) -> None:
    """Advance a workflow as far as it goes now. Safe to repeat at any time."""
    try:
        runs_on = advance(uuid.UUID(workflow_id))
    except NotFound:  # deleted with its user
        return
    if not runs_on:
        result_tables_store(uuid.UUID(workflow_id))


@shared_task(ignore_result=True)
def workflows_reap() -> None:
    """Send running workflows again, whose message may be lost, and stop what given-up ones left. Periodic.

    A running workflow is looked at once in a while even when nothing happens: its deadline may have passed.
    """
    workflow_jobs.reap()
    for workflow_id in workflows_without_tables():
        result_tables_store(workflow_id)
    for session_id in stray_sessions():
        session_cancel(session_id=session_id, reason=OVER)
    for approval_id in stray_questions():
        approval_withdraw(approval_id=approval_id, reason=OVER)
