"""Control groups for bubblewrap: version 1 (one tree a controller) and version 2 (one tree)."""

import os
import signal
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from kingdom.contracts.sandbox import SandboxLimits

MOUNT = Path("/sys/fs/cgroup")
GROUP_NAME = "kingdom-sbx"
PERIOD_US = 100_000
STARTUP_QUOTA: Mapping[str, str] = {"cpu.cfs_quota_us": str(2 * PERIOD_US), "cpu.max": f"{2 * PERIOD_US} {PERIOD_US}"}
CONTROLLERS = ("memory", "pids", "cpu")


def cgroup_version() -> int:
    """Return the version (1 or 2) of a writable tree with memory, pids and cpu controllers, 0 without one."""
    if all(os.access(MOUNT / name / "cgroup.procs", os.W_OK) for name in CONTROLLERS):
        return 1
    controllers = MOUNT / "cgroup.controllers"
    if (
        controllers.exists()
        and os.access(MOUNT / "cgroup.procs", os.W_OK)
        and set(CONTROLLERS) <= set(controllers.read_text().split())
    ):
        return 2
    return 0


def limit_files(limits: SandboxLimits, version: int) -> Mapping[str, Mapping[str, str]]:
    """Return {controller ('' in version 2): {file: value}} in writing order. memory_mb bounds memory plus swap."""
    memory, quota = str(limits.memory_mb << 20), str(int(limits.cpu * PERIOD_US))
    if version == 2:
        return {
            "": {
                "memory.max": memory,
                "memory.swap.max": "0",
                "memory.oom.group": "0",
                "pids.max": str(limits.processes),
                "cpu.max": f"{quota} {PERIOD_US}",
            }
        }
    return {
        "memory": {"memory.limit_in_bytes": memory, "memory.memsw.limit_in_bytes": memory},
        "pids": {"pids.max": str(limits.processes)},
        "cpu": {"cpu.cfs_period_us": str(PERIOD_US), "cpu.cfs_quota_us": quota},
    }


class ControlGroup:
    """The control group of one sandbox."""

    def __init__(self, ident: str, limits: SandboxLimits, version: int, mount: Path = MOUNT) -> None:
        """Create the directories and write the limits. Raises OSError."""
        self.folders: list[Path] = []
        for controller, files in limit_files(limits, version).items():
            home = mount / controller / GROUP_NAME
            home.mkdir(exist_ok=True)
            if version == 2:
                _delegate(mount, home)
            folder = home / ident
            folder.mkdir()
            self.folders.append(folder)
            for name, value in files.items():
                _write(folder / name, value)
        self._quota = {
            name: value
            for files in limit_files(limits, version).values()
            for name, value in files.items()
            if name in STARTUP_QUOTA
        }
        self._write_quota(STARTUP_QUOTA)

    def apply_cpu_limit(self) -> None:
        """Replace the start-up quota by the limit. Pid 1 is trusted and starts faster with more than half a core."""
        self._write_quota(self._quota)

    def _write_quota(self, values: Mapping[str, str]) -> None:
        for folder in self.folders:
            for name in self._quota:
                if (folder / name).exists():
                    _write(folder / name, values[name])

    def entry_files(self) -> list[str]:
        """Return the files into which a process writes 0 to join the group."""
        return [str(folder / "cgroup.procs") for folder in self.folders]

    def oom_kills(self) -> int:
        """Return the number of out-of-memory kills in this group, -1 when it cannot be read."""
        return read_oom_kills(self.folders)

    def memory_bytes(self) -> int:
        """Return the memory that the group uses, -1 when it cannot be read."""
        return read_memory_bytes(self.folders)

    def remove(self) -> bool:
        """Kill its processes until it is empty, then remove it; False when one survives for 5 s."""
        deadline = time.monotonic() + 5
        while _kill_all(self.folders):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.001)
        return all(_rmdir(folder) for folder in self.folders)


def read_oom_kills(folders: Iterable[Path]) -> int:
    """Return the number of out-of-memory kills in the first of these groups that has a count, -1 without one."""
    for folder in folders:
        for name in ("memory.oom_control", "memory.events"):
            try:
                lines = (folder / name).read_text().splitlines()
            except OSError:
                continue
            return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), -1)
    return -1


def read_memory_bytes(folders: Iterable[Path]) -> int:
    """Return the memory in use by the first of these groups that has a count, -1 without one."""
    for folder in folders:
        for name in ("memory.usage_in_bytes", "memory.current"):
            try:
                return int((folder / name).read_text())
            except (OSError, ValueError):
                continue
    return -1


def existing_groups(version: int, mount: Path = MOUNT) -> list[ControlGroup]:
    """Return every existing group, of any owner."""
    idents = {path.name for home in _homes(version, mount) if home.is_dir() for path in home.iterdir() if path.is_dir()}
    groups = []
    for ident in sorted(idents):
        group = ControlGroup.__new__(ControlGroup)
        group.folders = [home / ident for home in _homes(version, mount) if (home / ident).is_dir()]
        if group.folders:  # else its owner has just removed it
            groups.append(group)
    return groups


def _homes(version: int, mount: Path) -> list[Path]:
    return [mount / GROUP_NAME] if version == 2 else [mount / controller / GROUP_NAME for controller in CONTROLLERS]


def _delegate(mount: Path, home: Path) -> None:
    """Enable the controllers for child groups (version 2) where they are not enabled yet."""
    for folder in (mount, home):
        control = folder / "cgroup.subtree_control"
        if not set(CONTROLLERS) <= set(control.read_text().split()):
            control.write_text(" ".join(f"+{name}" for name in CONTROLLERS))


def _write(path: Path, value: str) -> None:
    """Write one limit. A kernel without swap accounting has no swap file; then swap is not limited."""
    if not path.exists() and ("swap" in path.name or "memsw" in path.name or path.name == "memory.oom.group"):
        return
    path.write_text(value)


def _kill_all(folders: list[Path]) -> bool:
    """Send SIGKILL to every process of the groups; return whether there was one."""
    any_process = False
    for folder in folders:
        try:
            pids = (folder / "cgroup.procs").read_text().split()
        except OSError:
            continue
        for pid in pids:
            any_process = True
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                continue
    return any_process


def _rmdir(folder: Path) -> bool:
    """Remove one empty group; retried, because the kernel reports it busy just after its last process."""
    for _attempt in range(200):
        try:
            folder.rmdir()
        except FileNotFoundError:
            return True
        except OSError:
            time.sleep(0.005)
        else:
            return True
    return False
