"""A user number of its own for each sandbox.

The kernel counts pipes, descriptors in flight and queued signals by user, over all namespaces. Two sandboxes of one
number read each other's counts, and one at a limit ends the others: their pid 1 can pass no descriptor on.
"""

import random
import threading

GROUP = 65_534
# Below 65,536, which an engine without root maps; given to nobody by distributions, systemd and its dynamic users.
FIRST, LAST = 60_578, 61_183


class UserNumbers:
    """Numbers that no other living sandbox of this process has. Thread-safe."""

    def __init__(self) -> None:
        """Start with all of them free."""
        self._taken: set[int] = set()
        self._lock = threading.Lock()

    def take(self) -> int:
        """Return a free number: a random one, since another daemon of the machine takes from the same range."""
        with self._lock:
            free = [number for number in range(FIRST, LAST + 1) if number not in self._taken]
            number = random.choice(free or range(FIRST, LAST + 1))  # noqa: S311 - no secret
            self._taken.add(number)
            return number

    def give_back(self, number: int | None) -> None:
        """Let a later sandbox have the number of one that has ended; None and a free number change nothing."""
        with self._lock:
            self._taken.discard(number or 0)


USER_NUMBERS = UserNumbers()
