"""The gate: its order, whole batches, and the result and receipt of each refusal."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kingdom.approvals.permissions.rule_matching import EffectiveRule
from kingdom.approvals.permissions.selectors import effective_rules
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.contracts.identity import BASELINE, Identity, provision
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.gate.gate_checks import call_verdict
from kingdom.tools.gate.gate_query import gate_snapshot_load
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.library.fs_write import FsWrite
from kingdom.tools.models import ToolCall, ToolReceipt
from kingdom.tools.receipts.selectors import is_batch_resumable, receipts_of_sessions
from kingdom.tools.receipts.services import ToolCallStart, call_begin, calls_erase
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.files import list_files
from tests.factories.tools import Kit, MakeKit, escalation_attempts, stopped, wanted

pytestmark = pytest.mark.django_db
KEY = "AKIA" + "ABCDEFGHIJKLMNOP"


class TestOrder:
    def test_unknown(self, kit: Kit) -> None:
        assert kit.one("archon.fs.format") == {
            "success": False,
            "message": "Unknown tool: archon.fs.format",
            "error": True,
        }
        assert ToolReceipt.objects.get().reason == "unknown_tool"

    @pytest.mark.parametrize("name", sorted(all_tools()))
    @pytest.mark.parametrize("identity", sorted(Identity))
    def test_only_what_the_identity_carries(self, make_kit: MakeKit, identity: str, name: str) -> None:
        """The call reaches the gate although the model was not offered the tool; a rule allows every tool."""
        kit = make_kit(f"{identity}_tester")
        kit.allow("*")
        result = kit.one(name)
        held = name in provision(kit.agent_id)
        assert (result.get("message") == f"Permission denied for {name}") is not held
        assert escalation_attempts(kit.session.user_id).count() == int(not held)
        if not held:
            assert result["denied"] is True
            assert "was recorded" in result["reason"]

    def test_the_context_narrows_and_never_widens(self, kit: Kit) -> None:
        gate, everything = PermissionGate(kit.environment), frozenset(all_tools())
        for grants, agent_id in (
            (BASELINE, "master_tester"),
            (everything, "research_tester"),
            (everything, "boss"),
            (frozenset[str](), ""),
        ):
            ctx = type(kit.ctx)(**{**vars(kit.ctx), "grants": grants, "agent_id": agent_id})
            assert gate.is_refused_regardless(ctx, [wanted("archon.fs.delete", path="a")])

    def test_arguments(self, kit: Kit) -> None:
        result = kit.one("archon.fs.read", path=7, mode="x")
        assert result["success"] is False
        assert "7 is not of type" in result["error"]

    def test_rate(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(all_tools()["archon.tools.list"]), "per_minute", 16)
        batch = [wanted("archon.tools.list") for _ in range(16)]
        assert all(outcome.result["success"] for outcome in kit.call(*batch))
        result = kit.one("archon.tools.list")
        assert "Too many tool calls" in result["error"]
        assert 0 < result["retry_after_s"] <= 60 / 16 + 0.1, "rounded up to tenths"
        assert kit.one("archon.fs.find")["success"]

    def test_content(self, kit: Kit) -> None:
        for args in ({"path": "a.txt", "content": f"key = {KEY}"}, {"path": f"{KEY}.txt", "content": ""}):
            result = kit.one("archon.fs.write", **args)
            assert (result["denied"], "an AWS key" in result["reason"]) == (True, True)
        assert kit.one("archon.fs.find")["files"] == []
        assert KEY not in str(list(ToolReceipt.objects.values_list("result_hash", "reason", "tool")))

    def test_a_scan_that_fails_says_no(self, kit: Kit) -> None:
        def broken(tool: Tool, args: Mapping[str, Any]) -> str:
            raise RuntimeError("no opinion")

        (outcome,) = kit.call(
            wanted("archon.fs.write", path="a", content="b"), gate=PermissionGate(kit.environment, scan=broken)
        )
        assert (outcome.denied, outcome.result["reason"]) == (True, "Refused: it could not be reviewed.")

    def test_permission(self, make_kit: MakeKit) -> None:
        kit = make_kit()
        assert kit.one("archon.fs.find")["success"]
        asked = kit.one("archon.fs.write", path="a", content="b")
        assert (asked["message"], asked["denied"]) == ("Permission denied for archon.fs.write", True)
        kit.allow("archon.fs.write", "deny")
        assert kit.one("archon.fs.write", path="a", content="b") == {
            "success": False,
            "message": "Access denied by creator.",
            "denied": True,
        }

    @pytest.mark.parametrize(
        ("tool", "path", "effect", "refused"),
        [
            ("archon.fs.write", "", "deny", "Access denied by creator."),
            ("archon.fs.*", "", "deny", "Access denied by creator."),
            ("archon.fs.write", "out/", "deny", "Access denied by creator."),
            ("archon.fs.write", "", "ask", "Permission denied"),
            ("archon.fs.write", "notes/", "deny", ""),
            ("archon.fs.read", "", "deny", ""),
        ],
    )
    def test_rules_on_writing_hold_for_what_a_program_saves(
        self, make_kit: MakeKit, tool: str, path: str, effect: str, refused: str
    ) -> None:
        kit = make_kit("analyze_tester")
        kit.allow("archon.exec.python")
        kit.allow("archon.chart.draw")
        rule_create(
            user_id=kit.session.user_id,
            made_by_id=kit.session.user_id,
            draft=RuleDraft(effect=effect, tool=tool, shape={"path": path} if path else {}),
        )
        saving = wanted("archon.exec.python", code="open('/out/a.csv', 'w')")
        chart = wanted("archon.chart.draw", kind="bar", title="t", labels=["a"], values=[1])
        rules = effective_rules(user_id=kit.session.user_id, session_id=kit.session.pk)
        expected = effect if refused else "allow"
        assert {call_verdict(kit.ctx, rules, call).effect for call in (saving, chart)} == {expected}
        assert call_verdict(kit.ctx, rules, wanted("archon.exec.python", code="print(1)")).effect == "allow"
        if refused:
            (outcome,) = kit.call(saving)
            assert (outcome.denied, refused in outcome.result["message"]) == (True, True)

    def test_a_program_whose_call_was_allowed_once_may_save(self, make_kit: MakeKit) -> None:
        kit = make_kit("analyze_tester")
        call = wanted("archon.exec.python", code="open('/out/a.csv', 'w')")
        ask = EffectiveRule(id="1", effect="ask", tool="archon.fs.write", scope="organisation")
        once = EffectiveRule(id="2", effect="allow", tool=call.name, scope="once", call_id=call.call_id)
        assert call_verdict(kit.ctx, [ask, once], call).effect == "allow"
        deny = EffectiveRule(id="3", effect="deny", tool="archon.fs.write")
        assert call_verdict(kit.ctx, [ask, once, deny], call).effect == "deny"

    def test_one_refused_call_refuses_the_whole_batch(self, kit: Kit) -> None:
        outcomes = kit.call(wanted("archon.fs.write", path="a", content="b"), wanted("archon.fs.erase"))
        assert [outcome.denied for outcome in outcomes] == [True, True]
        assert "archon.fs.erase in the same request was refused" in outcomes[0].result["message"]
        assert kit.one("archon.fs.find")["count"] == 0
        assert not ToolCall.objects.exclude(result=None).filter(session=kit.session, args_hash="").exists()

    def test_in_order(self, kit: Kit) -> None:
        outcomes = kit.call(
            wanted("archon.fs.write", path="notes.txt", content="one two"),
            wanted("archon.fs.edit", path="notes.txt", find="two", replace="three"),
            wanted("archon.fs.read", path="notes.txt"),
            wanted("archon.fs.delete", path="notes.txt"),
        )
        assert [outcome.result for outcome in outcomes] == [
            {"success": True, "bytesWritten": 7},
            {"success": True, "matchCount": 1},
            {"success": True, "content": "one three"},
            {"success": True},
        ]
        receipts = list(receipts_of_sessions(session_ids=[kit.session.pk]))
        assert [(row.seq, row.outcome, row.side) for row in receipts] == [
            (1, "done", "write"),
            (2, "done", "write"),
            (3, "done", "read"),
            (4, "done", "write"),
        ]


class TestCost:
    """The cost of a call beside its tool, in statements: these do not depend on the machine's load."""

    def test_three_statements_a_call(self, make_kit: MakeKit, monkeypatch: pytest.MonkeyPatch) -> None:
        async def nothing(*_: object) -> Result:
            return {"success": True, "bytesWritten": 0}

        monkeypatch.setattr(FsWrite, "run", nothing)
        kit = make_kit()
        for number in range(20):
            kit.allow(f"acme.area.verb{number}")
        kit.allow("archon.fs.write")
        kit.one("archon.fs.write", path="a", content="b")
        with CaptureQueriesContext(connection) as seen:
            assert kit.one("archon.fs.write", path="a", content="b")["success"]
        assert len(seen) == 3, [query["sql"] for query in seen]  # judge, begin, close with the receipt
        with CaptureQueriesContext(connection) as seen:
            kit.call(*[wanted("archon.fs.write", path="a", content="b") for _ in range(8)])
        assert len(seen) == 2 + 8, "to close a call and to begin the next one is one statement"

    def test_whether_to_ask_is_one_statement(self, make_kit: MakeKit) -> None:
        kit = make_kit()
        with CaptureQueriesContext(connection) as seen:
            assert not PermissionGate(kit.environment).is_refused_regardless(
                kit.ctx, [wanted("archon.fs.write", path="a", content="b") for _ in range(4)]
            )
        assert len(seen) == 1


class TestAsking:
    """A person is asked only about calls that the gate would run after an approval."""

    @pytest.mark.parametrize(
        ("request_", "asked"),
        [
            (wanted("archon.fs.write", path="a", content="b"), True),
            (wanted("archon.fs.write", path="a"), False),
            (wanted("archon.fs.write", path="a", content=KEY), False),
            (wanted("archon.nothing.here"), False),
            (wanted("archon.http.request", url="https://example.org/"), False),
        ],
    )
    def test_asks_only_about_calls_that_may_run(self, make_kit: MakeKit, request_: ToolRequest, asked: bool) -> None:
        kit, heard = make_kit(), list[str]()

        class Person:
            async def ask(self, ctx: object, question: str, choices: object, requests: object = ()) -> str | None:
                heard.append(question)
                return None

        answer = async_to_sync(GatedApproval(PermissionGate(kit.environment), Person()).ask)(
            kit.ctx, "May it?", ("allow", "deny"), [request_]
        )
        assert (answer, bool(heard)) == (None if asked else "allow", asked)
        assert not ToolReceipt.objects.exists()


class Slow(Tool):
    """Starts and never ends."""

    id = "test.slow.write"
    description = "Wait."
    args = schema({})
    result = result_schema({})
    side = "write"
    seconds = 0.05
    begun = asyncio.Event()

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Wait."""
        type(self).begun.set()
        await asyncio.sleep(30)
        raise AssertionError


class Liar(Tool):
    """Returns what its schema forbids, or raises."""

    id = "test.liar.read"
    description = "Lie."
    args = schema({"how": {"type": "string"}})
    result = result_schema({})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return or raise as ``how`` says."""
        if args["how"] == "raise":
            raise RuntimeError("secret detail")
        if args["how"] == "refuse":
            raise ToolError("Not today.")
        return {
            "success": True,
            "surprise": float("nan") if args["how"] == "nan" else "x" * 2_000_000 if args["how"] == "long" else 1,
        }


@pytest.fixture
def strange_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tools of another package, granted to every agent."""
    made = {**all_tools(), Slow.id: Slow(), Liar.id: Liar()}
    for place in ("kingdom.tools.gate.gate_checks.all_tools", "kingdom.tools.gate.permission_gate.all_tools"):
        monkeypatch.setattr(place, lambda: made)
    monkeypatch.setattr("kingdom.tools.gate.gate_checks.provision", lambda _: frozenset(made))
    monkeypatch.setattr("tests.factories.tools.provision", lambda _: frozenset(made))


@pytest.mark.usefixtures("strange_tools")
class TestTools:
    @pytest.mark.parametrize(
        ("how", "told"),
        [
            ("raise", "an internal error"),
            ("refuse", "Not today."),
            ("nan", "internal error"),
            ("long", "more than"),
            ("extra", "internal error"),
        ],
    )
    def test_what_goes_wrong_in_a_tool_is_told(self, kit: Kit, how: str, told: str) -> None:
        result = kit.one("test.liar.read", how=how)
        assert result["success"] is False
        assert told in result["error"]
        assert "secret detail" not in str(result)
        assert ToolReceipt.objects.get().outcome == "failed"

    def test_its_time_is_up(self, kit: Kit) -> None:
        result = kit.one("test.slow.write")
        assert "Whether it took effect is not known" in result["error"]

    def test_a_stop_leaves_a_receipt_and_no_result(self, kit: Kit) -> None:
        Slow.begun = asyncio.Event()
        request = wanted("test.slow.write")
        stopped(kit, PermissionGate(kit.environment), request, Slow.begun)
        assert ToolReceipt.objects.get().outcome == "interrupted"
        assert ToolCall.objects.get().result is None
        assert not is_batch_resumable(session_id=kit.session.pk)


class TestResuming:
    def test_what_has_a_result_is_not_run_again(self, kit: Kit) -> None:
        first, second = wanted("archon.fs.write", path="a", content="1"), wanted("archon.fs.read", path="a")
        kit.call(first)  # and then the worker died
        kit.put("a", b"2")
        assert is_batch_resumable(session_id=kit.session.pk)
        outcomes = kit.call(first, second)
        assert [outcome.result for outcome in outcomes] == [
            {"success": True, "bytesWritten": 1},
            {"success": True, "content": "2"},
        ]
        assert ToolReceipt.objects.count() == 2

    def test_what_was_begun_and_may_not_be_repeated_is_unknown(self, kit: Kit) -> None:
        request = wanted("archon.fs.write", path="a", content="1")
        assert not is_batch_resumable(session_id=kit.session.pk)
        call_begin(ToolCallStart(session_id=kit.session.pk, request=request, repeatable=False))
        assert not is_batch_resumable(session_id=kit.session.pk)
        assert kit.call(request)[0].result["success"]  # a person said: retry
        assert calls_erase(session_id=kit.session.pk) == 1

    def test_another_worker_has_begun_it(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        request = wanted("archon.fs.write", path="a", content="1")
        monkeypatch.setattr(
            "kingdom.tools.gate.permission_gate.gate_snapshot_load",
            lambda *args, **more: gate_snapshot_load(*args, **more)._replace(begun={}),
        )
        call_begin(ToolCallStart(session_id=kit.session.pk, request=request, repeatable=False))
        assert kit.call(request)[0].result["success"] is False
        assert list_files(kit.environment.workspace_id) == []
