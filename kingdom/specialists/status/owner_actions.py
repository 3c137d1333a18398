"""What an owner may do with a specialist of their own that was never shared: pause, resume, delete."""

from typing import Literal
from uuid import UUID

from django.db import transaction

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict, NotFound
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.selectors import is_or_was_shared
from kingdom.specialists.status.services import StatusDecision, status_change_create

OwnerAction = Literal["pause", "resume", "delete"]
_KINDS: dict[OwnerAction, tuple[StatusChange.Kind, str]] = {
    "pause": (StatusChange.Kind.SUSPEND, "Paused by its owner."),
    "resume": (StatusChange.Kind.RESTORE, "Resumed by its owner."),
    "delete": (StatusChange.Kind.DEPRECATE, "Deleted by its owner."),
}


@transaction.atomic
def owner_action_apply(*, user: User, specialist_id: UUID, action: OwnerAction) -> StatusChange:
    """Pause, resume or delete a user's own specialist, as a status change with its row.

    A deleted one gets no message any more; its answers stay where they were given, and an admin can restore it. Raises
    NotFound for another user's, Conflict for one that is or was shared and to resume what its owner did not pause,
    IllegalTransition.
    """
    own = Specialist.objects.select_for_update().filter(pk=specialist_id, created_by=user, builtin=False).first()
    if own is None:
        raise NotFound("There is no such specialist.")
    if is_or_was_shared(own):
        raise Conflict(f"{own.role} is or was shared: an admin decides on it, since others rely on it.")
    if action == "resume" and not is_paused(own):
        raise Conflict(f"{own.role} was not paused by you. An admin can restore it.")
    kind, reason = _KINDS[action]
    return status_change_create(
        decision=StatusDecision(
            specialist_id=own.pk, kind=kind, reason=reason, actor=user, stop_sessions=action != "resume"
        )
    )


def is_paused(specialist: Specialist) -> bool:
    """Return whether a specialist is suspended by its own owner."""
    if specialist.status != Specialist.Status.SUSPENDED:
        return False
    last = specialist.status_changes.order_by("-created_at").first()
    return last is not None and last.kind == StatusChange.Kind.SUSPEND and last.actor_id == specialist.created_by_id
