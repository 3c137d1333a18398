"""What web and workers hold: a way to sandboxd's socket. It starts nothing, and without a daemon it says what to do."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from kingdom.adapters.sandbox.host.frames import ProtocolError
from kingdom.adapters.sandbox.port import HOST_WAIT_S, OnRequest
from kingdom.adapters.sandbox.socket_protocol import MessageSocket, raise_error
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import KingdomError, SandboxUnavailable

CONNECT_S = 2.0
SLACK_S = 60.0  # a full queue, a cold start, and a backend that is being tested
FRESH_S = 5.0

OnOpen = Callable[[Callable[[], None]], None]


class ClientSession:
    """A session in the daemon: one connection. Not for several threads at once."""

    def __init__(self, wire: MessageSocket, limits: SandboxLimits) -> None:
        """Take over a connection on which a session is open."""
        self.wire, self.limits = wire, limits

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def call(
        self, payload: Any, timeout: float | None = None, now: str = "", on_request: OnRequest | None = None
    ) -> SandboxOutcome:  # noqa: ANN401
        """Run the program once; ``timeout`` in seconds. Raises Busy, SandboxUnavailable, BadInput (the payload is not JSON)."""
        asked = {"op": "call", "payload": payload, "timeout": timeout, "now": now or datetime.now(UTC).isoformat()}
        self.wire.sock.settimeout((timeout or self.limits.timeout_s) + SLACK_S + HOST_WAIT_S)
        answer = _exchange(self.wire, {**asked, "broker": on_request is not None})
        while (request := answer.get("request")) is not None:
            answer = _exchange(self.wire, _answer_request(request, on_request))
        return decode_outcome(answer.get("outcome"))

    def abort(self) -> None:
        """Leave in the middle of a call, from any thread: closing alone would not wake the thread that waits for the answer."""
        with suppress(OSError):
            self.wire.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Leave; the daemon kills the sandbox."""
        self.wire.close()


def _answer_request(request: Mapping[str, Any], on_request: OnRequest | None) -> dict[str, Any]:
    """Have the callback answer one request of the program; a refusal is an answer too."""
    if on_request is None:
        return {"op": "answer", "refused": "nothing outside is open to this program"}
    try:
        return {"op": "answer", "value": on_request(str(request.get("op")), request.get("args"))}
    except KingdomError as error:
        return {"op": "answer", "refused": error.message}


def _exchange(wire: MessageSocket, asked: dict[str, Any]) -> dict[str, Any]:
    """Send one message and return the answer. Raises what the daemon reports, SandboxUnavailable when it is gone."""
    try:
        wire.send(asked)
        answer = wire.receive()
    except ProtocolError as error:
        raise SandboxUnavailable(f"sandboxd and this process do not understand each other: {error}") from error
    except (OSError, EOFError) as error:
        raise SandboxUnavailable(
            "sandboxd went away in the middle of a call; it is started again by `manage.py up`."
        ) from error
    raise_error(answer)
    return answer


def decode_outcome(value: object) -> SandboxOutcome:
    """Build an outcome from the daemon's JSON."""
    if not isinstance(value, dict):
        raise SandboxUnavailable("sandboxd sent no outcome")
    return SandboxOutcome(**{**value, "guarantees": frozenset(value.get("guarantees", ()))})


class SandboxClient:
    """The sandbox port over sandboxd's socket. Safe to share between threads: every session has a connection of its own."""

    def __init__(self, path: Path | str | None = None) -> None:
        """Take the socket's path (KINGDOM_SANDBOX_SOCKET, else .kingdom/run/sandboxd.sock)."""
        self.path = str(path or os.environ.get("KINGDOM_SANDBOX_SOCKET") or ".kingdom/run/sandboxd.sock")
        self._known: tuple[float, dict[str, Any]] = (float("-inf"), {})

    @property
    def name(self) -> str:
        """Return the backend's name, ``refused`` when there is none or no daemon."""
        return str(self._facts().get("backend", "refused"))

    @property
    def guarantees(self) -> frozenset[str]:
        """Return what the backend enforces."""
        return frozenset(self._facts().get("guarantees", ()))

    def status(self) -> dict[str, Any]:
        """Return the daemon's status. Raises SandboxUnavailable."""
        wire = self._connect()
        try:
            status: dict[str, Any] = _exchange(wire, {"op": "status"}).get("status", {})
        finally:
            wire.close()
        return status

    def open(self, program: Program, limits: SandboxLimits | None = None, *, strict: bool = False) -> ClientSession:
        """Open a session for a batch of calls. Raises BadInput, Busy, SandboxUnavailable."""
        bounds = limits or SandboxLimits()
        wire = self._connect()
        wire.sock.settimeout(SLACK_S)
        try:
            _exchange(wire, {"op": "open", "program": asdict(program), "limits": asdict(bounds), "strict": strict})
        except KingdomError:
            wire.close()
            raise
        return ClientSession(wire, bounds)

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
        """Run one call in a sandbox of its own. Raises BadInput, Busy, SandboxUnavailable, never for what the program does.

        ``on_open`` is given a function that ends the run from any thread; this then raises SandboxUnavailable.
        """
        with self.open(program, limits) as session:
            if on_open is not None:
                on_open(session.abort)
            return session.call(payload, None, now, on_request)

    def _facts(self) -> dict[str, Any]:
        """Return the status, at most five seconds old; nothing when the daemon does not answer."""
        at, facts = self._known
        if time.monotonic() - at > FRESH_S:
            try:
                facts = self.status()
            except SandboxUnavailable:
                facts = {}
            self._known = (time.monotonic(), facts)
        return facts

    def _connect(self) -> MessageSocket:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.settimeout(CONNECT_S)
        try:
            sock.connect(self.path)
        except OSError as error:
            sock.close()
            raise SandboxUnavailable(
                f"No sandboxd answers at {self.path}, so code does not run. `manage.py up` starts it; by hand: `manage.py sandboxd`."
            ) from error
        return MessageSocket(sock)
