"""Programs that use up or read what the kernel counts by user, while another sandbox runs beside them."""

from typing import Any

import pytest

from kingdom.adapters.sandbox.backends.user_numbers import FIRST, LAST, UserNumbers
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.contracts.sandbox import Program, SandboxLimits
from tests.factories.sandboxd import service as service
from tests.factories.sandboxd import value_of

HOLDER = """
import array, ctypes, fcntl, os, resource, signal, socket, time
KEEP = []

def in_flight():
    fds = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0] * 250))]
    while True:
        KEEP.extend(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
        for _ in range(8):
            KEEP[-1].sendmsg([b"x"], fds, socket.MSG_DONTWAIT)

def pipes():
    ready = os.pipe()
    for _ in range(12):
        if os.fork() == 0:
            filled(lambda: KEEP.append(os.pipe()))
            os.write(ready[1], b"x")
            time.sleep(20)
            os._exit(0)
    return sum(len(os.read(ready[0], 1)) for _ in range(12))

def signals():
    signal.pthread_sigmask(signal.SIG_BLOCK, range(34, 65))
    for _ in range(1000):
        os.kill(os.getpid(), 40)
    return seen()["queued"]

def filled(act):
    count = 0
    try:
        while True:
            act()
            count += 1
    except OSError as error:
        return error.errno

def seen():
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    passed = one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))])
    (queued,) = [line.split()[1].partition("/")[0] for line in open("/proc/self/status") if line.startswith("SigQ")]
    resource.setrlimit(resource.RLIMIT_NPROC, (30, 30))
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    return {"passed": passed, "pipe": fcntl.fcntl(os.pipe()[1], fcntl.F_GETPIPE_SZ), "queued": queued,
            "forked": os.waitpid(pid, 0)[1], "files": resource.getrlimit(resource.RLIMIT_NOFILE)}

def handle(payload, ctx):
    if payload == "see":
        return seen()
    held = filled(in_flight) if payload == "in_flight" else globals()[payload]()
    return [held, ctx.tools.call("neighbour", {})]
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(("what", "held"), [("in_flight", 109), ("pipes", 12), ("signals", "1000")])
def test_a_sandbox_at_a_limit_of_its_user_is_not_noticed_beside_it(
    service: SandboxService, what: str, held: object
) -> None:
    """In flight: 109 is ETOOMANYREFS, after which no process of this user passes a descriptor on, pid 1 neither."""
    program = Program(code=HOLDER)

    def neighbour(_op: str, _args: object) -> Any:  # noqa: ANN401 - any JSON value
        return value_of(service.run(program, "see", SandboxLimits()))

    mine, others = value_of(service.run(program, what, SandboxLimits(), on_request=neighbour))
    assert mine == held, "control: the limit was reached"
    assert others == {"passed": 1, "pipe": 65_536, "queued": "0", "forked": 0, "files": [256, 256]}


@pytest.mark.sandbox
def test_sandboxes_of_one_user_do_not_end_each_other(service: SandboxService, monkeypatch: pytest.MonkeyPatch) -> None:
    """As without root, or with more sandboxes than numbers: pid 1 may pass descriptors on where a call may not."""
    monkeypatch.setattr(UserNumbers, "take", lambda _: FIRST)
    program, limits = Program(code=HOLDER), SandboxLimits(tmp_mb=16)  # of no pool: both are started now

    def neighbour(_op: str, _args: object) -> Any:  # noqa: ANN401 - any JSON value
        other = service.run(Program(code="def handle(p, ctx):\n    return 7\n"), None, limits)
        return [other.status, other.value]

    for _ in range(2):
        held, others = value_of(service.run(program, "in_flight", limits, on_request=neighbour))
        assert (held, others) == (109, ["ok", 7])


def test_no_two_living_sandboxes_have_one_number() -> None:
    numbers = UserNumbers()
    taken = [numbers.take() for _ in range(LAST - FIRST + 1)]
    assert len(set(taken)) == len(taken)
    assert min(taken) == FIRST
    assert max(taken) == LAST < 65_534
    assert FIRST <= numbers.take() <= LAST, "with all of them taken, one is shared"
    numbers.give_back(taken[7])
    assert numbers.take() == taken[7]
