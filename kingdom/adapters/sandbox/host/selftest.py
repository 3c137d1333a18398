"""Twenty probes that a backend must pass before it may run anybody's code. The probing program only reports; the host judges."""

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
EPERM = 1
CLOSED = {
    1,
    22,
    38,
    94,
    97,
}  # EPERM; and what a kernel without the feature says: EINVAL, ENOSYS, ESOCKTNOSUPPORT, EAFNOSUPPORT
TIMEOUT_S = 0.5


@dataclass(frozen=True, kw_only=True)
class SelfTestResult:
    """One probe and its verdict."""

    name: str
    ok: bool
    detail: str = ""


def selftest(backend: Backend) -> list[SelfTestResult]:
    """Run all probes, about three seconds. Raises BackendGone when no box starts."""
    limits = SandboxLimits(timeout_s=10)
    program = Program(code=PROGRAM.read_text(encoding="utf-8"))
    with BoxSession(
        program, limits, lambda wanted: start_box(backend, wanted), backend.name, backend.guarantees
    ) as session:
        facts = session.call("facts", 10)
        if not isinstance(facts.value, dict):
            return [
                SelfTestResult(name="runs", ok=False, detail=f"{facts.status}: {facts.reason} {facts.stderr[-200:]}")
            ]
        probes = [_probe(name, judge, facts.value) for name, judge in CHECKS.items()]
        probes.append(_clean(session))
        probes += [_processes(session, limits), _memory(session), _late(session)]
    return [
        SelfTestResult(name=made.name, ok=True, detail="not promised by this backend")
        if _unpromised(made, backend)
        else made
        for made in probes
    ]


def _unpromised(probe: SelfTestResult, backend: Backend) -> bool:
    needed = {"processes": "pids", "memory": "mem"}.get(probe.name)
    return needed is not None and needed not in backend.guarantees


def _probe(name: str, judge: Callable[[dict[str, Any]], bool], facts: dict[str, Any]) -> SelfTestResult:
    try:
        return SelfTestResult(name=name, ok=judge(facts), detail=str(facts.get(name, ""))[:200])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return SelfTestResult(name=name, ok=False, detail=f"no usable report: {error}")


def _at_most(facts: dict[str, Any]) -> bool:
    files, core, size = facts["file_limits"]
    return bool(0 < files <= 256 and core == 0 and 0 < size <= 32 << 20)


CHECKS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "uid": lambda f: f["uid"] == [65_534, 65_534, 65_534, 65_534],
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
    "own_processes": lambda f: f["own_processes"] == [1, f["pid"]],
    "empty_environment": lambda f: (
        set(f["empty_environment"]) <= {"PATH", "HOME", "HOSTNAME", "LANG", "LC_CTYPE", "PWD", "SHLVL", "_"}
    ),
    "file_limits": _at_most,
}


def _clean(session: BoxSession) -> SelfTestResult:
    """A file and a process of one call must not be there in the next."""
    session.call("leave", 10)
    seen = session.call("look", 10)
    return SelfTestResult(
        name="clean_between_calls",
        ok=seen.status == "ok" and seen.value == [[], 2],
        detail=f"{seen.status} {seen.value}",
    )


def _processes(session: BoxSession, limits: SandboxLimits) -> SelfTestResult:
    made = session.call("fork", 10)
    count = made.value if isinstance(made.value, int) else -1
    return SelfTestResult(
        name="processes", ok=made.status == "ok" and 0 < count < limits.processes, detail=f"{made.status} {count}"
    )


def _memory(session: BoxSession) -> SelfTestResult:
    made = session.call("memory", 10)
    return SelfTestResult(name="memory", ok=made.status == "oom", detail=_said(made))


def _late(session: BoxSession) -> SelfTestResult:
    started_at = time.monotonic()
    made = session.call("loop", TIMEOUT_S)
    took = time.monotonic() - started_at
    return SelfTestResult(
        name="timeout", ok=made.status == "timeout" and took < TIMEOUT_S + 8, detail=f"{_said(made)} after {took:.1f} s"
    )


def _said(made: SandboxOutcome) -> str:
    return f"{made.status} {made.reason}".strip()
