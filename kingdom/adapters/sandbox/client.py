"""Client of sandboxd for the web and worker processes. It never starts a daemon; without one it raises what to do."""

import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from kingdom.adapters.sandbox.host.frames import ProtocolError, encode_payload
from kingdom.adapters.sandbox.host.request_answers import answer_request, encode_refusal
from kingdom.adapters.sandbox.port import DEFAULT_WAIT_S, HOST_WAIT_S, OnRequest
from kingdom.adapters.sandbox.socket_protocol import Message, MessageSocket, raise_error
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import BadInput, InfrastructureFault, KingdomError, SandboxLost, SandboxUnavailable

CONNECT_S = 2.0
SLACK_S = 60.0  # covers a cold start and the self-test of a backend
STATUS_TTL_S = 5.0

OnOpen = Callable[[Callable[[], None]], None]


class ClientSession:
    """A session in the daemon over one connection. Not safe for concurrent threads."""

    def __init__(
        self, connection: MessageSocket, program: Program, limits: SandboxLimits, wait_s: float = DEFAULT_WAIT_S
    ) -> None:
        """Take a connection on which a session is open; ``wait_s``: how long a call may wait for a free sandbox."""
        self.connection, self.program, self.limits, self.wait_s = connection, program, limits, wait_s

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def call(
        self,
        payload: Any,  # noqa: ANN401 - any JSON value
        timeout: float | None = None,
        now: str = "",
        on_request: OnRequest | None = None,
    ) -> SandboxOutcome:
        """Run the program once; ``timeout`` in seconds. Raises Busy, SandboxUnavailable, BadInput (not JSON)."""
        try:
            data = encode_payload(self.program, payload)
        except ProtocolError as error:
            raise BadInput(f"The sandbox takes JSON: {error}.") from error
        message = {
            "op": "call",
            "timeout": timeout,
            "now": now or datetime.now(UTC).isoformat(),
            "relays_requests": on_request is not None,
            "wait_s": self.wait_s,
        }
        longest = (timeout or self.limits.timeout_s) + SLACK_S + HOST_WAIT_S + self.wait_s
        self.connection.sock.settimeout(longest)
        answer = _exchange(self.connection, message)
        while (wanted := answer.value.get("wants")) is not None:
            blob = data if wanted == "payload" else _answer_request(answer.blob, on_request)
            answer = _exchange(self.connection, {"op": str(wanted)}, blob)
        return decode_outcome(answer.value.get("outcome"))

    def abort(self) -> None:
        """Abort a call from any thread. Closing alone would not wake the thread that waits for the answer."""
        with suppress(OSError):
            self.connection.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection; the daemon then kills the sandbox."""
        self.connection.close()


def _answer_request(request: bytes, on_request: OnRequest | None) -> bytes:
    """Return the callback's answer to one request of the program; a KingdomError becomes a refusal."""
    try:
        return answer_request(request, on_request)
    except InfrastructureFault:  # the whole run is repeated: the program must not see it as a refusal
        raise
    except KingdomError as error:
        return encode_refusal(error.message)


def _exchange(connection: MessageSocket, message: dict[str, Any], blob: bytes | None = None) -> Message:
    """Send one message and return the answer. Raises the daemon's error, SandboxLost for a broken connection."""
    try:
        with suppress(BrokenPipeError, ConnectionResetError):  # a daemon that refuses may have closed by now
            connection.send(message, blob)
        answer = connection.receive()
    except ProtocolError as error:
        raise SandboxUnavailable(
            f"sandboxd and this process use different protocols: {error}. Restart sandboxd."
        ) from error
    except (OSError, EOFError) as error:
        raise SandboxLost("The sandbox ended during a call.") from error
    raise_error(answer.value)
    return answer


def decode_outcome(value: object) -> SandboxOutcome:
    """Build an outcome from the daemon's JSON."""
    if not isinstance(value, dict):
        raise SandboxUnavailable("sandboxd sent no outcome. Restart it.")
    files_read: tuple[str, ...] = ()  # only this side's host calls know them; the daemon's list is no tuple
    return SandboxOutcome(**{**value, "guarantees": frozenset(value.get("guarantees", ())), "files_read": files_read})


class SandboxClient:
    """Runs programs through sandboxd's socket. Thread-safe: every session has its own connection."""

    def __init__(self, path: Path | str | None = None, *, user_key: str = "", wait_s: float = DEFAULT_WAIT_S) -> None:
        """Take the socket's path (KINGDOM_SANDBOX_SOCKET, else .kingdom/run/sandboxd.sock).

        Users take turns by their ``user_key``. ``wait_s``: seconds that a call may wait for a free sandbox.
        """
        self.user_key, self.wait_s = user_key, wait_s
        self.path = str(path or os.environ.get("KINGDOM_SANDBOX_SOCKET") or ".kingdom/run/sandboxd.sock")
        self._cached_status: tuple[float, dict[str, Any]] = (float("-inf"), {})

    @property
    def name(self) -> str:
        """Return the backend's name, ``refused`` without a backend or a daemon."""
        return str(self._facts().get("backend", "refused"))

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces."""
        return frozenset(self._facts().get("guarantees", ()))

    @property
    def passed_over(self) -> dict[str, str]:
        """Return why each stronger backend than the one in use is not used, by name."""
        return dict(self._facts().get("passed_over", {}))

    def status(self) -> dict[str, Any]:
        """Return the daemon's status. Raises SandboxUnavailable."""
        connection = self._connect()
        try:
            status: dict[str, Any] = _exchange(connection, {"op": "status"}).value.get("status", {})
        finally:
            connection.close()
        return status

    def open(
        self, program: Program, limits: SandboxLimits | None = None, *, strict: bool = False, owner: str = ""
    ) -> ClientSession:
        """Open a session for a batch of calls. Raises BadInput, Busy, SandboxUnavailable.

        Only ``reuse`` names an ``owner``: it decides who may have the sandbox of whom; see ``SandboxService.open``.
        """
        bounds = limits or SandboxLimits()
        connection = self._connect()
        connection.sock.settimeout(SLACK_S)
        try:
            opening = {"op": "open", "program": asdict(program), "limits": asdict(bounds), "strict": strict}
            _exchange(connection, {**opening, "owner": owner, "user_key": self.user_key})
        except SandboxLost as error:
            connection.close()
            raise SandboxLost(error.message, nothing_ran=True) from error
        except KingdomError:
            connection.close()
            raise
        return ClientSession(connection, program, bounds, self.wait_s)

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
        """Run one call in its own sandbox. Raises BadInput, Busy, SandboxUnavailable.

        A failing program is an outcome, not an error. ``on_open`` receives a function that aborts the run from any
        thread; ``run`` then raises SandboxUnavailable.
        """
        with self.open(program, limits) as session:
            if on_open is not None:
                on_open(session.abort)
            return session.call(payload, None, now, on_request)

    def _facts(self) -> dict[str, Any]:
        """Return the status, at most five seconds old; empty when the daemon does not answer."""
        read_at, facts = self._cached_status
        if time.monotonic() - read_at > STATUS_TTL_S:
            try:
                facts = self.status()
            except SandboxUnavailable:
                facts = {}
            self._cached_status = (time.monotonic(), facts)
        return facts

    def _connect(self) -> MessageSocket:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.settimeout(CONNECT_S)
        try:
            sock.connect(self.path)
        except OSError as error:
            sock.close()
            raise SandboxLost(
                f"No sandboxd answers at {self.path}, so code does not run. "
                "`manage.py up` starts it; by hand: `manage.py sandboxd`.",
                nothing_ran=True,
            ) from error
        return MessageSocket(sock)
