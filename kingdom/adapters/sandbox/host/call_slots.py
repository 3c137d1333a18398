"""Admission of calls to the sandbox: few run at a time, the others wait their turn, fairly between users."""

import os
import select
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from kingdom.core.errors import Busy, SandboxUnavailable


class CallerLeft(SandboxUnavailable):
    """The caller disconnected before its call had a free sandbox."""


class _Ticket:
    """One waiting call; its descriptor becomes readable when the call has a slot."""

    def __init__(self) -> None:
        self.fd = os.eventfd(0, os.EFD_CLOEXEC)
        self.granted = False

    def grant(self) -> None:
        os.eventfd_write(self.fd, 1)
        self.granted = True  # last: a waiting thread that sees it closes the descriptor


class CallSlots:
    """At most ``limit`` calls compute at a time; at most ``held`` hold a sandbox, those that wait for the host too.

    Waiting users take turns, each with its oldest call first. A call that waited for the host goes before new ones.
    """

    def __init__(self, limit: int, held: int) -> None:
        """Start empty."""
        self.limit, self._held_limit = limit, held
        self.running = self._held = 0
        self._waiting: OrderedDict[str, deque[_Ticket]] = OrderedDict()
        self._resuming: deque[_Ticket] = deque()
        self._lock = threading.Lock()

    @property
    def waiting(self) -> int:
        """Return the number of calls that wait for a slot."""
        with self._lock:
            return sum(map(len, self._waiting.values())) + len(self._resuming)

    def acquire(
        self, user_key: str, wait_s: float, *, abort_fd: int = -1, aborted: Callable[[], bool] = lambda: False
    ) -> None:
        """Take a slot; wait up to ``wait_s`` seconds for it.

        When ``abort_fd`` is readable, ``aborted`` returns whether the caller has left. Raises Busy, CallerLeft.
        """
        with self._lock:
            if self._has_room() and not self._waiting and not self._resuming:
                self._take()
                return
            ticket = _Ticket()
            self._waiting.setdefault(user_key, deque()).append(ticket)
        try:
            self._wait(ticket, time.monotonic() + wait_s, abort_fd, aborted)
        except BaseException:
            self._withdraw(user_key, ticket)
            raise
        finally:
            os.close(ticket.fd)

    def release(self) -> None:
        """Give a slot and its sandbox back."""
        with self._lock:
            self.running, self._held = self.running - 1, self._held - 1
            self._grant()

    def pause(self) -> None:
        """Give the slot back while the host works on a request of the call, which keeps its sandbox."""
        with self._lock:
            self.running -= 1
            self._grant()

    def resume(self) -> None:
        """Take the slot again after ``pause``; waits as long as it takes, which is at most the time of one call."""
        with self._lock:
            if self.running < self.limit:
                self.running += 1
                return
            ticket = _Ticket()
            self._resuming.append(ticket)
        os.eventfd_read(ticket.fd)
        os.close(ticket.fd)

    def _wait(self, ticket: _Ticket, deadline: float, abort_fd: int, aborted: Callable[[], bool]) -> None:
        poll = select.poll()
        poll.register(ticket.fd, select.POLLIN)
        if abort_fd >= 0:
            poll.register(abort_fd, select.POLLIN)
        while not ticket.granted:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Busy("No sandbox was free in time. Try again in a moment.")
            ready = {fd for fd, _event in poll.poll(left * 1000)}
            if abort_fd in ready and not ticket.granted:
                if aborted():
                    raise CallerLeft
                poll.unregister(abort_fd)  # it sends something unasked: what follows the answer is read later
                abort_fd = -1

    def _withdraw(self, user_key: str, ticket: _Ticket) -> None:
        with self._lock:
            if ticket.granted:
                self.running, self._held = self.running - 1, self._held - 1
                self._grant()
                return
            tickets = self._waiting[user_key]
            tickets.remove(ticket)
            if not tickets:
                del self._waiting[user_key]

    def _has_room(self) -> bool:
        return self.running < self.limit and self._held < self._held_limit

    def _take(self) -> None:
        self.running, self._held = self.running + 1, self._held + 1

    def _grant(self) -> None:
        """Hand free slots to those who wait; call it with the lock."""
        while self._resuming and self.running < self.limit:
            self.running += 1
            self._resuming.popleft().grant()
        while self._waiting and self._has_room():
            user_key, tickets = self._waiting.popitem(last=False)
            self._take()
            tickets.popleft().grant()
            if tickets:
                self._waiting[user_key] = tickets  # behind the other users
