"""Reads of the orchestrator. Every one starts from a user: what is not theirs is not there."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet

from kingdom.core.errors import NotFound
from kingdom.orchestrator.conversations.context_window import ConversationTurn
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist


@dataclass
class MessageSessions:
    """One question with every session that answered it: the first, and one for each time its user chose another specialist."""

    message: Message
    sessions: list[Session] = field(default_factory=list)


def conversations_of(*, user_id: int, search: str = "") -> QuerySet[Conversation]:
    """Return the user's conversations, the latest used first; with ``search`` only those with it in the title or a message."""
    found = Conversation.objects.filter(user_id=user_id).order_by("-updated_at")
    if search:
        said = Message.objects.filter(conversation=OuterRef("pk"), content__icontains=search)
        found = found.filter(Q(title__icontains=search) | Exists(said))
    return found


def conversation_of(*, user_id: int, conversation_id: uuid.UUID) -> Conversation:
    """Return one of the user's conversations. Raises NotFound for another's or none."""
    found = Conversation.objects.filter(pk=conversation_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such conversation.")
    return found


def messages_of(*, user_id: int, conversation_id: uuid.UUID) -> QuerySet[Message]:
    """Return the messages of one of the user's conversations, oldest first. Raises NotFound for another's or none."""
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    return Message.objects.filter(conversation=conversation).order_by("created_at")


def route_of(*, user_id: int, route_id: uuid.UUID) -> RouteRecord:
    """Return the route of one of the user's sessions; a route has its session's id. Raises NotFound for another's or none."""
    found = (
        RouteRecord.objects.filter(pk=route_id, session__user_id=user_id)
        .select_related("message", "session", "specialist")
        .first()
    )
    if found is None:
        raise NotFound("You have no such route, or the King has not spoken yet: its session's events tell when.")
    return found


def messages_with_sessions(*, conversation_id: uuid.UUID) -> list[MessageSessions]:
    """Return a conversation as questions with their sessions, both oldest first."""
    asked = Message.objects.filter(conversation_id=conversation_id, role=Message.Role.USER).order_by("created_at")
    exchanges = {message.pk: MessageSessions(message=message) for message in asked}
    by_session = {message.session_id: message.pk for message in asked}
    sessions = (
        Session.objects.filter(conversation_id=conversation_id)
        .select_related("route", "version__specialist")
        .order_by("created_at")
    )
    for session in sessions:
        route = getattr(session, "route", None)
        message_id = route.message_id if route is not None else by_session.get(session.pk)
        if message_id in exchanges:
            exchanges[message_id].sessions.append(session)
    return list(exchanges.values())


def turns_before(*, message: Message) -> Sequence[ConversationTurn]:
    """Return the questions before a message with the last answer each got from a specialist, oldest first.

    A question without one is left out, and so is what the King said himself: an offer or a question back is no part of the talk.
    """
    turns = []
    for exchange in messages_with_sessions(conversation_id=message.conversation_id):
        if exchange.message.pk == message.pk or exchange.message.created_at > message.created_at:
            break
        answered = [
            one for one in exchange.sessions if one.state == Session.State.COMPLETED and one.answer and one.version_id
        ]
        if answered:
            chosen = tuple(exchange.message.files)
            turns.append(ConversationTurn(question=exchange.message.content, answer=answered[-1].answer, files=chosen))
    return turns


def previous_route(*, message: Message) -> RouteRecord | None:
    """Return the route that the message before this one ended up with, if a specialist answered it: what a follow-up talks to."""
    routes = RouteRecord.objects.filter(
        message__conversation_id=message.conversation_id, message__created_at__lt=message.created_at
    )
    last = routes.select_related("specialist", "message").order_by("message__created_at", "created_at").last()
    return last if last is not None and last.specialist_id is not None else None


def message_of(*, session: Session) -> Message:
    """Return the user's message that a session answers, as the first one or after an override. Raises NotFound."""
    found = Message.objects.filter(Q(session=session, role=Message.Role.USER) | Q(routes__session=session)).first()
    if found is None:
        raise NotFound("The message of this session is gone.")
    return found


def roles_without_model(*, user_id: int) -> list[str]:
    """Return the roles of what the user can talk to when no language model is set."""
    found = Specialist.objects.visible_to(user_id).filter(routable=True, spec_snapshot__engine="handler")
    return list(found.filter(status__in=("verified", "unverified")).order_by("role").values_list("role", flat=True))


def workspaces_in_use(ids: set[str]) -> set[str]:
    """Return those of the ids that a conversation or a session has: theirs are the files of the workspace of that id."""
    conversations = Conversation.objects.filter(pk__in=ids).values_list("pk", flat=True)
    sessions = Session.objects.filter(pk__in=ids).values_list("pk", flat=True)
    return {str(one) for one in [*conversations, *sessions]}
