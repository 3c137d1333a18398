"""Starting sandboxd as a process, and counting what it leaves behind."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import docker
from docker.errors import DockerException

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox.backends.cgroup import GROUP_NAME, MOUNT
from kingdom.core.errors import SandboxUnavailable

COMMAND = [sys.executable, "-m", "kingdom.adapters.sandbox.daemon"]


class Sandboxd:
    """A daemon of its own for one test."""

    def __init__(self, folder: Path, backend: str, environ: dict[str, str] | None = None) -> None:
        """Start it and wait until its backend has passed its self-test."""
        self.path, self.backend = folder / "s.sock", backend
        self.log = (folder / "log").open("wb")
        command = [*COMMAND, "--socket", str(self.path), "--backend", backend, "--pool", "1"]
        self.process = subprocess.Popen(command, stderr=self.log, env={**os.environ, **(environ or {})})
        self.client = SandboxClient(self.path)
        wait_for(self.ready, 90)

    def ready(self) -> bool:
        """Tell whether it is serving."""
        try:
            return bool(self.client.status()["backend"] == self.backend)
        except SandboxUnavailable:
            return False

    def resident(self) -> int:
        """Return the memory that the daemon's process has had at most, in bytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))

    def left(self) -> int:
        """Count processes and containers that carry this daemon's name."""
        return groups_left(self.process.pid) + containers_left(self.process.pid)

    def running(self) -> int:
        """Count those in which something runs: a container that was made and never started is only a line in the engine's books."""
        return groups_left(self.process.pid) + containers_left(self.process.pid, made=False)

    def close(self) -> None:
        """End it, whatever the test did to it."""
        self.process.kill()
        self.process.wait()
        self.log.close()


def groups_left(pid: int) -> int:
    """Count processes in the control groups of one owner."""
    count = 0
    for folder in [*(MOUNT / "pids" / GROUP_NAME).glob(f"*.{pid}.*"), *(MOUNT / GROUP_NAME).glob(f"*.{pid}.*")]:
        count += len((folder / "cgroup.procs").read_text().split()) if folder.is_dir() else 0
    return count


def containers_left(pid: int, *, made: bool = True) -> int:
    """Count containers of one owner, running or (``made``) not."""
    try:
        client = docker.from_env(timeout=20)
    except DockerException:  # no engine, no containers
        return 0
    try:
        items = client.api.containers(all=made, filters={"label": "kingdom.sandbox"})
        return sum(1 for item in items if item["Labels"].get("kingdom.sandbox.owner", "").split(".")[-2] == str(pid))
    finally:
        client.close()


def wait_for(condition: Callable[[], bool], seconds: float) -> float:
    """Wait until something holds and return how long that took; fail when it does not in time."""
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < seconds, f"not within {seconds} s"
        time.sleep(0.02)
    return time.monotonic() - start
