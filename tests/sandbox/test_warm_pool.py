"""Which calls may have the same sandbox session."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom.adapters.sandbox.client import ClientSession, SandboxClient
from kingdom.adapters.sandbox.warm_pool import WarmSandboxPool
from kingdom.contracts.sandbox import Program, SandboxLimits
from tests.factories.sandboxd import NEXT_CALL, Sandboxd

pytestmark = pytest.mark.sandbox
LIMITS = SandboxLimits()
# The number of the process counts the calls of a sandbox.
PROGRAM = Program(code="import os\ndef handle(payload, ctx):\n    return os.getpid()\n")


class RecordingClient(SandboxClient):
    """A client that keeps the sessions it has opened."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.opened: list[ClientSession] = []

    def open(
        self, program: Program, limits: SandboxLimits | None = None, *, strict: bool = False, owner: str = ""
    ) -> ClientSession:
        assert not owner, "a test leaves no sandbox for others"
        self.opened.append(super().open(program, limits, strict=strict))
        return self.opened[-1]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[RecordingClient]:
    """A recording client of a real daemon."""
    daemon = Sandboxd(tmp_path, "bubblewrap")
    yield RecordingClient(daemon.path)
    daemon.close()


def pid(pool: WarmSandboxPool, *, held_out: bool = False, program: Program = PROGRAM) -> int:
    """Run one call and return the number of its process."""
    outcome = pool.sandbox_of(held_out=held_out).run(program, None, LIMITS)
    assert outcome.status == "ok", outcome
    return int(outcome.value)


def test_only_calls_of_one_user_share_a_session(client: RecordingClient) -> None:
    with WarmSandboxPool(client, PROGRAM, LIMITS) as alice, WarmSandboxPool(client, PROGRAM, LIMITS) as bob:
        first = pid(alice)
        assert pid(alice) == first + NEXT_CALL
        assert len(client.opened) == 1, "control: her second call has the session of her first"
        assert pid(bob) == first
        assert pid(alice) == first + NEXT_CALL + 1
        assert pid(bob) == first + NEXT_CALL
        assert len(client.opened) == 2


def test_a_held_out_test_has_a_session_of_its_own(client: RecordingClient) -> None:
    """Neither an earlier visible test, nor a later one, nor another held-out test has had its sandbox."""
    with WarmSandboxPool(client, PROGRAM, LIMITS) as pool:
        first = pid(pool)
        assert [pid(pool, held_out=True) for _ in range(2)] == [first, first]
        assert pid(pool) == first + NEXT_CALL
        assert len(client.opened) == 3
        assert [session.connection.sock.fileno() >= 0 for session in client.opened] == [True, False, False]


def test_another_program_and_other_limits_have_their_own(client: RecordingClient) -> None:
    with WarmSandboxPool(client, PROGRAM, LIMITS) as pool:
        first = pid(pool)
        assert pid(pool, program=replace(PROGRAM, code=PROGRAM.code + "# other\n")) == first
        other = pool.sandbox_of(held_out=False).run(PROGRAM, None, replace(LIMITS, timeout_s=5))
        assert other.value == first
        assert pid(pool) == first + NEXT_CALL


def test_the_end_of_the_pool_closes_its_sessions(client: RecordingClient) -> None:
    """That of a call which is still in progress is closed after the call."""
    asking, going_on = threading.Event(), threading.Event()

    def hold(_op: str, _args: object) -> None:
        asking.set()
        assert going_on.wait(60)

    asks = replace(PROGRAM, code="def handle(payload, ctx):\n    ctx.secrets.get('name') if payload else None\n")
    with WarmSandboxPool(client, asks, LIMITS) as pool:
        late = threading.Thread(target=lambda: pool.run(asks, True, LIMITS, on_request=hold))
        late.start()
        assert asking.wait(60)
        assert pool.run(asks, False, LIMITS).status == "ok"
    assert [session.connection.sock.fileno() >= 0 for session in client.opened] == [True, False], "control"
    going_on.set()
    late.join()
    assert [session.connection.sock.fileno() >= 0 for session in client.opened] == [False, False]
