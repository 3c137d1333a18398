"""Permissions of the REST API of specialists."""

import uuid

from rest_framework.request import Request

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound
from kingdom.core.web.api import caller_id
from kingdom.specialists.models.specialist import Specialist

SET_STATUS_PERMISSION = "specialists.set_specialist_status"


def calling_user(request: Request) -> User:
    """Return the user of a request."""
    return User.objects.get(pk=caller_id(request))


def has_staff_permission(request: Request, permission: str) -> bool:
    """Return whether the caller is an active member of staff with the permission."""
    caller = calling_user(request)
    return caller.is_active and caller.is_staff and caller.has_perm(permission)


def deciding_user_id(request: Request) -> int | None:
    """Return the caller's id if they may change the status, else None: only then the condition on the owner applies."""
    return caller_id(request) if has_staff_permission(request, SET_STATUS_PERMISSION) else None


def permitted_specialist(request: Request, pk: uuid.UUID, permission: str) -> Specialist:
    """Return a specialist that the caller owns, or any with the permission. Raises NotFound otherwise."""
    specialist = Specialist.objects.filter(pk=pk).select_related("current_version").first()
    owned = specialist is not None and specialist.created_by_id == caller_id(request)
    if specialist is None or not (owned or has_staff_permission(request, permission)):
        raise NotFound("There is no such specialist.")
    return specialist
