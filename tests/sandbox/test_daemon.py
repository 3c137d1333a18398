"""sandboxd as a process: its service, and clean-up when it, its client or its parent is killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox.client import ClientSession
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import BadInput, SandboxUnavailable, ToolError
from tests.factories.sandboxd import BACKENDS, COMMAND, Sandboxd, wait_for
from tests.rounds import rounds

pytestmark = pytest.mark.sandbox
SPIN = Program(code="def handle(p, ctx):\n    while True:\n        pass\n")
ECHO = Program(code="def handle(p, ctx):\n    return p\n")
FLOOD = Program(
    code="import os\ndef handle(p, ctx):\n    for _ in range(1 << 14):\n        os.write(1, b'x' * 65536)\n"
)  # 1 GiB


@pytest.fixture(params=BACKENDS)
def daemon(request: pytest.FixtureRequest, tmp_path: Path, backend_there: dict[str, str]) -> Iterator[Sandboxd]:
    """A daemon on each backend, for a test that ends it, fills it or measures its memory."""
    yield from _daemon(request.param, tmp_path, backend_there)


@pytest.fixture(scope="module", params=BACKENDS)
def lasting_daemon(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, backend_there: dict[str, str]
) -> Iterator[Sandboxd]:
    """A daemon on each backend, for the tests after which it serves as before: its self-test takes seconds."""
    yield from _daemon(request.param, tmp_path_factory.mktemp("daemon"), backend_there)


def _daemon(backend: str, folder: Path, backend_there: dict[str, str]) -> Iterator[Sandboxd]:
    if reason := backend_there[backend]:
        pytest.skip(reason)
    daemon = Sandboxd(folder, backend)
    try:
        yield daemon
    finally:
        daemon.close()


def test_serves(lasting_daemon: Sandboxd) -> None:
    client = lasting_daemon.client
    status = client.status()
    assert len(status["selftest"]) == 22
    assert all(probe["ok"] for probe in status["selftest"])
    assert {"net", "fs", "uid", "mem", "pids", "cpu", "seccomp"} <= client.guarantees
    assert client.name == lasting_daemon.backend

    outcome = client.run(ECHO, {"a": [1, None]}, SandboxLimits())
    assert (outcome.status, outcome.value, outcome.backend, outcome.guarantees) == (
        "ok",
        {"a": [1, None]},
        lasting_daemon.backend,
        client.guarantees,
    )

    with pytest.raises(BadInput, match="memory_mb"):
        client.run(ECHO, 1, SandboxLimits(memory_mb=100_000))
    assert client.run(ECHO, 7, SandboxLimits(memory_mb=64, processes=10, tmp_mb=4)).value == 7


def test_calls_beyond_the_slots_wait_and_none_fails(daemon: Sandboxd) -> None:
    clients = [SandboxClient(daemon.path, user_key=str(number % 4)) for number in range(rounds(16, 40))]
    with ThreadPoolExecutor(len(clients)) as pool:
        outcomes = list(pool.map(lambda client: client.run(ECHO, 1, SandboxLimits()), clients))
    assert [outcome.status for outcome in outcomes] == ["ok"] * len(clients)
    wait_for(lambda: daemon.client.status()["sessions"] == 0, 10)
    assert daemon.client.status()["running"] == daemon.client.status()["waiting"] == 0


def test_a_caller_that_leaves_the_queue_takes_no_slot(daemon: Sandboxd) -> None:
    spinning = [daemon.client.open(SPIN) for _ in range(daemon.client.status()["slots"])]
    threads = [threading.Thread(target=session.call, args=(1, rounds(3, 5))) for session in spinning]
    for thread in threads:
        thread.start()
    wait_for(lambda: daemon.client.status()["running"] == len(spinning), 30)
    waiting = daemon.client.open(ECHO)
    caller = threading.Thread(target=_call_quietly, args=(waiting,))
    caller.start()
    wait_for(lambda: daemon.client.status()["waiting"] == 1, 10)
    waiting.abort()
    wait_for(lambda: daemon.client.status()["waiting"] == 0, 10)
    assert daemon.client.status()["running"] == len(spinning)
    for thread in [*threads, caller]:
        thread.join()
    for session in [*spinning, waiting]:
        session.close()


def _call_quietly(session: ClientSession) -> None:
    with suppress(SandboxUnavailable):
        session.call(1)


def test_requests_of_a_program_reach_the_client(lasting_daemon: Sandboxd) -> None:
    asks = Program(code="def handle(p, ctx):\n    return [ctx.now, ctx.tools.call('archon.fs.read', {'path': p})]\n")
    requests = []

    def answer(op: str, args: object) -> object:
        requests.append((op, args))
        if args == {"name": "archon.fs.read", "args": {"path": "secret"}}:
            raise ToolError("not yours")
        return {"content": "text"}

    with lasting_daemon.client.open(asks) as session:
        assert session.call("a", now="2026-01-02T03:04:05+00:00", on_request=answer).value == [
            "2026-01-02T03:04:05+00:00",
            {"content": "text"},
        ]
        refused = session.call("secret", on_request=answer)
        assert refused.status == "error"
        assert "not yours" in refused.stderr
        assert session.call("a").status == "error"  # without a callback every request is refused
    assert requests[0] == ("tools.call", {"name": "archon.fs.read", "args": {"path": "a"}})


def test_other_clients_do_not_suffer(lasting_daemon: Sandboxd) -> None:
    for noise in (b"GET / HTTP/1.1\r\n\r\n", b"99999999999", b'9\n{"op": 1}', b'14\n{"op": "call"}', b"\0" * 1000):
        with socket.socket(socket.AF_UNIX) as rude:
            rude.connect(str(lasting_daemon.path))
            rude.sendall(noise)
            rude.shutdown(socket.SHUT_WR)
            rude.settimeout(30)
            assert rude.recv(100) == b""
    assert lasting_daemon.client.run(ECHO, 1, SandboxLimits()).value == 1


def test_second_daemon_is_refused(lasting_daemon: Sandboxd) -> None:
    second = subprocess.run(
        [*COMMAND, "--socket", str(lasting_daemon.path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert second.returncode == 1
    assert "another sandboxd answers" in second.stderr
    assert lasting_daemon.client.run(ECHO, 1, SandboxLimits()).value == 1


def test_large_payloads_of_many_callers_leave_nothing_in_the_daemon(daemon: Sandboxd) -> None:
    """Their bytes are passed on when a call has its slot: those that wait hold nothing, and no value is built."""
    count = Program(code="def handle(p, ctx):\n    return len(p)\n")
    payload = [{"role": "user", "number": number, "words": ["a", "b"]} for number in range(30_000)]
    daemon.client.run(count, [1], SandboxLimits())
    before = daemon.resident()
    clients = [SandboxClient(daemon.path, user_key=str(number)) for number in range(rounds(8, 12))]
    with ThreadPoolExecutor(len(clients)) as pool:
        outcomes = list(pool.map(lambda client: client.run(count, payload, SandboxLimits()), clients))
    assert [outcome.value for outcome in outcomes] == [len(payload)] * len(clients)
    # the peak, with the bytes of the calls in slots on their way: 41 MB were seen on docker
    assert daemon.resident() - before < 80 << 20, "1.8 MB of JSON are 18 MB of values, for each of the callers"


def test_a_large_request_is_passed_on_and_its_large_answer_too(lasting_daemon: Sandboxd) -> None:
    asks = Program(code="def handle(p, ctx):\n    return len(ctx.tools.call('t', {'text': 'é' * 100_000})['text'])\n")
    seen: list[object] = []

    def answer(op: str, args: object) -> object:
        seen.append((op, args))
        return {"text": "ü" * 300_000}

    with lasting_daemon.client.open(asks) as session:
        assert session.call(None, on_request=answer).value == 300_000
        refused = session.call(None, on_request=lambda _op, _args: {"text": "x" * (5 << 20)})
    assert seen == [("tools.call", {"name": "t", "args": {"text": "é" * 100_000}})]
    assert refused.status == "error"
    assert "the answer is larger than 4 MiB" in refused.stderr


def test_what_is_not_json_is_refused_before_it_is_sent(lasting_daemon: Sandboxd) -> None:
    with lasting_daemon.client.open(ECHO) as session:
        with pytest.raises(BadInput, match="JSON"):
            session.call(float("nan"))
        assert session.call(1).value == 1, "the session is still there"
        assert session.call("x" * (5 << 20)).status == "refused"


def test_flood_costs_the_host_nothing(daemon: Sandboxd) -> None:
    """1 GiB of output raises the daemon's peak memory by less than 2 MB."""
    for _ in range(3):
        daemon.client.run(Program(code=FLOOD.code.replace("1 << 14", "8")), None, SandboxLimits())
    before = daemon.resident()
    outcome = daemon.client.run(FLOOD, None, SandboxLimits())
    assert outcome.status == "output_limit"
    assert len(outcome.stdout) <= 65_536
    assert outcome.truncated
    assert daemon.resident() - before < 2 << 20


def test_client_killed_in_the_middle(daemon: Sandboxd) -> None:
    """kill -9 of a worker ends its sandbox; the daemon serves other clients."""
    code = f"""
from kingdom.adapters.sandbox import SandboxClient
from kingdom.contracts.sandbox import SandboxLimits, Program
SandboxClient({str(daemon.path)!r}).run(Program(code={SPIN.code!r}), 1, SandboxLimits())
"""
    worker = subprocess.Popen([sys.executable, "-c", code])
    wait_for(lambda: daemon.client.status()["running"] == 1, 60)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    wait_for(lambda: daemon.client.status()["sessions"] == 0, 30)
    assert daemon.client.run(ECHO, 1, SandboxLimits()).value == 1
    status = daemon.client.status()
    wait_for(lambda: daemon.left() <= 2 * (status["pool"] + 1), 60)


def _spin(client: SandboxClient, ends: list[object]) -> None:
    try:
        ends.append(client.run(SPIN, 1, SandboxLimits()))
    except SandboxUnavailable as error:
        ends.append(error)


def test_sigterm_takes_everything_with_it(daemon: Sandboxd) -> None:
    ends: list[object] = []
    worker = threading.Thread(target=_spin, args=(daemon.client, ends))
    worker.start()
    wait_for(lambda: daemon.client.status()["running"] == 1, 60)
    daemon.process.terminate()
    daemon.process.wait(timeout=30)  # it gives itself four seconds
    wait_for(lambda: daemon.running() == 0, 60)  # a slow engine may still be starting a container
    worker.join(timeout=60)
    assert not daemon.path.exists()
    assert len(ends) == 1
    assert isinstance(ends[0], SandboxUnavailable) or (
        isinstance(ends[0], SandboxOutcome) and ends[0].status == "crashed"
    )


def test_kill_9_leaves_no_orphans(daemon: Sandboxd, tmp_path: Path) -> None:
    ends: list[object] = []
    worker = threading.Thread(target=_spin, args=(daemon.client, ends))
    worker.start()
    wait_for(lambda: daemon.client.status()["running"] == 1, 60)
    wait_for(lambda: daemon.left() > 0, 60)  # "running" begins with the wait for a box
    daemon.process.kill()
    daemon.process.wait()
    killed_at = time.monotonic()
    wait_for(lambda: daemon.running() == 0, 60)
    worker.join(timeout=60)
    assert isinstance(ends[0], SandboxUnavailable)
    # The next daemon removes containers that were not started yet, and the control groups of the killed one.
    (tmp_path / "next").mkdir()
    again = Sandboxd(tmp_path / "next", daemon.backend)
    try:
        wait_for(lambda: daemon.left() == 0, max(30.0, killed_at + 60 - time.monotonic()))
        assert again.client.run(ECHO, 1, SandboxLimits()).value == 1
        assert not list(Path("/sys/fs/cgroup/pids/kingdom-sbx").glob(f"*.{daemon.process.pid}.*"))
    finally:
        again.close()


def test_ends_with_its_parent(tmp_path: Path) -> None:
    command = [*COMMAND, "--socket", str(tmp_path / "s"), "--pool", "0"]
    code = f"import subprocess, time; print(subprocess.Popen({command!r}).pid, flush=True); time.sleep(600)"
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    pid = int(parent.stdout.readline())
    wait_for((tmp_path / "s").exists, 60)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_for(lambda: not Path(f"/proc/{pid}").exists() or "State:\tZ" in Path(f"/proc/{pid}/status").read_text(), 60)


def test_without_a_daemon(tmp_path: Path) -> None:
    client = SandboxClient(tmp_path / "nobody.sock")
    assert (client.name, client.guarantees) == ("refused", frozenset())
    with pytest.raises(SandboxUnavailable, match=r"manage\.py up"):
        client.run(ECHO, 1, SandboxLimits())


def test_refuses_without_a_backend(tmp_path: Path) -> None:
    """Without engine and tree the daemon answers with the reasons and runs nothing."""
    environ = {
        **os.environ,
        "KINGDOM_SANDBOX_ROOT": str(tmp_path / "empty"),
        "DOCKER_HOST": f"unix://{tmp_path}/none.sock",
    }
    process = subprocess.Popen([*COMMAND, "--socket", str(tmp_path / "s")], env=environ, stderr=subprocess.DEVNULL)
    try:
        client = SandboxClient(tmp_path / "s")
        wait_for((tmp_path / "s").exists, 60)
        with pytest.raises(SandboxUnavailable, match=r"docker: .* bubblewrap: "):
            client.run(ECHO, 1, SandboxLimits())
        status = client.status()
        assert (status["state"], status["backend"], status["guarantees"]) == ("refused", "refused", [])
        assert "make sandbox-image" in status["refused"]
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture
def backend(backend_there: dict[str, str]) -> str:
    """The first available backend."""
    available = [name for name, reason in backend_there.items() if not reason]
    if not available:
        pytest.skip("no backend")
    return available[0]


FIELDS = {"id", "status", "value", "stdout", "stderr", "ms", "backend", "truncated"}
# Lines of sandbox_run, and a part of the expected answer.
RUNS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"id": "a", "code": "def handle(p, ctx):\n    print('out')\n    return p * 2\n", "input": 21},
        {"status": "ok", "value": 42, "stdout": "out\n"},
    ),
    (
        {"id": "b", "code": "def handle(p, ctx):\n    print('out')\n    return p * 2\n", "input": "x"},
        {"status": "ok", "value": "xx"},
    ),
    (
        {"id": "c", "code": "import sys\nprint(sys.stdin.read())\nsys.exit(3)", "mode": "program", "input": "hey"},
        {"status": "error", "stdout": "hey\n"},
    ),
    ({"id": "d", "code": "print('fine')", "mode": "program"}, {"status": "ok", "stdout": "fine\n"}),
    ({"id": "e", "code": "while True: pass", "mode": "program", "timeout_s": 0.3}, {"status": "timeout"}),
    ({"id": "f", "code": "def handle(p, ctx):\n    return {}['x']\n"}, {"status": "error"}),
    ({"id": "g", "code": "x", "timeout_s": 9_999}, {"status": "refused"}),
    (
        {"id": ["h"], "code": "def handle(p, ctx):\n    print('y' * 70_000)\n    return 1\n"},
        {"status": "ok", "truncated": True},
    ),
]


def test_sandbox_run_command(backend: str) -> None:
    """Each JSON line is answered by one JSON line, in order."""
    text = "\n".join(json.dumps(line) for line, _ in RUNS) + "\nnot json\n"
    command = [sys.executable, "manage.py", "sandbox_run", "--backend", backend]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    expected = [{"id": line["id"], **part} for line, part in RUNS] + [{"id": 9, "status": "refused"}]
    for answer, part in zip(answers, expected, strict=True):
        assert answer.items() >= part.items()
        assert set(answer) == FIELDS
    assert "KeyError: 'x'" in answers[5]["stderr"]
    assert "specialist.py" in answers[5]["stderr"]
