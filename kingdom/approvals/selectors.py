"""Reads of the approvals room."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from kingdom.approvals.models import Approval, Notice, NoticeSettings, PermissionRule, SessionGrant
from kingdom.approvals.rules.matching import Call, Rule, Scope, Verdict, effect_of, judge
from kingdom.cognition.inputs import storable
from kingdom.core.errors import BadInput, NotFound


def approvals_of(*, user_id: int, state: str = "") -> QuerySet[Approval]:
    """Return the user's questions, those in a state when one is given. Raises BadInput for a state that there is not."""
    found = Approval.objects.filter(user_id=user_id).select_related("session", "decided_by")
    if state and state not in Approval.State.values:
        raise BadInput(f"state is one of {', '.join(Approval.State.values)}.")
    return found.filter(state=state) if state else found


def approval_of(*, user_id: int, approval_id: uuid.UUID) -> Approval:
    """Return one of the user's questions. Raises NotFound for another's or none."""
    found = approvals_of(user_id=user_id).filter(pk=approval_id).first()
    if found is None:
        raise NotFound("You are not asked this.")
    return found


def approval_pending_at(*, session_id: uuid.UUID, seq: int) -> Approval | None:
    """Return the open question of a session at one of its effects, None when there is none."""
    return Approval.objects.filter(session_id=session_id, session_seq=seq, state=Approval.State.PENDING).first()


def permission_for(
    *, user_id: int, agent_id: str, tool: str, args: Mapping[str, Any], session_id: uuid.UUID | None = None, call_id: str = ""
) -> Verdict:
    """Return what the rules say about one call: ``effect`` allow, ask or deny, with ``reason`` and ``rule_id``.

    With ``session_id`` the answers given in that session count, too: "once" by ``call_id`` and the exact arguments, "for this session"
    by shape. Two indexed queries. Never raises for what a model wrote in ``args``.
    """
    rules = [_rule(row) for row in rules_for(user_id=user_id)]
    grants = [] if session_id is None else [_grant(row) for row in SessionGrant.objects.filter(session_id=session_id, spent_at=None)]
    try:
        kept = storable(args)
    except ValueError:
        return Verdict(effect="deny", reason="The arguments are not plain JSON.")
    return judge([*rules, *grants], Call(agent_id=agent_id, tool=tool, args=kept, call_id=call_id))


def rules_for(*, user_id: int) -> QuerySet[PermissionRule]:
    """Return the rules that count for a user: their own and the organisation's."""
    return PermissionRule.objects.filter(Q(user_id=user_id) | Q(user=None)).order_by("created_at", "id")


def notices_of(*, user_id: int, unread: bool = False) -> QuerySet[Notice]:
    """Return the user's notices, with ``unread`` only those not read yet."""
    found = Notice.objects.filter(user_id=user_id)
    return found.filter(read_at=None) if unread else found


def notice_settings_of(*, user_id: int | None) -> NoticeSettings:
    """Return where a user's notices go (None: the organisation's copies); defaults, not stored, when nothing was set."""
    return NoticeSettings.objects.filter(owned_by(user_id)).first() or NoticeSettings(user_id=user_id)


def owned_by(user_id: int | None) -> Q:
    """Return the condition for rows of a user, or of the organisation (None)."""
    return Q(user=None) if user_id is None else Q(user_id=user_id)


def _rule(row: PermissionRule) -> Rule:
    return Rule(
        id=str(row.pk),
        effect=effect_of(row.effect),
        tool=row.tool,
        shape=row.shape,
        agent=row.agent,
        scope="organisation" if row.user_id is None else "user",
    )


def _grant(row: SessionGrant) -> Rule:
    scope: Scope = "once" if row.once else "session"
    return Rule(id=str(row.pk), effect="allow", tool=row.tool, shape=row.shape, agent=row.agent, scope=scope, call_id=row.call_id)
