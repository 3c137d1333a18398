"""The paths hidden from sandboxed code: they show facts of the host, or could hold data of one call for the next."""

import os
from functools import cache

# A process's own entries, and links to them.
KEPT_IN_PROC = frozenset({"self", "thread-self", "mounts", "net"})
# The engine writes them from the host's network settings; without a network they are of no use.
ENGINE_FILES = ("/etc/hosts", "/etc/hostname", "/etc/resolv.conf")
# Terminals, shared memory and message queues outlive a call.
ENGINE_FOLDERS = ("/dev/pts", "/dev/shm", "/dev/mqueue")  # noqa: S108 - hidden, not used


@cache
def proc_paths() -> tuple[str, ...]:
    """Return the paths in /proc to hide: whatever this kernel has there, so that a new file is hidden too."""
    return tuple(
        f"/proc/{name}" for name in sorted(os.listdir("/proc")) if not name.isdigit() and name not in KEPT_IN_PROC
    )


def container_masks() -> list[str]:
    """Return the paths that the engine masks: a file becomes empty, a folder empty and read-only."""
    return [*proc_paths(), "/sys", *ENGINE_FILES, *ENGINE_FOLDERS]


def bwrap_masks(empty_file: str) -> list[str]:
    """Return bubblewrap's arguments that mask /proc; ``empty_file`` is a path that always reads as empty."""
    words: list[str] = []
    for path in proc_paths():
        if os.path.isdir(path):
            words += ["--tmpfs", path, "--remount-ro", path]
        else:
            words += ["--ro-bind", empty_file, path]
    return words
