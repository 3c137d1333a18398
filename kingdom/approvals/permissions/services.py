"""Writes of permissions: standing rules, and what was allowed in one session."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.utils import timezone

from kingdom.approvals.models import Approval, PermissionRule, SessionGrant
from kingdom.approvals.models.ownership import owner_filter
from kingdom.approvals.permissions.argument_patterns import check_argument_pattern, exact_arguments_pattern
from kingdom.approvals.permissions.rule_matching import check_rule_pattern
from kingdom.approvals.text_rendering import requested_tools
from kingdom.core.errors import Conflict, NotFound

MAX_RULES_PER_USER = 1_000  # rules; every call of a tool is judged by all of them


@dataclass(frozen=True, kw_only=True)
class RuleDraft:
    """A rule that somebody wants to have."""

    effect: str
    tool: str
    agent: str = ""
    shape: Mapping[str, Any] = field(default_factory=dict)


def rule_create(
    *, user_id: int | None, made_by_id: int, draft: RuleDraft, approval: Approval | None = None
) -> PermissionRule:
    """Store a rule of a user, or of the organisation (``user_id`` None); the same one again is returned as it is.

    That the organisation's are made by an admin is for the caller to see to. Raises BadInput, Conflict when there are too many.
    """
    effect = check_rule_pattern(effect=draft.effect, tool=draft.tool, agent=draft.agent)
    shape = check_argument_pattern(draft.shape)
    if PermissionRule.objects.filter(owner_filter(user_id)).count() >= MAX_RULES_PER_USER:
        raise Conflict(f"There are {MAX_RULES_PER_USER:,} rules, which is the most. Remove some first.")
    made, _ = PermissionRule.objects.filter(owner_filter(user_id)).get_or_create(
        effect=effect,
        tool=draft.tool,
        agent=draft.agent,
        shape=shape,
        defaults={"user_id": user_id, "made_by_id": made_by_id, "approval": approval},
    )
    return made


def rule_delete(*, user_id: int, rule_id: uuid.UUID) -> None:
    """Remove one of the user's own rules. Raises NotFound for the organisation's, another's or none."""
    deleted, _ = PermissionRule.objects.filter(pk=rule_id, user_id=user_id).delete()
    if not deleted:
        raise NotFound("You have no such rule.")


def session_grants_create(*, approval: Approval) -> None:
    """Keep what an answer about tools allows: this batch once, its shapes for the session, or its shapes always.

    What is kept for later is exactly the preview that was shown. Must run in the transaction that decides.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an answer and what it allows belong together")
    if approval.choice == "always":
        for one in approval.rule_preview:
            draft = RuleDraft(effect="allow", tool=one["tool"], agent=one["agent"], shape=one["shape"])
            rule_create(user_id=approval.user_id, made_by_id=approval.user_id, draft=draft, approval=approval)
    if approval.session_id is None:
        return
    agent = str(approval.subject.get("agent", ""))
    # each of the three answers allows this very batch, whatever else the rules say by the time it runs, denials apart
    grants = [
        SessionGrant(
            session_id=approval.session_id,
            approval=approval,
            once=True,
            call_id=str(one.get("call_id", "")),
            tool=str(one["name"]),
            agent=agent,
            shape=exact_arguments_pattern(one.get("args", {})),
        )
        for one in requested_tools(approval.subject)
    ]
    if approval.choice == "session":
        grants += [
            SessionGrant(
                session_id=approval.session_id,
                approval=approval,
                once=False,
                tool=one["tool"],
                agent=agent,
                shape=one["shape"],
            )
            for one in approval.rule_preview
        ]
    SessionGrant.objects.bulk_create(grants)


def session_grants_consume(*, session_id: uuid.UUID) -> int:
    """Use up what was allowed once: the batch it was for has run. Returns how many; a repeated call changes nothing."""
    return SessionGrant.objects.filter(session_id=session_id, once=True, consumed_at=None).update(
        consumed_at=timezone.now()
    )
