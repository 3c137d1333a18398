"""The backend for machines with no engine: Debian's bubblewrap, our seccomp list, our root tree, control groups where they can be had."""

import itertools
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kingdom.adapters.sandbox.backends.cgroup import ControlGroup, cgroup_version, existing_groups
from kingdom.adapters.sandbox.backends.guest_program import guest_command
from kingdom.adapters.sandbox.backends.process_owner import is_owner_alive, owner_name
from kingdom.adapters.sandbox.backends.seccomp import bpf_program, machine_architecture
from kingdom.adapters.sandbox.port import BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import SandboxUnavailable

NOBODY = 65_534
FILES = 256
FILE_BYTES = 32 << 20
RLIMIT_MEMORY_KB = 512 << 10
BASE_GUARANTEES = frozenset({"net", "fs", "uid", "seccomp"})

# Enters the control groups ($1 of them), sets limits that children cannot raise, and becomes the rest of the line. A shell and not
# preexec_fn: between fork and exec of a process with threads no Python may run.
LAUNCH = (
    'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 >"$1" || exit 97; shift; n=$((n-1)); done; '
    f'ulimit -c 0; ulimit -n {FILES}; ulimit -f {FILE_BYTES // 512}; exec "$@"'
)
LAUNCH_BARE = LAUNCH.replace("exec", f"ulimit -v {RLIMIT_MEMORY_KB}; exec")


def bwrap_arguments(rootfs: Path, limits: SandboxLimits, seccomp_fd: int) -> list[str]:
    """Return bubblewrap's arguments: nothing of the host is in the new tree, and no further namespace can be made in it."""
    namespaces = [
        "--unshare-user",
        "--unshare-ipc",
        "--unshare-pid",
        "--unshare-net",
        "--unshare-uts",
        "--unshare-cgroup",
    ]
    identity = ["--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", "sandbox"]
    life = ["--new-session", "--die-with-parent", "--as-pid-1"]
    tree = [
        "--ro-bind",
        str(rootfs),
        "/",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
        "--size",
        str(limits.tmp_mb << 20),
        "--perms",
        "1777",
    ]
    tree += ["--tmpfs", "/tmp", "--remount-ro", "/dev", "--remount-ro", "/proc", "--chdir", "/tmp"]  # noqa: S108
    rights = ["--cap-drop", "ALL", "--clearenv", "--setenv", "PATH", "/usr/bin", "--setenv", "LANG", "C.UTF-8"]
    return [*namespaces, *identity, *life, *tree, *rights, "--seccomp", str(seccomp_fd), "--"]


class BubblewrapBox:
    """One bubblewrap process with its control group."""

    def __init__(
        self,
        ident: str,
        process: "subprocess.Popen[bytes]",
        group: ControlGroup | None,
        bury: Callable[["BubblewrapBox"], None],
    ) -> None:
        """Take over a started process; its pipes become non-blocking. ``bury`` is given it when it was killed."""
        self._bury = bury
        self.ident, self.process, self.group = ident, process, group
        self._in, self._out, self._err = (_fd(stream) for stream in (process.stdin, process.stdout, process.stderr))
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._dead = False

    def fileno(self) -> int:
        """Return the reading end."""
        return self._out

    def writer(self) -> int:
        """Return the writing end."""
        return self._in

    def read(self) -> bytes | None:
        """Return what the supervisor sent."""
        try:
            return os.read(self._out, 65_536)
        except BlockingIOError:
            return None
        except OSError:  # killed by another thread meanwhile
            return b""

    def write(self, data: bytes) -> int:
        """Write as much as fits."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0
        except OSError:
            raise EOFError from None

    def complaint(self) -> str:
        """Return what bubblewrap or the interpreter wrote to stderr."""
        try:
            return os.read(self._err, 1_000).decode(errors="replace").strip()
        except OSError:  # nothing there, or closed meanwhile
            return ""

    def on_guest_ready(self) -> None:
        """Put the processor limit in force."""
        if self.group:
            self.group.settle()

    def oom_kills(self) -> int:
        """Return the control group's count."""
        return self.group.oom_kills() if self.group else -1

    def kill(self) -> None:
        """Kill the group; without one, bubblewrap, whose end is the end of its pid namespace."""
        if self._dead:
            return
        self._dead = True
        self.process.kill()
        self._bury(self)

    def buried(self) -> None:
        """Wait until nothing of it is left: its group's other processes, the group, the zombie, and last the pipes.

        Last, since whoever waits for the box in another thread sees the end of a pipe, and never sees that a descriptor was closed.
        """
        if self.group:
            self.group.remove()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                _close(stream.close)


def _fd(stream: Any) -> int:  # noqa: ANN401 - IO[bytes] or None
    fd: int = stream.fileno()
    return fd


def _close(close: Callable[[], None]) -> None:
    """Close a pipe whose other end may be dead with bytes still on the way."""
    try:
        close()
    except OSError:
        return


class BubblewrapBackend:
    """Starts bubblewrap boxes."""

    name = "bubblewrap"

    def __init__(self, config: SandboxConfig) -> None:
        """Find what is needed. Raises SandboxUnavailable with what to do."""
        self.rootfs = config.root / "rootfs"
        self.bwrap = find_bwrap(config.root)
        if not (self.rootfs / "usr/bin/python3.11").exists():
            raise SandboxUnavailable(f"There is no sandbox tree in {config.root}: run `make sandbox-image`.")
        self.root = os.geteuid() == 0
        self.version = cgroup_version() if self.root else 0
        self.scope = [] if self.version else user_scope()
        if not self.version and not self.scope and not config.rlimits_only:
            raise SandboxUnavailable(
                "Memory, processes and processor of a bubblewrap sandbox cannot be bounded here: run sandboxd as root, or under a systemd "
                "user session, or accept resource limits alone with KINGDOM_SANDBOX_RLIMITS_ONLY=1."
            )
        self.bounded = bool(self.version or self.scope)
        self.guarantees = BASE_GUARANTEES | {"mem", "pids", "cpu"} if self.bounded else BASE_GUARANTEES
        self.one_at_a_time = not self.bounded
        self.facts: Mapping[str, Any] = {
            "cgroup": self.version or ("scope" if self.scope else "none"),
            "bwrap": self.bwrap,
        }
        self._filter = bpf_program(machine_architecture())
        self._numbers = itertools.count()
        # --die-with-parent follows the thread that forked: one thread forks, and it lives as long as this process.
        self._spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bwrap-spawner")
        # Killing is at once; what it leaves takes milliseconds that no caller has to wait for.
        self._undertaker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bwrap-undertaker")
        self._boxes: dict[str, BubblewrapBox] = {}
        self._closing = False

    def start(self, limits: SandboxLimits) -> BubblewrapBox:
        """Start one box."""
        ident = f"{owner_name()}.{next(self._numbers)}"
        group = self._group(ident, limits) if self.version else None
        try:
            box = self._spawner.submit(self._spawn, ident, limits, group).result()
        except (OSError, RuntimeError) as error:  # a RuntimeError says that this backend is being closed
            if group:
                group.remove()
            raise BackendLost(f"bubblewrap did not start: {error}") from error
        self._boxes[ident] = box
        if self._closing:  # close() may have looked before it was there
            box.kill()
            raise BackendLost("The sandbox is being shut down.")
        return box

    def _group(self, ident: str, limits: SandboxLimits) -> ControlGroup:
        try:
            return ControlGroup(ident, limits, self.version)
        except OSError as error:
            raise BackendLost(f"The control group of a sandbox cannot be made: {error}") from error

    def _spawn(self, ident: str, limits: SandboxLimits, group: ControlGroup | None) -> BubblewrapBox:
        reader, writer = os.pipe()
        try:
            os.write(writer, self._filter)  # a few kB: less than a pipe holds
            os.close(writer)
            command = self.command(limits, group, reader)
            process = subprocess.Popen(  # noqa: S603 - a fixed command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(reader,),
                env=self.environment(),
                cwd="/",
                start_new_session=True,
            )
        finally:
            os.close(reader)
        return BubblewrapBox(ident, process, group, self._bury)

    def command(self, limits: SandboxLimits, group: ControlGroup | None, seccomp_fd: int) -> list[str]:
        """Return the whole line: shell for limits, real uid 65534 when we are root, bubblewrap, Python."""
        doors = group.doors() if group else []
        drop = ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups"] if self.root else []
        launch = ["/bin/sh", "-c", LAUNCH if self.bounded else LAUNCH_BARE, "sh", str(len(doors)), *doors]
        return [
            *systemd_scope_arguments(self.scope, limits),
            *launch,
            *drop,
            self.bwrap,
            *bwrap_arguments(self.rootfs, limits, seccomp_fd),
            *guest_command(),
        ]

    def environment(self) -> dict[str, str]:
        """Return the little that the tools before the sandbox need; inside it the environment is set by bubblewrap."""
        keep = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS") if self.scope else ()
        return {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            **{name: os.environ[name] for name in keep if name in os.environ},
        }

    def reap(self) -> int:
        """Remove the groups of owners that are gone."""
        if not self.version:
            return 0
        gone = [
            group
            for group in existing_groups(self.version)
            if not is_owner_alive(group.folders[0].name.rpartition(".")[0])
        ]
        return sum(group.remove() for group in gone)

    def close(self) -> None:
        """Kill every box of this process."""
        self._closing = True
        for box in list(self._boxes.values()):
            box.kill()
        self._spawner.shutdown(wait=False)
        self._undertaker.shutdown(wait=True)

    def _bury(self, box: BubblewrapBox) -> None:
        try:
            self._undertaker.submit(self._buried, box)
        except RuntimeError:  # closed by now: whoever was late does it alone
            self._buried(box)

    def _buried(self, box: BubblewrapBox) -> None:
        box.buried()
        self._boxes.pop(box.ident, None)


def find_bwrap(root: Path) -> str:
    """Return the path of bubblewrap: the machine's own, or the one that scripts/sandbox_image.sh fetched."""
    own = root / "host/usr/bin/bwrap"
    found = shutil.which("bwrap") or (str(own) if own.exists() else "")
    if not found:
        raise SandboxUnavailable(
            "bubblewrap is not installed: run `make sandbox-image`, or install the package bubblewrap."
        )
    return found


def user_scope() -> list[str]:
    """Return the start of a systemd-run line when this user has a systemd of their own."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime, "systemd/private").exists() and shutil.which("systemd-run"):
        return ["systemd-run", "--user", "--scope", "--quiet", "--collect"]
    return []


def systemd_scope_arguments(start: list[str], limits: SandboxLimits) -> list[str]:
    """Complete a systemd-run line with the limits."""
    if not start:
        return []
    values = {
        "MemoryMax": f"{limits.memory_mb}M",
        "MemorySwapMax": "0",
        "TasksMax": str(limits.processes),
        "CPUQuota": f"{limits.cpu:.0%}",
    }
    return [*start, *(word for name, value in values.items() for word in ("-p", f"{name}={value}")), "--"]
