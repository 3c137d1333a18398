"""The permission gate: the only way to a tool. It judges the whole batch, then runs it in order, and leaves a receipt of every call."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import structlog

from kingdom.cognition.inputs import storable
from kingdom.contracts.calls import CallContext
from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.json_schema import faults
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.core.database import in_database
from kingdom.core.errors import KingdomError
from kingdom.runtime.ports import ApprovalPort
from kingdom.tools.base import Tool
from kingdom.tools.judging import Refusal, Scan, Verdicts, for_whole, judge, scan_content
from kingdom.tools.models import ToolCall, ToolReceipt
from kingdom.tools.registry import all_tools
from kingdom.tools.selectors import calls_in_work
from kingdom.tools.services import Ended, call_begin, call_finish, call_key, receipt_append
from kingdom.tools.world import ToolWorld

MAX_RESULT = 1_000_000  # characters of a result as JSON
_FAULT = "The tool failed by a fault of its own, which was recorded. Go on without it."
_log = structlog.get_logger(__name__)


class Gate:
    """The tool port of one session."""

    def __init__(self, world: ToolWorld, *, scan: Scan = scan_content) -> None:
        """Keep what the tools can reach and what looks through their arguments."""
        self._world, self._scan = world, scan

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Judge the whole batch, then run it in order. One refused call refuses them all.

        What an earlier try of the same batch finished (its worker died in the middle) is not run and not judged again.
        """
        begun, refused = await in_database(self._begun_and_refused, ctx, requests)
        outcomes = list[ToolOutcome]()
        for one in requests:
            kept = begun.get(one.call_id)
            if kept is not None and kept.result is not None:
                outcomes.append(ToolOutcome(call_id=one.call_id, name=one.name, result=kept.result))
            elif one.call_id in refused:
                outcomes.append(_refused(one, refused[one.call_id]))
            else:
                outcomes.append(await self._run(ctx, one, again=kept is not None))
        return outcomes

    def hopeless(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> bool:
        """Return whether a batch will be refused whatever a person says. Counts and records nothing. Blocking."""
        return bool(judge(ctx, requests, self._scan, asking=True))

    def _begun_and_refused(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> tuple[Mapping[str, ToolCall], Verdicts]:
        """Return what an earlier try of the batch began, and the refusals among the rest."""
        begun = _begun(ctx, requests)
        return begun, self._judge(ctx, [one for one in requests if (kept := begun.get(one.call_id)) is None or kept.result is None])

    def _judge(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Verdicts:
        """Return the refusals and leave their receipts; the one of a tool not held is the record of an escalation attempt."""
        found = judge(ctx, requests, self._scan) if requests else {}
        if not found:
            return {}
        refused = for_whole(requests, found)
        for one in requests:
            refusal = refused[one.call_id]
            if refusal.code == "not_granted":
                _log.warning("escalation_attempt", agent_id=ctx.agent_id, tool=one.name[:120], session_id=ctx.session_id)
            known = all_tools().get(one.name)
            ended = Ended(outcome=ToolReceipt.Outcome.REFUSED, result=refusal.result, reason=refusal.code, side=known.side if known else "")
            receipt_append(ctx=ctx, request=one, ended=ended)
        return refused

    async def _run(self, ctx: CallContext, request: ToolRequest, *, again: bool) -> ToolOutcome:
        tool = all_tools()[request.name]
        session_id = uuid.UUID(ctx.session_id)
        try:
            started = await in_database(call_begin, session_id=session_id, request=request, repeatable=tool.repeatable, again=again)
        except KingdomError as error:
            return ToolOutcome(call_id=request.call_id, name=request.name, result={"success": False, "error": error.message})
        try:
            ended = await self._ended(ctx, request, tool, started)
        except asyncio.CancelledError:
            # the session was stopped, or its lease was lost: what the tool did is not known, and the receipt says that it was begun
            left = Ended(outcome=ToolReceipt.Outcome.INTERRUPTED, result={}, side=tool.side, started_at=started)
            await in_database(call_finish, ctx=ctx, request=request, ended=left)
            raise
        await in_database(call_finish, ctx=ctx, request=request, ended=ended)
        return ToolOutcome(call_id=request.call_id, name=request.name, result=ended.result)

    async def _ended(self, ctx: CallContext, request: ToolRequest, tool: Tool, started: datetime) -> Ended:
        try:
            async with asyncio.timeout(tool.seconds):
                result, reason = _checked(tool, await tool.run(self._world.context(ctx), request.args)), ""
        except TimeoutError:
            unknown = "" if tool.repeatable else " Whether it took effect is not known."
            result, reason = _error(f"{tool.id} took longer than {tool.seconds:g} seconds and was stopped.{unknown}"), "timeout"
        except KingdomError as error:
            result, reason = _error(error.message), error.code
        except Exception:  # the edge of a tool: whatever it raises, the model is told and the run goes on
            _log.exception("tool_fault", tool=tool.id, session_id=ctx.session_id)
            result, reason = _error(_FAULT), "fault"
        outcome = ToolReceipt.Outcome.DONE if result["success"] is True else ToolReceipt.Outcome.FAILED
        return Ended(outcome=outcome, result=result, reason=reason, side=tool.side, started_at=started)


class GatedApproval:
    """Asks a person only about batches that the gate would otherwise let through.

    A batch that it refuses anyway goes on to it at once (``allow`` only means that nobody has to be asked): it judges again, refuses,
    records, and the model is told why.
    """

    def __init__(self, gate: Gate, inner: ApprovalPort) -> None:
        """Keep the gate and who asks."""
        self._gate, self._inner = gate, inner

    async def ask(self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()) -> str | None:
        """Return the choice when it is known already, None when a person must be asked."""
        if bool(requests) and await in_database(self._gate.hopeless, ctx, requests):
            return "allow"
        return await self._inner.ask(ctx, question, choices, requests)


def _begun(ctx: CallContext, requests: Sequence[ToolRequest]) -> Mapping[str, ToolCall]:
    keys = {one.call_id: call_key(one.call_id) for one in requests}
    found = calls_in_work(session_id=uuid.UUID(ctx.session_id), call_ids=keys.values())
    return {call_id: found[key] for call_id, key in keys.items() if key in found}


def _refused(request: ToolRequest, refusal: Refusal) -> ToolOutcome:
    return ToolOutcome(call_id=request.call_id, name=request.name, result=refusal.result, denied=True)


def _checked(tool: Tool, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a result in the form that the log keeps, or say that the tool broke its own word."""
    made: Mapping[str, Any] = storable(dict(result))
    if len(canonical_json(made)) > MAX_RESULT:
        return _error(f"The result has more than {MAX_RESULT} characters. Ask for less.")
    wrong = faults(made, tool.result)
    if wrong:
        _log.error("tool_result_wrong", tool=tool.id, faults=wrong)
        return _error(_FAULT)
    return made


def _error(message: str) -> Mapping[str, Any]:
    return {"success": False, "error": message}
