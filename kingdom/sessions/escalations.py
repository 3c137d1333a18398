"""Repeated requests of an agent for more than it has: the session waits for its user, who can only deny or abort.

The first request is refused and recorded. Nothing here can grant anything: what an identity may have is its table.
"""

import uuid
from collections.abc import Sequence
from typing import Any

from kingdom.approvals.models import Approval
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.tools.gate.gate_checks import Refusals
from kingdom.tools.gate.permission_gate import PermissionGate
from kingdom.tools.models import ToolReceipt

# Reasons of receipts: a tool that is not granted, a host that is not declared, a spawn outside of the table.
ESCALATION_REASONS = ("not_granted", "unreachable", "escalation")
ESCALATION = "escalation"  # key of a question's subject


class EscalationGuard:
    """The tool port of a model's session: asks its user when it repeats a request for more than it has."""

    def __init__(self, gate: PermissionGate) -> None:
        """Keep the gate, which judges, refuses and records."""
        self._gate = gate

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Let the gate judge and run a batch. Raises HumanInputRequired for a repeated escalation."""
        if ctx.trial:
            return await self._gate.call(ctx, requests)
        return await self._gate.call(ctx, requests, _refuse_repetition)


def _refuse_repetition(ctx: CallContext, requests: Sequence[ToolRequest], refused: Refusals) -> None:
    """Raise HumanInputRequired when refused calls ask again for a tool or a host that no permission can give."""
    beyond = {call_id for call_id, found in refused.items() if found.code in ESCALATION_REASONS}
    wanted = [request for request in requests if request.call_id in beyond]
    if wanted and is_repeated_escalation(uuid.UUID(ctx.session_id)):
        raise HumanInputRequired("safety", escalation_subject(ctx.agent_id, wanted))


def is_repeated_escalation(session_id: uuid.UUID) -> bool:
    """Whether a session was refused more than it has already, and its user was not asked about that yet."""
    refused = ToolReceipt.objects.filter(session_id=session_id, outcome="refused", reason__in=ESCALATION_REASONS)
    asked = Approval.objects.filter(session_id=session_id, kind=Approval.Kind.SAFETY)
    return refused.exists() and not asked.exists()


def escalation_subject(agent_id: str, requests: Sequence[ToolRequest]) -> dict[str, Any]:
    """Return the subject of the question about requests for more than an agent has."""
    tools = [{"call_id": request.call_id, "name": request.name, "args": dict(request.args)} for request in requests]
    return {"agent": agent_id, ESCALATION: True, "tools": tools}


def is_aborted(approval: Approval) -> bool:
    """Whether the answer about an escalation ends the session: its user said so, or nobody answered in time."""
    is_escalation = approval.kind == Approval.Kind.SAFETY and approval.subject.get(ESCALATION) is True
    return is_escalation and approval.choice != "deny"
