"""The gate's questions, in their order. Each is put to the whole batch; the first that has a no ends the judgement, and nothing runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import structlog

from kingdom.adapters.broker.port import EgressPolicy
from kingdom.approvals.rules.matching import Rule
from kingdom.approvals.rules.trials import in_trial
from kingdom.approvals.selectors import verdict_by
from kingdom.contracts.calls import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.json_schema import faults
from kingdom.contracts.tools import ToolRequest
from kingdom.tools.base import Tool
from kingdom.tools.content import objection
from kingdom.tools.registry import all_tools
from kingdom.tools.rules.scan import secret_in

Code = Literal["unknown_tool", "not_granted", "bad_args", "unreachable", "rate_limit", "content", "permission", "batch"]
Scan = Callable[[Tool, Mapping[str, Any]], str]
"""Looks through the arguments of a call that writes, runs or sends; returns what is wrong with them, empty for nothing. Pure."""

Reach = Callable[[], EgressPolicy]
"""Reads what the version may reach. Blocking."""

DENIED = "Access denied by creator."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """One call that must not run: why, and what its model is told."""

    code: Code
    result: Mapping[str, Any]


Verdicts = Mapping[str, Refusal]
"""Refusals by call id; a call that is not in it has passed."""


def scan_content(tool: Tool, args: Mapping[str, Any]) -> str:
    """Return what must not leave the model's context by a tool: secrets in plain text, and in a file what the Guardian objects to."""
    if tool.side == "read":
        return ""
    kind = secret_in(args)
    if kind:
        return f"it holds {kind}; secrets are stored under Credentials and used by name"
    written = next((args[name] for name in ("content", "replace") if tool.side == "write" and isinstance(args.get(name), str)), None)
    return objection(args["path"], written) if written is not None and isinstance(args.get("path"), str) else ""


def unfit(ctx: CallContext, requests: Sequence[ToolRequest], reach: Reach) -> Verdicts:
    """Return the refusals that hold whatever was done before and whoever allows it: known, granted, arguments."""
    refused = _known(requests) or _granted(ctx, requests)
    return refused or _fitting(_paired(requests), reach)


def judge(ctx: CallContext, requests: Sequence[ToolRequest], wait: float, rules: Sequence[Rule] | None, scan: Scan) -> Verdicts:
    """Return the refusals of a batch that is not ``unfit``: rate (``wait`` in seconds), content, permission by the rules that count.

    Without rules permission is left out: it tells whether a person needs to be asked at all.
    """
    pairs = _paired(requests)
    refused = _affordable(pairs, wait) or _clean(pairs, scan)
    return refused or ({} if rules is None else _permitted(ctx, requests, rules))


def for_whole(requests: Sequence[ToolRequest], refused: Verdicts) -> Verdicts:
    """Return a refusal for every call of a batch of which some are refused."""
    names = ", ".join(dict.fromkeys(request.name[:120] for request in requests if request.call_id in refused))
    told = {"success": False, "message": f"Not run, since {names} in the same request was refused.", "denied": True}
    rest = Refusal(code="batch", result=told)
    return {request.call_id: refused.get(request.call_id, rest) for request in requests}


def _known(requests: Sequence[ToolRequest]) -> Verdicts:
    unknown = [request for request in requests if request.name not in all_tools()]
    return {
        one.call_id: Refusal(code="unknown_tool", result={"success": False, "message": f"Unknown tool: {one.name[:120]}", "error": True})
        for one in unknown
    }


def _granted(ctx: CallContext, requests: Sequence[ToolRequest]) -> Verdicts:
    # by the identity alone, at this moment; the context's grants can narrow it (a spawned agent's) and never widen it
    held = provision(ctx.agent_id) & ctx.grants
    why = "Your identity does not carry this tool. The attempt was recorded."
    return {one.call_id: Refusal(code="not_granted", result=_denied(one.name, why)) for one in requests if one.name not in held}


def _paired(requests: Sequence[ToolRequest]) -> Sequence[tuple[ToolRequest, Tool]]:
    return [(request, all_tools()[request.name]) for request in requests]


def _fitting(pairs: Sequence[tuple[ToolRequest, Tool]], reach: Reach) -> Verdicts:
    made = dict[str, Refusal]()
    for request, tool in pairs:
        wrong = faults(dict(request.args), tool.args)
        if wrong:
            told = {"success": False, "error": f"The arguments do not fit: {'; '.join(wrong)}. archon.tools.help tells the form."}
            made[request.call_id] = Refusal(code="bad_args", result=told)
        elif why := tool.objection(request.args, reach):
            made[request.call_id] = Refusal(code="unreachable", result={"success": False, "error": why})
    return made


def _affordable(pairs: Sequence[tuple[ToolRequest, Tool]], wait: float) -> Verdicts:
    if not wait:
        return {}
    told = {"success": False, "error": f"Too many tool calls. Try again in {wait:g} seconds.", "retry_after_s": wait}
    return {request.call_id: Refusal(code="rate_limit", result=told) for request, _ in pairs}


def _clean(pairs: Sequence[tuple[ToolRequest, Tool]], scan: Scan) -> Verdicts:
    made = dict[str, Refusal]()
    for request, tool in pairs:
        try:
            wrong = scan(tool, request.args)
        except Exception:  # the edge of a gate: a scan that fails has no opinion, and a gate with no opinion says no
            _log.exception("content_scan_failed", tool=tool.id)
            wrong = "it could not be looked through"
        if wrong:
            made[request.call_id] = Refusal(code="content", result=_denied(request.name, f"Refused: {wrong}."))
    return made


def _permitted(ctx: CallContext, requests: Sequence[ToolRequest], rules: Sequence[Rule]) -> Verdicts:
    made = dict[str, Refusal]()
    for one in requests:
        verdict = verdict_by(rules, agent_id=ctx.agent_id, tool=one.name, args=one.args, call_id=one.call_id)
        verdict = in_trial(one.name, verdict) if ctx.trial else verdict
        if verdict.effect == "deny":
            made[one.call_id] = Refusal(code="permission", result={"success": False, "message": DENIED, "denied": True})
        elif verdict.effect == "ask":  # nobody was asked, or what was allowed is used up
            made[one.call_id] = Refusal(code="permission", result=_denied(one.name, "Nobody has allowed this call."))
    return made


def _denied(name: str, reason: str) -> Mapping[str, Any]:
    return {"success": False, "message": f"Permission denied for {name[:120]}", "denied": True, "reason": reason}
