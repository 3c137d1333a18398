"""The one door to the queue. Tasks go by name: what they import is no business of the process that sends them."""

from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

_log = structlog.get_logger(__name__)


def task_send(task: str, *arguments: str | int | UUID) -> None:
    """Send a task now. With the broker away only the log says so: whatever sends a task has a round that sends it again."""
    plain = [str(one) if isinstance(one, UUID) else one for one in arguments]
    try:
        current_app.send_task(task, args=plain)
    except OperationalError:
        _log.warning("task_not_sent", task=task, arguments=plain)


def task_send_on_commit(task: str, *arguments: str | int | UUID) -> None:
    """Send a task once the present transaction is committed, at once where there is none."""
    # robust: brokers fail with errors of their own clients too, and by then the work is stored
    transaction.on_commit(lambda: task_send(task, *arguments), robust=True)
