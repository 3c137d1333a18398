"""The queue of sessions. A session's task may belong to an app above, so the row names it."""

from kingdom.core.background.jobs import JobQueue
from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.sessions.models import Session

RUN_TASK = "kingdom.sessions.tasks.session_run"
session_jobs = JobQueue(Session, states=(Session.State.RUNNING,), stop_field="cancel_requested_at")


def session_enqueue(session: Session) -> None:
    """Send the session's task after commit. A trial has no task: its training runs it."""
    if session.purpose == Session.Purpose.TASK:
        session_jobs.enqueue(session)


def session_send(session: Session) -> None:
    """Send the task of a session that the present transaction has stored as sent."""
    task_send_on_commit(session.task_name, session.pk)
