"""Keeps the product's processes running, and stops them all. One thread that polls. Does not import Django."""

import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from kingdom.core.errors import BadConfiguration, KingdomError
from kingdom.ops.processes.child_processes import (
    ChildProcess,
    ProcessRegister,
    ProgramSpec,
    last_log_line,
    signal_group,
    spawn,
)
from kingdom.ops.processes.killed_processes import KILLED_FROM_OUTSIDE, KILLED_PROCESSES_VARIABLE, kills_for_memory

POLL_INTERVAL_S = 0.2
CRASH_WINDOW_S = 120.0
HEALTHY_S = 10.0  # a process that ran this long was well: its earlier exits no longer count
CRASH_LOOP_THRESHOLD = 5  # exits within the window
MAX_BACKOFF_S = 15.0
MAX_SILENCE_S = 60.0  # without a heartbeat, for a child that has one
FIRST_HEARTBEAT_S = 180.0  # a start on a busy machine takes longer
STOP_ORDER = ("sandboxd", "database")  # after all others, which use them

ReportLine = Callable[[str], None]
Starter = Callable[[ProgramSpec], ChildProcess]


class StopRequested(KingdomError):
    """The operator asked Kingdom to stop."""


class CrashLoop(KingdomError):
    """A process exits again after each restart."""


@dataclass
class SupervisedProcess:
    """One process and its exits. A ``vital`` one that exits again and again by itself stops the product."""

    program: ProgramSpec
    vital: bool
    process: ChildProcess
    starter: Starter = spawn
    started_at: float = field(default_factory=time.monotonic)
    exited_at: deque[float] = field(default_factory=lambda: deque(maxlen=CRASH_LOOP_THRESHOLD))
    restart_at: float | None = None
    crash_loop_reported: bool = False
    heartbeat_ns: int = 0  # the file's time when it was last seen to change
    heard_at: float = field(default_factory=time.monotonic)
    was_heard: bool = False
    kill_at: float | None = None  # set once it was told to stop for its silence
    killed: list[int] = field(default_factory=list)  # process ids, from outside, since it last ran for long
    memory_kills: int | None = field(default_factory=kills_for_memory)  # in its group, when it was started

    def restart(self) -> None:
        """Start the program again, and tell it which of its processes were killed from outside."""
        killed = {KILLED_PROCESSES_VARIABLE: ",".join(map(str, self.killed))} if self.killed else {}
        self.memory_kills = kills_for_memory()
        self.process = self.starter(replace(self.program, env={**self.program.env, **killed}))
        self.restart_at = self.kill_at = None
        self.started_at = self.heard_at = time.monotonic()
        self.was_heard = False

    def silence_s(self) -> float:
        """Return the seconds since the last heartbeat beyond what is allowed; negative while there is no reason to act.

        It is measured on the supervisor's own clock: a machine that slept is no silent child.
        """
        if self.program.heartbeat is None:
            return -1.0
        try:
            changed = self.program.heartbeat.stat().st_mtime_ns
        except OSError:
            changed = self.heartbeat_ns
        if changed != self.heartbeat_ns:
            self.was_heard = self.heartbeat_ns != 0 or self.was_heard
            self.heartbeat_ns, self.heard_at = changed, time.monotonic()
        allowed = MAX_SILENCE_S if self.was_heard else FIRST_HEARTBEAT_S
        return time.monotonic() - self.heard_at - allowed

    def note_exit(self) -> None:
        """Remember the exit, and whether it was a kill from outside: not for its silence, nor for want of memory."""
        if time.monotonic() - self.started_at >= HEALTHY_S:
            self.exited_at.clear()
            self.killed.clear()
            self.crash_loop_reported = False
        self.exited_at.append(time.monotonic())
        was_outside = self.process.returncode in KILLED_FROM_OUTSIDE and self.kill_at is None
        if was_outside and self.memory_kills is not None and self.memory_kills == kills_for_memory():
            self.killed.append(self.process.pid)

    @property
    def recent_exits(self) -> int:
        """The number of exits within the window."""
        horizon = time.monotonic() - CRASH_WINDOW_S
        return sum(1 for moment in self.exited_at if moment > horizon)


class Supervisor:
    """Starts, restarts and stops child processes."""

    def __init__(self, *, register: ProcessRegister, report: ReportLine) -> None:
        """``register`` stores the children's pids for the next start; ``report`` prints a line to the operator."""
        self._register = register
        self._report = report
        self._children: dict[str, SupervisedProcess] = {}
        self._stop_requested = False

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Handle SIGINT, SIGTERM and SIGHUP as requests to stop; a second signal has no effect."""
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, self._request_stop) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _request_stop(self, _number: int, _frame: object) -> None:
        self._stop_requested = True

    def start(self, program: ProgramSpec, *, vital: bool = False, starter: Starter = spawn) -> ChildProcess:
        """Start a child process by ``starter`` and keep it running."""
        process = starter(program)
        self._register.record(program.name, process.pid)
        self._children[program.name] = SupervisedProcess(program, vital, process, starter)
        return process

    def wait(self, done: Callable[[], bool], *, timeout_s: float) -> bool:
        """Keep the children running until ``done()`` or the timeout; return whether it was done.

        Raises StopRequested by the operator, CrashLoop when a vital child cannot be kept running.
        """
        end = time.monotonic() + timeout_s
        while not done():
            self.restart_exited()
            if time.monotonic() > end:
                return False
            time.sleep(POLL_INTERVAL_S / 4)
        return True

    def run(self) -> None:
        """Keep the children running until StopRequested by the operator or a CrashLoop of a vital child."""
        while True:
            self.restart_exited()
            time.sleep(POLL_INTERVAL_S)

    def check_stop(self) -> None:
        """Raise StopRequested when the operator asked for it."""
        if self._stop_requested:
            raise StopRequested

    def restart_exited(self) -> None:
        """Restart children that have exited, with exponential backoff, and stop silent ones.

        Raises StopRequested and CrashLoop.
        """
        self.check_stop()
        for child in self._children.values():
            if child.process.poll() is None:
                self._stop_silent(child)
            elif child.restart_at is None:
                self._schedule_restart(child)
            if child.restart_at is not None and time.monotonic() >= child.restart_at:
                self._restart(child)

    def _restart(self, child: SupervisedProcess) -> None:
        """Start a child again; try later when the machine gives no process, or its log cannot be opened."""
        try:
            child.restart()
        except (OSError, BadConfiguration) as error:
            child.restart_at = time.monotonic() + MAX_BACKOFF_S
            reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
            self._report(f"{child.program.name} cannot be started: {reason}; trying again in {MAX_BACKOFF_S:.0f} s")
            return
        self._register.record(child.program.name, child.process.pid)

    def _stop_silent(self, child: SupervisedProcess) -> None:
        """Tell a child without a heartbeat to stop, and kill it when it does not; its restart follows."""
        if child.kill_at is not None:
            if time.monotonic() >= child.kill_at:
                signal_group(child.process.pid, signal.SIGKILL)
        elif child.silence_s() > 0:
            child.kill_at = time.monotonic() + child.program.shutdown_timeout_s
            self._report(f"{child.program.name} gives no sign of life; stopping it to start it again")
            child.process.send_signal(child.program.stop)

    def _schedule_restart(self, child: SupervisedProcess) -> None:
        name, code = child.program.name, child.process.returncode or 0
        signal_group(child.process.pid, signal.SIGKILL)  # its own children must end before its successor starts
        child.note_exit()
        pause = min(MAX_BACKOFF_S, 0.25 * 2**child.recent_exits)
        child.restart_at = time.monotonic() + pause
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        if child.recent_exits < CRASH_LOOP_THRESHOLD:
            self._report(f"{name} {how}; starting it again in {pause:.1f} s")
        elif not child.crash_loop_reported:
            child.crash_loop_reported = True
            reason = last_log_line(child.program.log) or "it gave no reason"
            message = f"{name} {how} {CRASH_LOOP_THRESHOLD} times in a row: {reason} (log: {child.program.log})"
            if child.vital and code not in KILLED_FROM_OUTSIDE:
                raise CrashLoop(message)
            self._report(f"{message}. Kingdom goes on without it and tries again every {MAX_BACKOFF_S:.0f} s.")

    def stop(self) -> None:
        """Stop every child: those that do the work, then the sandbox that they use, then the database.

        Usually takes a few seconds, and the sum of the longest shutdowns (``shutdown_timeout_s``) at most.
        """
        last = [[self._children[name]] for name in STOP_ORDER if name in self._children]
        first = [child for name, child in self._children.items() if name not in STOP_ORDER]
        for group in (first, *last):
            _stop_processes(group)
        self._register.clear()


def _running(children: list[SupervisedProcess]) -> list[SupervisedProcess]:
    return [child for child in children if child.process.poll() is None]


def _stop_processes(children: list[SupervisedProcess]) -> None:
    running = _running(children)
    for child in running:
        child.process.send_signal(child.program.stop)
    end = time.monotonic() + max((child.program.shutdown_timeout_s for child in running), default=0.0)
    while running and time.monotonic() < end:
        time.sleep(POLL_INTERVAL_S / 4)
        running = _running(running)
    _kill(running)
    for child in children:
        signal_group(child.process.pid, signal.SIGKILL)


def _kill(children: list[SupervisedProcess]) -> None:
    for child in children:
        # SIGQUIT is PostgreSQL's immediate shutdown
        child.process.send_signal(signal.SIGQUIT if child.program.stop == signal.SIGINT else signal.SIGKILL)
    for child in children:
        try:
            child.process.wait(timeout=1.5)
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()


def print_error(message: str) -> None:
    """Print a fatal error to stderr."""
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()
