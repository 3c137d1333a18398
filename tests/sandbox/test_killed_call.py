"""A call whose process is killed from outside, as the kernel or an operator may do."""

import os
import signal
import uuid
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest

from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.port import BackendLost
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import SandboxLost
from tests.factories.sandboxd import wait_for

pytestmark = pytest.mark.sandbox
# The host finds the processes of the call by a file in their folder of temporary files.
CODE = """
import time
def handle(payload, ctx):
    with open("/tmp/" + payload["name"], "w"):
        pass
    if payload["ask"]:
        try:
            ctx.files.read("a")
        except Exception:
            pass
    time.sleep(payload["seconds"])
    return "done"
"""


def _processes(name: str) -> dict[int, int]:
    """Return the processes that see the file of a name, with their parents."""
    return {
        process.info["pid"]: process.info["ppid"]
        for process in psutil.process_iter(["pid", "ppid"])
        if os.path.exists(f"/proc/{process.info['pid']}/root/tmp/{name}")
    }


def _kill(name: str, call: Future[SandboxOutcome], earlier: set[int], *, first: bool = False) -> None:
    """Kill a process of the call whose parent sees the file too, or the ``first`` one, whose parent does not.

    ``earlier`` has those of former sandboxes.
    """

    def is_done() -> bool:
        processes = _processes(name) and _processes(name)  # the file may be written while the first ones are looked at
        for pid, parent in processes.items():
            if (parent in processes) is not first and pid not in earlier:
                with suppress(ProcessLookupError):  # it ended while we looked
                    os.kill(pid, signal.SIGKILL)
                    earlier.update(processes)
                    return True
        return call.done()

    wait_for(is_done, 30)


@pytest.mark.parametrize(
    ("ask", "kills", "status"), [(False, 1, "ok"), (False, 2, "ok"), (False, 3, "crashed"), (True, 1, "crashed")]
)
def test_a_killed_call_is_sent_twice_more_unless_it_asked_the_host(
    service: SandboxService, ask: bool, kills: int, status: str
) -> None:
    """A call once ended as the handler's own crash when the kernel or an operator had killed its process.

    Of 419 sandboxes that were killed at random under load, four calls met two kills.
    """
    name = uuid.uuid4().hex
    session = service.open(Program(code=CODE), SandboxLimits(timeout_s=60.0))
    with session, ThreadPoolExecutor(1) as threads:
        seconds = 2 if status == "ok" else 50  # the last attempt of one that succeeds must end
        call = threads.submit(session.call, {"name": name, "ask": ask, "seconds": seconds})
        earlier: set[int] = set()
        for _ in range(kills):
            _kill(name, call, earlier)
        end = call.result(timeout=60)
    assert (end.status, end.value) == (status, "done" if status == "ok" else None), end


@pytest.mark.parametrize(("ask", "kills"), [(False, 1), (False, 3), (True, 1)])
def test_a_sandbox_that_is_ended_from_outside_each_time_is_no_crash_of_the_handler(
    service: SandboxService, ask: bool, kills: int
) -> None:
    """Of 777 kills at random under load one message failed: the sandbox of each of its tries was killed.

    Nothing inside can end the first process, so the call waits for another sandbox. One that asked the host for
    something may have done it already, and ends as before.
    """
    name = uuid.uuid4().hex
    session = service.open(Program(code=CODE), SandboxLimits(timeout_s=60.0))
    with session, ThreadPoolExecutor(1) as threads:
        call = threads.submit(session.call, {"name": name, "ask": ask, "seconds": 2 if kills == 1 else 50})
        earlier: set[int] = set()
        for _ in range(kills):
            _kill(name, call, earlier, first=True)
        if kills == 3:
            with pytest.raises(SandboxLost, match="ended from outside") as lost:
                call.result(timeout=60)
            assert not isinstance(lost.value, BackendLost)  # the others are sound: the backend is kept
            assert lost.value.extra["nothing_ran"] is True
        else:
            assert call.result(timeout=60).status == ("crashed" if ask else "ok")


KILLS_ALL = """
import os, signal
def handle(payload, ctx):
    for pid in range(1, 60):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_handler_that_kills_all_it_can_has_crashed(service: SandboxService) -> None:
    """It must not make its message wait for a sandbox that nobody took away."""
    with service.open(Program(code=KILLS_ALL), SandboxLimits(timeout_s=20.0)) as session:
        assert session.call({}).status == "crashed"
