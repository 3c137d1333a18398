"""Evaluation of permission rules for a tool call: allow, ask or deny. Pure and total; without a rule it asks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kingdom.approvals.permissions.argument_patterns import PatternMatch, match_arguments
from kingdom.contracts.identity import BASELINE, UNASKED, Identity, identity_of
from kingdom.core.errors import BadInput

RuleEffect = Literal["allow", "ask", "deny"]
RuleScope = Literal["once", "content", "taint", "policy", "session", "user", "organisation", "default"]
EFFECTS: tuple[RuleEffect, ...] = ("allow", "ask", "deny")
TAINT_REASON = "This conversation's work has read data with words that look like orders to an agent."
_TOOL = re.compile(r"\*|[a-z0-9_]+(\.[a-z0-9_]+)*(\.\*)?")


@dataclass(frozen=True, kw_only=True)
class PermissionQuery:
    """One tool call of one agent; ``call_id`` distinguishes calls with the same arguments.

    ``specialist_id`` is the specialist that the agent is, "" for an agent of a workflow.
    """

    agent_id: str
    tool: str
    args: Mapping[str, Any] = field(default_factory=dict)
    call_id: str = ""
    specialist_id: str = ""


@dataclass(frozen=True, kw_only=True)
class EffectiveRule:
    """One rule. ``tool`` is an id, ``archon.fs.*`` or ``*``; ``agent`` is empty (any), an identity, or one agent's id.

    ``once`` rules apply to one call by its ``call_id``; ``session`` rules come from the answer "for this session".
    ``content`` rules ask about one call, and ``taint`` rules about every call outside the baseline of a session that
    has read marked data; nothing but a permission for that one call overrides them. ``default`` rules decide where no
    other one does. ``policy`` rules are for calls that fit their ``condition``; the room of policies leaves only those,
    each with the ``call_id``. A rule with a ``specialist_id`` is about that specialist alone.
    """

    id: str
    effect: RuleEffect
    tool: str
    shape: Mapping[str, str] = field(default_factory=dict)
    agent: str = ""
    scope: RuleScope = "user"
    call_id: str = ""
    condition: str = ""
    name: str = ""
    specialist_id: str = ""


@dataclass(frozen=True, kw_only=True)
class PermissionVerdict:
    """The effect of the rules, the reason and the deciding rule (None: no rule, or a default that allows or denies).

    With ``single_use_only`` the user may allow only this one call.
    """

    effect: RuleEffect
    reason: str
    rule_id: str | None = None
    scope: RuleScope | None = None
    single_use_only: bool = False


TAINT_RULE = EffectiveRule(id="tainted", effect="ask", tool="*", scope="taint")


def content_rule(tool: str, call_id: str) -> EffectiveRule:
    """Return the rule that asks about one call for the sake of what it would write."""
    return EffectiveRule(id="content", effect="ask", tool=tool, scope="content", call_id=call_id)


def match_rule(rule: EffectiveRule, call: PermissionQuery) -> PatternMatch:
    """Return whether a rule matches a call."""
    if not _is_about(rule, call):
        return "no"
    if rule.scope == "policy" and not rule.call_id:  # nobody has held it against this call: it is safe to apply it
        return "unclear"
    if rule.scope in ("once", "content", "policy") and rule.call_id != call.call_id:
        return "no"
    if rule.scope == "taint" and call.tool in BASELINE:
        return "no"
    return match_arguments(rule.shape, call.args)


def evaluate_rules(rules: Iterable[EffectiveRule], call: PermissionQuery) -> PermissionVerdict:
    """Return the verdict of the rules on a call, by the first of these that matches.

    Any deny; this call allowed once; what its content, the session's reading or a policy asks for; the organisation's
    ask; allowed for the session; the user's own rules, the most specific first and of equal ones the strictest; the
    organisation's allow; the most specific default; tools of the baseline, and charts; else ask. A rule that matches
    unclearly applies when it denies or asks, never when it allows.
    """
    applying = [rule for rule in rules if _applies(rule, call)]
    matching = [rule for rule in applying if rule.scope != "default"]
    for effect, scope, reason in _EVALUATION_ORDER:
        candidates = _candidates(matching, effect, scope)
        if candidates:
            return _verdict_of(candidates[0], reason or _OWN_RULE_REASONS[candidates[0].effect])
    return _default_verdict(applying, call)


def _default_verdict(rules: Sequence[EffectiveRule], call: PermissionQuery) -> PermissionVerdict:
    """Return the verdict on a call that no rule decides: of the stored defaults, else of the shipped ones."""
    defaults = _by_specificity([rule for rule in rules if rule.scope == "default"])
    if defaults:
        effect = defaults[0].effect
        is_chosen = effect == "ask" and (defaults[0].tool != "*" or bool(defaults[0].agent))
        rule_id = defaults[0].id if is_chosen else None  # the last row, for all tools, is no rule about this one
        return PermissionVerdict(effect=effect, reason=_DEFAULT_REASONS[effect], rule_id=rule_id, scope="default")
    if call.tool in BASELINE | UNASKED:
        return PermissionVerdict(effect="allow", reason=_DEFAULT_REASONS["allow"])
    return PermissionVerdict(effect="ask", reason=_DEFAULT_REASONS["ask"])


def _candidates(rules: Sequence[EffectiveRule], effect: str, scope: RuleScope | None) -> list[EffectiveRule]:
    if effect == "own":
        return _by_specificity([rule for rule in rules if rule.scope == "user"])
    return [rule for rule in rules if rule.effect == effect and scope in (None, rule.scope)]


def _applies(rule: EffectiveRule, call: PermissionQuery) -> bool:
    match = match_rule(rule, call)
    return match == "yes" or (match == "unclear" and rule.effect != "allow")


_EVALUATION_ORDER: Sequence[tuple[str, RuleScope | None, str]] = (
    ("deny", None, "A rule forbids this."),
    ("allow", "once", "You allowed this one call."),
    ("ask", "content", "What it would write needs your decision."),
    ("ask", "taint", TAINT_REASON),
    ("ask", "policy", "A policy asks for your approval."),
    ("ask", "organisation", "Your organisation asks each time."),
    ("allow", "session", "You allowed this for the session."),
    ("own", None, ""),
    ("allow", "organisation", "Your organisation allows this."),
)
_OWN_RULE_REASONS: Mapping[RuleEffect, str] = {
    "allow": "You allowed this always.",
    "ask": "You want to be asked.",
    "deny": "A rule forbids this.",
}


_DEFAULT_REASONS: Mapping[RuleEffect, str] = {
    "allow": "By default this needs no consent.",
    "ask": "No rule says otherwise.",
    "deny": "By default this is forbidden.",
}


def check_rule_pattern(*, effect: str, tool: str, agent: str) -> RuleEffect:
    """Return the effect of a user's rule. Raises BadInput for an invalid tool, agent or effect."""
    if not _TOOL.fullmatch(tool) or len(tool) > 120:
        raise BadInput("tool is an id like archon.http.request, a group like archon.fs.*, or *.")
    if agent and agent not in set(Identity) and identity_of(agent) is None:
        raise BadInput(
            "agent is empty, an identity (research, analyze, coder, writer, master) or an id like writer_report."
        )
    if effect not in EFFECTS:
        raise BadInput("effect is allow, ask or deny.")
    return parse_effect(effect)


def parse_effect(text: str) -> RuleEffect:
    """Return the effect of a name; an unknown one denies."""
    return next((known for known in EFFECTS if known == text), "deny")


def _is_tool_match(pattern: str, tool: str) -> bool:
    return pattern in ("*", tool) or (pattern.endswith(".*") and tool.startswith(pattern[:-1]))


def _is_agent_match(pattern: str, agent_id: str) -> bool:
    return pattern in ("", agent_id) or (identity_of(agent_id) is not None and pattern == str(identity_of(agent_id)))


def _is_about(rule: EffectiveRule, call: PermissionQuery) -> bool:
    is_named = _is_tool_match(rule.tool, call.tool) and _is_agent_match(rule.agent, call.agent_id)
    return is_named and _is_specialist_match(rule, call)


def _is_specialist_match(rule: EffectiveRule, call: PermissionQuery) -> bool:
    """Return whether a rule is about the specialist of a call.

    Several specialists may have one agent's id: their owners choose their names. So a rule that allows an id does
    not allow it to a specialist that it does not name; a rule that asks or denies is on the safe side without one.
    """
    if rule.specialist_id or rule.effect != "allow" or rule.scope not in ("user", "organisation"):
        return rule.specialist_id in ("", call.specialist_id)
    return not call.specialist_id or rule.agent in ("", *Identity)


def _by_specificity(rules: Sequence[EffectiveRule]) -> list[EffectiveRule]:
    return sorted(rules, key=lambda rule: (-_specificity(rule), EFFECTS.index(rule.effect) * -1))


def _specificity(rule: EffectiveRule) -> int:
    exact = 0 if rule.tool == "*" else 1 if rule.tool.endswith(".*") else 2
    return exact + len(rule.shape) + (0 if not rule.agent else 1 if rule.agent in set(Identity) else 2)


def _verdict_of(rule: EffectiveRule, reason: str) -> PermissionVerdict:
    single_use_only = rule.effect == "ask" and rule.scope in ("organisation", "content", "taint", "policy")
    if rule.scope == "policy":
        reason = (
            f"{'A policy asks for your approval' if rule.effect == 'ask' else 'A policy forbids this'}: {rule.name}."
        )
    return PermissionVerdict(
        effect=rule.effect, reason=reason, rule_id=rule.id, scope=rule.scope, single_use_only=single_use_only
    )
