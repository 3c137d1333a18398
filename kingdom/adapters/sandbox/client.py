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

from kingdom.adapters.sandbox.addresses import BALANCER, SandboxAddress, parse_addresses
from kingdom.adapters.sandbox.host.frames import ProtocolError, encode_payload
from kingdom.adapters.sandbox.host.request_answers import answer_request, encode_refusal
from kingdom.adapters.sandbox.port import DEFAULT_WAIT_S, HOST_WAIT_S, OnRequest
from kingdom.adapters.sandbox.socket_protocol import Message, MessageSocket, raise_error
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import BadInput, InfrastructureFault, KingdomError, SandboxLost, SandboxUnavailable

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
            # of the plain socket: that of a TLS socket would take the encryption away from the thread that reads
            socket.socket.shutdown(self.connection.sock, socket.SHUT_RDWR)

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
    """Runs programs through sandbox daemons. Thread-safe: every session has its own connection.

    Of several daemons each session takes the least busy one that answers.
    """

    def __init__(
        self,
        path: Path | str | None = None,
        *,
        user_key: str = "",
        wait_s: float = DEFAULT_WAIT_S,
        certificates: str = "",
    ) -> None:
        """Take the addresses of KINGDOM_SANDBOX_SOCKET (else .kingdom/run/sandboxd.sock), comma-separated.

        Each is a socket's path, or ``tls://HOST:PORT`` with the folder of ``certificates``. Users take turns by their
        ``user_key``. ``wait_s``: seconds that a call may wait for a free sandbox. Raises BadConfiguration.
        """
        self.user_key, self.wait_s, self.certificates = user_key, wait_s, certificates
        self.path = str(path or os.environ.get("KINGDOM_SANDBOX_SOCKET") or ".kingdom/run/sandboxd.sock")
        self._addresses = parse_addresses(self.path, certificates or os.environ.get("KINGDOM_SANDBOX_TLS", ""))
        self._cached_status: tuple[float, dict[str, Any]] = (float("-inf"), {})

    @property
    def name(self) -> str:
        """Return the backend's name, ``refused`` without a backend or a daemon."""
        return str(self._facts().get("backend", "refused"))

    @property
    def guarantees(self) -> frozenset[str]:
        """Return the guarantees that the backend enforces; of several daemons those that each enforces."""
        return frozenset(self._facts().get("guarantees", ()))

    @property
    def passed_over(self) -> dict[str, str]:
        """Return why each stronger backend than the one in use is not used, by name."""
        return dict(self._facts().get("passed_over", {}))

    def status(self) -> dict[str, Any]:
        """Return the daemon's status. Raises SandboxUnavailable.

        Of several daemons: that of the first one that answers, with the guarantees that each of them enforces, and
        under ``daemons`` the status of each by its address, None for one that does not answer.
        """
        if len(self._addresses) == 1:
            return self._status_of(self._addresses[0])
        found = {str(address): self._status_or_none(address) for address in self._addresses}
        answers = [status for status in found.values() if status is not None]
        if not answers:
            raise _no_daemon(self.path)
        shared = frozenset[str].intersection(*(frozenset(status.get("guarantees", ())) for status in answers))
        return {**answers[0], "guarantees": sorted(shared), "daemons": found}

    def _status_of(self, address: SandboxAddress) -> dict[str, Any]:
        connection = _connected(address)
        try:
            status: dict[str, Any] = _exchange(connection, {"op": "status"}).value.get("status", {})
        finally:
            connection.close()
        return status

    def _status_or_none(self, address: SandboxAddress) -> dict[str, Any] | None:
        try:
            return self._status_of(address)
        except SandboxUnavailable:
            return None

    def open(
        self, program: Program, limits: SandboxLimits | None = None, *, strict: bool = False, owner: str = ""
    ) -> ClientSession:
        """Open a session for a batch of calls. Raises BadInput, Busy, SandboxUnavailable.

        Only ``reuse`` names an ``owner``: it decides who may have the sandbox of whom; see ``SandboxService.open``.
        """
        bounds = limits or SandboxLimits()
        opening = {"op": "open", "program": asdict(program), "limits": asdict(bounds), "strict": strict}
        opening |= {"owner": owner, "user_key": self.user_key}
        lost: SandboxLost | None = None
        for address in BALANCER.ordered(self._addresses, self._status_of):
            try:
                connection = _opened(address, opening)
            except SandboxLost as error:  # nothing ran there: the next one may take it
                BALANCER.failed(address)
                lost = error
                continue
            BALANCER.sent(address)
            return ClientSession(connection, program, bounds, self.wait_s)
        raise _no_daemon(self.path) if lost is None or len(self._addresses) > 1 else lost

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


def _opened(address: SandboxAddress, opening: dict[str, Any]) -> MessageSocket:
    """Return a connection on which a session is open. Raises SandboxLost when the daemon does not answer."""
    connection = _connected(address)
    connection.sock.settimeout(SLACK_S)
    try:
        _exchange(connection, opening)
    except SandboxLost as error:
        connection.close()
        raise SandboxLost(error.message, nothing_ran=True) from error
    except KingdomError:
        connection.close()
        raise
    return connection


def _connected(address: SandboxAddress) -> MessageSocket:
    try:
        return MessageSocket(address.connect())
    except OSError as error:
        raise _no_daemon(str(address)) from error


def _no_daemon(where: str) -> SandboxLost:
    return SandboxLost(
        f"No sandboxd answers at {where}, so code does not run. "
        "`manage.py up` starts it; by hand: `manage.py sandboxd`.",
        nothing_ran=True,
    )
