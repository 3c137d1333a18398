"""The command line of a bubblewrap sandbox and the tools it needs."""

import os
import shutil
from pathlib import Path

from kingdom.adapters.sandbox.backends.host_facts import bwrap_masks
from kingdom.adapters.sandbox.backends.private_tree import SandboxTree
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import SandboxUnavailable

NOBODY = 65_534
# Open files of pid 1; each call has the guest's CALL_FILES. It must pass descriptors on where a call cannot.
PID1_FILES = 4096
FILE_BYTES = 32 << 20
RLIMIT_MEMORY_KB = 512 << 10

# Joins $1 control groups, sets limits that children cannot raise, and executes the rest of the line. A shell and not
# preexec_fn: in a process with threads, Python code between fork and exec can deadlock.
LAUNCH = (
    'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 >"$1" || exit 97; shift; n=$((n-1)); done; '
    f'ulimit -c 0; ulimit -n {PID1_FILES} 2>/dev/null; ulimit -f {FILE_BYTES // 512}; exec "$@"'
)
LAUNCH_BARE = LAUNCH.replace("exec", f"ulimit -v {RLIMIT_MEMORY_KB}; exec")


def bwrap_arguments(sandbox_tree: SandboxTree, limits: SandboxLimits, seccomp_fd: int) -> list[str]:
    """Return bubblewrap's arguments: no file of the host is visible, and no further namespace can be created inside."""
    namespaces = [f"--unshare-{kind}" for kind in ("user", "ipc", "pid", "net", "uts", "cgroup")]
    identity = ["--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", "sandbox"]
    life = ["--new-session", "--die-with-parent", "--as-pid-1"]
    empty_file = str(sandbox_tree.path / "dev/null") if sandbox_tree.is_private else "/dev/null"
    tree = ["--ro-bind", str(sandbox_tree.path), "/", "--proc", "/proc", *bwrap_masks(empty_file)]
    tree += [*sandbox_tree.device_arguments(), "--size", str(limits.tmp_mb << 20), "--perms", "1777"]
    tree += ["--tmpfs", "/tmp", "--remount-ro", "/proc", "--chdir", "/tmp"]  # noqa: S108
    rights = ["--cap-drop", "ALL", "--clearenv", "--setenv", "PATH", "/usr/bin", "--setenv", "LANG", "C.UTF-8"]
    return [*namespaces, *identity, *life, *tree, *rights, "--seccomp", str(seccomp_fd), "--"]


def find_bwrap(root: Path) -> str:
    """Return the path of the machine's bubblewrap, or of scripts/sandbox_image.sh's. Raises SandboxUnavailable."""
    own = root / "host/usr/bin/bwrap"
    path = shutil.which("bwrap") or (str(own) if own.exists() else "")
    if not path:
        raise SandboxUnavailable(
            "bubblewrap is not installed: run `make sandbox-image`, or install the package bubblewrap."
        )
    return path


def user_scope() -> list[str]:
    """Return the start of a systemd-run command when a systemd user instance runs, else an empty list."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime, "systemd/private").exists() and shutil.which("systemd-run"):
        return ["systemd-run", "--user", "--scope", "--quiet", "--collect"]
    return []


def systemd_scope_arguments(start: list[str], limits: SandboxLimits) -> list[str]:
    """Return the systemd-run command with the limits."""
    if not start:
        return []
    values = {
        "MemoryMax": f"{limits.memory_mb}M",
        "MemorySwapMax": "0",
        "TasksMax": str(limits.processes),
        "CPUQuota": f"{limits.cpu:.0%}",
    }
    return [*start, *(word for name, value in values.items() for word in ("-p", f"{name}={value}")), "--"]
