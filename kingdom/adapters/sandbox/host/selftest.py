"""Probes that a backend must pass before it runs any code. The probe program reports facts; the host judges."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingdom.adapters.sandbox.host.box_pool import start_box
from kingdom.adapters.sandbox.host.session import BoxSession
from kingdom.adapters.sandbox.port import Backend
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome

PROGRAM = Path(__file__).parents[1] / "guest" / "probe.py"
# EPERM, and the answers of a kernel without the feature: EINVAL, ENOSYS, ESOCKTNOSUPPORT, EAFNOSUPPORT.
CLOSED = {1, 22, 38, 94, 97}
TIMEOUT_S, LATE_S = 0.5, 8
PROBE_S = 10


@dataclass(frozen=True, kw_only=True)
class SelfTestResult:
    """The verdict on one probe."""

    name: str
    ok: bool
    detail: str = ""
    inconclusive: bool = False


def selftest(backend: Backend, time_factor: float = 1.0) -> list[SelfTestResult]:
    """Run all probes; takes about three seconds. Raises BackendLost when no box starts, SandboxLost
    when each box of a probe was ended from outside.

    ``time_factor`` multiplies the time of each probe. A result is ``inconclusive`` when the
    probe ran out of time or its box ended: it found no hole, and may pass the next time.
    """
    seconds = PROBE_S * time_factor
    limits = SandboxLimits(timeout_s=seconds)
    program = Program(code=PROGRAM.read_text(encoding="utf-8"))
    with BoxSession(
        program, limits, lambda shape: start_box(backend, shape), backend.name, backend.guarantees
    ) as session:
        facts = session.call("facts")
        if not isinstance(facts.value, dict):
            return [_result("runs", facts, ok=False, detail=f"{facts.status}: {facts.reason} {facts.stderr[-200:]}")]
        probes = [_judge(name, judge, facts.value) for name, judge in CHECKS.items()]
        probes += [
            _test_cleanup(session),
            _test_processes(session, limits),
            _test_memory(session),
            _test_timeout(session, time_factor),
        ]
    return [_waive(probe) if _is_not_guaranteed(probe, backend) else probe for probe in probes]


def _is_not_guaranteed(probe: SelfTestResult, backend: Backend) -> bool:
    guarantee = {"processes": "pids", "memory": "mem"}.get(probe.name)
    return guarantee is not None and guarantee not in backend.guarantees


def _waive(probe: SelfTestResult) -> SelfTestResult:
    return SelfTestResult(name=probe.name, ok=True, detail="not guaranteed by this backend")


def _judge(name: str, judge: Callable[[dict[str, Any]], bool], facts: dict[str, Any]) -> SelfTestResult:
    try:
        return SelfTestResult(name=name, ok=judge(facts), detail=str(facts.get(name, ""))[:200])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return SelfTestResult(name=name, ok=False, detail=f"unusable report: {error}")


def _has_file_limits(facts: dict[str, Any]) -> bool:
    files, core, size = facts["file_limits"]
    return bool(0 < files <= 256 and core == 0 and 0 < size <= 32 << 20)


CHECKS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "uid": lambda f: len(set(f["uid"])) == 1 and 0 < f["uid"][0] < 65_535,
    "capabilities": lambda f: set(f["capabilities"]) == {0},
    "no_new_privs": lambda f: f["no_new_privs"] == "1",
    "seccomp": lambda f: f["seccomp"] == "2",
    "only_loopback": lambda f: set(f["only_loopback"]) <= {"lo"},
    "no_internet_socket": lambda f: set(f["no_internet_socket"]) <= CLOSED,
    "no_netlink": lambda f: f["no_netlink"] in CLOSED,
    "no_vsock": lambda f: f["no_vsock"] in CLOSED,
    "no_io_uring": lambda f: f["no_io_uring"] in CLOSED,
    "no_new_namespace": lambda f: f["no_new_namespace"] in CLOSED,
    "no_ptrace": lambda f: f["no_ptrace"] in CLOSED,
    "read_only_root": lambda f: f["read_only_root"] == [],
    "tmp_bounded": lambda f: 0 < f["tmp_bounded"] <= 33 << 20,
    "own_processes": lambda f: len(f["own_processes"]) == 3 and {1, f["pid"]} < set(f["own_processes"]),
    "no_host_facts": lambda f: f["no_host_facts"] == [],
    "no_memory_file": lambda f: f["no_memory_file"] == [],
    "empty_environment": lambda f: (
        set(f["empty_environment"]) <= {"PATH", "HOME", "HOSTNAME", "LANG", "LC_CTYPE", "PWD", "SHLVL", "_"}
    ),
    "file_limits": _has_file_limits,
}


def _test_cleanup(session: BoxSession) -> SelfTestResult:
    """Check that a file and a process of one call are removed before the next."""
    session.call("leave")
    outcome = session.call("look")
    clean = outcome.status == "ok" and outcome.value == [[], 3]
    return _result("clean_between_calls", outcome, ok=clean, detail=f"{outcome.status} {outcome.value}")


def _test_processes(session: BoxSession, limits: SandboxLimits) -> SelfTestResult:
    outcome = session.call("fork")
    count = outcome.value if isinstance(outcome.value, int) else -1
    bounded = outcome.status == "ok" and 0 < count < limits.processes
    return _result("processes", outcome, ok=bounded, detail=f"{outcome.status} {count}")


def _test_memory(session: BoxSession) -> SelfTestResult:
    outcome = session.call("memory")
    return _result("memory", outcome, ok=outcome.status == "oom", detail=_describe(outcome))


def _test_timeout(session: BoxSession, time_factor: float) -> SelfTestResult:
    started_at = time.monotonic()
    outcome = session.call("loop", TIMEOUT_S)
    seconds = time.monotonic() - started_at
    ended, in_time = outcome.status == "timeout", seconds < TIMEOUT_S + LATE_S * time_factor
    detail = f"{_describe(outcome)} after {seconds:.1f} s"
    unclear = (ended and not in_time) or outcome.status == "crashed"
    return SelfTestResult(name="timeout", ok=ended and in_time, detail=detail, inconclusive=unclear)


def _result(name: str, outcome: SandboxOutcome, *, ok: bool, detail: str) -> SelfTestResult:
    """Return the verdict on an outcome. A box that ran out of time or ended early proves nothing."""
    unclear = not ok and outcome.status in ("timeout", "crashed")
    return SelfTestResult(name=name, ok=ok, detail=detail, inconclusive=unclear)


def _describe(outcome: SandboxOutcome) -> str:
    return f"{outcome.status} {outcome.reason}".strip()
