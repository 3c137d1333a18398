"""More callers and sandboxes than this machine has room for: nothing ends, and the oldest idle sandboxes go first."""

import os
import resource
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox.daemon import OPEN_FILES, Daemon
from kingdom.adapters.sandbox.host import service as service_module
from kingdom.adapters.sandbox.host.box_connection import BoxConnection, BoxLost, is_silent
from kingdom.adapters.sandbox.host.service import BOXES_A_SLOT, SandboxService
from kingdom.adapters.sandbox.host.session import BoxSession
from kingdom.adapters.sandbox.host.warm_boxes import LoadedBox
from kingdom.adapters.sandbox.port import BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig, load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import Busy, KingdomError, SandboxLost, SandboxUnavailable
from tests.factories.pipe_box import HIGH_DESCRIPTOR, PipeBox
from tests.factories.sandboxd import COMMAND, wait_for

pytestmark = pytest.mark.sandbox
FEW_FILES = 64


@pytest.fixture
def crowded_daemon(tmp_path: Path) -> Iterator[tuple["subprocess.Popen[bytes]", Path]]:
    """A daemon without a backend that may open few files, and its socket."""
    environ = {**os.environ, "KINGDOM_SANDBOX_ROOT": str(tmp_path), "DOCKER_HOST": f"unix://{tmp_path}/none.sock"}
    command = ["prlimit", f"--nofile={FEW_FILES}", *COMMAND, "--socket", str(tmp_path / "s")]
    process = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL)
    wait_for((tmp_path / "s").exists, 60)
    yield process, tmp_path / "s"
    process.kill()
    process.wait()


def test_a_daemon_without_free_descriptors_goes_on(crowded_daemon: tuple["subprocess.Popen[bytes]", Path]) -> None:
    process, path = crowded_daemon
    descriptors = Path(f"/proc/{process.pid}/fd")
    with ExitStack() as callers:
        for _ in range(FEW_FILES):
            callers.enter_context(socket.socket(socket.AF_UNIX)).connect(str(path))
        wait_for(lambda: len(list(descriptors.iterdir())) == FEW_FILES, 30)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
    assert SandboxClient(path).status()["backend"] == "refused"


def test_the_daemon_may_open_as_many_files_as_its_callers_need(tmp_path: Path) -> None:
    command = ["prlimit", f"--nofile=256:{OPEN_FILES}", *COMMAND, "--socket", str(tmp_path / "s"), "--pool", "0"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_for((tmp_path / "s").exists, 60)
        assert resource.prlimit(process.pid, resource.RLIMIT_NOFILE) == (OPEN_FILES, OPEN_FILES)
    finally:
        process.kill()
        process.wait()


def test_a_daemon_that_gets_no_thread_refuses_the_caller_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = Daemon(tmp_path / "s", SandboxService(SandboxConfig(root=Path("/nonexistent"), engine_url="unix:///none")))
    serving = threading.Thread(target=daemon.serve)
    serving.start()

    def no_thread(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    client = SandboxClient(tmp_path / "s")
    try:
        assert client.status()["backend"] == "refused", "control"
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", no_thread)
            with pytest.raises(Busy):
                client.status()
        assert client.status()["backend"] == "refused"
    finally:
        daemon.stop()
        serving.join()


@pytest.fixture
def box() -> Iterator[PipeBox]:
    """A box with high descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft <= HIGH_DESCRIPTOR + 2:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, OPEN_FILES), hard))
    box = PipeBox(HIGH_DESCRIPTOR)
    yield box
    box.kill()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_box_with_high_descriptors_is_heard(box: PipeBox) -> None:
    connection, deadline = BoxConnection(box, SandboxLimits()), time.monotonic() + 30
    assert is_silent(box)
    connection.send(b"ping", deadline)
    assert os.read(box.guest_source, 10) == b"ping"
    os.write(box.guest_sink, b'{"end": "hello", "sizes": []}\n')
    assert not is_silent(box)
    assert connection.receive(deadline).end == "hello"


def test_a_wait_for_a_box_ends_with_the_box_the_caller_or_the_deadline(box: PipeBox) -> None:
    with pytest.raises(BoxLost, match="late"):
        BoxConnection(box, SandboxLimits()).receive(time.monotonic() + 0.01)
    reading, writing = os.pipe()
    os.close(writing)
    leaving = BoxConnection(box, SandboxLimits(), abort=lambda: True, abort_fd=reading)
    with pytest.raises(BoxLost, match="the caller disconnected"):
        leaving.receive(time.monotonic() + 30)
    os.close(reading)
    os.close(box.guest_sink)
    with pytest.raises(BoxLost, match="the sandbox ended"):
        BoxConnection(box, SandboxLimits()).receive(time.monotonic() + 30)
    box.kill()
    assert not is_silent(box)
    with pytest.raises(BoxLost, match="the sandbox ended"):
        BoxConnection(box, SandboxLimits()).receive(time.monotonic() + 30)


def idle_session(service: SandboxService, used_at: float) -> BoxSession:
    """Return an open session of the service whose box is idle since ``used_at``."""
    session = BoxSession(Program(code=""), SandboxLimits(), lambda _limits: PipeBox(), "none", frozenset())
    session._box, session.used_at = LoadedBox(BoxConnection(PipeBox(), SandboxLimits())), used_at
    service._sessions.add(session)
    return session


def test_sandboxes_beyond_the_limit_are_closed_though_others_are_in_a_call() -> None:
    """Those of a first call have not been used before, so they are first in the order, and are never closed."""
    service = SandboxService(SandboxConfig(root=Path("/nonexistent")), slots=2)
    limit = 2 * BOXES_A_SLOT
    in_call = [idle_session(service, 0.0) for _ in range(3)]
    idle = [idle_session(service, float(number)) for number in range(1, limit)]
    for session in in_call:
        session._lock.acquire()
    try:
        service.close_idle_boxes()
        assert [session.holds_box for session in in_call] == [True, True, True]
        assert [session.holds_box for session in idle] == [False, False, *[True] * (limit - 3)]
        service.close_idle_boxes()
        assert sum(session.holds_box for session in idle) == limit - 3, "control: nothing is in excess now"
    finally:
        for session in in_call:
            session._lock.release()
        service.close()


@pytest.mark.parametrize(
    ("error", "expected"), [(BackendLost("It broke off."), SandboxLost), (SandboxUnavailable("None."), None)]
)
def test_a_lost_backend_stays_one_that_may_come_back(
    monkeypatch: pytest.MonkeyPatch, error: KingdomError, expected: type[KingdomError] | None
) -> None:
    """Until the next try callers get the same kind of error: work waits for a lost backend, and fails without one."""
    tries = []

    def select(_config: SandboxConfig) -> None:
        tries.append(1)
        raise error

    monkeypatch.setattr(service_module, "select_backend", select)
    service = SandboxService(load_sandbox_config({}), slots=2)
    try:
        for _ in range(2):
            with pytest.raises(SandboxUnavailable, match=error.message) as caught:
                service.ready()
            assert isinstance(caught.value, SandboxLost) is (expected is SandboxLost)
        assert len(tries) == 1
        assert service.status()["refused"] == error.message
    finally:
        service.close()
