"""The permission gate: the only way to a tool. It judges the whole batch, then runs it in order, and leaves a receipt of every call."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.json_schema import validation_errors
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.core.database import in_database
from kingdom.core.errors import KingdomError, LostRace
from kingdom.runtime.ports import ApprovalPort
from kingdom.tools.base import Tool
from kingdom.tools.gate.gate_checks import (
    ContentScan,
    Refusal,
    Refusals,
    policy_refusals,
    refuse_whole_batch,
    scan_content,
    static_refusals,
)
from kingdom.tools.gate.gate_query import gate_snapshot_load
from kingdom.tools.gate.rate_limits import rate_limit_wait
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.services import (
    ToolCallOutcome,
    ToolCallStart,
    call_begin,
    call_finish,
    receipt_append,
    stored_call_id,
)
from kingdom.tools.registry.tool_context import ToolEnvironment
from kingdom.tools.registry.tool_registry import all_tools

MAX_RESULT = 1_000_000  # characters of a result as JSON
_TOOL_FAULT = "The tool failed by a fault of its own, which was recorded. Go on without it."
_log = structlog.get_logger(__name__)


@dataclass
class _ToolBatch:
    """A batch in work: what an earlier try left of it (results by call, None for none), who is refused, and what begins next."""

    ctx: CallContext
    requests: Sequence[ToolRequest]
    begun: Mapping[str, Any]
    refused: Refusals
    started: datetime | KingdomError | None = None

    def following(self, after: int) -> ToolCallStart | None:
        """Return the next call that must run, None when there is none."""
        for one in self.requests[after:]:
            if self.begun.get(one.call_id) is None and one.call_id not in self.refused:
                repeatable, again = all_tools()[one.name].repeatable, one.call_id in self.begun
                return ToolCallStart(
                    session_id=uuid.UUID(self.ctx.session_id), request=one, repeatable=repeatable, again=again
                )
        return None

    def next(self, after: int) -> None:
        """Write down that the next call that must run begins now, if there is one. Blocking."""
        begin = self.following(after)
        try:
            self.started = call_begin(begin) if begin is not None else None
        except KingdomError as error:
            self.started = error

    def close(self, place: int, ended: ToolCallOutcome) -> None:
        """Close a call, leave its receipt and begin the next one: one statement, so that the disk is waited for once. Blocking."""
        begin = self.following(place + 1)
        mine = call_finish(ctx=self.ctx, request=self.requests[place], ended=ended, following=begin)
        self.started = None if begin is None else begin.at if mine else LostRace()


class PermissionGate:
    """The tool port of one session."""

    def __init__(self, world: ToolEnvironment, *, scan: ContentScan = scan_content) -> None:
        """Keep what the tools can reach and what looks through their arguments."""
        self._world, self._scan = world, scan

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Judge the whole batch, then run it in order. One refused call refuses them all.

        What an earlier try of the same batch finished (its worker died in the middle) is not run and not judged again.
        """
        batch = await in_database(self._opened, ctx, requests)
        outcomes = list[ToolOutcome]()
        for place, one in enumerate(requests):
            kept = batch.begun.get(one.call_id)
            if kept is not None:
                outcomes.append(ToolOutcome(call_id=one.call_id, name=one.name, result=kept))
            elif one.call_id in batch.refused:
                outcomes.append(_refused_outcome(one, batch.refused[one.call_id]))
            else:
                outcomes.append(await self._run(batch, place))
        return outcomes

    def is_refused_regardless(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> bool:
        """Return whether a batch will be refused whatever a person says. Counts and records nothing. Blocking."""
        if static_refusals(ctx, requests, self._world.policy):
            return True
        wait = rate_limit_wait(ctx, [all_tools()[one.name] for one in requests])
        return bool(policy_refusals(ctx, requests, wait, None, self._scan))

    def judged(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Refusals:
        """Judge a new batch, count it, and return its refusals; nothing is recorded and nothing begins. Blocking."""
        refused = static_refusals(ctx, requests, self._world.policy)
        facts = gate_snapshot_load(
            ctx, call_ids=[], tools=[] if refused else [all_tools()[one.name] for one in requests]
        )
        return refused or policy_refusals(ctx, requests, facts.wait, facts.rules, self._scan)

    def _opened(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> _ToolBatch:
        """Judge a batch, leave the receipts of what is refused, and begin its first call: two statements where nothing is refused."""
        unfitting = static_refusals(ctx, requests, self._world.policy)
        tools = [] if unfitting else [all_tools()[one.name] for one in requests]
        facts = gate_snapshot_load(ctx, call_ids=[stored_call_id(one.call_id) for one in requests], tools=tools)
        begun = {
            one.call_id: facts.begun[key] for one in requests if (key := stored_call_id(one.call_id)) in facts.begun
        }
        left = [one for one in requests if begun.get(one.call_id) is None]
        found = static_refusals(ctx, left, self._world.policy) if begun else unfitting
        found = found or (policy_refusals(ctx, left, facts.wait, facts.rules, self._scan) if left else {})
        batch = _ToolBatch(ctx, requests, begun, refuse_whole_batch(left, found) if found else {})
        for one in left if found else ():
            _record_refusal(ctx, one, batch.refused[one.call_id])
        batch.next(0)
        return batch

    async def _run(self, batch: _ToolBatch, place: int) -> ToolOutcome:
        """Run the call that has begun, then close it and begin the next one at once: one way to the database between two tools."""
        ctx, request = batch.ctx, batch.requests[place]
        tool, started = all_tools()[request.name], batch.started
        if not isinstance(started, datetime):
            error = started or LostRace()
            await in_database(batch.next, place + 1)
            return ToolOutcome(call_id=request.call_id, name=request.name, result=_error_result(error.message))
        try:
            ended = await self._ended(ctx, request, tool, started)
        except asyncio.CancelledError:
            # the session was stopped, or its lease was lost: what the tool did is not known, and the receipt says that it was begun
            left = ToolCallOutcome(
                outcome=ToolReceipt.Outcome.INTERRUPTED, result={}, side=tool.side, started_at=started
            )
            await in_database(call_finish, ctx=ctx, request=request, ended=left)
            raise
        await in_database(batch.close, place, ended)
        return ToolOutcome(call_id=request.call_id, name=request.name, result=ended.result)

    async def _ended(self, ctx: CallContext, request: ToolRequest, tool: Tool, started: datetime) -> ToolCallOutcome:
        try:
            async with asyncio.timeout(tool.seconds):
                result, reason = _validated_result(tool, await tool.run(self._world.context(ctx), request.args)), ""
        except TimeoutError:
            unknown = "" if tool.repeatable else " Whether it took effect is not known."
            result, reason = (
                _error_result(f"{tool.id} took longer than {tool.seconds:g} seconds and was stopped.{unknown}"),
                "timeout",
            )
        except KingdomError as error:
            result, reason = _error_result(error.message), error.code
        except Exception:  # the edge of a tool: whatever it raises, the model is told and the run goes on
            _log.exception("tool_fault", tool=tool.id, session_id=ctx.session_id)
            result, reason = _error_result(_TOOL_FAULT), "fault"
        outcome = ToolReceipt.Outcome.DONE if result["success"] is True else ToolReceipt.Outcome.FAILED
        return ToolCallOutcome(outcome=outcome, result=result, reason=reason, side=tool.side, started_at=started)


class GatedApproval:
    """Asks a person only about batches that the gate would otherwise let through.

    A batch that it refuses anyway goes on to it at once (``allow`` only means that nobody has to be asked): it judges again, refuses,
    records, and the model is told why.
    """

    def __init__(self, gate: PermissionGate, inner: ApprovalPort) -> None:
        """Keep the gate and who asks."""
        self._gate, self._inner = gate, inner

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return the choice when it is known already, None when a person must be asked."""
        if bool(requests) and await in_database(self._gate.is_refused_regardless, ctx, requests):
            return "allow"
        return await self._inner.ask(ctx, question, choices, requests)


def _record_refusal(ctx: CallContext, request: ToolRequest, refusal: Refusal) -> None:
    """Leave the receipt of a call that was refused; the one of a tool not held is the record of an escalation attempt."""
    if refusal.code == "not_granted":
        _log.warning("escalation_attempt", agent_id=ctx.agent_id, tool=request.name[:120], session_id=ctx.session_id)
    known = all_tools().get(request.name)
    ended = ToolCallOutcome(
        outcome=ToolReceipt.Outcome.REFUSED,
        result=refusal.result,
        reason=refusal.code,
        side=known.side if known else "",
    )
    receipt_append(ctx=ctx, request=request, ended=ended)


def _refused_outcome(request: ToolRequest, refusal: Refusal) -> ToolOutcome:
    return ToolOutcome(call_id=request.call_id, name=request.name, result=refusal.result, denied=True)


def _validated_result(tool: Tool, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a result in the form that the log keeps, or say that the tool broke its own word."""
    made: Mapping[str, Any] = to_jsonb(dict(result))
    if len(canonical_json(made)) > MAX_RESULT:
        return _error_result(f"The result has more than {MAX_RESULT} characters. Ask for less.")
    wrong = validation_errors(made, tool.result)
    if wrong:
        _log.error("tool_result_wrong", tool=tool.id, faults=wrong)
        return _error_result(_TOOL_FAULT)
    return made


def _error_result(message: str) -> Mapping[str, Any]:
    return {"success": False, "error": message}
