"""Who may read and change a specialist over REST."""

import uuid

from rest_framework.request import Request

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound
from kingdom.core.web.api import caller_id
from kingdom.specialists.models.specialist import Specialist

SET_STATUS_PERMISSION = "specialists.set_specialist_status"


def calling_user(request: Request) -> User:
    return User.objects.get(pk=caller_id(request))


def has_staff_permission(request: Request, permission: str) -> bool:
    caller = calling_user(request)
    return caller.is_active and caller.is_staff and caller.has_perm(permission)


def deciding_user_id(request: Request) -> int | None:
    """Return the caller when they could decide, so that "not its owner" is judged; the owner just looks."""
    return caller_id(request) if has_staff_permission(request, SET_STATUS_PERMISSION) else None


def permitted_specialist(request: Request, pk: uuid.UUID, permission: str) -> Specialist:
    """Return a specialist that the caller owns, or any when they hold the permission. Raises NotFound for the rest."""
    found = Specialist.objects.filter(pk=pk).select_related("current_version").first()
    if found is None or (found.created_by_id != caller_id(request) and not has_staff_permission(request, permission)):
        raise NotFound("There is no such specialist.")
    return found
