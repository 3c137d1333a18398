"""Writes of permission rules and of session grants."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.approvals.models import Approval, PermissionRule, SessionGrant, SessionTaint
from kingdom.approvals.models.ownership import owner_filter
from kingdom.approvals.permissions.argument_patterns import check_argument_pattern, exact_arguments_pattern
from kingdom.approvals.permissions.rule_matching import check_rule_pattern
from kingdom.approvals.text_rendering import requested_tools
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.errors import Conflict, NotFound
from kingdom.core.sql_parts import SqlPart

MAX_SOURCE_LENGTH = 300
_CONSUME = """
UPDATE session_grants SET consumed_at = %(grants_now)s
WHERE session_id = %(grants_session)s AND once AND consumed_at IS NULL
"""
MAX_RULES_PER_USER = 1_000  # each tool call is evaluated against all of them


@dataclass(frozen=True, kw_only=True)
class RuleDraft:
    """The values of a new rule."""

    effect: str
    tool: str
    agent: str = ""
    specialist_id: str | uuid.UUID | None = None
    shape: Mapping[str, Any] = field(default_factory=dict)


def rule_create(
    *, user_id: int | None, made_by_id: int, draft: RuleDraft, approval: Approval | None = None
) -> PermissionRule:
    """Store a rule of a user, or of the organisation (``user_id`` None); an equal rule is returned as it is.

    The caller checks that an admin creates the organisation's rules. Raises BadInput, AccessEnded, and Conflict at the
    limit.
    """
    effect = check_rule_pattern(effect=draft.effect, tool=draft.tool, agent=draft.agent)
    shape = check_argument_pattern(draft.shape)
    specialist_id: Any = draft.specialist_id or None  # the stubs know no lookup of a missing one
    with transaction.atomic():
        access_lock(user_id=made_by_id)
        advisory_lock(f"rules:{user_id}")  # two requests at once may not both be the last one allowed
        if PermissionRule.objects.filter(owner_filter(user_id)).count() >= MAX_RULES_PER_USER:
            raise Conflict(f"There are {MAX_RULES_PER_USER:,} rules, which is the maximum. Remove some first.")
        rule, _ = PermissionRule.objects.filter(owner_filter(user_id)).get_or_create(
            effect=effect,
            tool=draft.tool,
            agent=draft.agent,
            specialist_id=specialist_id,
            shape=shape,
            defaults={"user_id": user_id, "made_by_id": made_by_id, "approval": approval},
        )
    return rule


@access_transaction()
def rule_delete(*, user_id: int, rule_id: uuid.UUID) -> None:
    """Remove one of the user's own rules. Raises NotFound for others."""
    deleted, _ = PermissionRule.objects.filter(pk=rule_id, user_id=user_id).delete()
    if not deleted:
        raise NotFound("You have no such rule.")


def session_grants_create(*, approval: Approval) -> None:
    """Store what a decision about tools allows: this batch once, its shapes for the session, or its shapes always.

    What lasts is exactly the preview that was shown. Must run in the transaction of the decision.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("session_grants_create must run in the transaction of the decision")
    if approval.choice == "always":
        _previewed_rules_create(approval)
    if approval.session_id is None:
        return
    agent = str(approval.subject.get("agent", ""))
    # Each of the three choices allows this batch once, whatever the rules say when it runs, except denials.
    grants = [
        SessionGrant(
            session_id=approval.session_id,
            approval=approval,
            once=True,
            call_id=str(call.get("call_id", "")),
            tool=str(call["name"]),
            agent=agent,
            shape=exact_arguments_pattern(call.get("args", {})),
        )
        for call in requested_tools(approval.subject)
    ]
    if approval.choice == "session":
        grants += [
            SessionGrant(
                session_id=approval.session_id,
                approval=approval,
                once=False,
                tool=rule["tool"],
                agent=agent,
                shape=rule["shape"],
            )
            for rule in approval.rule_preview
        ]
    SessionGrant.objects.bulk_create(grants)


def _previewed_rules_create(approval: Approval) -> None:
    for rule in approval.rule_preview:
        named = {name: rule[name] for name in ("tool", "agent", "shape")}
        whose = rule.get("specialist_id")  # questions of an earlier release have none
        draft = RuleDraft(effect="allow", **named, specialist_id=whose)
        rule_create(user_id=approval.user_id, made_by_id=approval.user_id, draft=draft, approval=approval)


def session_taint_add(*, session_id: uuid.UUID, source: str, rules: Sequence[str]) -> None:
    """Store that a session has read tainted data; from now on its writes and sends ask a person. Idempotent."""
    SessionTaint.objects.get_or_create(
        session_id=session_id, source=source[:MAX_SOURCE_LENGTH], defaults={"rules": list(rules)}
    )


def session_taints_copy(*, session_id: uuid.UUID, from_sessions: Collection[uuid.UUID]) -> None:
    """Taint a session by all that the sessions whose answers it is shown have read. Idempotent."""
    taints = SessionTaint.objects.filter(session_id__in=from_sessions).order_by("created_at")
    copies = [SessionTaint(session_id=session_id, source=taint.source, rules=taint.rules) for taint in taints]
    SessionTaint.objects.bulk_create(copies, ignore_conflicts=True)


def session_grants_consume_part(*, session_id: uuid.UUID) -> SqlPart:
    """Return the part of a statement that consumes the grants for one call after their batch has run. Idempotent."""
    return SqlPart("grants", _CONSUME, {"grants_session": session_id, "grants_now": timezone.now()})
