"""The supervisor with real small processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from kingdom.ops.processes import supervisor as module
from kingdom.ops.processes.child_processes import (
    ProcessRegister,
    ProgramSpec,
    last_log_line,
    spawn,
    terminate_leftovers,
)
from kingdom.ops.processes.killed_processes import KILLED_PROCESSES_VARIABLE
from kingdom.ops.processes.supervisor import CrashLoop, StopRequested, Supervisor
from tests.plugins.product import ROOT, wait_for


@pytest.fixture
def reports() -> list[str]:
    """The lines that the operator sees."""
    return []


@pytest.fixture
def supervisor(tmp_path: Path, reports: list[str]) -> Iterator[Supervisor]:
    """A supervisor that stops its children after the test."""
    supervisor = Supervisor(register=ProcessRegister(tmp_path / "children.json"), report=reports.append)
    yield supervisor
    supervisor.stop()


def _program(tmp_path: Path, script: str, name: str = "child", shutdown_timeout_s: float = 1.0) -> ProgramSpec:
    return ProgramSpec(
        name=name, argv=["/bin/sh", "-c", script], log=tmp_path / f"{name}.log", shutdown_timeout_s=shutdown_timeout_s
    )


def _has_ended(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_an_exited_child_is_restarted_and_reported(supervisor: Supervisor, tmp_path: Path, reports: list[str]) -> None:
    starts = tmp_path / "starts"
    supervisor.start(_program(tmp_path, f"echo x >> {starts}; kill -9 $$"))
    assert supervisor.wait(lambda: starts.exists() and starts.read_text().count("x") >= 2, timeout_s=20)
    assert "child was killed by signal 9; starting it again in 0.5 s" in reports[0]


def test_a_crash_loop_is_reported_once_with_the_last_log_line(
    supervisor: Supervisor, tmp_path: Path, reports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BACKOFF_S", 0.05)
    supervisor.start(_program(tmp_path, "echo no such table: kings; exit 3"))
    supervisor.wait(lambda: any("in a row" in line for line in reports), timeout_s=20)
    supervisor.wait(lambda: False, timeout_s=0.5)
    loops = [line for line in reports if "in a row" in line]
    assert len(loops) == 1
    assert loops[0].startswith(
        f"child ended with code 3 5 times in a row: no such table: kings (log: {tmp_path}/child.log)"
    )


def test_a_crash_loop_of_a_vital_child_stops_the_product(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BACKOFF_S", 0.05)
    supervisor.start(_program(tmp_path, "exit 3"), vital=True)
    with pytest.raises(CrashLoop, match="5 times in a row: it gave no reason"):
        supervisor.wait(lambda: False, timeout_s=20)


def test_a_vital_child_that_is_killed_again_and_again_does_not_stop_the_product(
    supervisor: Supervisor, tmp_path: Path, reports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine short of memory, or a crash of the process that web and worker are forked from, says nothing of it."""
    monkeypatch.setattr(module, "MAX_BACKOFF_S", 0.05)
    starts = tmp_path / "starts"
    supervisor.start(_program(tmp_path, f"echo x >> {starts}; kill -9 $$"), vital=True)
    times = module.CRASH_LOOP_THRESHOLD + 2
    assert supervisor.wait(lambda: starts.exists() and starts.read_text().count("x") >= times, timeout_s=20)
    (loop,) = [line for line in reports if "in a row" in line]
    assert loop.startswith("child was killed by signal 9 5 times in a row")


@pytest.mark.parametrize(
    ("end", "memory_kills", "is_named"),
    [
        ("kill -9 $$", (7, 7), True),
        ("exit 1", (7, 7), False),
        ("kill -11 $$", (7, 7), False),
        ("kill -9 $$", (7, 8), False),
        ("kill -9 $$", (None, None), False),
    ],
    ids=["killed", "ended", "crashed", "killed for memory", "killed, who knows why"],
)
def test_the_next_process_learns_which_were_killed_from_outside(
    supervisor: Supervisor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: str,
    memory_kills: tuple[int | None, int | None],
    is_named: bool,
) -> None:
    monkeypatch.setattr(module, "MAX_BACKOFF_S", 0.05)
    pids = tmp_path / "pids"
    counts = iter(memory_kills[1:])  # at the first end; more since
    monkeypatch.setattr(module, "kills_for_memory", lambda: next(counts, 100))
    script = f'echo "$$:${KILLED_PROCESSES_VARIABLE}" >> {pids}; {end}'
    child = module.SupervisedProcess(_program(tmp_path, script), False, spawn(_program(tmp_path, script)))
    child.memory_kills = memory_kills[0]
    supervisor._children["child"] = child
    assert supervisor.wait(lambda: pids.exists() and pids.read_text().count("\n") >= 2, timeout_s=20)
    first, second = pids.read_text().splitlines()[:2]
    assert first.endswith(":")
    assert second.split(":")[1] == (first[:-1] if is_named else "")


def test_a_silent_process_that_was_killed_is_not_named_as_killed_from_outside(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_HEARTBEAT_S", 0.3)
    starts = tmp_path / "starts"
    script = f"trap '' TERM; echo \"x${KILLED_PROCESSES_VARIABLE}\" >> {starts}; while :; do sleep 1; done"
    supervisor.start(replace(_program(tmp_path, script, shutdown_timeout_s=0.2), heartbeat=tmp_path / "heartbeat"))
    assert supervisor.wait(lambda: starts.exists() and starts.read_text().count("x") >= 2, timeout_s=20)
    assert starts.read_text().split()[:2] == ["x", "x"]


def test_exits_with_healthy_time_between_are_no_crash_loop(
    supervisor: Supervisor, tmp_path: Path, reports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BACKOFF_S", 0.05)
    monkeypatch.setattr(module, "HEALTHY_S", 0.2)
    supervisor.start(_program(tmp_path, "sleep 0.4; exit 3"), vital=True)
    assert supervisor.wait(lambda: len(reports) > module.CRASH_LOOP_THRESHOLD + 2, timeout_s=30)
    assert not any("in a row" in line for line in reports)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"web": {"pid": 1}}',
        '{"web": 7}',
        '{"web": {"pid": "x", "started": 1}}',
        "[" * 100_000,
        "\x00\x00",
        "\xff",
    ],
)
def test_a_damaged_register_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "children.json"
    path.write_text(text, encoding="latin-1")
    register = ProcessRegister(path)
    assert register.leftovers() == []
    assert register.set_aside_damaged() == tmp_path / "children.broken"
    assert not path.exists()
    assert register.set_aside_damaged() is None


def test_an_unreaped_process_is_no_leftover(tmp_path: Path) -> None:
    register = ProcessRegister(tmp_path / "children.json")
    ours = spawn(ProgramSpec(name="ours", argv=["/bin/sleep", "600"], log=tmp_path / "log"))
    register.record("ours", ours.pid)
    start = time.monotonic()
    assert terminate_leftovers(register, shutdown_timeout_s=0.1) == 1
    assert psutil.Process(ours.pid).status() == psutil.STATUS_ZOMBIE, "nobody has reaped it"
    assert time.monotonic() - start < 30.0, "SIGQUIT ended it, and it was not waited for any longer"
    ours.wait(timeout=60)


def test_stop_kills_a_child_that_ignores_signals_and_its_children(supervisor: Supervisor, tmp_path: Path) -> None:
    script = f"trap '' TERM; sleep 600 & echo $! > {tmp_path}/grandchild; while :; do sleep 1; done"
    child = supervisor.start(_program(tmp_path, script, shutdown_timeout_s=0.5))
    wait_for(
        lambda: (tmp_path / "grandchild").exists() and (tmp_path / "grandchild").read_text(),
        timeout_s=10,
        what="the grandchild",
    )
    supervisor.stop()
    assert child.poll() == -signal.SIGKILL
    grandchild = int((tmp_path / "grandchild").read_text())
    wait_for(lambda: _has_ended(grandchild), timeout_s=10, what="the end of the grandchild")


def test_workers_are_stopped_before_the_sandbox_and_the_database_last(supervisor: Supervisor, tmp_path: Path) -> None:
    script = (
        f"trap 'echo %s >> {tmp_path}/order; exit 0' TERM; echo up > {tmp_path}/%s.up; while :; do sleep 0.05; done"
    )
    names = ("database", "sandboxd", "worker")
    for name in names:
        supervisor.start(_program(tmp_path, script.replace("%s", name), name=name, shutdown_timeout_s=5))
    wait_for(lambda: all((tmp_path / f"{name}.up").exists() for name in names), timeout_s=10, what="all")
    supervisor.stop()
    assert (tmp_path / "order").read_text().split() == ["worker", "sandboxd", "database"]


@pytest.mark.parametrize("heard", [True, False], ids=["falls silent", "is never heard"])
def test_a_silent_child_is_stopped_killed_and_started_again(
    supervisor: Supervisor, tmp_path: Path, reports: list[str], monkeypatch: pytest.MonkeyPatch, heard: bool
) -> None:
    monkeypatch.setattr(module, "MAX_SILENCE_S", 0.5)
    monkeypatch.setattr(module, "FIRST_HEARTBEAT_S", 60.0 if heard else 0.5)
    heartbeat, starts = tmp_path / "heartbeat", tmp_path / "starts"
    beats = f"for _ in 1 2 3; do echo x > {heartbeat}; sleep 0.1; done;" if heard else ""
    script = f"trap '' TERM; echo x >> {starts}; {beats} while :; do sleep 1; done"
    supervisor.start(replace(_program(tmp_path, script, shutdown_timeout_s=0.2), heartbeat=heartbeat))
    assert supervisor.wait(lambda: starts.exists() and starts.read_text().count("x") >= 2, timeout_s=20)
    assert reports[0] == "child gives no sign of life; stopping it to start it again"
    assert "was killed by signal 9" in reports[1]


def test_a_child_that_gives_signs_of_life_is_left_alone(
    supervisor: Supervisor, tmp_path: Path, reports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_SILENCE_S", 2.0)
    heartbeat = tmp_path / "heartbeat"
    script = f"while :; do echo x >> {heartbeat}; sleep 0.1; done"
    supervisor.start(replace(_program(tmp_path, script), heartbeat=heartbeat))
    assert not supervisor.wait(lambda: bool(reports), timeout_s=4)


def test_a_child_is_restarted_although_the_register_cannot_be_written(
    supervisor: Supervisor, tmp_path: Path, reports: list[str]
) -> None:
    """As on a full disk."""
    (tmp_path / "children.new").mkdir()
    starts = tmp_path / "starts"
    supervisor.start(_program(tmp_path, f"echo x >> {starts}; exit 1"))
    assert supervisor.wait(lambda: starts.exists() and starts.read_text().count("x") >= 2, timeout_s=20)


def test_a_child_that_cannot_be_started_is_tried_again(
    supervisor: Supervisor, tmp_path: Path, reports: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_BACKOFF_S", 0.1)
    logs, starts = tmp_path / "logs", tmp_path / "starts"
    logs.mkdir()
    program = replace(_program(tmp_path, f"echo x >> {starts}; exit 1"), log=logs / "log")
    supervisor.start(program)
    assert supervisor.wait(starts.exists, timeout_s=20)
    (logs / "log").unlink()
    (logs / "log").mkdir()
    assert supervisor.wait(lambda: any("cannot be started: Is a directory" in line for line in reports), timeout_s=20)
    (logs / "log").rmdir()
    before = starts.read_text()
    assert supervisor.wait(lambda: starts.read_text() != before, timeout_s=20)


def test_a_signal_requests_the_stop(supervisor: Supervisor) -> None:
    with supervisor.signals():
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(StopRequested):
            supervisor.wait(lambda: False, timeout_s=10)


_PARENT = """
import sys, time
from pathlib import Path
from kingdom.ops.processes.child_processes import ProgramSpec, ProcessRegister, spawn
folder = Path(sys.argv[1])
child = spawn(ProgramSpec(name="child", argv=["/bin/sleep", "600"], log=folder / "log"))
ProcessRegister(folder / "children.json").record("child", child.pid)
print(child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux signals the death of the parent")
def test_a_child_ends_with_its_killed_parent(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    wait_for(lambda: _has_ended(child), timeout_s=10, what="the end of the child")


def test_leftovers_are_distinguished_from_a_reused_pid_and_ended(tmp_path: Path) -> None:
    register = ProcessRegister(tmp_path / "children.json")
    ours = spawn(ProgramSpec(name="ours", argv=["/bin/sleep", "600"], log=tmp_path / "log"))
    register.record("ours", ours.pid)
    text = (tmp_path / "children.json").read_text()
    started = psutil.Process(ours.pid).create_time()
    (tmp_path / "other.json").write_text(text.replace(str(started), str(started - 100)))
    assert ProcessRegister(tmp_path / "other.json").leftovers() == []
    assert terminate_leftovers(ProcessRegister(tmp_path / "children.json"), shutdown_timeout_s=0.1) == 1
    assert _has_ended(ours.pid)
    ours.wait(timeout=60)
    assert not (tmp_path / "children.json").exists()


def test_the_last_log_line_is_short_and_never_fails(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert last_log_line(log) == ""
    log.write_bytes(b"first\n" + b"x" * 9000 + b"\nlast \xff words\n\n  \n")
    assert last_log_line(log) == "last \ufffd words"
    log.write_text("y" * 9000)
    assert len(last_log_line(log)) == 300


def test_waiting_times_out(supervisor: Supervisor) -> None:
    start = time.monotonic()
    assert supervisor.wait(lambda: False, timeout_s=0.2) is False
    assert time.monotonic() - start >= 0.2
