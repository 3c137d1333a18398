"""How many sessions one process runs at a time: its handlers at most half of its threads, one user not nearly all.

A handler may wait for a free sandbox, and a session for a slow model. A session beyond a bound gives its thread back
and waits in the database. The counts are of this process alone: a bound of all processes would need a lock for each
session.
"""

import threading
from collections import Counter
from collections.abc import Callable

from django.conf import settings

USER_SHARE = 7  # times the free places: what one user may hold, so that others always find free ones
MIN_SHARED = 4  # of fewer places none is kept free: it would cost a user alone a third of them


class WorkerTurns:
    """Counts the sessions that run in this process, by their users.

    A user may have ``USER_SHARE`` times as many as there are free places, and never the last one while it has another.
    So one user alone has at most seven eighths of them, and several leave some free, too.
    """

    def __init__(self, limit: Callable[[], int]) -> None:
        """``limit()`` is the number of places."""
        self._limit, self._running, self._lock = limit, Counter[int](), threading.Lock()

    @property
    def is_full(self) -> bool:
        """Return whether no place is free."""
        return self._free() < 1

    def try_enter(self, user_id: int) -> bool:
        """Count one more of a user; False when no place is free, or none for this user."""
        with self._lock:
            if self.is_full or self._is_at_share(user_id):
                return False
            self._running[user_id] += 1
            return True

    def enter(self, user_id: int) -> None:
        """Count one more of a user, whatever is free."""
        with self._lock:
            self._running[user_id] += 1

    def leave(self, user_id: int) -> None:
        """Count one less."""
        with self._lock:
            self._running[user_id] -= 1
            self._running += Counter()  # without those who have none

    def users_at_share(self) -> list[int]:
        """Return the users who may not have one more now."""
        with self._lock:
            return [user_id for user_id in self._running if self._is_at_share(user_id)]

    def _free(self) -> int:
        return self._limit() - self._running.total()

    def _is_at_share(self, user_id: int) -> bool:
        own, free = self._running[user_id], self._free()
        return own > 0 and self._limit() >= MIN_SHARED and (free <= 1 or own >= USER_SHARE * free)


handler_turns = WorkerTurns(lambda: max(1, settings.KINGDOM.worker_concurrency // 2))
thread_turns = WorkerTurns(lambda: settings.KINGDOM.worker_concurrency)
