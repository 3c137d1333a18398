"""The bubblewrap backend for machines without a Docker engine; uses control groups where it can."""

import itertools
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kingdom.adapters.sandbox.backends.bubblewrap_command import (
    LAUNCH,
    LAUNCH_BARE,
    bwrap_arguments,
    find_bwrap,
    systemd_scope_arguments,
    user_scope,
)
from kingdom.adapters.sandbox.backends.cgroup import ControlGroup, cgroup_version, existing_groups
from kingdom.adapters.sandbox.backends.guest_program import guest_command
from kingdom.adapters.sandbox.backends.private_tree import prepare_tree
from kingdom.adapters.sandbox.backends.process_owner import is_owner_alive, owner_name
from kingdom.adapters.sandbox.backends.seccomp import bpf_program, machine_architecture
from kingdom.adapters.sandbox.backends.user_numbers import GROUP, USER_NUMBERS
from kingdom.adapters.sandbox.port import BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import SandboxUnavailable

_NUMBERS = itertools.count()  # of this process: a backend that follows a lost one must not repeat its names
END_S = 5  # of a killed process, on a busy machine
BASE_GUARANTEES = frozenset({"net", "fs", "uid", "seccomp"})


class BubblewrapBox:
    """One bubblewrap process with its control group."""

    def __init__(
        self,
        ident: str,
        process: "subprocess.Popen[bytes]",
        group: ControlGroup | None,
        on_kill: Callable[["BubblewrapBox"], None],
    ) -> None:
        """Take a started process and make its pipes non-blocking. ``on_kill`` receives the box when it is killed."""
        self._on_kill = on_kill
        self.ident, self.process, self.group = ident, process, group
        self._in, self._out, self._err = (
            _descriptor(stream) for stream in (process.stdin, process.stdout, process.stderr)
        )
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._dead = False
        # Held while a descriptor is used or closed: its number may belong to another box's pipe right after the close,
        # and that box would be given this one's call.
        self._pipes = threading.Lock()

    def fileno(self) -> int:
        """Return the reading end. Raises ValueError after ``kill``."""
        return self._living(self._out)

    def writer(self) -> int:
        """Return the writing end. Raises ValueError after ``kill``."""
        return self._living(self._in)

    def _living(self, fd: int) -> int:
        if self._dead:
            raise ValueError("the sandbox was killed")
        return fd

    def read(self) -> bytes | None:
        """Return the bytes that pid 1 has sent."""
        with self._pipes:
            try:
                return os.read(self.fileno(), 65_536)
            except BlockingIOError:
                return None
            except (OSError, ValueError):  # killed by another thread
                return b""

    def write(self, data: bytes) -> int:
        """Write as much as fits."""
        with self._pipes:
            try:
                return os.write(self.writer(), data)
            except BlockingIOError:
                return 0
            except (OSError, ValueError):
                raise EOFError from None

    def startup_stderr(self) -> str:
        """Return what bubblewrap or the interpreter wrote to stderr."""
        with self._pipes:
            try:
                return os.read(self._living(self._err), 1_000).decode(errors="replace").strip()
            except (OSError, ValueError):  # empty or closed
                return ""

    def on_guest_ready(self) -> None:
        """Apply the processor limit."""
        if self.group:
            self.group.apply_cpu_limit()

    def oom_kills(self) -> int:
        """Return the control group's count."""
        return self.group.oom_kills() if self.group else -1

    def memory_bytes(self) -> int:
        """Return the memory of the control group."""
        return self.group.memory_bytes() if self.group else -1

    def ended_outside(self) -> bool:
        """Return whether bubblewrap, or the first process in it, was killed."""
        try:
            return self.process.wait(END_S) in (-signal.SIGKILL, 128 + signal.SIGKILL)
        except subprocess.TimeoutExpired:
            return False

    def kill(self) -> None:
        """Kill bubblewrap, which ends its pid namespace; ``release`` follows in another thread."""
        if self._dead:
            return
        with self._pipes:
            self._dead = True
        self.process.kill()
        self._on_kill(self)

    def release(self) -> None:
        """Remove the control group with its processes, reap the process, then close the pipes.

        The pipes last: another thread that waits for the box notices the end of a pipe but not a closed descriptor.
        """
        if self.group:
            self.group.remove()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                _close(stream.close)


def _descriptor(stream: Any) -> int:  # noqa: ANN401 - IO[bytes] or None
    fd: int = stream.fileno()
    return fd


def _close(close: Callable[[], None]) -> None:
    """Close a pipe; ignore errors from unsent bytes to a dead process."""
    try:
        close()
    except OSError:
        return


class BubblewrapBackend:
    """Starts boxes with bubblewrap."""

    name = "bubblewrap"

    def __init__(self, config: SandboxConfig) -> None:
        """Find bubblewrap, the root tree and a way to limit resources. Raises SandboxUnavailable with what to do."""
        self.bwrap = find_bwrap(config.root)
        if not (config.folder / "rootfs/usr/bin/python3.11").exists():
            raise SandboxUnavailable(f"There is no sandbox tree in {config.folder}: run `make sandbox-image`.")
        self.tree = prepare_tree(config.folder)
        self._find_cgroups(config)
        self.guarantees = BASE_GUARANTEES | {"mem", "pids", "cpu"} if self.bounded else BASE_GUARANTEES
        self.one_at_a_time = not self.bounded
        self.facts: Mapping[str, Any] = {
            "cgroup": self.cgroup_version or ("scope" if self.scope else "none"),
            "bwrap": self.bwrap,
            "file_locks": "allowed" if self.tree.is_private else "refused: the sandboxes share one tree",
        }
        self._filter = bpf_program(machine_architecture(), locks=self.tree.is_private)
        # --die-with-parent refers to the forking thread: only this one forks, and it lives as long as the process.
        self._spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bwrap-spawner")
        # Releasing a killed box takes milliseconds that no caller has to wait for.
        self._reaper = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bwrap-reaper")
        self._boxes: dict[str, BubblewrapBox] = {}
        self._uids: dict[str, int] = {}  # user numbers by box
        self._closing = False

    def _find_cgroups(self, config: SandboxConfig) -> None:
        self.is_root = os.geteuid() == 0
        self.cgroup_version = cgroup_version() if self.is_root else 0
        self.scope = [] if self.cgroup_version else user_scope()
        self.bounded = bool(self.cgroup_version or self.scope)
        if not self.bounded and not config.rlimits_only:
            raise SandboxUnavailable(
                "Memory, processes and processor of a bubblewrap sandbox cannot be bounded here: run sandboxd as root, "
                "or under a systemd user session, or accept resource limits alone with KINGDOM_SANDBOX_RLIMITS_ONLY=1."
            )

    def start(self, limits: SandboxLimits) -> BubblewrapBox:
        """Start one box. Raises BackendLost."""
        ident = f"{owner_name()}.{next(_NUMBERS)}"
        group = self._group(ident, limits) if self.cgroup_version else None
        try:
            box = self._spawner.submit(self._spawn, ident, limits, group).result()
        except (OSError, RuntimeError) as error:  # RuntimeError: the backend is being closed
            USER_NUMBERS.give_back(self._uids.pop(ident, None))
            if group:
                group.remove()
            raise BackendLost(f"bubblewrap did not start: {error}") from error
        self._boxes[ident] = box
        if self._closing:  # close() may have run before the box was registered
            box.kill()
            raise BackendLost("The sandbox is being shut down.")
        return box

    def _group(self, ident: str, limits: SandboxLimits) -> ControlGroup:
        try:
            return ControlGroup(ident, limits, self.cgroup_version)
        except OSError as error:
            raise BackendLost(f"The control group of a sandbox cannot be created: {error}") from error

    def _spawn(self, ident: str, limits: SandboxLimits, group: ControlGroup | None) -> BubblewrapBox:
        reader, writer = os.pipe()
        try:
            os.write(writer, self._filter)  # a few kB: less than a pipe holds
            os.close(writer)
            self._uids[ident] = USER_NUMBERS.take()
            command = self.command(limits, group, reader, self._uids[ident])
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
        return BubblewrapBox(ident, process, group, self._release_later)

    def command(self, limits: SandboxLimits, group: ControlGroup | None, seccomp_fd: int, uid: int) -> list[str]:
        """Return the whole command: shell for limits, setpriv to the box's own uid if root, bubblewrap, Python."""
        entry_files = group.entry_files() if group else []
        drop = ["setpriv", "--reuid", str(uid), "--regid", str(GROUP), "--clear-groups"] if self.is_root else []
        launch = ["/bin/sh", "-c", LAUNCH if self.bounded else LAUNCH_BARE, "sh", str(len(entry_files)), *entry_files]
        return [
            *systemd_scope_arguments(self.scope, limits),
            *self.tree.launch,
            *launch,
            *drop,
            self.bwrap,
            *bwrap_arguments(self.tree, limits, seccomp_fd),
            *guest_command(),
        ]

    def environment(self) -> dict[str, str]:
        """Return the environment of the tools that start the sandbox; bubblewrap sets the one inside."""
        keep = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS") if self.scope else ()
        return {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            **{name: os.environ[name] for name in keep if name in os.environ},
        }

    def reap(self) -> int:
        """Remove the control groups of owners that have ended; return how many."""
        if not self.cgroup_version:
            return 0
        groups = existing_groups(self.cgroup_version)
        return sum(group.remove() for group in groups if not is_owner_alive(group.folders[0].name.rpartition(".")[0]))

    def close(self) -> None:
        """Kill every box of this process."""
        self._closing = True
        for box in list(self._boxes.values()):
            box.kill()
        self._spawner.shutdown(wait=False)
        self._reaper.shutdown(wait=True)

    def _release_later(self, box: BubblewrapBox) -> None:
        try:
            self._reaper.submit(self._release, box)
        except RuntimeError:  # the executor is closed
            self._release(box)

    def _release(self, box: BubblewrapBox) -> None:
        box.release()
        USER_NUMBERS.give_back(self._uids.pop(box.ident, None))
        self._boxes.pop(box.ident, None)
