"""Enqueueing by name: a session's task may belong to a room above, which nobody here may import."""

from django.utils import timezone

from kingdom.core.task_queue import task_send_on_commit
from kingdom.sessions.models import Session


def session_enqueue(session: Session) -> None:
    """Send the session's task once the transaction has committed. A broker that is away loses nothing: the reaper sends it later.

    A trial is run by the training it belongs to, and by nobody else.
    """
    if session.purpose == Session.Purpose.TRIAL:
        return
    Session.objects.filter(pk=session.pk).update(enqueued_at=timezone.now())
    task_send_on_commit(session.task_name, session.pk)


RUN_TASK = "kingdom.sessions.tasks.session_run"
