"""Sends tasks to the queue, by name: the sending process need not import them."""

import threading
from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from kingdom.core.errors import InfrastructureFault

# Set once this worker was asked to stop: from then on it takes no job and gives back those that it runs.
worker_stopping = threading.Event()
_log = structlog.get_logger(__name__)


class WorkerStopping(InfrastructureFault):
    """This worker stops. Another one goes on."""

    code = "worker_stopping"


def check_worker_stopping() -> None:
    """Raise WorkerStopping once this worker was asked to stop: a job goes on in another one."""
    if worker_stopping.is_set():
        raise WorkerStopping


def is_outside_queue_empty() -> bool:
    """Return whether an outside broker holds no message that waits; False while nobody knows, and for the database.

    A broker that lost its data is empty, too.
    """
    if current_app.conf.broker_url.startswith("pgmq"):
        return False
    connection = current_app.connection_for_write()
    try:
        with connection, connection.channel() as channel:
            return bool(channel.queue_declare(current_app.conf.task_default_queue, passive=True).message_count == 0)
    except connection.channel_errors:  # no such queue: Redis has none without a message
        return True
    except connection.connection_errors:
        return False


def task_send(task: str, *arguments: str | int | UUID) -> None:
    """Send a task now. A broker failure is only logged: a periodic task resends lost jobs."""
    plain = [str(argument) if isinstance(argument, UUID) else argument for argument in arguments]
    try:
        current_app.send_task(task, args=plain)
    except OperationalError:
        _log.warning("task_not_sent", task=task, arguments=plain)


def task_send_on_commit(task: str, *arguments: str | int | UUID) -> None:
    """Send a task after the commit of the present transaction, or now without one."""
    # robust: brokers raise errors of their own clients, and by then the work is stored
    transaction.on_commit(lambda: task_send(task, *arguments), robust=True)
