"""Reads of the approvals room."""

import uuid

from django.db.models import QuerySet

from kingdom.approvals.models import Approval, HostConsent
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


def consented_hosts(*, user_id: int, spec_digest: str) -> frozenset[str]:
    """Return the hosts that a person has agreed to for the spec with this digest; none when they were never asked."""
    given = HostConsent.objects.filter(user_id=user_id, spec_digest=spec_digest).values_list("hosts", flat=True)
    return frozenset(host for hosts in given for host in hosts)
