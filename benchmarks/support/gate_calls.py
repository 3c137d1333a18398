"""The calls that ``benchmarks.tools`` measures; imported when Django is set up."""

import time
import uuid
from collections.abc import Mapping
from typing import Any

from asgiref.sync import async_to_sync
from django.db import connection

from kingdom.accounts.models import User
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.tools import ToolRequest
from kingdom.core.database import in_database
from kingdom.providers.sandboxes import sandbox
from kingdom.sessions.models import Session
from kingdom.tools.base import Result, ToolContext
from kingdom.tools.files.content_policy import text_review
from kingdom.tools.gate.gate_checks import policy_refusals, scan_content, static_refusals
from kingdom.tools.gate.gate_query import gate_snapshot_load
from kingdom.tools.gate.permission_gate import PermissionGate
from kingdom.tools.library.fs_write import FsWrite
from kingdom.tools.receipts.services import calls_erase
from kingdom.tools.registry.tool_context import ToolEnvironment
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.cognition import model_spec

RULES = 20
TEXT = "A page of text. " * 100


class GateBenchmark:
    """The gate of one session, and its calls."""

    def __init__(self, environment: ToolEnvironment, ctx: CallContext) -> None:
        """Keep the environment of the tools and the context of the calls."""
        self._environment, self._gate, self._ctx = environment, PermissionGate(environment), ctx

    def judged(self) -> object:
        """Judge one call."""
        requests = _requests(1)
        refused = static_refusals(self._ctx, requests, self._environment.policy)
        tools = [all_tools()[request.name] for request in requests]
        snapshot = gate_snapshot_load(self._ctx, requests=requests, call_ids=[], tools=tools)
        return refused or policy_refusals(self._ctx, requests, snapshot.wait, snapshot.rules, scan_content)

    def looked(self) -> object:
        """Look through a page of text that was not seen before."""
        return text_review("notes/a.txt", f"{TEXT}{uuid.uuid4()}")

    def calls(self, count: int, size: int) -> list[float]:
        """Send so many requests of so many calls in one loop, as a session does.

        Return what each took, in milliseconds.
        """
        return async_to_sync(self._calls)(count, size)

    async def _calls(self, count: int, size: int) -> list[float]:
        took = []
        for _ in range(count):
            requests = _requests(size)
            started = time.perf_counter()
            outcomes = await self._gate.call(self._ctx, requests)
            took.append((time.perf_counter() - started) * 1000)
            assert all(one.result["success"] for one in outcomes), outcomes
            # as the session does, in the transaction that writes the batch into its log
            await in_database(calls_erase, session_id=uuid.UUID(self._ctx.session_id))
        return took

    def cpu(self, count: int) -> float:
        """Return the milliseconds of processor time that this process spends on one call."""
        spent = 0.0
        for _ in range(10):
            started = time.process_time()
            async_to_sync(self._sent)(max(1, count // 10))
            spent += time.process_time() - started
            calls_erase(session_id=uuid.UUID(self._ctx.session_id))
        return round(spent * 1000 / (10 * max(1, count // 10)), 2)

    async def _sent(self, count: int) -> None:
        for _ in range(count):
            await self._gate.call(self._ctx, _requests(1))

    def statements(self) -> int:
        """Return how many SQL statements one call sends."""
        seen = list[str]()

        def kept(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401 - Django's own shape
            seen.append(sql)
            return execute(sql, params, many, context)

        with connection.execute_wrapper(kept):
            async_to_sync(self._gate.call)(self._ctx, _requests(1))
        return len(seen)


async def _write_nothing(self: FsWrite, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
    return {"success": True, "bytesWritten": 0}


def bench() -> GateBenchmark:
    """Return the work, for a user with twenty rules and a tool that writes nothing."""
    user = User.objects.create(username="bench")
    for number in range(RULES - 1):
        rule_create(
            user_id=user.pk, made_by_id=user.pk, draft=RuleDraft(effect="allow", tool=f"acme.area.verb{number}")
        )
    rule_create(
        user_id=user.pk,
        made_by_id=user.pk,
        draft=RuleDraft(effect="allow", tool="archon.fs.write", shape={"path": "notes/"}),
    )
    session = Session.objects.create(user=user, input_text="x", trace_id="t", task_name="none")
    agent = "writer_bench"
    ctx = CallContext(
        trace_id="t", user_id=str(user.pk), session_id=str(session.pk), agent_id=agent, grants=provision(agent)
    )
    environment = ToolEnvironment(workspace_id=str(session.pk), spec=model_spec(), sandbox=sandbox())
    tool = all_tools()["archon.fs.write"]
    tool.run = _write_nothing.__get__(tool)  # type: ignore[method-assign]
    type(tool).per_minute = 100_000
    return GateBenchmark(environment, ctx)


def _requests(count: int) -> list[ToolRequest]:
    args = {"path": "notes/a.txt", "content": TEXT}
    return [ToolRequest(call_id=uuid.uuid4().hex, name="archon.fs.write", args=args) for _ in range(count)]
