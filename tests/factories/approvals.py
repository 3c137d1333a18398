"""Approvals of tool calls, a session that waits for one, and decisions."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from kingdom.accounts.models import User
from kingdom.approvals.disclosures import disclosure_open
from kingdom.approvals.models import Approval
from kingdom.approvals.permissions.rule_matching import PermissionQuery, PermissionVerdict
from kingdom.approvals.permissions.selectors import standing_verdict
from kingdom.approvals.requests.services import ApprovalDecision, SessionPosition, approval_request
from kingdom.sessions.models import Session

HTTP: dict[str, Any] = {
    "name": "archon.http.request",
    "args": {"method": "POST", "url": "https://api.sms.example/v1/send", "json": {"to": "+43 1"}},
}
WRITE: dict[str, Any] = {"name": "archon.fs.write", "args": {"path": "notes/today.txt", "content": "hello"}}
AGENT = "writer_sms_sender"


def session_of(user: User) -> Session:
    """Store a session that waits for an approval."""
    return Session.objects.create(
        user=user, input_text="Send it.", trace_id=uuid.uuid4().hex, task_name="none", state="awaiting_approval"
    )


def permission_for(
    *,
    user_id: int,
    agent_id: str,
    tool: str,
    args: Mapping[str, Any],
    session_id: uuid.UUID | None = None,
    call_id: str = "",
) -> PermissionVerdict:
    """Return the verdict of the rules on a call of an agent that belongs to no specialist."""
    query = PermissionQuery(agent_id=agent_id, tool=tool, args=args, call_id=call_id)
    return standing_verdict(user_id=user_id, query=query, session_id=session_id)


def batch(*tools: dict[str, Any], agent: str = AGENT) -> dict[str, Any]:
    """Return the subject of an approval of tool calls."""
    return {"agent": agent, "tools": [{"call_id": f"call_1_{index}", **call} for index, call in enumerate(tools)]}


def asked(user: User, session: Session | None = None, *tools: dict[str, Any], seq: int = 3) -> Approval:
    """Request an approval of tool calls from a user."""
    place = SessionPosition(session_id=session.pk, seq=seq) if session else None
    return approval_request(user_id=user.pk, kind="tool", subject=batch(*(tools or (HTTP,))), place=place)


def answer_to(approval: Approval, choice: str = "once", **changes: str) -> ApprovalDecision:
    """Return a decision with the hash of the approval."""
    return ApprovalDecision(**{"choice": choice, "args_hash": approval.args_hash, **changes})


def opened_words(actor: User, row: Model) -> None:
    """Let staff read the words of a row, as they must before they decide about them."""
    label, reason = row._meta.label_lower, "To decide for its owner."
    disclosure_open(actor_id=actor.pk, label=label, object_id=str(row.pk), reason=reason)
