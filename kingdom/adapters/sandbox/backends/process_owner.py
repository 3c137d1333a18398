"""Names the process that owns a sandbox, so that a reused process id is not taken for the owner."""

import os
import socket
from functools import cache
from pathlib import Path


@cache
def owner_name() -> str:
    """Return ``host.pid.starttime`` of this process."""
    return f"{_host()}.{os.getpid()}.{_start_time(os.getpid())}"


def is_owner_alive(name: str) -> bool:
    """Return whether the owner still runs. Owners on other hosts count as alive, because they cannot be checked."""
    host, _, rest = name.rpartition(".")[0].rpartition(".")[0], "", name.rsplit(".", 2)[1:]
    if len(rest) != 2 or not all(part.isdigit() for part in rest):
        return False
    return host != _host() or _start_time(int(rest[0])) == rest[1]


def _host() -> str:
    return socket.gethostname() or "localhost"


def _start_time(pid: int) -> str:
    """Return a process's start in clock ticks since boot, '' without such a process (proc(5), field 22 of stat)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""
