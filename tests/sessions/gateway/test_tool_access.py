"""``ctx.tools.call`` of one run: permission, approval, and no call twice."""

import signal
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from kingdom.approvals.models import Approval
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests.services import approvals_expire
from kingdom.cognition.inputs import WorkerResult
from kingdom.core.background.jobs import LeaseLost
from kingdom.core.errors import ToolError
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.engine.effects import effect_close, effect_request_approval
from kingdom.sessions.engine.step_transactions import session_rebuild
from kingdom.tools.models import ToolCall, ToolReceipt
from kingdom.tools.receipts.call_log import calls_in_progress
from tests.factories.files import list_files, read_file
from tests.factories.handler_sessions import HandlerSession, OpenHandlerSession, ProgramRun
from tests.factories.sessions import answer_question

pytestmark = pytest.mark.django_db
WRITE = "archon.fs.write"


@pytest.fixture
def open_with_files(open_session: OpenHandlerSession, tmp_path: Path, settings: Settings) -> OpenHandlerSession:
    """Return ``open_session`` with workspaces in the test's folder."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return open_session


def receipts(world: HandlerSession) -> list[tuple[str, str, str]]:
    rows = ToolReceipt.objects.filter(session_id=world.session.pk).order_by("seq")
    return [(row.tool, row.outcome, row.reason) for row in rows]


def files(world: HandlerSession, tmp_path: Path) -> dict[str, str]:
    workspace_id = str(world.session.pk)
    return {path.rsplit("/")[-1]: read_file(workspace_id, path).decode() for path, _ in list_files(workspace_id)}


def waits(world: HandlerSession, needed: HumanInputRequired) -> dict[str, object]:
    """Pause with the question of a run, as the loop does, and return its call."""
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, needed.kind, needed.subject)
    (call,) = needed.subject["tools"]
    return dict(call)


def test_an_allowed_tool_runs_and_leaves_a_receipt(open_with_files: OpenHandlerSession) -> None:
    world = open_with_files()
    run = world.run()
    assert run.tool("archon.fs.find", base="", pattern="*")["files"] == []
    assert WRITE in str(run.tool("archon.tools.list"))
    assert [one[:2] for one in receipts(world)] == [("archon.fs.find", "done"), ("archon.tools.list", "done")]


def test_a_tool_outside_of_the_identity_is_a_recorded_escalation(open_with_files: OpenHandlerSession) -> None:
    world = open_with_files(identity="analyze")
    for tool in (WRITE, "archon.no.such"):
        with pytest.raises(ToolError, match=f"card does not name the tool {tool}"):
            world.run().tool(tool, path="a.txt", content="1")
    assert receipts(world) == [(WRITE, "refused", "not_on_card"), ("archon.no.such", "refused", "not_on_card")]
    assert not Approval.objects.exists(), "no approval is requested for a tool that nobody can allow"


def test_a_tool_runs_once_after_an_approval(open_with_files: OpenHandlerSession, tmp_path: Path) -> None:
    world = open_with_files()
    with pytest.raises(HumanInputRequired) as needed:
        world.run().tool(WRITE, path="a.txt", content="one")
    call = waits(world, needed.value)
    assert (call["name"], call["args"]) == (WRITE, {"path": "a.txt", "content": "one"})
    assert files(world, tmp_path) == {}
    answer_question(world.session.pk, choice="once")

    for _ in range(2):  # a second run does not repeat the call
        run = world.again()
        assert world.verdict == "go"
        assert run.tool(WRITE, path="a.txt", content="one") == {"success": True, "bytesWritten": 3}
    assert files(world, tmp_path) == {"a.txt": "one"}
    assert receipts(world) == [(WRITE, "done", "")]
    with pytest.raises(HumanInputRequired):
        run.tool(WRITE, path="a.txt", content="one")  # once was for one call
    effect_close(world.lease, world.seq, WorkerResult(status="ok", value={}))
    assert calls_in_progress(session_id=world.session.pk) == []


@pytest.mark.parametrize(("answered", "reason"), [(True, "denied_by_person"), (False, "nobody_answered")])
def test_a_denied_call_leaves_a_receipt(open_with_files: OpenHandlerSession, answered: bool, reason: str) -> None:
    world = open_with_files()
    with pytest.raises(HumanInputRequired) as needed:
        world.run().tool(WRITE, path="a.txt", content="one")
    waits(world, needed.value)
    if answered:
        answer_question(world.session.pk, choice="deny")
    else:
        Approval.objects.update(expires_at=world.session.created_at)
        assert approvals_expire() == 1
    assert receipts(world) == [(WRITE, "refused", reason)]


def test_a_host_that_its_user_does_not_agree_to_leaves_a_receipt(open_session: OpenHandlerSession) -> None:
    world = open_session(consented=False)
    with pytest.raises(HumanInputRequired) as needed:
        world.run().http("GET", "/ok")
    loaded = session_rebuild(world.session)
    effect_request_approval(
        world.lease, loaded.seq, loaded.transition.decision, needed.value.kind, needed.value.subject
    )
    answer_question(world.session.pk, choice="deny")
    assert receipts(world) == [("archon.http.request", "refused", "denied_by_person")]


def test_a_file_that_a_rule_denies_leaves_a_receipt(open_with_files: OpenHandlerSession) -> None:
    world = open_with_files()
    rule_create(user_id=None, made_by_id=world.user.pk, draft=RuleDraft(effect="deny", tool=WRITE))
    with pytest.raises(ToolError, match="not allowed"):
        world.run().outside.on_request("files.write", {"name": "a.txt", "text": "one"})
    assert receipts(world) == [(WRITE, "refused", "permission")]


def test_a_diverging_run_calls_no_tool(open_with_files: OpenHandlerSession, tmp_path: Path) -> None:
    world = open_with_files()
    world.allow(tool=WRITE)
    world.run().tool(WRITE, path="a.txt", content="one")
    run = world.again()
    for _ in range(2):
        with pytest.raises(ToolError, match="nothing is done twice"):
            run.tool(WRITE, path="a.txt", content="two")
    assert run.tool("archon.fs.read", path="a.txt")["content"] == "one", "reads are still possible"
    assert files(world, tmp_path) == {"a.txt": "one"}


def test_a_malformed_call_raises_tool_error(open_with_files: OpenHandlerSession) -> None:
    run = open_with_files().run()
    wrong: list[Any] = [
        None,
        [],
        {"name": "archon.fs.find"},
        {"name": "", "args": {}},
        {"name": "x" * 200, "args": {}},
        {"name": 1, "args": {}},
    ]
    for args in wrong:
        with pytest.raises(ToolError, match=r"by its name|does not name the tool"):
            run.outside.on_request("tools.call", args)


def test_a_worker_without_its_lease_calls_no_tool(open_with_files: OpenHandlerSession, tmp_path: Path) -> None:
    world = open_with_files()
    world.allow(tool=WRITE)
    run = world.run()
    run.tool("archon.fs.find", base=".", pattern="*")
    world.begin()
    with pytest.raises(LeaseLost):
        run.tool(WRITE, path="a.txt", content="one")
    assert files(world, tmp_path) == {}


@pytest.mark.parametrize(("choice", "told"), [("skip", False), ("done", True)])
def test_a_person_decides_one_call_with_unknown_outcome(
    open_with_files: OpenHandlerSession, tmp_path: Path, choice: str, told: bool
) -> None:
    """The worker died during the call. A person decides about that call; the code continues with the result."""
    world = open_with_files()
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


def test_retry_repeats_the_call(open_with_files: OpenHandlerSession, tmp_path: Path) -> None:
    world = open_with_files()
    world.allow(tool=WRITE)
    _die_in(world.run())
    world.lease = world.begin()
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, "unknown_outcome")
    answer_question(world.session.pk, choice="retry")
    assert world.again().tool(WRITE, path="b.txt", content="two")["success"] is True
    assert files(world, tmp_path) == {"b.txt": "two"}


def _die_in(run: ProgramRun) -> None:
    """Call a tool in a process that is killed: the call is recorded without an outcome."""

    def killed(*_: object) -> None:
        raise SystemExit(-signal.SIGKILL)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kingdom.tools.library.fs_write.FsWrite.run", killed)
        with pytest.raises(SystemExit):
            run.tool(WRITE, path="b.txt", content="two")
    assert ToolCall.objects.filter(result__isnull=True).count() == 1
