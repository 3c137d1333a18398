"""Keeps the product's processes running, and stops them all. One thread, a look five times a second. No Django here."""

import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kingdom.core.errors import KingdomError
from kingdom.ops.launch.child_processes import ProcessRegister, ProgramSpec, last_log_line, signal_group, spawn

POLL_INTERVAL_S = 0.2
CRASH_WINDOW_S = 120.0
CRASH_LOOP_THRESHOLD = 5  # within the window: that is no accident any more
MAX_BACKOFF_S = 15.0

ReportLine = Callable[[str], None]


class StopRequested(KingdomError):
    """The operator asked Kingdom to stop."""


class CrashLoop(KingdomError):
    """A process ends as often as it is started."""


@dataclass
class SupervisedProcess:
    """One process and how its life has been; ``vital`` ends the product when it cannot be kept running."""

    program: ProgramSpec
    vital: bool
    process: "subprocess.Popen[bytes]"
    ended: deque[float] = field(default_factory=lambda: deque(maxlen=CRASH_LOOP_THRESHOLD))
    restart_at: float | None = None
    told: bool = False

    @property
    def crashes(self) -> int:
        """How often it ended by itself within the window."""
        horizon = time.monotonic() - CRASH_WINDOW_S
        return sum(1 for moment in self.ended if moment > horizon)


class Supervisor:
    """Starts, restarts and stops children; ``tell`` prints one line to the operator."""

    def __init__(self, *, register: ProcessRegister, tell: ReportLine) -> None:
        """``register`` keeps the children's pids for the start after a kill."""
        self._register = register
        self._tell = tell
        self._children: dict[str, SupervisedProcess] = {}
        self._stop_asked = False

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Take SIGINT, SIGTERM and SIGHUP as a wish to stop; a second one while stopping changes nothing."""
        wanted = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, self._ask_stop) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _ask_stop(self, _number: int, _frame: object) -> None:
        self._stop_asked = True

    def start(self, program: ProgramSpec, *, vital: bool = False) -> "subprocess.Popen[bytes]":
        """Start a child and keep it running from now on."""
        process = spawn(program)
        self._register.note(program.name, process.pid)
        self._children[program.name] = SupervisedProcess(program, vital, process)
        return process

    def wait(self, done: Callable[[], bool], *, timeout_s: float) -> bool:
        """Look after the children until ``done`` or the time is over; tell whether it was done.

        Raises Stopped when the operator asks, CrashLoop when a vital child cannot be kept running.
        """
        end = time.monotonic() + timeout_s
        while not done():
            self.look()
            if time.monotonic() > end:
                return False
            time.sleep(POLL_INTERVAL_S / 4)
        return True

    def run(self) -> None:
        """Look after the children until the operator asks to stop (Stopped) or a vital one crash-loops (CrashLoop)."""
        while True:
            self.look()
            time.sleep(POLL_INTERVAL_S)

    def look(self) -> None:
        """Restart what has ended; each restart waits twice as long as the one before."""
        if self._stop_asked:
            raise StopRequested
        for child in self._children.values():
            if child.process.poll() is not None and child.restart_at is None:
                self._schedule_restart(child)
            if child.restart_at is not None and time.monotonic() >= child.restart_at:
                child.restart_at = None
                child.process = spawn(child.program)
                self._register.note(child.program.name, child.process.pid)

    def _schedule_restart(self, child: SupervisedProcess) -> None:
        name, code = child.program.name, child.process.returncode
        signal_group(child.process.pid, signal.SIGKILL)  # what it started must not meet its successor
        child.ended.append(time.monotonic())
        pause = min(MAX_BACKOFF_S, 0.25 * 2**child.crashes)
        child.restart_at = time.monotonic() + pause
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        if child.crashes < CRASH_LOOP_THRESHOLD:
            self._tell(f"{name} {how}; starting it again in {pause:.1f} s")
        elif not child.told:
            child.told = True
            reason = last_log_line(child.program.log) or "it gave no reason"
            words = f"{name} {how} {CRASH_LOOP_THRESHOLD} times in a row: {reason} (log: {child.program.log})"
            if child.vital:
                raise CrashLoop(words)
            self._tell(f"{words}. Kingdom goes on without it and tries again every {MAX_BACKOFF_S:.0f} s.")

    def stop(self) -> None:
        """Stop every child: first all but the database, which then has nobody left to wait for. Takes less than 10 s whatever they do."""
        database = [child for name, child in self._children.items() if name == "database"]
        others = [child for name, child in self._children.items() if name != "database"]
        for group in (others, database):
            _stop_processes(group)
        self._register.clear()


def _stop_processes(children: list[SupervisedProcess]) -> None:
    living = [child for child in children if child.process.poll() is None]
    for child in living:
        child.process.send_signal(child.program.stop)
    end = time.monotonic() + max((child.program.patience_s for child in living), default=0.0)
    while living and time.monotonic() < end:
        time.sleep(POLL_INTERVAL_S / 4)
        living = [child for child in living if child.process.poll() is None]
    for child in living:
        # SIGQUIT is PostgreSQL's immediate shutdown; the others have had their time
        child.process.send_signal(signal.SIGQUIT if child.program.stop == signal.SIGINT else signal.SIGKILL)
    for child in living:
        try:
            child.process.wait(timeout=1.5)
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()
    for child in children:
        signal_group(child.process.pid, signal.SIGKILL)


def print_error(sentence: str) -> None:
    """Print what stops Kingdom."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
