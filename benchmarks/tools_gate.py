"""The calls that ``benchmarks.tools`` measures; imported when Django is set up."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync

from kingdom.accounts.models import User
from kingdom.approvals.permission_services import RuleDraft, rule_create
from kingdom.contracts.calls import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.tools import ToolRequest
from kingdom.sessions.capabilities import sandbox
from kingdom.sessions.models import Session
from kingdom.tools.base import Result, ToolContext
from kingdom.tools.gate import Gate
from kingdom.tools.judging import judge
from kingdom.tools.library.fs_write import FsWrite
from kingdom.tools.registry import all_tools
from kingdom.tools.services import calls_forget
from kingdom.tools.world import ToolWorld
from tests.rules.cognition_cases import model_spec

RULES = 20


class Bench(NamedTuple):
    """One whole call, a batch of eight, one judgement."""

    one: Callable[[], object]
    batch: Callable[[], object]
    judged: Callable[[], object]


async def _nothing(self: FsWrite, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
    return {"success": True, "bytesWritten": 0}


def bench() -> Bench:
    """Return the work, for a user with twenty rules and a tool that writes nothing."""
    user = User.objects.create(username="bench")
    for number in range(RULES - 1):
        rule_create(user_id=user.pk, made_by_id=user.pk, draft=RuleDraft(effect="allow", tool=f"acme.area.verb{number}"))
    rule_create(user_id=user.pk, made_by_id=user.pk, draft=RuleDraft(effect="allow", tool="archon.fs.write", shape={"path": "notes/"}))
    session = Session.objects.create(user=user, input_text="x", trace_id="t", task_name="none")
    agent = "writer_bench"
    ctx = CallContext(trace_id="t", user_id=str(user.pk), session_id=str(session.pk), agent_id=agent, grants=provision(agent))
    gate = Gate(ToolWorld(workspace_id=str(session.pk), spec=model_spec(), sandbox=sandbox()))
    tool = all_tools()["archon.fs.write"]
    tool.run = _nothing.__get__(tool)  # type: ignore[method-assign]
    type(tool).per_minute = 100_000
    send = async_to_sync(gate.call)
    return Bench(
        one=lambda: _sent(send(ctx, _requests(1)), session),
        batch=lambda: _sent(send(ctx, _requests(8)), session),
        judged=lambda: gate.judged(ctx, _requests(1)),
    )


def _requests(count: int) -> list[ToolRequest]:
    args = {"path": "notes/a.txt", "content": "A page of text. " * 100}
    return [ToolRequest(call_id=uuid.uuid4().hex, name="archon.fs.write", args=args) for _ in range(count)]


def _sent(outcomes: Any, session: Session) -> None:  # noqa: ANN401 - the gate's outcomes
    calls_forget(session_id=session.pk)  # as the session does when the batch is in its log
    assert all(one.result["success"] for one in outcomes), outcomes
