"""Which calls that answer messages have the sandbox of an earlier call, and when it ends."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.reuse import ReusingSandbox
from kingdom.adapters.sandbox.warm_pool import WarmSandboxPool
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from tests.factories.sandboxd import NEXT_CALL, Sandboxd

pytestmark = pytest.mark.sandbox
LIMITS = SandboxLimits()
SHIPPED = 1  # the same of a program of the product, which is compiled before its first call
# The number of the process counts the calls of a sandbox.
CODE = """
import os, time
def handle(payload, ctx):
    if payload == "fail":
        raise ValueError
    if payload == "write":
        open("/tmp/x", "w").close()
    if payload == "exit":
        os._exit(0)
    if payload == "sleep":
        time.sleep(9)
    if isinstance(payload, dict) and payload.get("ask"):
        return [ctx.files.read("a"), os.getpid()]
    return os.getpid()
"""


class Sandboxes:
    """The sandboxes of a product with one daemon; programs with the word "shipped" in them ship with it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.marker = ""

    def of(self, user_key: str) -> ReusingSandbox:
        client = SandboxClient(self.path, user_key=user_key)
        return ReusingSandbox(client, lambda program: "[]" if "# shipped" in program.code else None)

    def program(self, *, shipped: bool = False) -> Program:
        """Return a program that no other test has run."""
        return Program(code=f"{CODE}# {self.marker} {'# shipped' if shipped else ''}\n")

    def warm(self) -> int:
        """Return how many sandboxes are warm."""
        return int(SandboxClient(self.path).status()["warm"])


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandboxes]:
    """A real daemon."""
    daemon = Sandboxd(tmp_path_factory.mktemp("reuse"), "bubblewrap")
    yield Sandboxes(daemon.path)
    daemon.close()


@pytest.fixture
def boxes(daemon: Sandboxes, request: pytest.FixtureRequest) -> Sandboxes:
    """The sandboxes, with programs of this test's own."""
    daemon.marker = request.node.name
    return daemon


def value(outcome: SandboxOutcome) -> Any:  # noqa: ANN401 - any JSON value
    assert outcome.status == "ok", (outcome.status, outcome.reason, outcome.stderr[-500:])
    return outcome.value


def test_calls_of_one_user_and_program_share_a_sandbox_and_those_of_two_users_do_not(boxes: Sandboxes) -> None:
    program = boxes.program()
    first = value(boxes.of("1").run(program, None, LIMITS))
    assert value(boxes.of("1").run(program, None, LIMITS)) == first + NEXT_CALL, "control: the sandbox is kept"
    assert value(boxes.of("2").run(program, None, LIMITS)) == first
    assert value(boxes.of("everybody").run(program, None, LIMITS)) == first
    assert value(boxes.of("").run(program, None, LIMITS)) == first
    assert value(boxes.of("").run(program, None, LIMITS)) == first, "nobody's calls leave no sandbox"
    assert value(boxes.of("1").run(program, None, LIMITS)) == first + NEXT_CALL + 1


def test_another_program_and_other_limits_have_their_own(boxes: Sandboxes) -> None:
    program, alice = boxes.program(), boxes.of("1")
    first = value(alice.run(program, None, LIMITS))
    assert value(alice.run(replace(program, code=program.code + "# other\n"), None, LIMITS)) == first
    assert value(alice.run(program, None, replace(LIMITS, memory_mb=128))) == first
    assert value(alice.run(program, None, replace(LIMITS, timeout_s=40))) == first
    assert value(alice.run(program, None, LIMITS)) == first + NEXT_CALL


def test_a_shorter_time_is_that_of_the_call(boxes: Sandboxes) -> None:
    """A reading has less time than an answer; both have the same sandbox."""
    program, alice = boxes.program(), boxes.of("1")
    first = value(alice.run(program, None, replace(LIMITS, timeout_s=5)))
    assert value(alice.run(program, None, LIMITS)) == first + NEXT_CALL
    assert alice.run(program, "sleep", replace(LIMITS, timeout_s=0.2)).status == "timeout"


def test_a_program_of_the_product_has_one_sandbox_for_everybody(boxes: Sandboxes) -> None:
    program = boxes.program(shipped=True)
    first = value(boxes.of("1").run(program, None, LIMITS))
    assert value(boxes.of("2").run(program, None, LIMITS)) == first + SHIPPED
    assert value(boxes.of("").run(program, None, LIMITS)) == first + 2 * SHIPPED


@pytest.mark.parametrize("payload", [{"ask": True}, {"ask": True, "files": ["a"]}])
def test_one_that_asks_the_host_has_its_users_own(boxes: Sandboxes, payload: dict[str, Any]) -> None:
    """Nothing that the host answers is ever in the sandbox of everybody."""
    program, asked = boxes.program(shipped=True), []

    def answer(op: str, args: object) -> str:
        asked.append((op, args))
        return "text"

    first = value(boxes.of("1").run(program, None, LIMITS, on_request=answer)) - SHIPPED
    for user in ("1", "2"):
        read, pid = value(boxes.of(user).run(program, payload, LIMITS, on_request=answer))
        assert (read, pid) == ("text", first), "a sandbox of the user, not everybody's"
    assert asked == [("files.read", {"name": "a"})] * 2, "each asked the host once"
    assert (
        value(boxes.of("1").run(program, {**payload, "files": ["a"]}, LIMITS, on_request=answer))[1]
        == first + NEXT_CALL
    )


@pytest.mark.parametrize("ending", ["fail", "write", "exit"])
def test_a_call_that_ends_otherwise_than_well_leaves_no_sandbox(boxes: Sandboxes, ending: str) -> None:
    program, alice = boxes.program(), boxes.of("1")
    first = value(alice.run(program, None, LIMITS))
    alice.run(program, ending, LIMITS)
    assert value(alice.run(program, None, LIMITS)) == first


def test_tests_and_tools_never_have_one(boxes: Sandboxes) -> None:
    """Neither takes the sandbox of a message, nor does a message take theirs."""
    program, alice = boxes.program(shipped=True), boxes.of("1")
    first = value(alice.run(program, None, LIMITS))
    assert value(alice.client.run(program, None, LIMITS)) == first - SHIPPED
    with WarmSandboxPool(alice.client, program, LIMITS) as pool:
        assert [value(pool.sandbox_of(held_out=held_out).run(program, None, LIMITS)) for held_out in (True, False)] == [
            first - SHIPPED,
            first - SHIPPED,
        ]
    assert value(alice.run(program, None, LIMITS)) == first + SHIPPED


def test_calls_at_the_same_time_have_one_each(boxes: Sandboxes) -> None:
    program, alice = boxes.program(), boxes.of("1")
    first = value(alice.run(program, None, LIMITS))
    within: list[int] = []

    def ask_within(_op: str, _args: object) -> str:
        within.append(value(alice.run(program, None, LIMITS)))
        return ""

    assert value(alice.run(program, {"ask": True}, LIMITS, on_request=ask_within)) == ["", first + NEXT_CALL]
    assert within == [first]


def test_an_aborted_call_leaves_no_sandbox(boxes: Sandboxes) -> None:
    program, alice, ends = boxes.program(), boxes.of("1"), list[Callable[[], None]]()
    first, asking = value(alice.run(program, None, LIMITS)), threading.Event()

    def hold(_op: str, _args: object) -> None:
        asking.set()
        ends[0]()
        raise RuntimeError("the caller leaves")

    with pytest.raises(RuntimeError):
        alice.run(program, {"ask": True}, LIMITS, on_request=hold, on_open=ends.append)
    assert asking.is_set()
    assert value(alice.run(program, None, LIMITS)) == first


WARM_CODE = """
import os, time
MADE_BY, SEEN = os.getpid(), []
def handle(payload, ctx):
    if payload == "fail in pid 1" and os.getpid() == 1:
        raise ValueError
    SEEN.append(payload)
    return [MADE_BY == os.getpid(), SEEN]
"""


@pytest.mark.parametrize(
    ("warm_up", "seen"),
    [
        ('["example"]', [[False, ["example", "a"]], [False, ["example", "b"]], [False, ["example", "c"]]]),
        ("", [[True, ["a"]], [True, ["b"]], [True, ["c"]]]),
        ('["fail in pid 1"]', [[True, ["a"]], [True, ["b"]], [True, ["c"]]]),
    ],
)
def test_a_program_of_the_product_is_run_once_for_all_calls(
    boxes: Sandboxes, warm_up: str, seen: list[list[object]]
) -> None:
    """Its module and its own examples, so that no call builds its tables anew; nothing of a call stays."""
    program = Program(code=f"{WARM_CODE}# {boxes.marker}\n")
    users = (ReusingSandbox(SandboxClient(boxes.path, user_key=key), lambda _program: warm_up) for key in "123")
    answers = [value(user.run(program, text, LIMITS)) for user, text in zip(users, "abc", strict=True)]
    assert answers == seen


def test_no_other_program_is_run_by_pid_1(boxes: Sandboxes) -> None:
    """Whatever it asks for: what pid 1 has run stays for the calls after it."""
    program = Program(code=f"{WARM_CODE}# {boxes.marker}\n", warm_up='["mine"]')
    alice = boxes.of("1")
    assert [value(alice.run(program, text, LIMITS)) for text in "ab"] == [[True, ["a"]], [True, ["b"]]]


def test_what_compiling_a_large_program_takes_is_not_kept(boxes: Sandboxes) -> None:
    """The first call compiles for itself; the process from which the next ones are forked does not."""
    functions = "".join(
        f"def f{number}(a, b):\n    return {{'sum': a + {number}, 'texts': [b, 'text {number}']}}\n"
        for number in range(5_000)
    )
    peak = "import resource\ndef handle(payload, ctx):\n    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
    program, alice = Program(code=f"{functions}{peak}"), boxes.of("1")
    compiling = value(alice.run(program, None, LIMITS))
    assert value(alice.run(program, None, LIMITS)) < compiling / 2
