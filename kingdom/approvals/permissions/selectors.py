"""Permission rules and session grants that apply to a user."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.apps import apps
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
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest

# Five columns of a statement: the rules of %(user_id)s and of the organisation, oldest first, the unused grants of
# %(session_id)s (NULL: none), whether that session has read tainted data, the defaults, and the policies for calls.
RULES_SQL = """
(SELECT coalesce(json_agg(json_build_array(id, effect, tool, shape, agent, user_id IS NULL,
                                           coalesce(specialist_id::text, ''))
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


def standing_verdict(*, user_id: int, query: PermissionQuery, session_id: uuid.UUID | None = None) -> PermissionVerdict:
    """Return the verdict of the rules on one call: ``effect`` allow, ask or deny, with ``reason`` and ``rule_id``.

    With ``session_id`` the grants of that session apply too: "once" by ``call_id`` and the exact arguments, "for this
    session" by shape. One statement. Never raises for any arguments. Policies are left out: only a call that is made
    can be held against them.
    """
    rules = [rule for rule in effective_rules(user_id=user_id, session_id=session_id) if rule.scope != "policy"]
    return permission_verdict(rules, query)


def effective_rules(*, user_id: int, session_id: uuid.UUID | None = None) -> list[EffectiveRule]:
    """Return the rules that apply to a user, and in a session its grants. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {RULES_SQL}", {"user_id": user_id, "session_id": session_id})
        row = cursor.fetchone()
    return effective_rules_parse(*row) if row else []


def permission_verdict(rules: Sequence[EffectiveRule], query: PermissionQuery) -> PermissionVerdict:
    """Return the verdict of given rules on one call. Never raises for any ``args``."""
    try:
        canonical = to_jsonb(query.args)
    except ValueError:
        return PermissionVerdict(effect="deny", reason="The arguments are not plain JSON.")
    return evaluate_rules(rules, replace(query, args=canonical))


def call_query(ctx: CallContext, request: ToolRequest) -> PermissionQuery:
    """Return what rules are held against: a call in its context."""
    return PermissionQuery(
        agent_id=ctx.agent_id,
        tool=request.name,
        args=request.args,
        call_id=request.call_id,
        specialist_id=ctx.running_specialist_id,
    )


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
            specialist_id=specialist_id,
        )
        for pk, effect, tool, shape, agent, of_organisation, specialist_id in standing
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


def may_name_specialist(*, user_id: int, specialist_id: uuid.UUID) -> bool:
    """Return whether a user may make a rule about a specialist: one that they may see."""
    specialists: Any = apps.get_model("specialists", "Specialist")._default_manager
    return bool(specialists.visible_to(user_id).filter(pk=specialist_id).exists())


def permission_rules_of(*, user_id: int) -> QuerySet[PermissionRule]:
    """Return the rules that apply to a user: their own and the organisation's."""
    rules = PermissionRule.objects.filter(Q(user_id=user_id) | Q(user=None))
    return rules.select_related("specialist").order_by("created_at", "id")
