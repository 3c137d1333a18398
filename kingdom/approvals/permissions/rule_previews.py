"""Previews of the rules that the choice "always" would save; they are shown with the question and saved as shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.approvals.approval_choices import LASTING_CHOICES
from kingdom.approvals.permissions.argument_patterns import (
    argument_pattern_of,
    check_argument_pattern,
    describe_argument_pattern,
)
from kingdom.approvals.permissions.rule_matching import PermissionQuery, check_rule_pattern
from kingdom.approvals.permissions.selectors import standing_verdict
from kingdom.approvals.text_rendering import requested_tools
from kingdom.core.errors import BadInput

_SESSION_CHOICES = frozenset({"session"})  # choices that need a session


@dataclass(frozen=True, kw_only=True)
class RulePreview:
    """The rules that "always" would save, and the choices that are not offered."""

    rules: list[dict[str, Any]] = field(default_factory=list)
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Asker:
    """Who asks: a user's agent, and the specialist that it is ("" for an agent of a workflow)."""

    user_id: int
    agent: str
    specialist_id: str = ""


def rule_preview_build(
    user_id: int, subject: Mapping[str, Any], in_session: bool, specialist_id: str = ""
) -> RulePreview:
    """Return the preview of a question about tools. Calls that are allowed already need no rule.

    The rules are about the specialist that asks ("": about agents without one).
    No lasting choice is offered when the organisation asks each time, or when a call cannot be put into a rule.
    """
    asker = Asker(user_id=user_id, agent=str(subject.get("agent", "")), specialist_id=specialist_id)
    rules: list[dict[str, Any]] = []
    for call in requested_tools(subject):
        effect, rule = _rule_of_call(asker, call)
        if effect == "ask" and rule is not None:
            rules += [rule] if rule not in rules else []
        elif effect != "allow":
            return RulePreview(without=LASTING_CHOICES)
    if not rules:
        return RulePreview(without=LASTING_CHOICES)
    return RulePreview(rules=rules, without=frozenset() if in_session else _SESSION_CHOICES)


def _rule_of_call(asker: Asker, call: Mapping[str, Any]) -> tuple[str, dict[str, Any] | None]:
    """Return the present effect on a call, and the rule that would allow it from now on, if there may be one."""
    tool, args = str(call.get("name", "")), call.get("args", {})
    if not isinstance(args, Mapping):
        return "ask", None
    query = PermissionQuery(agent_id=asker.agent, tool=tool, args=args, specialist_id=asker.specialist_id)
    verdict = standing_verdict(user_id=asker.user_id, query=query)
    can_last = verdict.effect == "ask" and not verdict.single_use_only
    return verdict.effect, _rule_for(asker, tool, args) if can_last else None


def _rule_for(asker: Asker, tool: str, args: Mapping[str, Any]) -> dict[str, Any] | None:
    agent, shape = asker.agent, argument_pattern_of(tool, args)
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
        "specialist_id": asker.specialist_id,
        "shape": shape,
        "text": f"{agent} may use {tool} without asking: {describe_argument_pattern(shape)}",
    }
