"""How many handlers one process runs at a time: at most half of its threads, so that others are left for other work.

A handler may wait for a free sandbox. A session beyond the limit gives its thread back and waits in the database.
"""

import threading

from django.conf import settings


class HandlerTurns:
    """Counts the handler sessions that run in this process."""

    def __init__(self, limit: int | None = None) -> None:
        """``limit``: None for half of the worker's threads."""
        self._limit, self._running, self._lock = limit, 0, threading.Lock()

    @property
    def limit(self) -> int:
        """Return how many may run at a time."""
        return self._limit or max(1, settings.KINGDOM.worker_concurrency // 2)

    @property
    def is_full(self) -> bool:
        """Return whether no other one may run now."""
        return self._running >= self.limit

    def try_enter(self) -> bool:
        """Count one more; False when there are as many as may run."""
        with self._lock:
            if self.is_full:
                return False
            self._running += 1
            return True

    def leave(self) -> None:
        """Count one less."""
        with self._lock:
            self._running -= 1


handler_turns = HandlerTurns()
