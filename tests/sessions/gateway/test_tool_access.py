"""``ctx.tools.call`` of one run: the gate's word, a person's answer, and nothing done twice."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from kingdom.approvals.models import Approval
from kingdom.cognition.inputs import WorkerResult
from kingdom.core.errors import ToolError
from kingdom.core.jobs import LeaseLost
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.engine.effects import effect_close, effect_request_approval
from kingdom.sessions.engine.step_transactions import session_rebuild
from kingdom.tools.models import ToolCall, ToolReceipt
from kingdom.tools.receipts.call_log import calls_in_progress
from tests.factories.sessions import answer_question
from tests.factories.tools import escalation_attempts
from tests.sessions.gateway.handler_session import Run, Under

pytestmark = pytest.mark.django_db
WRITE = "archon.fs.write"


@pytest.fixture
def house(under: Callable[..., Under], tmp_path: Path, settings: Settings) -> Callable[..., Under]:
    """Sessions whose files are in this test's own folder."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return under


def receipts(world: Under) -> list[tuple[str, str, str]]:
    rows = ToolReceipt.objects.filter(session_id=world.session.pk).order_by("seq")
    return [(row.tool, row.outcome, row.reason) for row in rows]


def files(world: Under, tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "workspaces" / str(world.session.pk)
    return {path.name: path.read_text() for path in folder.rglob("*") if path.is_file()}


def waits(world: Under, needed: HumanInputRequired) -> dict[str, object]:
    """Pause with a run's question, as the loop does, and return its call."""
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, needed.kind, needed.subject)
    (call,) = needed.subject["tools"]
    return dict(call)


def test_what_needs_no_answer_runs_and_leaves_a_receipt(house: Callable[..., Under]) -> None:
    world = house()
    run = world.run()
    assert run.tool("archon.fs.find", base="", pattern="*")["files"] == []
    assert WRITE in str(run.tool("archon.tools.list"))
    assert [one[:2] for one in receipts(world)] == [("archon.fs.find", "done"), ("archon.tools.list", "done")]


def test_what_the_identity_does_not_carry_is_an_escalation_on_record(house: Callable[..., Under]) -> None:
    world = house(identity="analyze")
    told = world.run().tool(WRITE, path="a.txt", content="1")
    assert (told["success"], told["denied"], told["message"]) == (False, True, f"Permission denied for {WRITE}")
    assert [one.tool for one in escalation_attempts(world.user.pk)] == [WRITE]
    assert not Approval.objects.exists(), "no person is asked about what no person can allow"
    assert world.run().tool("archon.no.such")["message"] == "Unknown tool: archon.no.such"


def test_a_person_is_asked_and_the_next_run_does_it_once(house: Callable[..., Under], tmp_path: Path) -> None:
    world = house()
    with pytest.raises(HumanInputRequired) as needed:
        world.run().tool(WRITE, path="a.txt", content="one")
    call = waits(world, needed.value)
    assert (call["name"], call["args"]) == (WRITE, {"path": "a.txt", "content": "one"})
    assert files(world, tmp_path) == {}
    answer_question(world.session.pk, choice="once")

    for _ in range(
        2
    ):  # the second run begins again, e.g. since it asked for something else; what is done is not done again
        run = world.again()
        assert world.verdict == "go"
        assert run.tool(WRITE, path="a.txt", content="one") == {"success": True, "bytesWritten": 3}
    assert files(world, tmp_path) == {"a.txt": "one"}
    assert receipts(world) == [(WRITE, "done", "")]
    with pytest.raises(HumanInputRequired):
        run.tool(WRITE, path="a.txt", content="one")  # once was for one call
    effect_close(world.lease, world.seq, WorkerResult(status="ok", value={}))
    assert calls_in_progress(session_id=world.session.pk) == []


def test_a_run_that_does_something_else_does_nothing(house: Callable[..., Under], tmp_path: Path) -> None:
    world = house()
    world.allow(tool=WRITE)
    world.run().tool(WRITE, path="a.txt", content="one")
    run = world.again()
    for _ in range(2):
        with pytest.raises(ToolError, match="nothing is done twice"):
            run.tool(WRITE, path="a.txt", content="two")
    assert run.tool("archon.fs.read", path="a.txt")["content"] == "one", "looking harms nobody"
    assert files(world, tmp_path) == {"a.txt": "one"}


def test_what_is_no_call_is_a_sentence(house: Callable[..., Under]) -> None:
    run = house().run()
    wrong: list[Any] = [
        None,
        [],
        {"name": "x"},
        {"name": "", "args": {}},
        {"name": "x" * 200, "args": {}},
        {"name": 1, "args": {}},
    ]
    for args in wrong:
        with pytest.raises(ToolError, match="by its name"):
            run.outside.on_request("tools.call", args)


def test_a_worker_that_lost_its_lease_calls_nothing(house: Callable[..., Under], tmp_path: Path) -> None:
    world = house()
    world.allow(tool=WRITE)
    run = world.run()
    run.tool("archon.fs.find", base=".", pattern="*")
    world.begin()
    with pytest.raises(LeaseLost):
        run.tool(WRITE, path="a.txt", content="one")
    assert files(world, tmp_path) == {}


@pytest.mark.parametrize(("choice", "told"), [("skip", False), ("done", True)])
def test_a_call_without_an_outcome_is_decided_alone(
    house: Callable[..., Under], tmp_path: Path, choice: str, told: bool
) -> None:
    """The worker died in the call. A person decides about that call; the code goes on with the answer, and does the rest."""
    world = house()
    world.allow(tool=WRITE)
    run = world.run()
    run.tool(WRITE, path="a.txt", content="one")
    _die_in(run)
    world.lease = world.begin()
    assert world.verdict == "ask"
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, "unknown_outcome")
    asked = Approval.objects.get(kind="unknown_outcome")
    assert f"called: {WRITE}" in asked.text.splitlines()
    answer_question(world.session.pk, choice=choice)

    again = world.again()
    assert again.tool(WRITE, path="a.txt", content="one")["success"] is True
    assert again.tool(WRITE, path="b.txt", content="two")["success"] is told
    assert again.tool(WRITE, path="c.txt", content="three")["success"] is True
    assert files(world, tmp_path) == {"a.txt": "one", "c.txt": "three"}


def test_a_person_s_retry_does_it_again(house: Callable[..., Under], tmp_path: Path) -> None:
    world = house()
    world.allow(tool=WRITE)
    _die_in(world.run())
    world.lease = world.begin()
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, "unknown_outcome")
    answer_question(world.session.pk, choice="retry")
    assert world.again().tool(WRITE, path="b.txt", content="two")["success"] is True
    assert files(world, tmp_path) == {"b.txt": "two"}


def _die_in(run: Run) -> None:
    """Call a tool in a process that is killed at that moment: the call is on record, its outcome is not."""

    def killed(*_: object) -> None:
        raise SystemExit(-signal.SIGKILL)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kingdom.tools.library.fs_write.FsWrite.run", killed)
        with pytest.raises(SystemExit):
            run.tool(WRITE, path="b.txt", content="two")
    assert ToolCall.objects.filter(result__isnull=True).count() == 1
