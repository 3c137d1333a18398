"""Runs many calls of one program in sandboxes that stay open. Pid 1 cleans up after each call.

The one place that decides which calls may have the same sandbox, one after the other: those of one program and one
user. A held-out test never does.
"""

import threading
from collections import defaultdict
from typing import Any, Literal, Self

from kingdom.adapters.sandbox.client import ClientSession, OnOpen, SandboxClient
from kingdom.adapters.sandbox.port import OnRequest
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome


class WarmSandboxPool:
    """Open sessions of a client for one program, by user."""

    def __init__(self, client: SandboxClient, program: Program, limits: SandboxLimits) -> None:
        """Open no session yet."""
        self.client, self.program, self.limits = client, program, limits
        self._idle: defaultdict[int, list[ClientSession]] = defaultdict(list)
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close idle sessions; a call in progress closes its own."""
        with self._lock:
            idle, self._idle = self._idle, defaultdict(list)
        for sessions in idle.values():
            for session in sessions:
                session.close()

    def sandbox_of(self, user_id: int, *, held_out: bool) -> "UserSandbox | SandboxClient":
        """Return the sandbox for a user's calls; for a held-out test the client, which opens a session for each call.

        ``user_id`` is the user for whom the calls run.
        """
        return self.client if held_out else UserSandbox(self, user_id)

    def take(self, user_id: int) -> ClientSession:
        """Return an idle session of the user, or a new one."""
        with self._lock:
            if self._idle[user_id]:
                return self._idle[user_id].pop()
        return self.client.open(self.program, self.limits)

    def give_back(self, user_id: int, session: ClientSession) -> None:
        """Keep a session for the user's next call."""
        with self._lock:
            self._idle[user_id].append(session)


class UserSandbox:
    """The sandbox of one user's calls: a session per concurrent call of the pool's program."""

    def __init__(self, pool: WarmSandboxPool, user_id: int) -> None:
        """Take the pool and the user for whom the calls run."""
        self._pool, self._user_id = pool, user_id

    @property
    def name(self) -> str:
        """Return the backend's name."""
        return self._pool.client.name

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces."""
        return self._pool.client.guarantees

    def run(
        self,
        program: Program,
        payload: Any,  # noqa: ANN401 - any JSON value
        limits: SandboxLimits,
        *,
        now: str = "",
        on_request: OnRequest | None = None,
        on_open: OnOpen | None = None,
    ) -> SandboxOutcome:
        """Run one call. Raises BadInput, Busy, SandboxUnavailable; see ``SandboxClient.run``."""
        if (program, limits) != (self._pool.program, self._pool.limits):
            return self._pool.client.run(program, payload, limits, now=now, on_request=on_request, on_open=on_open)
        lease = _SessionLease(self._pool.take(self._user_id))
        if on_open is not None:
            on_open(lease.abort)
        try:
            outcome = lease.session.call(payload, None, now, on_request)
        except BaseException:
            lease.session.close()  # its state is unknown
            raise
        if lease.release():
            self._pool.give_back(self._user_id, lease.session)
        return outcome


class _SessionLease:
    """One call's exclusive use of a session. A late abort must not end the next call of the same session."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session
        self._lock = threading.Lock()
        self._state: Literal["open", "released", "aborted"] = "open"

    def abort(self) -> None:
        with self._lock:
            if self._state == "open":
                self._state = "aborted"
                self.session.abort()

    def release(self) -> bool:
        """Return whether the session may be used again; an aborted one is closed."""
        with self._lock:
            if self._state == "open":
                self._state = "released"
        if self._state == "aborted":
            self.session.close()
        return self._state == "released"
