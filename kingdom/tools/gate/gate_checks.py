"""The gate's questions, in their order. Each is put to the whole batch; the first that has a no ends the judgement, and nothing runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import structlog

from kingdom.adapters.egress_proxy.port import EgressPolicy
from kingdom.approvals.permissions.rule_matching import EffectiveRule
from kingdom.approvals.permissions.selectors import permission_verdict
from kingdom.approvals.permissions.trial_policy import trial_verdict
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.identity import provision
from kingdom.contracts.json_schema import validation_errors
from kingdom.contracts.tools import ToolRequest
from kingdom.tools.base import Tool
from kingdom.tools.files.content_policy import content_violation
from kingdom.tools.files.secret_scan import find_secret
from kingdom.tools.registry.tool_registry import all_tools

RefusalCode = Literal[
    "unknown_tool", "not_granted", "bad_args", "unreachable", "rate_limit", "content", "permission", "batch"
]
ContentScan = Callable[[Tool, Mapping[str, Any]], str]
"""Looks through the arguments of a call that writes, runs or sends; returns what is wrong with them, empty for nothing. Pure."""

EgressPolicyReader = Callable[[], EgressPolicy]
"""Reads what the version may reach. Blocking."""

DENIED = "Access denied by creator."
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """One call that must not run: why, and what its model is told."""

    code: RefusalCode
    result: Mapping[str, Any]


Refusals = Mapping[str, Refusal]
"""Refusals by call id; a call that is not in it has passed."""


def scan_content(tool: Tool, args: Mapping[str, Any]) -> str:
    """Return what must not leave the model's context by a tool: secrets in plain text, and in a file what the Guardian objects to."""
    if tool.side == "read":
        return ""
    kind = find_secret(args)
    if kind:
        return f"it holds {kind}; secrets are stored under Credentials and used by name"
    written = next(
        (args[name] for name in ("content", "replace") if tool.side == "write" and isinstance(args.get(name), str)),
        None,
    )
    return content_violation(args["path"], written) if written is not None and isinstance(args.get("path"), str) else ""


def static_refusals(ctx: CallContext, requests: Sequence[ToolRequest], reach: EgressPolicyReader) -> Refusals:
    """Return the refusals that hold whatever was done before and whoever allows it: known, granted, arguments."""
    refused = _unknown_tool_refusals(requests) or _grant_refusals(ctx, requests)
    return refused or _argument_refusals(_with_tools(requests), reach)


def policy_refusals(
    ctx: CallContext,
    requests: Sequence[ToolRequest],
    wait: float,
    rules: Sequence[EffectiveRule] | None,
    scan: ContentScan,
) -> Refusals:
    """Return the refusals of a batch that is not ``unfit``: rate (``wait`` in seconds), content, permission by the rules that count.

    Without rules permission is left out: it tells whether a person needs to be asked at all.
    """
    pairs = _with_tools(requests)
    refused = _rate_limit_refusals(pairs, wait) or _content_refusals(pairs, scan)
    return refused or ({} if rules is None else _permission_refusals(ctx, requests, rules))


def refuse_whole_batch(requests: Sequence[ToolRequest], refused: Refusals) -> Refusals:
    """Return a refusal for every call of a batch of which some are refused."""
    names = ", ".join(dict.fromkeys(request.name[:120] for request in requests if request.call_id in refused))
    told = {"success": False, "message": f"Not run, since {names} in the same request was refused.", "denied": True}
    rest = Refusal(code="batch", result=told)
    return {request.call_id: refused.get(request.call_id, rest) for request in requests}


def _unknown_tool_refusals(requests: Sequence[ToolRequest]) -> Refusals:
    unknown = [request for request in requests if request.name not in all_tools()]
    return {
        one.call_id: Refusal(
            code="unknown_tool", result={"success": False, "message": f"Unknown tool: {one.name[:120]}", "error": True}
        )
        for one in unknown
    }


def _grant_refusals(ctx: CallContext, requests: Sequence[ToolRequest]) -> Refusals:
    # by the identity alone, at this moment; the context's grants can narrow it (a spawned agent's) and never widen it
    held = provision(ctx.agent_id) & ctx.grants
    why = "Your identity does not carry this tool. The attempt was recorded."
    return {
        one.call_id: Refusal(code="not_granted", result=_denied_result(one.name, why))
        for one in requests
        if one.name not in held
    }


def _with_tools(requests: Sequence[ToolRequest]) -> Sequence[tuple[ToolRequest, Tool]]:
    return [(request, all_tools()[request.name]) for request in requests]


def _argument_refusals(pairs: Sequence[tuple[ToolRequest, Tool]], reach: EgressPolicyReader) -> Refusals:
    made = dict[str, Refusal]()
    for request, tool in pairs:
        wrong = validation_errors(dict(request.args), tool.args)
        if wrong:
            told = {
                "success": False,
                "error": f"The arguments do not fit: {'; '.join(wrong)}. archon.tools.help tells the form.",
            }
            made[request.call_id] = Refusal(code="bad_args", result=told)
        elif why := tool.refusal_reason(request.args, reach):
            made[request.call_id] = Refusal(code="unreachable", result={"success": False, "error": why})
    return made


def _rate_limit_refusals(pairs: Sequence[tuple[ToolRequest, Tool]], wait: float) -> Refusals:
    if not wait:
        return {}
    told = {"success": False, "error": f"Too many tool calls. Try again in {wait:g} seconds.", "retry_after_s": wait}
    return {request.call_id: Refusal(code="rate_limit", result=told) for request, _ in pairs}


def _content_refusals(pairs: Sequence[tuple[ToolRequest, Tool]], scan: ContentScan) -> Refusals:
    made = dict[str, Refusal]()
    for request, tool in pairs:
        try:
            wrong = scan(tool, request.args)
        except Exception:  # the edge of a gate: a scan that fails has no opinion, and a gate with no opinion says no
            _log.exception("content_scan_failed", tool=tool.id)
            wrong = "it could not be looked through"
        if wrong:
            made[request.call_id] = Refusal(code="content", result=_denied_result(request.name, f"Refused: {wrong}."))
    return made


def _permission_refusals(ctx: CallContext, requests: Sequence[ToolRequest], rules: Sequence[EffectiveRule]) -> Refusals:
    made = dict[str, Refusal]()
    for one in requests:
        verdict = permission_verdict(rules, agent_id=ctx.agent_id, tool=one.name, args=one.args, call_id=one.call_id)
        verdict = trial_verdict(one.name, verdict) if ctx.trial else verdict
        if verdict.effect == "deny":
            made[one.call_id] = Refusal(code="permission", result={"success": False, "message": DENIED, "denied": True})
        elif verdict.effect == "ask":  # nobody was asked, or what was allowed is used up
            made[one.call_id] = Refusal(
                code="permission", result=_denied_result(one.name, "Nobody has allowed this call.")
            )
    return made


def _denied_result(name: str, reason: str) -> Mapping[str, Any]:
    return {"success": False, "message": f"Permission denied for {name[:120]}", "denied": True, "reason": reason}
