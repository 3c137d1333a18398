"""The permission gate: the only way to call a tool.

It judges the whole batch, runs it in order and stores a receipt of every call.
"""

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.approvals.consents.checks import HostConsentNeeded
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.core.database import in_database
from kingdom.core.errors import InfrastructureFault, KingdomError, LostRace
from kingdom.core.tracing import span
from kingdom.runtime.interrupts import HumanInputRequired
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
from kingdom.tools.gate.result_marks import mark_result
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
_TOOL_FAULT = "The tool failed with an internal error, which was recorded. Go on without it."
OnJudged = Callable[[CallContext, Sequence[ToolRequest], Refusals], None]
_log = structlog.get_logger(__name__)


@dataclass
class _ToolBatch:
    """A batch in progress.

    ``begun`` has the results of an earlier attempt by call id, None for a call that was begun and has no result.
    ``started`` is the start of the current call, or the error that kept it from being begun.
    """

    ctx: CallContext
    requests: Sequence[ToolRequest]
    begun: Mapping[str, Any]
    refused: Refusals
    started: datetime | KingdomError | None = None

    def next_call(self, after: int) -> ToolCallStart | None:
        """Return the first call from position ``after`` on that must run; None if no call is left."""
        for request in self.requests[after:]:
            if self.begun.get(request.call_id) is None and request.call_id not in self.refused:
                return ToolCallStart(
                    session_id=uuid.UUID(self.ctx.session_id),
                    request=request,
                    repeatable=all_tools()[request.name].repeatable,
                    again=request.call_id in self.begun,
                )
        return None

    def begin_next(self, after: int) -> None:
        """Store that the next call begins now, if there is one. Blocking."""
        begin = self.next_call(after)
        try:
            self.started = call_begin(begin) if begin is not None else None
        except KingdomError as error:
            self.started = error

    def close(self, index: int, outcome: ToolCallOutcome) -> None:
        """Close a call, store its receipt and begin the next one, in one statement and thus one wait for the disk.

        Blocking.
        """
        begin = self.next_call(index + 1)
        begun = call_finish(ctx=self.ctx, request=self.requests[index], ended=outcome, following=begin)
        self.started = None if begin is None else begin.at if begun else LostRace()


def _tell_nobody(_ctx: CallContext, _requests: Sequence[ToolRequest], _refused: Refusals) -> None:
    """Do nothing."""


class PermissionGate:
    """The tool port of one session."""

    def __init__(self, environment: ToolEnvironment, *, scan: ContentScan = scan_content) -> None:
        """Keep the environment of the tools and the scan of their arguments."""
        self._environment, self._scan = environment, scan

    async def call(
        self, ctx: CallContext, requests: Sequence[ToolRequest], on_judged: OnJudged = _tell_nobody
    ) -> Sequence[ToolOutcome]:
        """Judge the whole batch, then run it in order. One refused call refuses them all.

        A call that an earlier attempt of the same batch finished, before its worker died, is not judged and not run
        again. ``on_judged`` is told of the refusals that no permission can lift, before anything is recorded. Raises
        what it raises.
        """
        batch = await in_database(self._open_batch, ctx, requests, on_judged)
        outcomes = list[ToolOutcome]()
        for index, request in enumerate(requests):
            stored = batch.begun.get(request.call_id)
            if stored is not None:
                outcomes.append(ToolOutcome(call_id=request.call_id, name=request.name, result=stored))
            elif request.call_id in batch.refused:
                outcomes.append(_refused_outcome(request, batch.refused[request.call_id]))
            else:
                outcomes.append(await self._run(batch, index))
        return outcomes

    def is_refused_regardless(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> bool:
        """Return whether a batch is refused even if a person allows it. Counts and records nothing. Blocking."""
        if static_refusals(ctx, requests, self._environment.policy):
            return True
        wait = rate_limit_wait(ctx, _tools_of(requests))
        return bool(policy_refusals(ctx, requests, wait, None, self._scan))

    def missing_consent(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> HostConsentNeeded | None:
        """Return the first host of a batch that its user has not agreed to, None without one. Blocking.

        The requests have no static refusals. A host that nobody can agree to is not asked about: its call is refused.
        """
        try:
            for request in requests:
                host = all_tools()[request.name].reached_host(request.args, self._environment.policy)
                if host:
                    self._environment.require_consent(ctx, host)
        except HostConsentNeeded as needed:
            return needed
        except EgressRefused:
            return None
        return None

    def _open_batch(self, ctx: CallContext, requests: Sequence[ToolRequest], on_judged: OnJudged) -> _ToolBatch:
        """Judge a batch, store the receipts of its refusals, and begin its first call.

        Two statements when nothing is refused.
        """
        refused = static_refusals(ctx, requests, self._environment.policy)
        on_judged(ctx, requests, refused)
        tools = [] if refused else _tools_of(requests)
        ids = {request.call_id: stored_call_id(request.call_id) for request in requests}
        snapshot = gate_snapshot_load(ctx, requests=requests, call_ids=list(ids.values()), tools=tools)
        begun = {call_id: snapshot.begun[stored] for call_id, stored in ids.items() if stored in snapshot.begun}
        remaining = [request for request in requests if begun.get(request.call_id) is None]
        if begun:
            refused = static_refusals(ctx, remaining, self._environment.policy)
        if remaining and not refused:
            refused = policy_refusals(ctx, remaining, snapshot.wait, snapshot.rules, self._scan)
        batch = _ToolBatch(ctx, requests, begun, refuse_whole_batch(remaining, refused) if refused else {})
        _record_refusals(batch)
        batch.begin_next(0)
        return batch

    async def _run(self, batch: _ToolBatch, index: int) -> ToolOutcome:
        """Run the call that has begun, then close it and begin the next one.

        One database statement between two tools.
        """
        ctx, request = batch.ctx, batch.requests[index]
        tool, started = all_tools()[request.name], batch.started
        if not isinstance(started, datetime):
            error = started or LostRace()
            await in_database(batch.begin_next, index + 1)
            return ToolOutcome(call_id=request.call_id, name=request.name, result=_error_result(error.message))
        try:
            outcome = await self._run_tool(ctx, request, tool, started)
        except asyncio.CancelledError:
            # The session was stopped or its lease was lost: the tool's effect is unknown, and the receipt says that it
            # was begun.
            interrupted = ToolCallOutcome(
                outcome=ToolReceipt.Outcome.INTERRUPTED, result={}, side=tool.side, started_at=started
            )
            await in_database(call_finish, ctx=ctx, request=request, ended=interrupted)
            raise
        await in_database(batch.close, index, outcome)
        return ToolOutcome(call_id=request.call_id, name=request.name, result=outcome.result)

    async def _run_tool(self, ctx: CallContext, request: ToolRequest, tool: Tool, started: datetime) -> ToolCallOutcome:
        names = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool.id}
        with span(f"execute_tool {tool.id}", names) as traced:
            ended = await self._run_bounded(ctx, request, tool, started)
            traced.set_attribute("kingdom.tool.outcome", ended.outcome)
        return ended

    async def _run_bounded(
        self, ctx: CallContext, request: ToolRequest, tool: Tool, started: datetime
    ) -> ToolCallOutcome:
        boundary, reason = "", ""
        try:
            async with asyncio.timeout(tool.time_limit_s):
                context = self._environment.context(ctx)
                result = _validated_result(tool, await tool.run(context, request.args))
                boundary = await tool.part_boundary(context, request.args)
        except TimeoutError:
            unknown = "" if tool.repeatable else " Whether it took effect is not known."
            message = f"{tool.id} took longer than {tool.time_limit_s:g} seconds and was stopped.{unknown}"
            result, reason = _error_result(message), "timeout"
        except InfrastructureFault:  # the batch is repeated from this call on
            raise
        except KingdomError as error:
            result, reason = _error_result(error.message), error.code
        except Exception:  # a tool's boundary: its bugs must not end the run
            _log.exception("tool_fault", tool=tool.id, session_id=ctx.session_id)
            result, reason = _error_result(_TOOL_FAULT), "fault"
        result = await in_database(mark_result, ctx, request, result, boundary)
        outcome = ToolReceipt.Outcome.DONE if result["success"] is True else ToolReceipt.Outcome.FAILED
        return ToolCallOutcome(outcome=outcome, result=result, reason=reason, side=tool.side, started_at=started)


class GatedApproval:
    """Asks a person only about batches that the gate would run after an approval.

    For a batch that the gate refuses anyway it answers ``allow`` at once, which only means that no person has to be
    asked: the gate judges the batch again, refuses it, records the refusal and gives the model the reason.
    """

    def __init__(self, gate: PermissionGate, inner: ApprovalPort) -> None:
        """Keep the gate and the port that asks the person."""
        self._gate, self._inner = gate, inner

    async def ask(
        self, ctx: CallContext, question: str, choices: Sequence[str], requests: Sequence[ToolRequest] = ()
    ) -> str | None:
        """Return the choice when it is known, None when a person must be asked.

        Raises HumanInputRequired for a host that the user has not agreed to: that question comes first.
        """
        if bool(requests) and await in_database(self._gate.is_refused_regardless, ctx, requests):
            return "allow"
        choice = await self._inner.ask(ctx, question, choices, requests)
        if requests and choice != "deny" and not ctx.trial:
            needed = await in_database(self._gate.missing_consent, ctx, requests)
            if needed is not None:
                raise HumanInputRequired("host", needed.subject)
        return choice


def _tools_of(requests: Sequence[ToolRequest]) -> list[Tool]:
    return [all_tools()[request.name] for request in requests]


def _record_refusals(batch: _ToolBatch) -> None:
    for request in batch.requests:
        if request.call_id in batch.refused:
            _record_refusal(batch.ctx, request, batch.refused[request.call_id])


def _record_refusal(ctx: CallContext, request: ToolRequest, refusal: Refusal) -> None:
    """Store the receipt of a refused call.

    The receipt of a tool that is not granted is the record of an escalation attempt.
    """
    if refusal.code == "not_granted":
        _log.warning("escalation_attempt", agent_id=ctx.agent_id, tool=request.name[:120], session_id=ctx.session_id)
    tool = all_tools().get(request.name)
    outcome = ToolCallOutcome(
        outcome=ToolReceipt.Outcome.REFUSED, result=refusal.result, reason=refusal.code, side=tool.side if tool else ""
    )
    receipt_append(ctx=ctx, request=request, ended=outcome)


def _refused_outcome(request: ToolRequest, refusal: Refusal) -> ToolOutcome:
    return ToolOutcome(call_id=request.call_id, name=request.name, result=refusal.result, denied=True)


def _validated_result(tool: Tool, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a result in the form that the log stores, or an error when it does not fit the tool's own schema."""
    stored: Mapping[str, Any] = to_jsonb(dict(result))
    if len(canonical_json(stored)) > MAX_RESULT:
        return _error_result(f"The result has more than {MAX_RESULT} characters. Ask for less.")
    faults = validation_errors(stored, tool.result)
    if faults:
        _log.error("tool_result_wrong", tool=tool.id, faults=faults)
        return _error_result(_TOOL_FAULT)
    return stored


def _error_result(message: str) -> Mapping[str, Any]:
    return {"success": False, "error": message}
