"""Receivers of signals of sessions and workflows."""

from typing import Any

from django.dispatch import receiver

from kingdom.schedules.runs.results import run_finished, workflow_run_finished
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session
from kingdom.workflows.hooks import workflow_finished
from kingdom.workflows.models import Workflow


@receiver(session_finished, dispatch_uid="schedules.run_finished")
def on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's signature
    """Settle the run of a session, in the transaction that finishes it."""
    if session.conversation_id is not None and session.purpose == Session.Purpose.TASK:
        run_finished(session=session)


@receiver(workflow_finished, dispatch_uid="schedules.workflow_run_finished")
def on_workflow_finished(workflow: Workflow, **_: Any) -> None:  # noqa: ANN401 - Django's signature
    """Settle the run of a workflow, in the transaction that ends it."""
    workflow_run_finished(workflow=workflow)
