"""Runs many calls of one program in sandboxes that stay open. Pid 1 cleans up after each call.

The one place that decides which calls may have the same sandbox, one after the other: those of one program and one
user. A held-out test never does.
"""

import threading
from typing import Any, Literal, Self

from kingdom.adapters.sandbox.client import ClientSession, OnOpen, SandboxClient
from kingdom.adapters.sandbox.port import OnRequest
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome


class WarmSandboxPool:
    """The sandbox of one user's calls of one program: a session per concurrent call, kept for the next one."""

    def __init__(self, client: SandboxClient, program: Program, limits: SandboxLimits) -> None:
        """Open no session yet. ``client`` is that of the user for whom all calls run."""
        self.client, self.program, self.limits = client, program, limits
        self._idle: list[ClientSession] = []
        self._is_closed = False
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close idle sessions; the session of a call in progress is closed at its end."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for session in idle:
            session.close()

    @property
    def name(self) -> str:
        """Return the backend's name."""
        return self.client.name

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces."""
        return self.client.guarantees

    def sandbox_of(self, *, held_out: bool) -> "WarmSandboxPool | SandboxClient":
        """Return the sandbox of a test: for a held-out one the client, which opens a session for each call."""
        return self.client if held_out else self

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
        if (program, limits) != (self.program, self.limits):
            return self.client.run(program, payload, limits, now=now, on_request=on_request, on_open=on_open)
        lease = _SessionLease(self._take())
        if on_open is not None:
            on_open(lease.abort)
        try:
            outcome = lease.session.call(payload, None, now, on_request)
        except BaseException:
            lease.session.close()  # its state is unknown
            raise
        if lease.release():
            self._give_back(lease.session)
        return outcome

    def _take(self) -> ClientSession:
        """Return an idle session, or a new one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self.client.open(self.program, self.limits)

    def _give_back(self, session: ClientSession) -> None:
        """Keep a session for the next call."""
        with self._lock:
            if not self._is_closed:
                self._idle.append(session)
                return
        session.close()


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
