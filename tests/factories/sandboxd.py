"""Starts sandboxd as a process, and counts the processes and containers it leaves."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import docker
import pytest
from docker.errors import DockerException

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox.backends.cgroup import GROUP_NAME, MOUNT
from kingdom.adapters.sandbox.host import factory
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import KingdomError, SandboxUnavailable
from kingdom.providers import sandboxes
from kingdom.sessions.events import live_events

BACKENDS = [pytest.param("bubblewrap", id="bubblewrap"), pytest.param("docker", id="docker", marks=pytest.mark.docker)]
# From the number of the process of a first call to that of the second: one between them compiles the program.
NEXT_CALL = 2
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


@contextmanager
def running_daemon(backend: str, folder: Path) -> Iterator[Sandboxd]:
    """Run a daemon on a backend; where this machine lacks it, the test is skipped."""
    try:
        factory.BACKENDS[backend](load_sandbox_config()).close()
    except KingdomError as error:
        pytest.skip(error.message)
    made = Sandboxd(folder, backend)
    yield made
    made.close()


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandboxd]:
    """Run one sandbox daemon for a module."""
    made = Sandboxd(tmp_path_factory.mktemp("d"), "bubblewrap")
    yield made
    made.close()


@pytest.fixture
def boxes(daemon: Sandboxd, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandboxd]:
    """The daemon as this process's own."""
    monkeypatch.setattr(sandboxes, "_client", lambda _user_key: daemon.client)
    yield daemon
    live_events.live_events_close()


@pytest.fixture(scope="module", params=BACKENDS)
def service(request: pytest.FixtureRequest) -> Iterator[SandboxService]:
    """A service on one backend."""
    service = SandboxService(load_sandbox_config(backend=str(request.param), pool=2))
    try:
        service.ready()
    except KingdomError as error:
        (pytest.fail if "self-test" in error.message else pytest.skip)(error.message)
    yield service
    service.close()


@contextmanager
def bubblewrap_service() -> Iterator[SandboxService]:
    """Run the real thing, on the backend that this machine has without an engine."""
    service = SandboxService(load_sandbox_config(backend="bubblewrap", pool=1))
    try:
        service.ready()
    except KingdomError as error:
        pytest.fail(f"{error.message} (scripts/sandbox_image.sh makes the image)")
    yield service
    service.close()


def value_of(outcome: SandboxOutcome) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a call that succeeded."""
    assert outcome.status == "ok", (outcome.status, outcome.reason, outcome.stderr[-500:])
    return outcome.value


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
