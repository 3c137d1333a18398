"""Programs started by the fork server, as the supervisor handles them. Does not import Django."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from kingdom.core.errors import BadConfiguration
from kingdom.ops.processes.child_processes import ChildProcess, ProgramSpec, failure_reason, spawn

START_TIMEOUT_S = 120.0  # the first program waits until the application is imported, on a busy machine
_POLL_S = 0.05
_LAST_WORDS_S = 5.0
_MAX_MESSAGE_BYTES = 65_536
_KILLED = -int(signal.SIGKILL)


class ForkedProcess:
    """A program that the fork server started. Its parent is the server, which tells its end."""

    def __init__(self, pid: int, server: "ForkServer") -> None:
        """``pid`` runs, or has ended and its exit code is on its way."""
        self.pid = pid
        self.returncode: int | None = None
        self._server = server
        self._handle: int | None = None
        with suppress(OSError):
            self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        if self.returncode is None:
            self._server.read_exits()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code. Raises subprocess.TimeoutExpired."""
        end = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            time.sleep(_POLL_S)
        return code

    def send_signal(self, sig: int) -> None:
        """Send a signal; do nothing when it has ended. Its process id may be another's by then."""
        if self.poll() is None and self._handle is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, sig)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def ended(self, code: int) -> None:
        """Take the exit code from the server, or that of a kill when it has ended itself."""
        self.returncode = code
        if code == _KILLED and self._handle is not None:
            with suppress(ProcessLookupError):  # its parent's end kills it too, a moment later
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


class ForkServer:
    """The process that has imported the application (``fork_server``), started when it is first needed.

    When it dies its programs die with it; the next start makes another one.
    """

    def __init__(self, program: ProgramSpec, *, record: Callable[[str, int], None], check: Callable[[], None]) -> None:
        """``record`` gets its name and process id; ``check`` is called during waits and may raise."""
        self._program, self._record, self._check = program, record, check
        self._process: ChildProcess | None = None
        self._control: socket.socket | None = None
        self._running: dict[int, ForkedProcess] = {}

    def begin(self) -> None:
        """Start the server when it does not run; it then imports the application. Raises OSError."""
        if self._control is not None:
            return
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            argv = [*self._program.argv, "--fd", str(theirs.fileno())]
            self._process = spawn(replace(self._program, argv=argv, keep_fds=(theirs.fileno(),)))
        self._record(self._program.name, self._process.pid)

    def start(self, program: ProgramSpec, *, stdout: int | None = None) -> ForkedProcess:
        """Start a program whose arguments are those of an interpreter; its output goes to its log, or to ``stdout``.

        Raises BadConfiguration with the reason when the application cannot be imported.
        """
        self.begin()
        with program.log.open("ab") as log:
            error = log.fileno()
            places = [1, 2, *program.keep_fds]
            descriptors = [error if stdout is None else stdout, error, *program.keep_fds]
            request = {
                "name": program.name,
                "argv": list(program.argv[1:]),
                "env": dict(program.env),
                "cwd": program.cwd,
                "orphaned": int(program.orphaned),
                "places": places,
            }
            try:
                socket.send_fds(self._socket, [json.dumps(request).encode()], descriptors)
            except OSError:  # it has ended: the reason is read below
                self.close()
                raise BadConfiguration(self._reason()) from None
        return self._started()

    @property
    def _socket(self) -> socket.socket:
        if self._control is None:
            raise BadConfiguration(self._reason())
        return self._control

    def _started(self) -> ForkedProcess:
        end = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < end:
            self._check()
            self._socket.settimeout(_POLL_S)
            with suppress(TimeoutError):
                message = self._receive()
                if "started" in message:
                    process = ForkedProcess(message["started"], self)
                    self._running[process.pid] = process
                    return process
        self.close()
        raise BadConfiguration(f"The application did not start in {START_TIMEOUT_S:.0f} s (log: {self._program.log}).")

    def read_exits(self) -> None:
        """Take the exit codes that have come."""
        while self._control is not None:
            self._control.setblocking(False)
            try:
                self._receive()
            except (BlockingIOError, BadConfiguration):
                return

    def _receive(self) -> dict[str, Any]:
        """Return the next message, noting an exit. Raises BadConfiguration when the server has ended."""
        try:
            data = self._socket.recv(_MAX_MESSAGE_BYTES)
        except ConnectionError:
            data = b""
        if not data:
            self.close()
            raise BadConfiguration(self._reason())
        message: dict[str, Any] = json.loads(data)
        if "code" in message and (process := self._running.pop(message["pid"], None)):
            process.ended(message["code"])
        return message

    def close(self) -> None:
        """Leave no server: let it end, or kill it, and with it its programs."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LAST_WORDS_S)  # the socket's end is its end; it may still tell the reason
            self._process.kill()
            self._process.wait()
            self._process = None
        for process in self._running.values():
            process.ended(_KILLED)
        self._running.clear()

    def _reason(self) -> str:
        return failure_reason(self._program.log) or f"The application cannot be imported (log: {self._program.log})."
