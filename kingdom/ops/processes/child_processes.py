"""Child processes that end with their parent, and a register to find survivors. Does not import Django."""

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psutil

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_SAME_START_S = 0.05  # tolerance between two readings of a process's start time


@dataclass(frozen=True, kw_only=True)
class ProgramSpec:
    """How to run a program.

    ``env`` is its whole environment: nothing is inherited. ``user`` is the (uid, gid) to become, ``stop`` the signal of
    an orderly shutdown, ``orphaned`` the signal it gets when its parent is killed, ``shutdown_timeout_s`` the longest
    orderly shutdown in seconds. A program with a ``heartbeat`` touches that file while it works.
    """

    name: str
    argv: Sequence[str]
    log: Path
    env: Mapping[str, str] = field(default_factory=dict)
    user: tuple[int, int] | None = None
    stop: signal.Signals = signal.SIGTERM
    orphaned: signal.Signals = signal.SIGKILL
    shutdown_timeout_s: float = 5.0
    keep_fds: tuple[int, ...] = ()
    cwd: str = "/"
    heartbeat: Path | None = None


class ChildProcess(Protocol):
    """What the supervisor needs of a child, as ``subprocess.Popen`` has it."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        ...

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code. Raises subprocess.TimeoutExpired."""
        ...

    def send_signal(self, sig: int) -> None:
        """Send a signal; do nothing when it has ended."""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...


def request_parent_death_signal(parent: int, orphaned: signal.Signals) -> Callable[[], None]:
    """Return a function that asks for a signal to this process when its parent ends.

    It runs between fork and exec, after the change of user, which would clear the request.
    """

    def prepare() -> None:
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, orphaned, 0, 0, 0)
            if os.getppid() != parent:  # the parent died before the request
                os._exit(1)

    return prepare


def spawn(program: ProgramSpec, *, stdout: int | None = None) -> "subprocess.Popen[bytes]":
    """Start a program with its output appended to its log, or its standard output sent to a descriptor.

    It gets a session of its own, so that Ctrl-C reaches only the supervisor. Raises OSError when it cannot be started.
    """
    user: dict[str, object] = {}
    if program.user is not None:
        user = {"user": program.user[0], "group": program.user[1], "extra_groups": []}
    with program.log.open("ab") as log:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return] # noqa: S603 - our own programs
            list(program.argv),
            stdin=subprocess.DEVNULL,
            stdout=log if stdout is None else stdout,
            stderr=log,
            env=dict(program.env),
            cwd=program.cwd,
            pass_fds=program.keep_fds,
            start_new_session=True,
            preexec_fn=request_parent_death_signal(os.getpid(), program.orphaned),
            **user,
        )


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a child's process group; do nothing when it has ended."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def last_log_line(log: Path, *, size: int = 4096) -> str:
    """Return the last non-empty line of a log, at most 300 characters; "" without one."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - size))
            lines = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
    except OSError:
        return ""
    return next((line[:300] for line in reversed(lines) if line), "")


_LOG_LINE = re.compile(r"\d{4}-\d\d-\d\dT|\{")


def failure_reason(log: Path) -> str:
    """Return a failed command's messages without log lines; of a traceback only its last line; "" without any."""
    try:
        text = log.read_text(errors="replace")
    except OSError:
        return ""
    if "Traceback (most recent call last)" in text:
        return f"{last_log_line(log)} (log: {log})"
    return "\n".join(line for line in text.splitlines() if line.strip() and not _LOG_LINE.match(line))


class ProcessRegister:
    """A file with the pids and start times of a run's children. The start time tells a survivor from a reused pid."""

    def __init__(self, path: Path) -> None:
        """``path`` is the file; it is created with the first child."""
        self._path = path
        self._entries: dict[str, dict[str, float]] = {}

    def record(self, name: str, pid: int) -> None:
        """Record one child. On a full disk the next start does not know it; it ends with its parent all the same."""
        with suppress(psutil.Error, OSError):
            self._entries[name] = {"pid": pid, "started": psutil.Process(pid).create_time()}
            draft = self._path.with_suffix(".new")
            draft.write_text(json.dumps(self._entries))
            draft.replace(self._path)

    def clear(self) -> None:
        """Remove all entries."""
        self._entries.clear()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def set_aside_damaged(self) -> Path | None:
        """Rename a file that cannot be read as a register; return its new name, or None when there is nothing wrong."""
        with suppress(FileNotFoundError):
            if self._read() is None:
                return self._path.replace(self._path.with_suffix(".broken"))
        return None

    def _read(self) -> dict[str, tuple[int, float]] | None:
        """Return process id and start time by name; None for a damaged file. Raises OSError without a file."""
        try:
            entries = json.loads(self._path.read_bytes())
            return {name: (int(entry["pid"]), float(entry["started"])) for name, entry in entries.items()}
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
            return None

    def leftovers(self) -> list[psutil.Process]:
        """Return the children of an earlier run that still run, with all their descendants."""
        entries: dict[str, tuple[int, float]] = {}
        with suppress(OSError):
            entries = self._read() or {}
        survivors: list[psutil.Process] = []
        for pid, started in entries.values():
            with suppress(psutil.Error):
                process = psutil.Process(pid)
                if abs(process.create_time() - started) < _SAME_START_S and _is_running(process):
                    survivors += [process, *process.children(recursive=True)]
        return survivors


def _is_running(process: psutil.Process) -> bool:
    """Return whether a process runs; one that has ended and was not reaped by its parent does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def terminate_leftovers(register: ProcessRegister, *, shutdown_timeout_s: float) -> int:
    """End the processes of an earlier run; return how many they were.

    They have ``shutdown_timeout_s`` to exit by themselves, since their parent's death signalled them. Then they get
    SIGQUIT (PostgreSQL's immediate shutdown, which leaves no shared memory behind, unlike SIGKILL), then SIGKILL.
    """
    leftovers = running = register.leftovers()
    for number, wait_s in ((None, shutdown_timeout_s), (signal.SIGQUIT, 3.0), (signal.SIGKILL, 3.0)):
        for process in running:
            if number is not None:
                with suppress(psutil.Error):
                    process.send_signal(number)
        if wait_until(lambda: not any(map(_is_running, leftovers)), timeout_s=wait_s):
            break
        running = [process for process in leftovers if _is_running(process)]
    register.clear()
    return len(leftovers)


def wait_until(done: Callable[[], bool], *, timeout_s: float, every_s: float = 0.05) -> bool:
    """Poll until ``done()`` or the timeout; return whether it was done."""
    end = time.monotonic() + timeout_s
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(every_s)
    return True
