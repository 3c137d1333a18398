"""Writes of conversations, messages and route overrides."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Q, Value, When

from kingdom.contracts.canonical import json_digest
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, IdempotencyKeyReused, LostRace, TooLarge
from kingdom.council.cases.erasure import conversation_cases_erase, past_try_outs_erase
from kingdom.orchestrator.conversations.file_mentions import MAX_MENTIONED_FILES
from kingdom.orchestrator.conversations.selectors import conversation_of, route_of, user_message_of
from kingdom.orchestrator.conversations.specialist_choice import (
    BY_REQUEST,
    chosen_route_create,
    named_receipt,
    specialist_selectable,
)
from kingdom.orchestrator.models import ROUTING_TEXT, Conversation, Message, MessagePart, RouteRecord
from kingdom.routing.embeddings.erasure import override_texts, text_digest, user_feedback_erase
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.fair_queue import admission_check
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel, session_note, session_open
from kingdom.specialists.evidence.feedback import override_correction_record
from kingdom.specialists.models.specialist import Specialist
from kingdom.tools.files.services import file_info
from kingdom.tools.files.workspace_services import workspace_delete

MAX_CONTENT = 100_000  # characters: a table of some thousand lines fits
TITLE_LENGTH = 60
_CONVERSATION_KEYS = uuid.UUID("5f0c4f0e-3f6a-4a0b-9c7e-2f4b7c1d9e11")  # namespace of ids made from a user and a key
CHOICE_RESET = {"override": "", "unavailable": "", "canary": ""}  # of a receipt that another choice continues
UNDO_NOTE = "override_undone"  # kind of the event in the log of the route's session
_UNDONE = "This override was taken back already."
TASK_NAME = "kingdom.orchestrator.tasks.message_answer"


@dataclass(frozen=True, kw_only=True)
class PostedMessage:
    """A stored message and the session that answers it; ``fresh`` is False for a repeated request."""

    message: Message
    session_id: uuid.UUID
    fresh: bool


@dataclass(frozen=True, kw_only=True)
class MessageOptions:
    """What a program adds to a message: the specialist that answers (id or role; the King chooses without), the turns
    before it that the conversation does not hold, and whether its answer may offer a new specialist.
    """

    specialist: str = ""
    earlier_turns: Sequence[tuple[str, str]] = ()
    offers_creation: bool = True


NO_OPTIONS = MessageOptions()


def conversation_create(*, user_id: int, title: str = "", idempotency_key: str | None = None) -> Conversation:
    """Create a conversation. Without a title the first message sets it.

    The same key of the same user returns the same conversation, also for two requests at once.
    """
    if idempotency_key is None:
        return Conversation.objects.create(user_id=user_id, title=title.strip())
    key = uuid.uuid5(_CONVERSATION_KEYS, f"{user_id}:{idempotency_key}")
    defaults = {"user_id": user_id, "title": title.strip()}
    return Conversation.objects.get_or_create(pk=key, defaults=defaults)[0]


def conversation_rename(*, user_id: int, conversation_id: uuid.UUID, title: str) -> Conversation:
    """Rename one of the user's conversations. Raises NotFound."""
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    conversation.title = title.strip()
    conversation.save(update_fields=["title"])  # keeps updated_at, which orders by activity
    return conversation


def conversation_delete(*, user_id: int, conversation_id: uuid.UUID) -> None:
    """Delete one of the user's conversations with its messages, sessions, events, routes, files and learned examples.

    The user's text in its creations is erased; in an open creation, when it ends. Running sessions are cancelled
    first; the deletion does not wait for them. Raises NotFound.
    """
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    for session_id in Session.objects.filter(conversation=conversation, finished_at=None).values_list("pk", flat=True):
        session_cancel(session_id=session_id)
    messages = Message.objects.filter(conversation=conversation, role=Message.Role.USER)
    parts = MessagePart.objects.filter(message__conversation=conversation).select_related("message")
    routed = [message.routing_text for message in messages.only("content", "file_lines")]
    texts = [*routed, *(part.text for part in parts)]
    with transaction.atomic():
        user_feedback_erase(user_id=user_id, texts=texts)
        workspace_delete(workspace_id=str(conversation_id))
        conversation_cases_erase(conversation_id=conversation_id)
        past_try_outs_erase(user_id=user_id)
        conversation.delete()


def message_post(
    *,
    user_id: int,
    conversation_id: uuid.UUID,
    content: str,
    idempotency_key: str | None = None,
    files: Sequence[str] = (),
    options: MessageOptions = NO_OPTIONS,
) -> PostedMessage:
    """Store a message and open its session in one transaction; the session's task is sent after commit.

    ``files`` are paths in the conversation's workspace. The same key with the same content and files returns the
    first result (``fresh`` False). Raises NotFound, BadInput for a missing file and for neither content nor files,
    TooLarge over 100,000 characters, NotFound or Conflict for a named specialist that cannot answer,
    IdempotencyKeyReused for the same key with other content, QueueTooLong and
    TooManyOpenMessages when it would wait too long.
    """
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    _check_content(content, files)
    request_digest = json_digest({"content": content, **({"files": list(files)} if files else {})})
    if idempotency_key is not None and (known := _repeated_post(conversation, idempotency_key, request_digest)):
        return known
    admission_check(user_id=user_id)
    chosen = specialist_selectable(user_id, options.specialist) if options.specialist else None
    draft = Message(content=content, files=_checked_files(conversation, files), idempotency_key=idempotency_key)
    draft.request_digest, draft.offers_creation = request_digest, options.offers_creation
    draft.earlier_turns = list(map(list, options.earlier_turns))
    try:
        with transaction.atomic():
            return _message_store(conversation, draft, chosen)
    except IntegrityError:
        # a concurrent request with the same key may have been stored after the check above
        if idempotency_key is not None and (known := _repeated_post(conversation, idempotency_key, request_digest)):
            return known
        raise


def route_override(*, user_id: int, route_id: uuid.UUID, specialist: str) -> tuple[PostedMessage, RouteRecord]:
    """Answer a routed message again with another specialist (id or role), in a new session.

    Returns the posted message and the overridden route. Raises NotFound for a route or specialist that the user
    cannot see, Conflict when the route was overridden before or the specialist is not active.
    """
    route = route_of(user_id=user_id, route_id=route_id)
    admission_check(user_id=user_id)
    chosen = specialist_selectable(user_id, specialist)
    with transaction.atomic():
        changed = RouteRecord.objects.filter(pk=route.pk, overridden_to=None).update(
            overridden_to=chosen, overridden_at=utc_now()
        )
        if changed != 1:
            raise LostRace("This route was overridden already. Override the newer one.")
        session = session_open(
            user_id=user_id,
            conversation_id=route.message.conversation_id,
            input_text=route.session.input_text,  # of a part, only the part
            task_name=TASK_NAME,
        )
        receipt = {**route.receipt, **CHOICE_RESET, "chosen": chosen.role, "reason": "You selected this specialist."}
        chosen_route_create(session=session, message=route.message, chosen=chosen, by="user", receipt=receipt)
        override_correction_record(session_id=route.session_id, corrected=True)
        Conversation.objects.filter(pk=route.message.conversation_id).update(updated_at=utc_now())
        session_enqueue(session)
    return PostedMessage(message=route.message, session_id=session.pk, fresh=True), route


@transaction.atomic
def override_undo(*, user_id: int, route_id: uuid.UUID) -> RouteRecord:
    """Take back the override that decided or replaced a route: routing forgets it, the answers stay.

    All routes that it decided are marked; the overridden one can be overridden anew. Returns the route. Raises NotFound
    for a route that the user cannot see, Conflict without an override, LostRace when it was taken back before.
    """
    route = route_of(user_id=user_id, route_id=route_id)
    _undo_check(route)
    digest = str(route.receipt.get("override") or "") if route.by == "king" and route.overridden_to_id is None else ""
    digest = digest or text_digest(route.text)
    texts = [route.text, *override_texts(user_id=user_id, digest=digest)]
    mine = RouteRecord.objects.filter(message__conversation__user_id=user_id).annotate(routed_text=ROUTING_TEXT)
    said = Q(routed_text__in=texts) | Q(session__input_text__in=texts)
    decided = mine.filter(Q(receipt__override=digest) | Q(said, by="user"))
    changed = decided.filter(override_undone_at=None).update(override_undone_at=utc_now())
    reopened = mine.filter(said).exclude(overridden_to=None)
    sessions = list(reopened.values_list("session_id", flat=True))
    if not changed + reopened.update(overridden_to=None, overridden_at=None):
        raise LostRace(_UNDONE)
    for session_id in sessions:
        override_correction_record(session_id=session_id, corrected=False)
    user_feedback_erase(user_id=user_id, texts=texts)
    session_note(session_id=route.session_id, kind=UNDO_NOTE, payload={"routes": changed})
    route.refresh_from_db()
    return route


def _undo_check(route: RouteRecord) -> None:
    """Raise Conflict for a route without an override, LostRace for one whose override was taken back."""
    if route.override_undone_at is not None and route.overridden_to_id is None:  # a newer override is not meant
        raise LostRace(_UNDONE)
    if route.override_undone_at is None and not route.may_undo_override:
        raise Conflict("No override decided this route.")


def answer_store(*, session: Session) -> None:
    """Store the answer of a completed session as a message. Idempotent; ignores sessions without a user message.

    A failed or cancelled session stores no message: its own row holds the error.
    """
    question = user_message_of(session=session)
    if question is None or session.state != Session.State.COMPLETED or not session.answer:
        return
    answer = Message(
        session=session, role=Message.Role.SPECIALIST, conversation_id=question.conversation_id, content=session.answer
    )
    Message.objects.bulk_create([answer], ignore_conflicts=True)  # stored before: the constraint keeps the first one
    Conversation.objects.filter(pk=question.conversation_id).update(updated_at=utc_now())


def _message_store(conversation: Conversation, message: Message, chosen: Specialist | None) -> PostedMessage:
    content = message.content
    session = session_open(
        user_id=conversation.user_id, conversation_id=conversation.pk, input_text=content, task_name=TASK_NAME
    )
    message.conversation, message.role, message.session = conversation, Message.Role.USER, session
    message.save(force_insert=True)
    if chosen is not None:
        chosen_route_create(
            session=session, message=message, chosen=chosen, by=BY_REQUEST, receipt=named_receipt(chosen)
        )
    title = title_from_content(content or ", ".join(path.rsplit("/", 1)[-1] for path in message.files))
    Conversation.objects.filter(pk=conversation.pk).update(
        updated_at=utc_now(), title=Case(When(title="", then=Value(title)), default=F("title"))
    )
    session_enqueue(session)
    return PostedMessage(message=message, session_id=session.pk, fresh=True)


def _repeated_post(conversation: Conversation, key: str, request_digest: str) -> PostedMessage | None:
    earlier = Message.objects.filter(conversation=conversation, idempotency_key=key).first()
    if earlier is None:
        return None
    if earlier.request_digest != request_digest:
        raise IdempotencyKeyReused
    if earlier.session_id is None:
        raise Conflict("The session of this message was deleted. Send it again with a new Idempotency-Key.")
    return PostedMessage(message=earlier, session_id=earlier.session_id, fresh=False)


def _check_content(content: str, files: Sequence[str]) -> None:
    if not content.strip() and not files:
        raise BadInput("The message is empty. Write something, or attach a file.")
    if len(content) > MAX_CONTENT:
        raise TooLarge(f"The message has {len(content):,} characters; the limit is {MAX_CONTENT:,}.", limit=MAX_CONTENT)


def _checked_files(conversation: Conversation, files: Sequence[str]) -> list[str]:
    """Return the normalized paths of a message's files. Raises BadInput for too many and for a missing one."""
    if len(files) > MAX_MENTIONED_FILES:
        raise BadInput(f"A message names at most {MAX_MENTIONED_FILES} files.")
    entries = [file_info(workspace_id=str(conversation.pk), path=path) for path in files]
    if missing := [path for path, entry in zip(files, entries, strict=True) if entry is None]:
        raise BadInput(f"There is no file {missing[0]!r} in this conversation. Upload it first.")
    return list(dict.fromkeys(entry.path for entry in entries if entry is not None))


def title_from_content(content: str) -> str:
    """Return a conversation title from its first message: the first line, cut at a word."""
    line = next((part.strip() for part in content.splitlines() if part.strip()), "")
    if len(line) <= TITLE_LENGTH:
        return line
    return line[:TITLE_LENGTH].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"
