"""Permission rules and session grants that apply to a user."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from kingdom.approvals.models import PermissionRule
from kingdom.approvals.permissions.rule_matching import (
    TAINT_RULE,
    EffectiveRule,
    PermissionQuery,
    PermissionVerdict,
    RuleEffect,
    evaluate_rules,
    parse_effect,
)
from kingdom.cognition.inputs import to_jsonb

# Five columns of a statement: the rules of %(user_id)s and of the organisation, oldest first, the unused grants of
# %(session_id)s (NULL: none), whether that session has read tainted data, the defaults, and the policies for calls.
RULES_SQL = """
(SELECT coalesce(json_agg(json_build_array(id, effect, tool, shape, agent, user_id IS NULL)
                          ORDER BY created_at, id), '[]')
   FROM permission_rules WHERE user_id = %(user_id)s OR user_id IS NULL),
(SELECT coalesce(json_agg(json_build_array(id, once, tool, shape, agent, call_id)), '[]')
   FROM session_grants WHERE session_id = %(session_id)s AND consumed_at IS NULL),
EXISTS (SELECT 1 FROM session_taints WHERE session_id = %(session_id)s),
(SELECT coalesce(json_agg(json_build_array(effect, tool, identity)), '[]') FROM permission_defaults),
(SELECT coalesce(json_agg(json_build_array(id, action, condition, name) ORDER BY created_at, id), '[]')
   FROM policy_patterns
  WHERE state = 'active' AND trigger_event = 'ToolRequested' AND action <> 'Notify'
    AND (covers_id IS NULL OR covers_id = %(user_id)s))
"""


def permission_for(
    *,
    user_id: int,
    agent_id: str,
    tool: str,
    args: Mapping[str, Any],
    session_id: uuid.UUID | None = None,
    call_id: str = "",
) -> PermissionVerdict:
    """Return the verdict of the rules on one call: ``effect`` allow, ask or deny, with ``reason`` and ``rule_id``.

    With ``session_id`` the grants of that session apply too: "once" by ``call_id`` and the exact arguments, "for this
    session" by shape. One statement. Never raises for any ``args``. Policies are left out: only a call that is made
    can be held against them.
    """
    rules = [rule for rule in effective_rules(user_id=user_id, session_id=session_id) if rule.scope != "policy"]
    return permission_verdict(rules, agent_id=agent_id, tool=tool, args=args, call_id=call_id)


def effective_rules(*, user_id: int, session_id: uuid.UUID | None = None) -> list[EffectiveRule]:
    """Return the rules that apply to a user, and in a session its grants. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {RULES_SQL}", {"user_id": user_id, "session_id": session_id})
        row = cursor.fetchone()
    return effective_rules_parse(*row) if row else []


def permission_verdict(
    rules: Sequence[EffectiveRule], *, agent_id: str, tool: str, args: Mapping[str, Any], call_id: str = ""
) -> PermissionVerdict:
    """Return the verdict of given rules on one call. Never raises for any ``args``."""
    try:
        canonical = to_jsonb(args)
    except ValueError:
        return PermissionVerdict(effect="deny", reason="The arguments are not plain JSON.")
    return evaluate_rules(rules, PermissionQuery(agent_id=agent_id, tool=tool, args=canonical, call_id=call_id))


def effective_rules_parse(
    standing: Sequence[Sequence[Any]],
    granted: Sequence[Sequence[Any]],
    is_tainted: bool,
    defaults: Sequence[Sequence[Any]] = (),
    policies: Sequence[Sequence[Any]] = (),
) -> list[EffectiveRule]:
    """Return the rules in the columns of ``RULES_SQL``; a policy asks for an approval, or denies."""
    rules = [
        EffectiveRule(
            id=pk,
            effect=parse_effect(effect),
            tool=tool,
            shape=shape,
            agent=agent,
            scope="organisation" if of_organisation else "user",
        )
        for pk, effect, tool, shape, agent, of_organisation in standing
    ]
    rules += [
        EffectiveRule(id="default", effect=parse_effect(effect), tool=tool, agent=identity, scope="default")
        for effect, tool, identity in defaults
    ]
    rules += [_policy_rule(*row) for row in policies]
    if is_tainted:
        rules.append(TAINT_RULE)
    return rules + [
        EffectiveRule(
            id=pk,
            effect="allow",
            tool=tool,
            shape=shape,
            agent=agent,
            scope="once" if once else "session",
            call_id=call_id,
        )
        for pk, once, tool, shape, agent, call_id in granted
    ]


def _policy_rule(pk: str, action: str, condition: str, name: str) -> EffectiveRule:
    effect: RuleEffect = "ask" if action == "RequestApproval" else "deny"
    return EffectiveRule(id=str(pk), effect=effect, tool="*", scope="policy", condition=condition, name=name)


def permission_rules_of(*, user_id: int) -> QuerySet[PermissionRule]:
    """Return the rules that apply to a user: their own and the organisation's."""
    return PermissionRule.objects.filter(Q(user_id=user_id) | Q(user=None)).order_by("created_at", "id")
