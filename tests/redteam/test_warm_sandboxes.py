"""Calls that try to spoil a warm sandbox for the next one: its pid 1, its supervisor, processes, locks and limits."""

import time
from typing import Any

import pytest

from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from tests.factories.sandboxd import service as service
from tests.rounds import rounds

pytestmark = pytest.mark.sandbox
LIMITS = SandboxLimits(timeout_s=rounds(3, 5))  # a call whose supervisor was stopped lasts so long
PROGRAM = """
import ctypes, fcntl, os, resource, signal, socket, sys, time
KEEP = []

def tried(act, *args):
    try:
        return act(*args)
    except Exception as error:
        return type(error).__name__

def others():
    return [pid for pid in range(1, os.getpid()) if tried(os.kill, pid, 0) is None]

def signals(number):
    for pid in others():
        tried(os.kill, pid, number)

def burn():
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        pass

def daemon():
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            for number in range(1, 32):
                tried(signal.signal, number, signal.SIG_IGN)
            hold()
            while True:
                tried(os.fork) if len(os.listdir("/proc")) < 20 else time.sleep(0.01)

def hold():
    for path in ("/usr/bin/python3.11", "/usr/lib/python3.11/os.py", "/"):
        KEEP.append(os.open(path, os.O_RDONLY))
        tried(fcntl.flock, KEEP[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
    server = socket.socket(socket.AF_UNIX)
    tried(server.bind, chr(0) + "kept")
    tried(server.listen)
    KEEP.append(server)

def limits():
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in [0, *others()]:
        for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NPROC):
            tried(resource.prlimit, pid, which, (8, 8))
        tried(os.setpriority, os.PRIO_PROCESS, pid, 19)
        tried(os.sched_setaffinity, pid, {0})
        tried(os.sched_setscheduler, pid, os.SCHED_IDLE, os.sched_param(0))
        libc.syscall(251, 1, pid, 3 << 13)
    for which in (os.PRIO_PGRP, os.PRIO_USER):
        tried(os.setpriority, which, 0, 19)

def memory():
    for pid in others():
        for name in ("mem", "fd/0", "fd/3", "environ", "oom_score_adj", "coredump_filter", "comm", "timerslack_ns"):
            tried(lambda: open(f"/proc/{pid}/{name}", "r+b").write(b"0"))
        tried(ctypes.CDLL(None).ptrace, 16, pid, 0, 0)

def modules():
    import json, builtins
    json.loads = builtins.sorted = builtins.open = None
    sys.modules["math"] = None
    sys.path[:] = ["/tmp"]
    os.environ["PYTHONPATH"] = "/tmp"

def state():
    libc = ctypes.CDLL(None, use_errno=True)
    import math
    kinds = (resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NPROC)
    locked = []
    for path in ("/usr/bin/python3.11", "/usr/lib/python3.11/os.py", "/"):
        fd = os.open(path, os.O_RDONLY)
        locked.append(tried(fcntl.flock, fd, fcntl.LOCK_SH | fcntl.LOCK_NB) == "BlockingIOError")
    return {
        "others": len([name for name in os.listdir("/proc") if name.isdigit()]),
        "limits": [resource.getrlimit(kind) for kind in kinds],
        "priority": os.getpriority(os.PRIO_PROCESS, 0), "affinity": sorted(os.sched_getaffinity(0)),
        "scheduler": os.sched_getscheduler(0), "locked": locked,
        "heard": tried(socket.socket(socket.AF_UNIX).connect, chr(0) + "kept") is None,
        "group": os.getpgid(0), "mask": sorted(signal.pthread_sigmask(0, [])),
        "ignored": [n for n in range(1, 32) if tried(signal.getsignal, n) == signal.SIG_IGN],
        "environ": dict(os.environ), "path": sys.path, "names": sorted(set(globals()) - {"__warningregistry__"}),
        "umask": os.umask(0o22), "cwd": os.getcwd(), "slack": libc.prctl(30, 0, 0, 0, 0),
    }

def handle(payload, ctx):
    if payload == "state":
        return state()
    act, _colon, arg = payload.partition(":")
    globals()["left"] = payload
    if act == "signals":
        signals(int(arg))
    elif act == "late":
        if os.fork() == 0:
            time.sleep(0.002)
            signals(9)
            time.sleep(9)
    else:
        globals()[act]()
    os.umask(0)
    tried(signal.pthread_sigmask, signal.SIG_BLOCK, range(1, 32))
    ctypes.CDLL(None).prctl(29, 7777777, 0, 0, 0)
    return "done"
"""
WAYS = ["daemon", "hold", "limits", "memory", "modules", "burn", "late"]
SIGNALS = [9, 15, 17, 19]


def run(service: SandboxService, payload: str, owner: str) -> SandboxOutcome:
    """Run one call as its own session of an owner, as a message does."""
    with service.open(Program(code=PROGRAM), LIMITS, owner=owner) as session:
        return session.call(payload)


def state_of(outcome: SandboxOutcome) -> dict[str, Any]:
    assert outcome.status == "ok", (outcome.status, outcome.reason, outcome.stderr[-500:])
    state: dict[str, Any] = outcome.value
    return state


@pytest.mark.parametrize("way", [*WAYS, *(f"signals:{number}" for number in SIGNALS)])
def test_the_next_call_finds_a_sandbox_as_new(service: SandboxService, way: str) -> None:
    """Whether it has the sandbox of the spoiler or another one, it sees what a first call sees, and answers."""
    owner = f"user:{way}"
    new = state_of(run(service, "state", ""))
    run(service, way, owner)
    assert state_of(run(service, "state", owner)) == new
    assert state_of(run(service, "state", owner)) == new


def test_a_spoiler_that_ends_well_does_share_its_sandbox(service: SandboxService) -> None:
    """Control: the test above is not about sandboxes that are thrown away each time."""
    for way in ("hold", "limits", "memory", "modules", "burn"):
        assert run(service, way, "user:control").value == "done"
        boxes = [box for box, key in service.warm._boxes.items() if key.owner == "user:control"]
        assert len(boxes) == 1
    assert boxes[0].calls == 5


def test_a_killed_supervisor_ends_its_call_alone(service: SandboxService) -> None:
    """The call that does it has crashed or run out of time; the calls of others at the same time go on."""
    with service.open(Program(code=PROGRAM), LIMITS, owner="user:other") as other:
        state_of(other.call("state"))
        started = time.monotonic()
        assert run(service, "signals:9", "user:killer").status in ("crashed", "timeout")
        assert time.monotonic() - started < LIMITS.timeout_s + 10
        state_of(other.call("state"))
    assert not [box for box, key in service.warm._boxes.items() if key.owner == "user:killer"]


def test_no_warm_sandbox_outlives_its_backend(service: SandboxService) -> None:
    run(service, "state", "user:1")
    assert len(service.warm) >= 1
    service.drop_backend()
    assert len(service.warm) == 0
    state_of(run(service, "state", "user:1"))
