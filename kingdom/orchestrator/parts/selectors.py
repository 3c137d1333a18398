"""Reads of the parts of messages."""

from collections.abc import Sequence

from django.db.models import QuerySet

from kingdom.orchestrator.models import Message, MessagePart, RouteRecord
from kingdom.orchestrator.parts.segmentation import names_files
from kingdom.sessions.models import Session


def part_of(session: Session) -> MessagePart | None:
    """Return the part that a session answers, with its message; None for any other session."""
    if session.conversation_id is None:
        return None
    return MessagePart.objects.filter(session=session).select_related("message").first()


def part_files(message: Message, session: Session) -> Sequence[str]:
    """Return those of a message's attached files that a session gets: all, unless only other parts speak of files."""
    parts = list(MessagePart.objects.filter(run__parts__session=session).select_related("message"))
    speaking = [part for part in parts if names_files(part.text)]
    if not speaking or any(part.session_id == session.pk for part in speaking):
        return list(message.files)
    return ()


def sibling_routes(route: RouteRecord) -> Sequence[RouteRecord]:
    """Return the routes to specialists of all parts of a message, in order; of a message that is whole, the route."""
    return (hasattr(route.session, "part") and list(_served_parts(route))) or [route]


def served_part_of(route: RouteRecord) -> RouteRecord | None:
    """Return the route of the last part of the same message that a specialist was chosen for; None without one."""
    return _served_parts(route).last()


def part_routes(route: RouteRecord) -> QuerySet[RouteRecord]:
    """Return the routes of all parts of the message of which a route is one, in order; none for any other route."""
    parts = RouteRecord.objects.filter(session__part__run__parts__session_id=route.session_id)
    return parts.order_by("session__part__number")


def _served_parts(route: RouteRecord) -> QuerySet[RouteRecord]:
    return part_routes(route).exclude(specialist=None).select_related("message", "session__part")
