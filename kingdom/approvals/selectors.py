"""Reads of the approvals room."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from kingdom.approvals.models import Approval, HostConsent, Notice, NoticeSettings, PermissionRule
from kingdom.approvals.rules.matching import Call, Rule, Verdict, effect_of, judge
from kingdom.cognition.inputs import storable
from kingdom.core.errors import BadInput, NotFound

# Two columns, for the statement of whoever judges: what counts for %(user_id)s (own and organisation's rules, oldest first), and what was
# allowed in %(session_id)s (NULL: nothing) and is not used up.
RULES_SQL = """
(SELECT coalesce(json_agg(json_build_array(id, effect, tool, shape, agent, user_id IS NULL) ORDER BY created_at, id), '[]')
   FROM permission_rules WHERE user_id = %(user_id)s OR user_id IS NULL),
(SELECT coalesce(json_agg(json_build_array(id, once, tool, shape, agent, call_id)), '[]')
   FROM session_grants WHERE session_id = %(session_id)s AND spent_at IS NULL)
"""


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
    by shape. One statement. Never raises for what a model wrote in ``args``.
    """
    rules = rules_counting(user_id=user_id, session_id=session_id)
    return verdict_by(rules, agent_id=agent_id, tool=tool, args=args, call_id=call_id)


def rules_counting(*, user_id: int, session_id: uuid.UUID | None = None) -> list[Rule]:
    """Return what calls of a user are judged by, in a session with what was allowed there, too. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {RULES_SQL}", {"user_id": user_id, "session_id": session_id})
        row = cursor.fetchone()
    return rules_read(*row) if row else []


def verdict_by(rules: Sequence[Rule], *, agent_id: str, tool: str, args: Mapping[str, Any], call_id: str = "") -> Verdict:
    """Return what rules that were read already say about one call. Never raises for what a model wrote in ``args``."""
    try:
        kept = storable(args)
    except ValueError:
        return Verdict(effect="deny", reason="The arguments are not plain JSON.")
    return judge(rules, Call(agent_id=agent_id, tool=tool, args=kept, call_id=call_id))


def rules_read(standing: Sequence[Sequence[Any]], granted: Sequence[Sequence[Any]]) -> list[Rule]:
    """Return the rules in the two columns of ``RULES_SQL``."""
    made = [
        Rule(id=pk, effect=effect_of(effect), tool=tool, shape=shape, agent=agent, scope="organisation" if house else "user")
        for pk, effect, tool, shape, agent, house in standing
    ]
    return made + [
        Rule(id=pk, effect="allow", tool=tool, shape=shape, agent=agent, scope="once" if once else "session", call_id=call_id)
        for pk, once, tool, shape, agent, call_id in granted
    ]


def hosts_consented(*, user_id: int, spec_digest: str) -> frozenset[str]:
    """Return the hosts that a person has agreed to for the spec with this digest; none when they were never asked."""
    given = HostConsent.objects.filter(user_id=user_id, spec_digest=spec_digest).values_list("hosts", flat=True)
    return frozenset(host for hosts in given for host in hosts)


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
