"""Reads of conversations, messages and routes. Reads by user find only the user's own rows."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from django.db.models import QuerySet

from kingdom.contracts.routes import UsableSpecialist
from kingdom.core.errors import NotFound
from kingdom.core.stored_sentences import sentence_for
from kingdom.orchestrator.conversations.branches import MessagePlace, MessageTree
from kingdom.orchestrator.conversations.composed_reads import (
    answered_sessions,
    message_places,
    newest_routes_of,
    own_conversation,
    questions,
    unrouted_message,
)
from kingdom.orchestrator.conversations.message_search import conversations_found
from kingdom.orchestrator.king.routing_rules import standalone_example
from kingdom.orchestrator.message_rules.context_window import ConversationTurn
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.orchestrator.parts.selectors import served_part_of
from kingdom.orchestrator.small_talk.recognition import small_talk_of
from kingdom.sessions.models import Session
from kingdom.sessions.selectors import LARGE_VERSION_FIELDS
from kingdom.specialists.models.observed_executions import confidence_from, newest_counted
from kingdom.specialists.models.specialist import Specialist
from kingdom.workflows.models import Workflow

_ROUTED_SPECIALISTS = ("route__specialist", "route__overridden_to")
MAX_UNSERVED_READ = 200  # newest routes that are read for messages that nobody served
SIMILAR_CONFIDENCE = 0.1  # difference of the probabilities of routes whose messages are alike
MAX_TRIED_CHARS = 4_000  # of a message that a draft is tried on


@dataclass
class MessageSessions:
    """One user message with its sessions: the first, those of its parts with their overrides, then other overrides.

    ``versions`` are the ids of the message and of those that replace it or that it replaces, oldest first.
    """

    message: Message
    sessions: list[Session] = field(default_factory=list)
    versions: Sequence[uuid.UUID] = ()


def conversations_of(*, user_id: int, search: str = "") -> QuerySet[Conversation]:
    """Return the user's conversations, latest used first; ``search`` filters by title and message text."""
    conversations = Conversation.objects.filter(user_id=user_id).order_by("-updated_at")
    return conversations_found(conversations, search) if search else conversations


def conversation_of(*, user_id: int, conversation_id: uuid.UUID) -> Conversation:
    """Return one of the user's conversations. Raises NotFound."""
    conversation = own_conversation.first(conversation_id=conversation_id, user_id=user_id)
    if conversation is None:
        raise NotFound("You have no such conversation.")
    return conversation


def user_message_in(conversation: Conversation, message_id: uuid.UUID) -> Message:
    """Return a message that the user wrote in this conversation. Raises NotFound."""
    message = Message.objects.filter(pk=message_id, conversation=conversation, role=Message.Role.USER).first()
    if message is None:
        raise NotFound("There is no such message of yours in this conversation.")
    return message


def messages_of(*, user_id: int, conversation_id: uuid.UUID) -> QuerySet[Message]:
    """Return the messages of one of the user's conversations, oldest first. Raises NotFound."""
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    return Message.objects.filter(conversation=conversation).order_by("created_at")


def route_of(*, user_id: int, route_id: uuid.UUID) -> RouteRecord:
    """Return the route of one of the user's sessions; a route shares its session's id. Raises NotFound."""
    routes = RouteRecord.objects.filter(pk=route_id, session__user_id=user_id)
    route = routes.select_related("message", "session", "specialist").first()
    if route is None:
        raise NotFound("No such route, or the message is not routed yet. Watch the session's events.")
    return route


def answer_confidence(route: RouteRecord) -> float | None:
    """Return how likely an answer is right: the measured success of the version on messages like the routed one.

    Alike are messages that were routed to it with about this probability, which says how near they are to what it is
    for. None without a specialist, and without an outcome that counts.
    """
    if route.version_id is None:
        return None
    newest = newest_counted(route.version_id)
    if not newest:
        return None
    nearby = (route.confidence - SIMILAR_CONFIDENCE, route.confidence + SIMILAR_CONFIDENCE)
    routes = RouteRecord.objects.filter(session__in=[row.session_id for row in newest], confidence__range=nearby)
    alike = set(routes.values_list("session_id", flat=True))
    return confidence_from((row for row in newest if row.session_id in alike), prior=confidence_from(newest))


def message_tree(*, conversation_id: uuid.UUID) -> MessageTree:
    """Return the branches of a conversation. One query."""
    return MessageTree(MessagePlace(*row) for row in message_places.rows(conversation_id=conversation_id))


def messages_before(*, message: Message) -> Sequence[uuid.UUID]:
    """Return the ids of the messages before this one on its branch, oldest first. One query for each ``message``.

    They are kept with the instance, since what a stored message follows does not change.
    """
    if message.path_before is None:
        rows = questions.rows(conversation_id=message.conversation_id)
        message.path_before = MessageTree(MessagePlace(*row[:3]) for row in rows).path(message.pk)[:-1]
        by_id = {row[0]: (row[0], *row[3:]) for row in rows}
        message.questions_before = [by_id[pk] for pk in message.path_before]
    return message.path_before


def messages_with_sessions(
    *,
    conversation_id: uuid.UUID,
    branch: uuid.UUID | None = None,
    every_branch: bool = False,
    tree: MessageTree | None = None,
) -> list[MessageSessions]:
    """Return a conversation's user messages with their sessions, both oldest first.

    They are those of one branch, which ``branch`` is a message of (None for the newest), unless all are wanted.
    ``tree`` is the conversation's, where the caller has read it.
    """
    tree = tree or message_tree(conversation_id=conversation_id)
    end = tree.end_of(branch)
    messages = Message.objects.filter(conversation_id=conversation_id, role=Message.Role.USER).order_by("created_at")
    if not every_branch:
        messages = messages.filter(pk__in=tree.path(end) if end is not None else ())
    by_message = {
        message.pk: MessageSessions(message=message, versions=tree.versions(message.pk)) for message in messages
    }
    _sessions_add(conversation_id, by_message)
    return list(by_message.values())


def _sessions_add(conversation_id: uuid.UUID, by_message: Mapping[uuid.UUID, MessageSessions]) -> None:
    """Give each message its sessions, oldest first and parts in their order."""
    message_of_session = {pair.message.session_id: pk for pk, pair in by_message.items()}
    sessions = (
        Session.objects.filter(conversation_id=conversation_id)
        .select_related("route__message", *_ROUTED_SPECIALISTS, "version__specialist", "part")
        .defer(*(f"{path}__spec_snapshot" for path in _ROUTED_SPECIALISTS), *LARGE_VERSION_FIELDS)
        .order_by("created_at")
    )
    for session in sessions:
        route = getattr(session, "route", None)
        message_id = route.message_id if route is not None else message_of_session.get(session.pk)
        if message_id is not None and message_id in by_message:
            by_message[message_id].sessions.append(session)
    for pair in by_message.values():
        pair.sessions = _with_parts_in_order(pair.sessions)


def _with_parts_in_order(sessions: Sequence[Session]) -> list[Session]:
    """Return a message's sessions, oldest first, with the overrides of a part behind it."""
    numbers = {session.input_text: session.part.number for session in sessions if hasattr(session, "part")}
    return [*sessions[:1], *sorted(sessions[1:], key=lambda later: numbers.get(later.input_text, len(numbers) + 1))]


def turns_before(*, message: Message) -> Sequence[ConversationTurn]:
    """Return the earlier questions of a message's branch with their last answer by a specialist, oldest first.

    Questions without such an answer are skipped, and so are answers of the King himself (offers, questions back). A
    message of several requests is a turn for each. The turns that a message brought with it come before its own.
    """
    questions = message.questions_before if messages_before(message=message) else ()
    answers = _last_answers(message.conversation_id, {session_id: pk for pk, session_id, _, _ in questions})
    turns: list[ConversationTurn] = []
    for pk, _, files, given in questions:
        turns += _given_turns(given)
        turns += [
            ConversationTurn(
                question=asked, answer=answer, files=tuple(files), session_id=session_id, is_tainted=is_tainted
            )
            for asked, (session_id, answer, is_tainted) in answers.get(pk, {}).items()
        ]
    return [*turns, *_given_turns(message.earlier_turns)]


def _given_turns(pairs: Sequence[Sequence[str]]) -> list[ConversationTurn]:
    """Return the turns that the sender of a message gave with it; no session of Kingdom answered them."""
    return [ConversationTurn(question=question, answer=answer) for question, answer in pairs]


def _last_answers(
    conversation_id: uuid.UUID, message_of_session: Mapping[uuid.UUID | None, uuid.UUID]
) -> dict[uuid.UUID, dict[str, tuple[uuid.UUID, str, bool]]]:
    """Return the last answer by a specialist, with its session and whether that is tainted, to each request.

    Only texts are read: specs are large, and turns many.
    """
    if not message_of_session:
        return {}
    answers: dict[uuid.UUID, dict[str, tuple[uuid.UUID, str, bool]]] = {}
    for session_id, routed, asked, answer, tainted in answered_sessions.rows(conversation_id=conversation_id):
        if (message_id := routed or message_of_session.get(session_id)) is not None:
            answers.setdefault(message_id, {})[asked] = (session_id, answer, tainted)
    return answers


def previous_route(*, message: Message) -> RouteRecord | None:
    """Return the last route before this message if a specialist answered it, else None; of parts the last served one.

    A "thanks" in between does not end the talk with a specialist: small talk is skipped, up to five messages of it.
    """
    said = (route for route in newest_routes(message=message) if not _is_small_talk(route))
    last = next(said, None)
    if last is not None and last.specialist_id is None:
        last = served_part_of(last)
    return last if last is not None and last.specialist_id is not None else None


def newest_routes(*, message: Message) -> Sequence[RouteRecord]:
    """Return the last routes before this message, the newest first, with their messages, sessions and parts.

    One query for each ``message``: what a stored message follows has been routed.
    """
    before = messages_before(message=message)
    if message.newest_routes is None:
        message.newest_routes = newest_routes_of.rows(before=list(before)) if before else ()
    return cast("Sequence[RouteRecord]", message.newest_routes)


def _is_small_talk(route: RouteRecord) -> bool:
    return route.kind == "general" and small_talk_of(route.message.routing_text) is not None


def message_of(*, session: Session) -> Message:
    """Return the user message that a session answers, also after an override. Raises NotFound."""
    message = user_message_of(session=session)
    if message is None:
        raise NotFound("The message of this session was deleted.")
    return message


def message_to_route(*, session: Session) -> Message | None:
    """Return the message that a session was opened with, None when its route is stored already or it has none."""
    return unrouted_message.first(session_id=session.pk)


def user_message_of(*, session: Session) -> Message | None:
    """Return what ``message_of`` returns, None for a session without a message."""
    own = Message.objects.filter(session=session, role=Message.Role.USER).order_by("pk").first()
    # by a query of its own: with OR the database reads every message
    return own or Message.objects.filter(routes__session=session).order_by("pk").first()


def usable_specialists(*, user_id: int, with_model: bool, language: str = "en") -> list[UsableSpecialist]:
    """Return the specialists that answer the user now, by role; without a language model only handlers do.

    Their purposes and examples are in ``language`` where they have it.
    """
    usable = Specialist.objects.visible_to(user_id).filter(status__in=("verified", "unverified"), routable=True)
    if not with_model:
        usable = usable.filter(spec_without_code__engine="handler")
    facts = ("role", "spec_without_code__purpose", "spec_without_code__examples")
    rows = usable.order_by("role").values_list(*facts)
    return [
        UsableSpecialist(
            role=role,
            purpose=sentence_for(purpose or "", language),
            example=standalone_example(examples or (), language),
        )
        for role, purpose, examples in rows
    ]


def roles_without_model(*, user_id: int) -> list[str]:
    """Return the roles of the specialists that the user can use without a language model, sorted."""
    return [specialist.role for specialist in usable_specialists(user_id=user_id, with_model=False)]


def workspaces_in_use(ids: set[str]) -> set[str]:
    """Return those of the workspace ids that belong to a conversation, a session or a workflow."""
    conversations = Conversation.objects.filter(pk__in=ids).values_list("pk", flat=True)
    sessions = Session.objects.filter(pk__in=ids).values_list("pk", flat=True)
    shared = Session.objects.filter(workspace__in=ids).values_list("workspace", flat=True).distinct()
    workflows = Workflow.objects.filter(pk__in=ids).values_list("pk", flat=True)  # drafts have no sessions yet
    return {str(pk) for pk in [*conversations, *sessions, *shared, *workflows]}


def messages_unserved(*, user_id: int, limit: int) -> list[tuple[uuid.UUID, str]]:
    """Return the newest messages of a user, or parts of them, that no specialist took: ``(id, text)``, each text once.

    Small talk, wishes for a specialist and answers to the King's questions are left out: no draft serves them.
    """
    routes = RouteRecord.objects.filter(
        kind__in=("create", "general"), by="king", overridden_to=None, message__conversation__user_id=user_id
    )
    newest = routes.order_by("-created_at").values_list("message_id", "session__input_text")[:MAX_UNSERVED_READ]
    found: dict[str, uuid.UUID] = {}
    for message_id, text in newest:
        if len(found) < limit and _is_task(text):
            found.setdefault(text.strip(), message_id)
    return [(message_id, text) for text, message_id in found.items()]


def _is_task(text: str) -> bool:
    return len(text) <= MAX_TRIED_CHARS and small_talk_of(text) is None and growth_request_of(text) is None
