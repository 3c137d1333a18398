"""Child processes that never outlive their parent, and that the next start finds when they did. No Django here."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_SAME_START_S = 0.05  # two readings of one process's start time agree to the clock tick


@dataclass(frozen=True, kw_only=True)
class ProgramSpec:
    """What to run: ``user`` is a (uid, gid) to become, ``stop`` the signal that ends it in order, ``orphaned`` the one it gets at once
    when its parent is killed, ``patience_s`` how long an ordinary end may take.
    """

    name: str
    argv: Sequence[str]
    log: Path
    env: Mapping[str, str] = field(default_factory=dict)
    user: tuple[int, int] | None = None
    stop: signal.Signals = signal.SIGTERM
    orphaned: signal.Signals = signal.SIGKILL
    patience_s: float = 5.0
    keep_fds: tuple[int, ...] = ()
    cwd: str = "/"


def _request_parent_death_signal(parent: int, orphaned: signal.Signals) -> Callable[[], None]:
    def prepare() -> None:
        # Runs between fork and exec, after the change of user (which would clear the request).
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, orphaned, 0, 0, 0)
            if os.getppid() != parent:  # the parent died before the request was made
                os._exit(1)

    return prepare


def spawn(program: ProgramSpec) -> "subprocess.Popen[bytes]":
    """Start a program in a session of its own (so that Ctrl-C reaches only the supervisor), its output appended to its log.

    Raises OSError when it cannot be started.
    """
    user: dict[str, object] = {}
    if program.user is not None:
        user = {"user": program.user[0], "group": program.user[1], "extra_groups": []}
    with program.log.open("ab") as log:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return] # noqa: S603 - our own programs; keywords in a dict
            list(program.argv),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **program.env},
            cwd=program.cwd,
            pass_fds=program.keep_fds,
            start_new_session=True,
            preexec_fn=_request_parent_death_signal(os.getpid(), program.orphaned),
            **user,
        )


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a child and everything it started that stayed in its group; nothing when they are gone."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def last_log_line(log: Path, *, size: int = 4096) -> str:
    """Return the last line of a log that is not empty, at most 300 characters."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - size))
            lines = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
    except OSError:
        return ""
    return next((line[:300] for line in reversed(lines) if line), "")


class ProcessRegister:
    """The pids of a run with their start times, in a file: what a killed supervisor leaves behind can be told from a recycled pid."""

    def __init__(self, path: Path) -> None:
        """``path`` is the file; it is made when the first child is noted."""
        self._path = path
        self._entries: dict[str, dict[str, float]] = {}

    def note(self, name: str, pid: int) -> None:
        """Write down one child."""
        with suppress(psutil.Error):
            self._entries[name] = {"pid": pid, "started": psutil.Process(pid).create_time()}
            draft = self._path.with_suffix(".new")
            draft.write_text(json.dumps(self._entries))
            draft.replace(self._path)

    def clear(self) -> None:
        """Forget all: they have ended."""
        self._entries.clear()
        self._path.unlink(missing_ok=True)

    def leftovers(self) -> list[psutil.Process]:
        """Return the children of an earlier run that still live, the recorded ones with all their descendants."""
        try:
            entries = json.loads(self._path.read_text())
        except (OSError, ValueError):
            return []
        found: list[psutil.Process] = []
        for entry in entries.values():
            with suppress(psutil.Error):
                process = psutil.Process(int(entry["pid"]))
                if (
                    abs(process.create_time() - entry["started"]) < _SAME_START_S
                    and process.status() != psutil.STATUS_ZOMBIE
                ):
                    found += [process, *process.children(recursive=True)]
        return found


def terminate_leftovers(register: ProcessRegister, *, patience_s: float) -> int:
    """End what an earlier run left behind; return how many processes that were.

    They get ``patience_s`` to end by themselves (their parent's death told them to), then SIGQUIT (PostgreSQL's immediate shutdown,
    which needs no SIGKILL and therefore leaves no shared memory), then SIGKILL.
    """
    first = living = register.leftovers()
    for number, wait_s in ((None, patience_s), (signal.SIGQUIT, 3.0), (signal.SIGKILL, 3.0)):
        for process in living:
            if number is not None:
                with suppress(psutil.Error):
                    process.send_signal(number)
        _, living = psutil.wait_procs(living, timeout=wait_s)
        if not living:
            break
    register.clear()
    return len(first)


def wait_until(done: Callable[[], bool], *, timeout_s: float, every_s: float = 0.05) -> bool:
    """Ask again and again until it is so or the time is over; tell which."""
    end = time.monotonic() + timeout_s
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(every_s)
    return True
