"""Reads that each message does, composed once a process. The selectors beside them say what they return."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from kingdom.approvals.models import SessionTaint
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.models import Session

_READ_OF_ROUTES = (  # by the King for each message; the rest is read for the few that answer a question
    *("kind", "specialist", "overridden_to", "message__conversation", "message__content", "message__file_lines"),
    *("session__user", "session__version", "session__output", "session__input_text", "session__part__run"),
)
MAX_SMALL_TALK = 5  # messages of small talk that a follow-up reaches over


def _own_conversation_query(conversation_id: uuid.UUID, user_id: int) -> QuerySet[Conversation]:
    return Conversation.objects.filter(pk=conversation_id, user_id=user_id)


own_conversation = ComposedQuery(_own_conversation_query, conversation_id=uuid.UUID, user_id=int)


def _tree_query(conversation_id: uuid.UUID, more: Sequence[str] = ()) -> QuerySet[Message, tuple[Any, ...]]:
    messages = Message.objects.filter(conversation_id=conversation_id, role=Message.Role.USER)
    return messages.order_by("created_at", "pk").values_list("pk", "follows_id", "replaces_id", *more)


message_places = ComposedQuery(_tree_query, conversation_id=uuid.UUID)
questions = ComposedQuery(
    partial(_tree_query, more=("session_id", "files", "earlier_turns")), conversation_id=uuid.UUID
)


def _answered_query(conversation_id: uuid.UUID) -> QuerySet[Session, tuple[Any, ...]]:
    sessions = Session.objects.filter(conversation_id=conversation_id, state=Session.State.COMPLETED)
    answered = sessions.exclude(version=None).exclude(answer="").order_by("created_at")
    is_tainted = Exists(SessionTaint.objects.filter(session=OuterRef("pk")))
    return answered.values_list("pk", "route__message_id", "input_text", "answer", is_tainted)


answered_sessions = ComposedQuery(_answered_query, conversation_id=uuid.UUID)


def _newest_routes_query(before: list[uuid.UUID]) -> QuerySet[RouteRecord]:
    # an array, so that the statement does not depend on how many messages came before
    is_before = f"{RouteRecord._meta.db_table}.message_id = ANY(%s)"
    routes = RouteRecord.objects.extra(where=[is_before], params=[before]).select_related("message", "session__part")  # noqa: S610 - a constant
    return routes.only(*_READ_OF_ROUTES).order_by("-message__created_at", "-created_at")[: MAX_SMALL_TALK + 1]


newest_routes_of = ComposedQuery(_newest_routes_query, before=list)


def _unrouted_query(session_id: uuid.UUID) -> QuerySet[Message]:
    is_routed = Exists(RouteRecord.objects.filter(session_id=OuterRef("session_id")))
    return Message.objects.filter(~is_routed, session_id=session_id, role=Message.Role.USER).order_by("pk")


unrouted_message = ComposedQuery(_unrouted_query, session_id=uuid.UUID)
