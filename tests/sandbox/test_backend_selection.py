"""Selection of the backend, its self-test, and removal of sandboxes of ended owners."""

import json
import socketserver
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar

import pytest

from kingdom.adapters.sandbox.backends import cgroup
from kingdom.adapters.sandbox.backends.bubblewrap import BubblewrapBackend
from kingdom.adapters.sandbox.backends.docker import LABEL, DockerBackend, container_settings, host_settings
from kingdom.adapters.sandbox.backends.docker_engine import connect_engine
from kingdom.adapters.sandbox.backends.process_owner import owner_name
from kingdom.adapters.sandbox.backends.seccomp import SECCOMP_FILE, docker_profile, machine_architecture
from kingdom.adapters.sandbox.host import factory
from kingdom.adapters.sandbox.host.box_pool import start_box
from kingdom.adapters.sandbox.host.factory import Selection
from kingdom.adapters.sandbox.host.selftest import CHECKS, SelfTestResult, selftest
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.port import ALL_GUARANTEES, BackendLost
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import SandboxLost, SandboxUnavailable
from tests.factories.sandboxd import wait_for

pytestmark = pytest.mark.sandbox


def test_a_backend_that_fails_a_probe_is_not_used(
    monkeypatch: pytest.MonkeyPatch, backend_there: dict[str, str]
) -> None:
    if backend_there["bubblewrap"]:
        pytest.skip(backend_there["bubblewrap"])
    monkeypatch.setattr(
        factory,
        "selftest",
        lambda *_: [SelfTestResult(name="uid", ok=True), SelfTestResult(name="no_vsock", ok=False, detail="0")],
    )
    with pytest.raises(SandboxUnavailable, match=r"code does not run.*its self-test failed: no_vsock \(0\)"):
        factory.select_backend(load_sandbox_config(backend="bubblewrap"))


class _StubBackend:
    """A backend that starts nothing; ``closed`` counts how often one was closed."""

    guarantees = ALL_GUARANTEES
    facts: ClassVar[dict[str, str]] = {}
    closed = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def reap(self) -> int:
        return 0

    def close(self) -> None:
        _StubBackend.closed += 1


def select(
    monkeypatch: pytest.MonkeyPatch, results: list[SelfTestResult | SandboxLost]
) -> tuple[Selection, list[float]]:
    """Select among two stub backends, whose self-tests give these results in turn; return the time factors too."""
    factors: list[float] = []

    def run(_backend: object, factor: float) -> list[SelfTestResult]:
        factors.append(factor)
        result = results.pop(0)
        if isinstance(result, SandboxLost):
            raise result
        return [result]

    monkeypatch.setattr(
        factory, "BACKENDS", {name: lambda _config, name=name: _StubBackend(name) for name in ("docker", "bubblewrap")}
    )
    monkeypatch.setattr(factory, "selftest", run)
    return factory.select_backend(load_sandbox_config({}, backend="auto")), factors


OK = SelfTestResult(name="timeout", ok=True)
SLOW = SelfTestResult(name="timeout", ok=False, inconclusive=True, detail="after 9 s")
ENDED = SandboxLost("The sandbox was ended from outside.")
HOLE = SelfTestResult(name="no_vsock", ok=False, detail="0")


@pytest.mark.parametrize("first", [SLOW, ENDED, BackendLost("A sandbox did not start: late")])
def test_a_slow_self_test_is_repeated_with_more_time(
    monkeypatch: pytest.MonkeyPatch, first: SelfTestResult | SandboxLost
) -> None:
    selection, factors = select(monkeypatch, [first, OK])
    assert (selection.backend.name, selection.passed_over) == ("docker", {})
    assert factors == [1.0, 2.0]


def test_the_weaker_backend_says_why_the_stronger_does_not_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    selection, factors = select(monkeypatch, [SLOW, SLOW, SLOW, OK])
    assert selection.backend.name == "bubblewrap"
    assert selection.passed_over == {"docker": "its self-test failed: timeout (after 9 s)"}
    assert factors == [1.0, 2.0, 4.0, 1.0]


@pytest.mark.parametrize("last", [SLOW, ENDED, BackendLost("A sandbox did not start: late")])
def test_a_backend_whose_self_test_never_had_a_result_may_pass_the_next_time(
    monkeypatch: pytest.MonkeyPatch, last: SelfTestResult | SandboxLost
) -> None:
    with pytest.raises(BackendLost, match=r"No sandbox is available now\. docker: .*no_vsock.* \| bubblewrap: "):
        select(monkeypatch, [HOLE, SLOW, SLOW, last])


def test_a_hole_in_every_backend_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SandboxUnavailable, match="so code does not run") as refused:
        select(monkeypatch, [HOLE, SLOW, HOLE])
    assert not isinstance(refused.value, BackendLost)


@pytest.fixture
def slow_engine(tmp_path: Path) -> Iterator[tuple[str, list[float]]]:
    """The address of an engine that takes as many seconds for a request as the list says; at once when it is empty."""
    delays: list[float] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            time.sleep(delays.pop(0) if delays else 0)
            body = b'{"ApiVersion": "1.44", "Version": "27"}'
            with suppress(BrokenPipeError):  # the client has given up
                self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

        def address_string(self) -> str:
            return "client"  # a Unix socket has no address

        def log_message(self, *_: object) -> None:
            pass

    class Engine(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
        daemon_threads = True

    with Engine(str(tmp_path / "engine.sock"), Answers) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"unix://{tmp_path}/engine.sock", delays
        server.shutdown()


def test_an_engine_that_is_only_slow_is_asked_again(slow_engine: tuple[str, list[float]]) -> None:
    address, delays = slow_engine
    delays += [0.6, 0, 0.6]
    connect_engine(address, (0.2, 0.2, 5)).close()
    delays += [0.6]
    with pytest.raises(SandboxUnavailable, match="does not answer"):
        connect_engine(address, (0.2,))


class _KilledSession:
    """A session whose box is ended from outside at each call."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> "_KilledSession":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def call(self, payload: str, *_: object) -> SandboxOutcome:
        facts = dict.fromkeys(CHECKS) if payload == "facts" and self.reports_facts else None
        return SandboxOutcome(status="ok" if facts else "crashed", value=facts, reason="the sandbox ended")

    reports_facts = False


def test_a_box_that_was_ended_during_its_self_test_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """After sandboxes were killed, a daemon reported for good that it has no backend, and test runs failed."""
    monkeypatch.setattr("kingdom.adapters.sandbox.host.selftest.BoxSession", _KilledSession)
    probes = selftest(_StubBackend("docker"))  # type: ignore[arg-type] # the session is a stub, too
    assert [(probe.name, probe.ok, probe.inconclusive) for probe in probes] == [("runs", False, True)]
    monkeypatch.setattr(_KilledSession, "reports_facts", True)
    later = [probe for probe in selftest(_StubBackend("docker")) if probe.name not in CHECKS]  # type: ignore[arg-type] # as above
    assert {(probe.name, probe.inconclusive) for probe in later} == {
        (name, True) for name in ("clean_between_calls", "processes", "memory", "timeout")
    }


def test_a_hole_is_not_looked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A probe that has once failed for another reason than time is not repeated until it passes."""
    closed = _StubBackend.closed
    selection, factors = select(monkeypatch, [HOLE, OK])
    assert (selection.backend.name, factors) == ("bubblewrap", [1.0, 1.0])
    assert _StubBackend.closed == closed + 1


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_each_probe_can_fail(name: str) -> None:
    """The facts of an unprotected process fail every probe."""
    facts = {
        "pid": 2,
        "uid": [0, 0, 0, 0],
        "capabilities": [0, 0, 1 << 21, 0, 0],
        "no_new_privs": "0",
        "seccomp": "0",
        "only_loopback": ["lo", "eth0"],
        "no_internet_socket": [0, 0, 1],
        "no_netlink": 0,
        "no_vsock": 0,
        "no_io_uring": 0,
        "no_new_namespace": 0,
        "no_ptrace": 0,
        "read_only_root": ["/usr"],
        "tmp_bounded": 1 << 40,
        "own_processes": [1, 2, 3, 4],
        "no_host_facts": ["/proc/cmdline"],
        "no_memory_file": ["mem"],
        "empty_environment": ["PATH", "GEMINI_API_KEY"],
        "file_limits": [1 << 20, -1, -1],
    }
    assert CHECKS[name](facts) is False


def test_the_self_test_detects_loose_limits(monkeypatch: pytest.MonkeyPatch, backend_there: dict[str, str]) -> None:
    """A backend with looser limits fails the probes of memory and processes."""
    if backend_there["bubblewrap"]:
        pytest.skip(backend_there["bubblewrap"])
    loose = replace(SandboxLimits(), memory_mb=1024, processes=200)
    monkeypatch.setattr(
        "kingdom.adapters.sandbox.host.selftest.start_box", lambda backend, _limits: start_box(backend, loose)
    )
    backend = BubblewrapBackend(load_sandbox_config(backend="bubblewrap"))
    try:
        failed = {probe.name for probe in selftest(backend) if not probe.ok}
    finally:
        backend.close()
    assert failed == {"processes", "memory"}


def test_docker_reaps_by_owner_and_by_deadline(backend_there: dict[str, str]) -> None:
    if backend_there["docker"]:
        pytest.skip(backend_there["docker"])
    backend = DockerBackend(load_sandbox_config(backend="docker"))
    host = backend.api.create_host_config(
        **{**host_settings(SandboxLimits(), "", docker_profile(machine_architecture())), "auto_remove": False}
    )
    now, ended = time.time(), subprocess.Popen(["true"])
    ended.wait()
    dead = f"{owner_name().rsplit('.', 2)[0]}.{ended.pid}.5"
    made = {
        name: backend.api.create_container(
            **container_settings(backend.image, owner, deadline, 65_534), host_config=host
        )["Id"]
        for name, owner, deadline in (
            ("dead", dead, now + 900),
            ("late", owner_name(), now - 1),
            ("ours", owner_name(), now + 900),
        )
    }
    try:
        backend.reap()
        left = {item["Id"] for item in backend.api.containers(all=True, filters={"label": LABEL})}
        assert left & set(made.values()) == {made["ours"]}
    finally:
        for ident in made.values():
            backend.remove(ident)
        backend.close()


def test_bubblewrap_reaps_the_groups_of_dead_owners(tmp_path: Path) -> None:
    """Version 2 on plain files: groups of ended owners are killed and removed, others stay."""
    home = tmp_path / cgroup.GROUP_NAME
    for ident in (f"{owner_name()}.0", "elsewhere.1.1.0"):
        (home / ident).mkdir(parents=True)
    sleeper = subprocess.Popen(["sleep", "600"])
    try:
        (home / "elsewhere.1.1.0" / "cgroup.procs").write_text(f"{sleeper.pid}\n")
        groups = {group.folders[0].name: group for group in cgroup.existing_groups(2, tmp_path)}
        assert set(groups) == {f"{owner_name()}.0", "elsewhere.1.1.0"}
        assert groups["elsewhere.1.1.0"].entry_files() == [str(home / "elsewhere.1.1.0" / "cgroup.procs")]
        assert cgroup._kill_all(groups["elsewhere.1.1.0"].folders) is True
        assert sleeper.wait(10) == -9
        (home / "elsewhere.1.1.0" / "cgroup.procs").unlink()  # the kernel removes this file with its group
        assert groups["elsewhere.1.1.0"].remove() is True
        assert [path.name for path in home.iterdir()] == [f"{owner_name()}.0"]
    finally:
        sleeper.kill()
        sleeper.wait()


def test_a_closed_service_starts_no_sandbox(backend_there: dict[str, str]) -> None:
    """Running calls end, later calls get the reason, and no thread fails."""
    if backend_there["bubblewrap"]:
        pytest.skip(backend_there["bubblewrap"])
    service = SandboxService(load_sandbox_config(backend="bubblewrap", pool=2))
    service.ready()
    spin, ends = Program(code="def handle(p, ctx):\n    while True:\n        pass\n"), list[str]()

    def call() -> None:
        try:
            ends.append(service.run(spin, None, SandboxLimits()).status)
        except SandboxUnavailable as error:
            ends.append(error.message)

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    wait_for(lambda: service.slots.running == 2, 60)
    backend = service._backend
    assert isinstance(backend, BubblewrapBackend)
    service.close()
    for thread in threads:
        thread.join(60)
    assert len(ends) == 2
    assert all(end == "crashed" or "shut down" in end for end in ends), ends
    with pytest.raises(SandboxUnavailable, match="shut down"):
        service.run(spin, None, SandboxLimits())
    assert backend._boxes == {}, "closing waits until nothing is left"


def test_the_image_is_the_one_of_the_lock_file() -> None:
    """Built here from Debian's packages, the same versions give the same image id."""
    image_file = load_sandbox_config().root / "image.json"
    if not image_file.exists():
        pytest.skip("run `make sandbox-image`")
    image = json.loads(image_file.read_text())
    lock = (SECCOMP_FILE.parent / "packages.lock").read_text().splitlines()
    if not image["locked"]:
        pytest.skip("Debian no longer offers every locked version")
    assert f"{image['arch']} image {image['id']}" in lock
