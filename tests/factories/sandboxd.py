"""Starts sandboxd as a process, and counts the processes and containers it leaves."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import docker
import pytest
from docker.errors import DockerException

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox.backends.cgroup import GROUP_NAME, MOUNT
from kingdom.core.errors import SandboxUnavailable

BACKENDS = [pytest.param("bubblewrap", id="bubblewrap"), pytest.param("docker", id="docker", marks=pytest.mark.docker)]
COMMAND = [sys.executable, "-m", "kingdom.adapters.sandbox.daemon"]


class Sandboxd:
    """A daemon for one test."""

    def __init__(
        self,
        folder: Path,
        backend: str,
        environ: dict[str, str] | None = None,
        choice: str = "",
        options: Sequence[str] = (),
    ) -> None:
        """Start it and wait until the backend serves. ``choice`` is its ``--backend``, if not the name itself."""
        self.path, self.backend = folder / "s.sock", backend
        self.log = (folder / "log").open("wb")
        command = [*COMMAND, "--socket", str(self.path), "--backend", choice or backend, "--pool", "1", *options]
        self.process = subprocess.Popen(command, stderr=self.log, env={**os.environ, **(environ or {})})
        self.client = SandboxClient(self.path)
        wait_for(self.ready, 90)

    def ready(self) -> bool:
        """Return whether it serves."""
        try:
            return bool(self.client.status()["backend"] == self.backend)
        except SandboxUnavailable:
            return False

    def resident(self) -> int:
        """Return the peak memory of the daemon's process in bytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))

    def left(self) -> int:
        """Return the number of processes and containers of this daemon."""
        return groups_left(self.process.pid) + containers_left(self.process.pid)

    def running(self) -> int:
        """Return the number of running ones, without containers that were created but not started."""
        return groups_left(self.process.pid) + containers_left(self.process.pid, created=False)

    def close(self) -> None:
        """Kill the daemon."""
        self.process.kill()
        self.process.wait()
        self.log.close()


def groups_left(pid: int) -> int:
    """Return the number of processes in the control groups of one owner."""
    count = 0
    for folder in [*(MOUNT / "pids" / GROUP_NAME).glob(f"*.{pid}.*"), *(MOUNT / GROUP_NAME).glob(f"*.{pid}.*")]:
        count += len((folder / "cgroup.procs").read_text().split()) if folder.is_dir() else 0
    return count


def containers_left(pid: int, *, created: bool = True) -> int:
    """Return the number of containers of one owner; with ``created`` also those that do not run."""
    try:
        client = docker.from_env(timeout=20)
    except DockerException:  # no engine
        return 0
    try:
        items = client.api.containers(all=created, filters={"label": "kingdom.sandbox"})
        return sum(1 for item in items if item["Labels"].get("kingdom.sandbox.owner", "").split(".")[-2] == str(pid))
    finally:
        client.close()


def wait_for(condition: Callable[[], bool], seconds: float) -> float:
    """Wait until the condition holds and return the seconds it took. Fails after ``seconds``."""
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < seconds, f"not within {seconds} s"
        time.sleep(0.02)
    return time.monotonic() - start
