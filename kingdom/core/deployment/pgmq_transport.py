"""Celery's transport over pgmq, of which a worker that stops reads no more."""

from typing import Any

import psycopg
from kombu.transport import pgmq

from kingdom.core.background.task_queue import worker_stopping
from kingdom.core.database_backend.base import connection_check


class Channel(pgmq.Channel):
    """A channel that leaves the messages of the queue to other workers once its own worker stops."""

    def drain_events(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - kombu's signature
        """Deliver what the queue holds. Raises TimeoutError once the worker stops, which ends the wait for messages.

        A worker that stops sends its jobs to others. Without this its own last read takes them: they then wait as
        long as the message is hidden, or for the reaper.
        """
        if worker_stopping.is_set():
            raise TimeoutError
        super().drain_events(*args, **kwargs)  # type: ignore[no-untyped-call] # kombu ships no types


class Transport(pgmq.Transport):
    """The transport with this channel."""

    Channel = Channel

    def verify_connection(self, connection: object) -> bool:
        """Return whether the server still holds a connection of the pool; Celery asks before each message.

        Kombu lists the queues for it, in a transaction of its own.
        """
        pool = self._get_pgmq_client().pool
        if pool is None:  # closed
            return False
        try:
            with pool.connection() as used:
                connection_check(used)
        except psycopg.Error:
            return False
        return True
