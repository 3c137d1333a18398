"""A backend that is lost while sessions are open: nobody gets another's answer, and the sessions go on."""

import gc
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from kingdom.adapters.sandbox.backends.bubblewrap import BubblewrapBox
from kingdom.adapters.sandbox.backends.docker import DockerBackend
from kingdom.adapters.sandbox.backends.docker_engine import connect_engine
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.port import BackendLost
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits

pytestmark = pytest.mark.sandbox
TIMES = "def handle(p, ctx):\n    return p * {factor}\n"


def test_a_killed_box_does_not_touch_descriptors_that_others_got() -> None:
    process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    box = BubblewrapBox("test", process, None, lambda box: box.release())
    numbers = {box.fileno(), box.writer()}
    box.kill()
    pipes = [os.pipe() for _ in range(8)]
    try:
        assert numbers & {fd for pair in pipes for fd in pair}, "the numbers are given out again"
        for _, writer in pipes:
            os.write(writer, b"of another")
        assert box.read() == b""
        with pytest.raises(EOFError):
            box.write(b"mine")
        for use in (box.fileno, box.writer):
            with pytest.raises(ValueError, match="killed"):
                use()
        assert box.startup_stderr() == ""
    finally:
        for fd in (fd for pair in pipes for fd in pair):
            os.close(fd)


def test_a_container_that_did_not_start_leaves_no_open_socket(backend_there: dict[str, str]) -> None:
    """The attached socket of a box that was refused while the backend closed stayed open."""
    if backend_there["docker"]:
        pytest.skip(backend_there["docker"])
    backend = DockerBackend(load_sandbox_config(backend="docker"))
    before = len(os.listdir("/proc/self/fd"))
    backend._closing = True
    try:
        with pytest.raises(BackendLost, match="shut down"):
            backend.start(SandboxLimits())
        gc.collect()  # names a socket that nobody closed
        backend.api.close()  # the connections that the client keeps
        assert len(os.listdir("/proc/self/fd")) <= before
        assert not backend._alive
    finally:
        backend.close()


@pytest.mark.parametrize("backend", ["bubblewrap", "docker"])
def test_open_sessions_go_on_after_their_backend_was_lost(backend: str, backend_there: dict[str, str]) -> None:
    """A session once got the answer of another program, whose sandbox had the number of its closed pipe."""
    if backend_there[backend]:
        pytest.skip(backend_there[backend])
    service = SandboxService(load_sandbox_config(backend=backend, pool=2))
    try:
        sessions = [service.open(Program(code=TIMES.format(factor=factor)), SandboxLimits()) for factor in range(1, 5)]
        for _ in range(3):
            with ThreadPoolExecutor(len(sessions)) as threads:
                outcomes = list(threads.map(lambda session: session.call(10), sessions))
            assert [(outcome.status, outcome.value) for outcome in outcomes] == [
                ("ok", 10 * factor) for factor in range(1, 5)
            ]
            service.drop_backend()
    finally:
        service.close()


def test_the_engine_is_called_without_a_look_at_the_environment(
    backend_there: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that changed the environment meanwhile ended the removal thread with a KeyError."""
    if backend_there["docker"]:
        pytest.skip(backend_there["docker"])

    def changed_meanwhile() -> dict[str, str]:
        raise KeyError("PYTEST_CURRENT_TEST")

    client = connect_engine("", (20,))
    monkeypatch.setattr("urllib.request.getproxies_environment", changed_meanwhile)
    monkeypatch.setattr("requests.utils.getproxies", changed_meanwhile)
    monkeypatch.setattr("requests.utils.proxy_bypass", lambda _host: changed_meanwhile())
    try:
        assert client.api.ping()
    finally:
        client.close()
