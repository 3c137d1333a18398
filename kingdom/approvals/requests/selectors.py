"""Reads of approvals."""

import uuid

from django.db.models import QuerySet

from kingdom.approvals.models import Approval
from kingdom.core.errors import BadInput, NotFound


def approvals_of(*, user_id: int, state: str = "") -> QuerySet[Approval]:
    """Return the user's approvals, with ``state`` only those in it. Raises BadInput for an unknown state."""
    found = Approval.objects.filter(user_id=user_id).select_related("session", "decided_by")
    if state and state not in Approval.State.values:
        raise BadInput(f"state is one of {', '.join(Approval.State.values)}.")
    return found.filter(state=state) if state else found


def approval_of(*, user_id: int, approval_id: uuid.UUID) -> Approval:
    """Return one of the user's approvals. Raises NotFound for others."""
    found = approvals_of(user_id=user_id).filter(pk=approval_id).first()
    if found is None:
        raise NotFound("You are not asked this.")
    return found
