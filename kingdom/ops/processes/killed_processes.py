"""Tells kills from outside, in which the work of a process had no part, from ends that it may have caused.

The supervisor sees how a process ended and names the innocent ones to the next one. Imports no Django.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

KILLED_PROCESSES_VARIABLE = "SUPERVISOR_KILLED_PROCESSES"  # their ids with commas, for the process that follows them
KILLED_FROM_OUTSIDE = frozenset({-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT})  # exit codes; no fault has them
_CGROUPS = Path("/sys/fs/cgroup")


def killed_processes() -> list[int]:
    """Return the ids of the processes before this one that were killed from outside; none without a supervisor."""
    named = os.environ.get(KILLED_PROCESSES_VARIABLE, "").split(",")
    return [pid for pid in map(int, filter(None, named)) if pid != os.getpid()]


def kills_for_memory(proc: Path = Path("/proc"), cgroups: Path = _CGROUPS) -> int | None:
    """Return how many processes of the memory group of this one were killed for memory; None where nothing says so.

    Its children are in it. The sandboxes are in groups of their own, and each self-test fills the memory of one.
    A machine without such groups counts those of the whole machine: one elsewhere makes a kill doubtful then, which
    costs an attempt and no more.
    """
    for file in (*_group_files(proc, cgroups), proc / "vmstat"):
        with suppress(OSError, ValueError):
            for line in file.read_text().splitlines():
                if line.startswith("oom_kill "):
                    return int(line.split()[1])
    return None


def _group_files(proc: Path, cgroups: Path) -> Iterator[Path]:
    """Yield the files that may count the kills in this process's own memory group (cgroups(7), version 2 or 1)."""
    with suppress(OSError):
        for line in (proc / "self" / "cgroup").read_text().splitlines():
            number, controllers, path = line.split(":", 2)
            if "memory" in controllers.split(","):
                yield cgroups / "memory" / path.lstrip("/") / "memory.oom_control"
            elif number == "0":
                yield cgroups / path.lstrip("/") / "memory.events.local"
