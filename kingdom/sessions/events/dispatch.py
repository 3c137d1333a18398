"""The queue of sessions. A session's task may belong to an app above, so the row names it."""

from kingdom.core.background.jobs import JobQueue
from kingdom.sessions.models import Session

RUN_TASK = "kingdom.sessions.tasks.session_run"
session_jobs = JobQueue(Session, states=(Session.State.RUNNING,), stop_field="cancel_requested_at")


def session_enqueue(session: Session) -> None:
    """Send the session's task after commit. A trial has no task: its training runs it."""
    if session.purpose == Session.Purpose.TASK:
        session_jobs.enqueue(session)
