"""Which calls may have the same sandbox session."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom.adapters.sandbox.client import ClientSession, SandboxClient
from kingdom.adapters.sandbox.warm_pool import WarmSandboxPool
from kingdom.contracts.sandbox import Program, SandboxLimits
from tests.factories.sandboxd import Sandboxd

pytestmark = pytest.mark.sandbox
ALICE, BOB = 1, 2
LIMITS = SandboxLimits()
# The number of the process counts the calls of a sandbox.
PROGRAM = Program(code="import os\ndef handle(payload, ctx):\n    return os.getpid()\n")


class RecordingClient(SandboxClient):
    """A client that keeps the sessions it has opened."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.opened: list[ClientSession] = []

    def open(self, program: Program, limits: SandboxLimits | None = None, *, strict: bool = False) -> ClientSession:
        self.opened.append(super().open(program, limits, strict=strict))
        return self.opened[-1]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[RecordingClient]:
    """A recording client of a real daemon."""
    daemon = Sandboxd(tmp_path, "bubblewrap")
    yield RecordingClient(daemon.path)
    daemon.close()


def pid(pool: WarmSandboxPool, user_id: int, *, held_out: bool = False, program: Program = PROGRAM) -> int:
    """Run one call and return the number of its process."""
    outcome = pool.sandbox_of(user_id, held_out=held_out).run(program, None, LIMITS)
    assert outcome.status == "ok", outcome
    return int(outcome.value)


def test_only_calls_of_one_user_share_a_session(client: RecordingClient) -> None:
    with WarmSandboxPool(client, PROGRAM, LIMITS) as pool:
        first = pid(pool, ALICE)
        assert pid(pool, ALICE) == first + 1
        assert len(client.opened) == 1, "control: her second call has the session of her first"
        assert pid(pool, BOB) == first
        assert pid(pool, ALICE) == first + 2
        assert pid(pool, BOB) == first + 1
        assert len(client.opened) == 2


def test_a_held_out_test_has_a_session_of_its_own(client: RecordingClient) -> None:
    """Neither an earlier visible test, nor a later one, nor another held-out test has had its sandbox."""
    with WarmSandboxPool(client, PROGRAM, LIMITS) as pool:
        first = pid(pool, ALICE)
        assert [pid(pool, ALICE, held_out=True) for _ in range(2)] == [first, first]
        assert pid(pool, ALICE) == first + 1
        assert len(client.opened) == 3
        assert [session.connection.sock.fileno() >= 0 for session in client.opened] == [True, False, False]


def test_another_program_and_other_limits_have_their_own(client: RecordingClient) -> None:
    with WarmSandboxPool(client, PROGRAM, LIMITS) as pool:
        first = pid(pool, ALICE)
        assert pid(pool, ALICE, program=replace(PROGRAM, code=PROGRAM.code + "# other\n")) == first
        other = pool.sandbox_of(ALICE, held_out=False).run(PROGRAM, None, replace(LIMITS, timeout_s=5))
        assert other.value == first
        assert pid(pool, ALICE) == first + 1


def test_the_end_of_the_pool_closes_its_sessions(client: RecordingClient) -> None:
    with WarmSandboxPool(client, PROGRAM, LIMITS) as pool:
        pid(pool, ALICE)
        pid(pool, BOB)
    assert all(session.connection.sock.fileno() < 0 for session in client.opened)
