"""Enqueueing by name: a session's task may belong to a room above, which nobody here may import."""

import structlog
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from kingdom.sessions.models import Session

_log = structlog.get_logger(__name__)


def session_enqueue(session: Session) -> None:
    """Send the session's task once the transaction has committed. A broker that is away loses nothing: the reaper sends it later.

    A trial is run by the training it belongs to, and by nobody else.
    """
    if session.purpose == Session.Purpose.TRIAL:
        return
    Session.objects.filter(pk=session.pk).update(enqueued_at=timezone.now())
    # robust: brokers fail with errors of their own clients too, and by now the message is stored
    transaction.on_commit(lambda: _send(session), robust=True)


def _send(session: Session) -> None:
    try:
        current_app.send_task(session.task_name, args=[str(session.pk)])
    except OperationalError:
        _log.warning("session_not_enqueued", session_id=str(session.pk), trace_id=session.trace_id)
