"""Every process that the supervisor starts, but the database, gives signs of life of its own."""

import asyncio
import os
import socket
import threading
from pathlib import Path

import pytest
import uvicorn

from kingdom.adapters.sandbox.daemon import Daemon
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.core.deployment.heartbeat_file import HEARTBEAT_FILE_VARIABLE
from kingdom.ops.heartbeats import worker_heartbeat
from kingdom.ops.heartbeats.process_heartbeat import ProcessHeartbeat
from kingdom.ops.launch import beat_process
from kingdom.ops.launch.launcher import Launcher
from kingdom.ops.launch.web_process import TICKS_A_SECOND, WebServer
from tests.plugins.product import wait_for


@pytest.fixture
def heartbeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of this process."""
    path = tmp_path / "heartbeat"
    monkeypatch.setenv(HEARTBEAT_FILE_VARIABLE, str(path))
    return path


def test_each_program_is_told_its_file_and_watched(tmp_path: Path) -> None:
    launcher = Launcher(data=tmp_path, host="127.0.0.1", port=8000, environ={})
    with socket.socket() as listener:
        programs = [launcher._sandboxd(), launcher._web(listener), launcher._worker(), launcher._beat(0)]
    for program in programs:
        assert program.heartbeat == tmp_path / "run" / f"{program.name}.heartbeat"
        assert program.env[HEARTBEAT_FILE_VARIABLE] == str(program.heartbeat)


def test_the_event_loop_of_the_web_process_touches_its_file(heartbeat: Path) -> None:
    server = WebServer(uvicorn.Config("kingdom.asgi:application", log_config=None))
    asyncio.run(server.on_tick(1))
    assert not heartbeat.exists()
    asyncio.run(server.on_tick(TICKS_A_SECOND))
    assert heartbeat.exists()


def test_sandboxd_touches_its_file_while_it_waits_for_callers(tmp_path: Path, heartbeat: Path) -> None:
    service = SandboxService(SandboxConfig(root=tmp_path / "none"))
    daemon = Daemon(tmp_path / "sandboxd.sock", service)
    serving = threading.Thread(target=daemon.serve, daemon=True)
    serving.start()
    try:
        wait_for(heartbeat.exists, timeout_s=20, what="the first sign of life")
        heartbeat.unlink()
        wait_for(heartbeat.exists, timeout_s=20, what="another one, without a caller")
    finally:
        daemon.stop()
        serving.join(20)


def test_beat_gives_signs_of_life_before_its_start_until_the_other_end_is_closed(
    heartbeat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beat_process, "SIGN_OF_LIFE_S", 0.01)
    start_fd, opener = os.pipe()
    waiting = threading.Thread(target=beat_process.wait_for_start, args=(start_fd,), daemon=True)
    waiting.start()
    try:
        wait_for(heartbeat.exists, timeout_s=20, what="the first sign of life")
        assert waiting.is_alive()
        os.close(opener)
        waiting.join(20)
        assert not waiting.is_alive()
        beat_process.wait_for_start(start_fd)  # started again later: it does not wait
    finally:
        os.close(start_fd)


def test_a_worker_warms_up_once_and_only_after_its_first_recorded_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[bool] = []
    recorded = iter([False, True, True])
    monkeypatch.setattr(worker_heartbeat, "_warm_up", lambda: warmed.append(True))
    monkeypatch.setattr(ProcessHeartbeat, "_beat", lambda _: next(recorded))
    heartbeat = worker_heartbeat.WorkerHeartbeat(None)
    assert not heartbeat._beat()
    assert heartbeat._warm_up.ident is None, "the database does not answer yet"
    for _ in range(2):
        assert heartbeat._beat()
        heartbeat._warm_up.join(20)
    assert warmed == [True]
