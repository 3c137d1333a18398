"""Tells kills from outside, in which the work of a process had no part, from ends that it may have caused.

The supervisor sees how a process ended and names the innocent ones to the next one. Imports no Django.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path

KILLED_PROCESSES_VARIABLE = "SUPERVISOR_KILLED_PROCESSES"  # their ids with commas, for the process that follows them
KILLED_FROM_OUTSIDE = frozenset({-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT})  # exit codes; no fault has them
_VMSTAT = Path("/proc/vmstat")


def killed_processes() -> list[int]:
    """Return the ids of the processes before this one that were killed from outside; none without a supervisor."""
    named = os.environ.get(KILLED_PROCESSES_VARIABLE, "").split(",")
    return [pid for pid in map(int, filter(None, named)) if pid != os.getpid()]


def kills_for_memory() -> int | None:
    """Return how many processes the kernel has killed for memory since it started; None where it does not say.

    It counts those of all containers: one elsewhere makes a kill doubtful, which costs an attempt and no more.
    """
    with suppress(OSError, ValueError):
        for line in _VMSTAT.read_text().splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return None
