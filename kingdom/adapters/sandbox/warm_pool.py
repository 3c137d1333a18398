"""The sandbox port for many calls of one program: boxes stay warm between them. After each call nothing of it is left in its box."""

import threading
from typing import Any, Literal, Self

from kingdom.adapters.sandbox.client import ClientSession, OnOpen, SandboxClient
from kingdom.adapters.sandbox.port import OnRequest
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import KingdomError


class WarmSandboxPool:
    """Sessions of a client, one for each thread that calls at the same time. Any other program is run by the client as ever."""

    def __init__(self, client: SandboxClient, program: Program, limits: SandboxLimits) -> None:
        """Open nothing yet."""
        self._client, self._program, self._limits = client, program, limits
        self._idle: list[ClientSession] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close what is idle; a call in progress ends with its thread."""
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
        """Return what the backend enforces."""
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
        call = _SessionHold(self._take())
        if on_open is not None:
            on_open(call.end)
        try:
            outcome = call.session.call(payload, None, now, on_request)
        except BaseException:
            call.session.close()  # a session in an unknown state is used for nothing any more
            raise
        if call.over():
            self._give_back(call.session)
        return outcome

    def warm(self, sessions: int) -> None:
        """Open sessions beforehand; what cannot be opened now is opened, or complained of, when it is needed."""
        for _ in range(sessions):
            try:
                session = self._client.open(self._program, self._limits)
            except KingdomError:
                return
            self._give_back(session)

    def _take(self) -> ClientSession:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._client.open(self._program, self._limits)

    def _give_back(self, session: ClientSession) -> None:
        with self._lock:
            self._idle.append(session)


class _SessionHold:
    """One call's hold on a session: who ends it too late must not end the call that has the session next."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session
        self._lock = threading.Lock()
        self._state: Literal["open", "over", "ended"] = "open"

    def end(self) -> None:
        with self._lock:
            if self._state == "open":
                self._state = "ended"
                self.session.abort()

    def over(self) -> bool:
        """Let go of the session; returns whether it may be used again."""
        with self._lock:
            if self._state == "open":
                self._state = "over"
        if self._state == "ended":
            self.session.close()
        return self._state == "over"
