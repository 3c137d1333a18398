"""The checks of the permission gate, in order.

Each checks the whole batch; the first one that refuses a call ends the judgement.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import structlog

from kingdom.adapters.egress_proxy.port import EgressPolicy
from kingdom.approvals.permissions.rule_matching import EffectiveRule, PermissionVerdict, content_rule
from kingdom.approvals.permissions.selectors import call_query, permission_verdict
from kingdom.approvals.permissions.trial_policy import trial_verdict
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.contracts.identity import provision
from kingdom.contracts.tools import ToolRequest, denied_result
from kingdom.core.errors import ToolError
from kingdom.core.workspace_paths import path_components
from kingdom.policies.evaluation.call_policies import policy_rules
from kingdom.tools.base import Tool
from kingdom.tools.files.content_policy import REVIEW_FAILED, text_review
from kingdom.tools.files.secret_scan import find_secret
from kingdom.tools.registry.tool_registry import all_tools

RefusalCode = Literal[
    "unknown_tool", "not_granted", "bad_args", "unreachable", "rate_limit", "content", "permission", "batch"
]
ContentScan = Callable[[Tool, Mapping[str, Any]], str]
"""Scans the arguments of a call that writes, runs or sends; returns their fault, empty without one. Pure."""

EgressPolicyReader = Callable[[], EgressPolicy]
"""Reads the egress policy of the version. Blocking."""

WRITE_TOOL = "archon.fs.write"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why one call must not run, and the result that its model receives."""

    code: RefusalCode
    result: Mapping[str, Any]


Refusals = Mapping[str, Refusal]
"""Refusals by call id; a call without one has passed."""


def scan_content(tool: Tool, args: Mapping[str, Any]) -> str:
    """Return why these arguments must not leave the model's context.

    A secret in plain text, or a file that the Guardian refuses.
    """
    if tool.side == "read":
        return ""
    kind = find_secret(args)
    if kind:
        return f"it holds {kind}; secrets are stored under Credentials and used by name"
    path, written = _written_text(tool, args)
    return text_review(path, written).refused if written is not None else ""


def _written_text(tool: Tool, args: Mapping[str, Any]) -> tuple[str, str | None]:
    """Return the path, in the form in which it is written, and the text that a call would write.

    None for a call that writes none, or fails by its path.
    """
    texts = [args[name] for name in ("content", "replace") if tool.side == "write" and isinstance(args.get(name), str)]
    path = args.get("path")
    if not texts or not isinstance(path, str):
        return "", None
    try:
        return "/".join(path_components(path)), texts[0]
    except ToolError:
        return "", None


def call_verdict(ctx: CallContext, rules: Sequence[EffectiveRule], request: ToolRequest) -> PermissionVerdict:
    """Return the verdict of the rules on one call, and on the files that it would write.

    A rule that denies these files denies the call; one that asks about them asks, unless a person allowed this call.
    """
    verdict = permission_verdict(rules_for_call(rules, ctx, request), call_query(ctx, request))
    for written in _written_verdicts(ctx, rules, request):
        if _goes_before(written, verdict):
            verdict = written
    return trial_verdict(request.name, verdict) if ctx.trial else verdict


def _goes_before(written: PermissionVerdict, verdict: PermissionVerdict) -> bool:
    """Return whether the verdict on a written file decides instead of the one on its call."""
    if written.effect == "deny":
        return verdict.effect != "deny"
    is_asked = written.effect == "ask" and written.rule_id is not None
    return is_asked and verdict.effect == "allow" and verdict.scope != "once"


def _written_verdicts(
    ctx: CallContext, rules: Sequence[EffectiveRule], request: ToolRequest
) -> Iterator[PermissionVerdict]:
    tool = all_tools().get(request.name)
    if tool is None or validation_errors(dict(request.args), tool.args):
        return  # it is refused without rules
    for path in tool.written_paths(request.args):
        write = ToolRequest(call_id=request.call_id, name=WRITE_TOOL, args={"path": path})
        yield permission_verdict(policy_rules(rules, ctx, write), call_query(ctx, write))


def rules_for_call(rules: Sequence[EffectiveRule], ctx: CallContext, request: ToolRequest) -> Sequence[EffectiveRule]:
    """Return the rules for one call: with the policies that fit it, and one that asks about what it would write."""
    rules = policy_rules(rules, ctx, request)
    tool = all_tools().get(request.name)
    path, written = _written_text(tool, request.args) if tool is not None else ("", None)
    if written is None or not text_review(path, written).asks:
        return rules
    return [*rules, content_rule(request.name, request.call_id)]


def static_refusals(ctx: CallContext, requests: Sequence[ToolRequest], reach: EgressPolicyReader) -> Refusals:
    """Return the refusals that no permission can lift: unknown tool, tool not granted, invalid arguments."""
    refused = _unknown_tool_refusals(requests) or _grant_refusals(ctx, requests)
    return refused or _argument_refusals(_with_tools(requests), reach)


def policy_refusals(
    ctx: CallContext,
    requests: Sequence[ToolRequest],
    wait: float,
    rules: Sequence[EffectiveRule] | None,
    scan: ContentScan,
) -> Refusals:
    """Return the refusals of a batch without static refusals.

    Rate limit (``wait`` in seconds), content, permission by ``rules``.

    Without rules permission is not checked: the caller asks whether a person needs to be asked at all.
    """
    pairs = _with_tools(requests)
    refused = _rate_limit_refusals(pairs, wait) or _content_refusals(pairs, scan)
    return refused or ({} if rules is None else _permission_refusals(ctx, requests, rules))


def refuse_whole_batch(requests: Sequence[ToolRequest], refused: Refusals) -> Refusals:
    """Return a refusal for every call of a batch in which ``refused`` has at least one."""
    names = ", ".join(dict.fromkeys(request.name[:120] for request in requests if request.call_id in refused))
    message = f"Not run, since {names} in the same request was refused."
    rest = Refusal(code="batch", result=denied_result(message))
    return {request.call_id: refused.get(request.call_id, rest) for request in requests}


def _unknown_tool_refusals(requests: Sequence[ToolRequest]) -> Refusals:
    return {
        request.call_id: Refusal(
            code="unknown_tool",
            result={"success": False, "message": _unknown_tool_message(request.name[:120]), "error": True},
        )
        for request in requests
        if request.name not in all_tools()
    }


def _unknown_tool_message(name: str) -> str:
    more = ". Its MCP server is not, or not any more, one of this installation." if name.startswith("mcp.") else ""
    return f"Unknown tool: {name}{more}"


def _grant_refusals(ctx: CallContext, requests: Sequence[ToolRequest]) -> Refusals:
    # The identity alone grants tools, at this moment. The context's grants (of a spawned agent) can narrow them and
    # never widen them.
    granted = provision(ctx.agent_id) & ctx.grants
    reason = "Your identity does not carry this tool. The attempt was recorded."
    return {
        request.call_id: Refusal(code="not_granted", result=_permission_denied(request.name, reason))
        for request in requests
        if request.name not in granted
    }


def _with_tools(requests: Sequence[ToolRequest]) -> Sequence[tuple[ToolRequest, Tool]]:
    return [(request, all_tools()[request.name]) for request in requests]


def _argument_refusals(pairs: Sequence[tuple[ToolRequest, Tool]], reach: EgressPolicyReader) -> Refusals:
    refusals = dict[str, Refusal]()
    for request, tool in pairs:
        faults = validation_errors(dict(request.args), tool.args)
        if faults:
            error = f"The arguments do not fit: {'; '.join(faults)}. archon.tools.help shows their form."
            refusals[request.call_id] = Refusal(code="bad_args", result={"success": False, "error": error})
        elif reason := tool.refusal_reason(request.args, reach):
            refusals[request.call_id] = Refusal(code="unreachable", result={"success": False, "error": reason})
    return refusals


def _rate_limit_refusals(pairs: Sequence[tuple[ToolRequest, Tool]], wait: float) -> Refusals:
    if not wait:
        return {}
    result = {"success": False, "error": f"Too many tool calls. Try again in {wait:g} seconds.", "retry_after_s": wait}
    return {request.call_id: Refusal(code="rate_limit", result=result) for request, _ in pairs}


def _content_refusals(pairs: Sequence[tuple[ToolRequest, Tool]], scan: ContentScan) -> Refusals:
    refusals = dict[str, Refusal]()
    for request, tool in pairs:
        try:
            fault = scan(tool, request.args)
        except Exception:  # the gate's boundary: a call whose scan fails is refused
            _log.exception("content_scan_failed", tool=tool.id)
            fault = REVIEW_FAILED
        if fault:
            result = _permission_denied(request.name, f"Refused: {fault}.")
            refusals[request.call_id] = Refusal(code="content", result=result)
    return refusals


def _permission_refusals(ctx: CallContext, requests: Sequence[ToolRequest], rules: Sequence[EffectiveRule]) -> Refusals:
    refusals = dict[str, Refusal]()
    for request in requests:
        verdict = call_verdict(ctx, rules, request)
        if verdict.effect == "deny":
            result = denied_result(reason=verdict.reason if verdict.scope == "policy" else "")
            refusals[request.call_id] = Refusal(code="permission", result=result)
        elif verdict.effect == "ask":  # no person was asked, or the permission was consumed by an earlier call
            result = _permission_denied(request.name, "Nobody has allowed this call.")
            refusals[request.call_id] = Refusal(code="permission", result=result)
    return refusals


def _permission_denied(name: str, reason: str) -> dict[str, Any]:
    return denied_result(f"Permission denied for {name[:120]}", reason=reason)
