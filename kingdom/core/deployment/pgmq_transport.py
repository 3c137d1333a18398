"""Celery's transport over pgmq, of which a worker that stops reads no more."""

from typing import Any

from kombu.transport import pgmq

from kingdom.core.background.task_queue import worker_stopping


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
