"""bubblewrap without control groups: refused unless the operator allows it, and then with fewer guarantees."""

import pytest

from kingdom.adapters.sandbox.host.factory import select_backend
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import SandboxUnavailable

pytestmark = pytest.mark.sandbox
LIMITS = """
import resource
def handle(payload, ctx):
    return [resource.getrlimit(getattr(resource, "RLIMIT_" + which))[1] for which in ("AS", "NPROC", "CPU", "CORE")]
"""
HOG = "def handle(p, ctx):\n    return len([bytearray(b'x' * (1 << 20)) for _ in range(2000)])\n"
FORK = """
import os, time
def handle(payload, ctx):
    made = 0
    try:
        for _ in range(300):
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
            made += 1
    except OSError:
        pass
    return made
"""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, backend_there: dict[str, str]) -> None:
    """A machine without control groups and without a systemd user instance."""
    if backend_there["bubblewrap"]:
        pytest.skip(backend_there["bubblewrap"])
    monkeypatch.setattr("kingdom.adapters.sandbox.backends.bubblewrap.cgroup_version", lambda: 0)
    monkeypatch.setattr("kingdom.adapters.sandbox.backends.bubblewrap.user_scope", list)


@pytest.mark.usefixtures("bare")
def test_it_is_refused_with_advice() -> None:
    with pytest.raises(SandboxUnavailable, match=r"cannot be bounded here.*KINGDOM_SANDBOX_RLIMITS_ONLY=1"):
        select_backend(load_sandbox_config({}, backend="bubblewrap"))


@pytest.mark.usefixtures("bare")
def test_required_guarantees_are_enforced() -> None:
    with pytest.raises(SandboxUnavailable, match="does not guarantee mem"):
        select_backend(
            load_sandbox_config(
                {"KINGDOM_SANDBOX_RLIMITS_ONLY": "1", "KINGDOM_SANDBOX_REQUIRE": "mem"}, backend="bubblewrap"
            )
        )


@pytest.mark.usefixtures("bare")
def test_allowed_it_runs_one_call_at_a_time_with_fewer_guarantees() -> None:
    service = SandboxService(load_sandbox_config({"KINGDOM_SANDBOX_RLIMITS_ONLY": "1"}, backend="bubblewrap"))
    try:
        service.ready()
        assert service.guarantees == {"net", "fs", "uid", "seccomp"}
        assert service.status()["facts"]["cgroup"] == "none"
        assert (service.slots.limit, service.status()["pool"]) == (1, 0)
        limits = service.run(Program(code=LIMITS), None, SandboxLimits(timeout_s=7))
        assert limits.value == [512 << 20, 50, 9, 0]
        assert limits.guarantees == service.guarantees, "each outcome says what held"
        assert service.run(Program(code=HOG), None, SandboxLimits()).status == "oom"
        forked = service.run(Program(code=FORK), None, SandboxLimits())
        assert forked.status == "ok"
        assert 0 < forked.value < 50
        spun = service.run(
            Program(code="def handle(p, ctx):\n    while True:\n        pass\n"), None, SandboxLimits(timeout_s=0.5)
        )
        assert spun.status == "timeout"
    finally:
        service.close()
