"""What an answer about tools would count for later: worked out before it is given, shown with the question, kept as shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.approvals.approval_choices import LASTING_CHOICES
from kingdom.approvals.permissions.argument_patterns import (
    argument_pattern_of,
    check_argument_pattern,
    describe_argument_pattern,
)
from kingdom.approvals.permissions.rule_matching import check_rule_pattern
from kingdom.approvals.permissions.selectors import permission_for
from kingdom.approvals.text_rendering import requested_tools
from kingdom.core.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class RulePreview:
    """The rules that "always" would save, and the choices that are not offered."""

    rules: list[dict[str, Any]] = field(default_factory=list)
    without: frozenset[str] = frozenset()


def rule_preview_build(user_id: int, subject: Mapping[str, Any], in_session: bool) -> RulePreview:
    """Return the preview of a question about tools. Calls that need no asking leave no rule.

    Nothing can be allowed for later when the organisation asks each time, or when a call cannot be put into a rule.
    """
    agent, rules, lasting = str(subject.get("agent", "")), list[dict[str, Any]](), True
    for one in requested_tools(subject):
        tool, args = str(one.get("name", "")), one.get("args", {})
        if not isinstance(args, Mapping):
            lasting = False
            continue
        verdict = permission_for(user_id=user_id, agent_id=agent, tool=tool, args=args)
        made = _rule_for(agent, tool, args) if verdict.effect == "ask" and not verdict.single_use_only else None
        lasting = lasting and (made is not None or verdict.effect == "allow")
        if made is not None and made not in rules:
            rules.append(made)
    if not lasting or not rules:
        return RulePreview(without=LASTING_CHOICES)
    return RulePreview(rules=rules, without=frozenset() if in_session else frozenset({"session"}))


def _rule_for(agent: str, tool: str, args: Mapping[str, Any]) -> dict[str, Any] | None:
    shape = argument_pattern_of(tool, args)
    try:
        check_rule_pattern(effect="allow", tool=tool, agent=agent)
        check_argument_pattern(shape)
    except BadInput:
        return None
    if not agent or tool == "*" or tool.endswith(".*"):
        return None
    return {
        "tool": tool,
        "agent": agent,
        "shape": shape,
        "text": f"{agent} may use {tool} without asking: {describe_argument_pattern(shape)}",
    }
