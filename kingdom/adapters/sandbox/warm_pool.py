"""Runs many calls of one program in sandboxes that stay open. Pid 1 cleans up after each call."""

import threading
from typing import Any, Literal, Self

from kingdom.adapters.sandbox.client import ClientSession, OnOpen, SandboxClient
from kingdom.adapters.sandbox.port import OnRequest
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome


class WarmSandboxPool:
    """Open sessions of a client, one per concurrent call. Any other program gets its own sandbox."""

    def __init__(self, client: SandboxClient, program: Program, limits: SandboxLimits) -> None:
        """Open no session yet."""
        self._client, self._program, self._limits = client, program, limits
        self._idle: list[ClientSession] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close idle sessions; a call in progress closes its own."""
        with self._lock:
            idle, self._idle = self._idle, []
        for session in idle:
            session.close()

    @property
    def name(self) -> str:
        """Return the backend's name."""
        return self._client.name

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces."""
        return self._client.guarantees

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
        if (program, limits) != (self._program, self._limits):
            return self._client.run(program, payload, limits, now=now, on_request=on_request, on_open=on_open)
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
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._client.open(self._program, self._limits)

    def _give_back(self, session: ClientSession) -> None:
        with self._lock:
            self._idle.append(session)


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
