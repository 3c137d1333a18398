"""The specialist that a user or a program names for a message, in place of routing."""

import re
import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import Case, Value, When

from kingdom.contracts.routes import RouteReceipt
from kingdom.core.errors import Conflict, NotFound
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.availability import suspension_reason

BY_REQUEST = "request"
_NAMED = "The message names this specialist; nobody else was considered."


_ADDRESSED = re.compile(r"@([a-z][a-z0-9_]{0,60})[\s,:]+(?=\S)", re.ASCII)  # "@unit_converter 250 ml in cups"


def addressed_role(text: str) -> tuple[str, str]:
    """Return the name after the @ at the beginning of a message, and the text after it; ("", text) without one."""
    found = _ADDRESSED.match(text)
    return (found[1], text[found.end() :]) if found is not None else ("", text)


def specialist_selectable(user_id: int, specialist: str) -> Specialist:
    """Return the specialist with an id or a role that can answer the user; the user's own before a global one.

    Raises NotFound for one that the user cannot see, Conflict for one that is not active.
    """
    visible = Specialist.objects.visible_to(user_id).select_related("current_version")
    try:
        chosen = visible.filter(pk=uuid.UUID(specialist)).first()
    except ValueError:
        own_first = Case(When(created_by_id=user_id, then=Value(0)), default=Value(1))
        chosen = visible.filter(role=specialist).order_by(own_first).first()
    if chosen is None:
        raise NotFound(f"You have no specialist {specialist!r}. /api/v1/specialists/ lists those you may use.")
    active = chosen.status in (Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED)
    if chosen.current_version is None or not active:
        reason = suspension_reason(chosen.pk) if chosen.status == Specialist.Status.SUSPENDED else ""
        stated = f" The reason given: {reason}" if reason else ""
        raise Conflict(f"{chosen.role} is {chosen.status} and cannot answer now.{stated}")
    return chosen


def specialist_for(*, user_id: int, content: str, specialist: str) -> tuple[Specialist | None, str]:
    """Return the specialist that a message is for, None for the King to choose, and the text that it gets.

    ``specialist`` (id or role) names it, or else an @ with a role at the beginning of the text. Raises what
    ``specialist_selectable`` raises; an @ with a name that the user does not know is text.
    """
    if specialist:
        return specialist_selectable(user_id, specialist), content
    role, text = addressed_role(content)
    if not role or not Specialist.objects.visible_to(user_id).filter(role=role).exists():
        return None, content
    return specialist_selectable(user_id, role), text


def chosen_route_create(
    *, session: Session, message: Message, chosen: Specialist, by: str, receipt: Mapping[str, Any]
) -> RouteRecord:
    """Store the route of a session whose specialist was named; nothing is left to route."""
    return RouteRecord.objects.create(
        id=session.pk,
        message=message,
        session=session,
        kind="general" if chosen.role == "general" else "specialist",
        role=chosen.role,
        specialist=chosen,
        version=chosen.current_version,
        confidence=1.0,
        scope=chosen.scope,
        receipt=dict(receipt),
        by=by,
    )


def named_receipt(chosen: Specialist) -> dict[str, Any]:
    """Return the receipt of a route that a request named; it teaches routing nothing."""
    return RouteReceipt(
        candidates=(), threshold=0, threshold_low=0, margin=0, gate="", space="", scope=chosen.scope,
        chosen=chosen.role, reason=_NAMED,
    ).model_dump(mode="json")  # fmt: skip
