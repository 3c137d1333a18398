"""The one door to the queue. Tasks go by name: what they import is no business of the process that sends them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

_log = structlog.get_logger(__name__)
QUEUED = "queued"


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


def jobs_resend(jobs: QuerySet[Any], *, task: str, working: str, silent: timedelta) -> int:
    """Send every job again that nobody works on (a broker that was away, a worker that died); return how many.

    A job has ``state``, ``created_at`` and ``heartbeat_at``; it is lost when it was ``queued``, or touched in state ``working``, longer ago
    than ``silent``.
    """
    since = timezone.now() - silent
    lost: list[Model] = list(
        jobs.filter(Q(state=QUEUED, created_at__lt=since) | Q(state=working, heartbeat_at__lt=since))
    )
    for job in lost:
        task_send(task, job.pk)
    return len(lost)
