"""Writes of conversations, messages and route overrides."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, connection, transaction

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.contracts.formats.canonical import json_digest
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict, IdempotencyKeyReused, NotFound, TooLarge
from kingdom.council.cases.erasure import conversation_cases_erase, past_try_outs_erase
from kingdom.orchestrator.conversations.change_events import conversation_announce
from kingdom.orchestrator.conversations.selectors import conversation_of, message_tree, user_message_in
from kingdom.orchestrator.conversations.specialist_choice import (
    BY_REQUEST,
    chosen_route_create,
    named_receipt,
    specialist_for,
)
from kingdom.orchestrator.models import Conversation, Message, MessagePart, RouteRecord
from kingdom.routing.embeddings.erasure import user_feedback_erase
from kingdom.sessions.events.dispatch import session_send
from kingdom.sessions.fair_queue import admission_take
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel, session_open_inside
from kingdom.specialists.models.specialist import Specialist
from kingdom.tools.files.file_mentions import MAX_MENTIONED_FILES
from kingdom.tools.files.services import file_info
from kingdom.tools.files.workspace_services import workspace_delete

MAX_CONTENT = 100_000  # characters: a table of some thousand lines fits
TITLE_LENGTH = 60
_CONVERSATION_KEYS = uuid.UUID("5f0c4f0e-3f6a-4a0b-9c7e-2f4b7c1d9e11")  # namespace of ids made from a user and a key
TASK_NAME = "kingdom.orchestrator.tasks.message_answer"
_CONTINUE = """
WITH shown AS (SELECT id, branch FROM orchestrator_conversation WHERE id = %s FOR NO KEY UPDATE)
UPDATE orchestrator_conversation AS conversation
SET updated_at = %s, branch = %s, title = coalesce(nullif(conversation.title, ''), %s)
FROM shown WHERE conversation.id = shown.id RETURNING shown.branch
"""


@dataclass(frozen=True, kw_only=True)
class PostedMessage:
    """A stored message and the session that answers it; ``fresh`` is False for a repeated request."""

    message: Message
    session_id: uuid.UUID
    fresh: bool


@dataclass(frozen=True, kw_only=True)
class MessageOptions:
    """What may be added to a message: the specialist that answers (id or role; without, the King chooses), the turns
    before it that the conversation does not hold, whether its answer may offer a new specialist, and the message that
    it is a new version of. ``temperature`` is for the model of the specialist that answers, None for its own.
    """

    specialist: str = ""
    earlier_turns: Sequence[tuple[str, str]] = ()
    offers_creation: bool = True
    replaces: uuid.UUID | None = None
    temperature: float | None = None


NO_OPTIONS = MessageOptions()


@transaction.atomic
def conversation_create(*, user_id: int, title: str = "", idempotency_key: str | None = None) -> Conversation:
    """Create a conversation. Without a title the first message sets it.

    The same key of the same user returns the same conversation, also for two requests at once. Raises
    IdempotencyKeyReused for the same key with another title, and AccessEnded.
    """
    access_lock(user_id=user_id)
    if idempotency_key is None:
        return Conversation.objects.create(user_id=user_id, title=title.strip())
    key = uuid.uuid5(_CONVERSATION_KEYS, f"{user_id}:{idempotency_key}")
    digest = json_digest({"title": title.strip()})
    defaults = {"user_id": user_id, "title": title.strip(), "request_digest": digest}
    conversation = Conversation.objects.get_or_create(pk=key, defaults=defaults)[0]
    if conversation.request_digest not in ("", digest):  # empty: created by an earlier release
        raise IdempotencyKeyReused
    return conversation


@access_transaction()
def conversation_change(
    *,
    user_id: int,
    conversation_id: uuid.UUID,
    title: str | None = None,
    pinned: bool | None = None,
    folder: str | None = None,
) -> Conversation:
    """Change the title, the pin and the folder of one of the user's conversations; None keeps one. Raises NotFound."""
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    given = {"title": title, "folder": folder, "pinned_at": pinned}
    if title is not None:
        conversation.title = title.strip()
    if folder is not None:
        conversation.folder = " ".join(folder.split())
    if pinned is not None:
        conversation.pinned_at = (conversation.pinned_at or utc_now()) if pinned else None
    # keeps updated_at, which orders by activity, and what another request changes at the same time
    conversation.save(update_fields=[name for name, value in given.items() if value is not None])
    conversation_announce(user_id=user_id, conversation_id=conversation_id)
    return conversation


def conversation_delete(*, user_id: int, conversation_id: uuid.UUID) -> None:
    """Delete one of the user's conversations with its messages, sessions, events, routes, files and learned examples.

    The user's text in its creations is erased; in an open creation, when it ends. Running sessions are cancelled
    first; the deletion does not wait for them. Raises NotFound.
    """
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    for session_id in Session.objects.filter(conversation=conversation, finished_at=None).values_list("pk", flat=True):
        with access_transaction():
            session_cancel(session_id=session_id)
    messages = Message.objects.filter(conversation=conversation, role=Message.Role.USER)
    parts = MessagePart.objects.filter(message__conversation=conversation).select_related("message")
    routed = [message.routing_text for message in messages.only("content", "file_lines")]
    texts = [*routed, *(part.text for part in parts)]
    with access_transaction():
        user_feedback_erase(user_id=user_id, texts=texts)
        workspace_delete(workspace_id=str(conversation_id))
        conversation_cases_erase(conversation_id=conversation_id)
        past_try_outs_erase(user_id=user_id)
        conversation.delete()
        conversation_announce(user_id=user_id, conversation_id=conversation_id, is_deleted=True)


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

    It continues the branch that is shown, which then shows it, or opens a new one (``options``). ``files`` are paths in
    the conversation's workspace. The same key with the same content and files returns the first result (``fresh``
    False). Raises NotFound, BadInput for a missing file and for neither content nor files, TooLarge over 100,000
    characters, NotFound or Conflict for a named specialist that cannot answer, IdempotencyKeyReused for the same key
    with other content, QueueTooLong and
    TooManyOpenMessages when it would wait too long.
    """
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    _check_content(content, files)
    request_digest = _request_digest(content, files, options)
    if idempotency_key is not None and (known := _repeated_post(conversation, idempotency_key, request_digest)):
        return known
    chosen, text = specialist_for(user_id=user_id, content=content, specialist=options.specialist)
    draft = Message(content=content, files=_checked_files(conversation, files), idempotency_key=idempotency_key)
    draft.request_digest, draft.offers_creation = request_digest, options.offers_creation
    draft.earlier_turns, draft.temperature = list(map(list, options.earlier_turns)), options.temperature
    if options.replaces:
        draft.replaces = user_message_in(conversation, options.replaces)
        draft.earlier_turns = draft.earlier_turns or draft.replaces.earlier_turns  # what a program brought with it
    try:
        with transaction.atomic():
            admission_take(user_id=user_id)
            return _message_store(conversation, draft, chosen, text)
    except IntegrityError:
        # a concurrent request with the same key may have been stored after the check above
        if idempotency_key is not None and (known := _repeated_post(conversation, idempotency_key, request_digest)):
            return known
        raise


def message_repeat(
    *, user_id: int, conversation_id: uuid.UUID, message_id: uuid.UUID, idempotency_key: str | None = None
) -> PostedMessage:
    """Post a message of the conversation again, as a new branch: it is routed and answered anew.

    Raises what ``message_post`` raises, NotFound for a message that is not in the conversation.
    """
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    message = user_message_in(conversation, message_id)
    return message_post(
        user_id=user_id,
        conversation_id=conversation.pk,
        content=message.content,
        idempotency_key=idempotency_key,
        files=message.files,
        options=MessageOptions(replaces=message.pk, specialist=_named_again(message)),
    )


@access_transaction()
def branch_show(*, user_id: int, conversation_id: uuid.UUID, message_id: uuid.UUID) -> Conversation:
    """Show the branch of a message, to its newest message; new messages continue it. Raises NotFound."""
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    message = user_message_in(conversation, message_id)
    conversation.branch = message_tree(conversation_id=conversation.pk).end_of(message.pk)
    conversation.save(update_fields=["branch"])  # keeps updated_at, which orders by activity
    conversation_announce(user_id=user_id, conversation_id=conversation_id)
    return conversation


def _message_store(conversation: Conversation, message: Message, chosen: Specialist | None, text: str) -> PostedMessage:
    content = message.content
    asked = Session(user_id=conversation.user_id, conversation=conversation, input_text=text, task_name=TASK_NAME)
    session = session_open_inside(asked)
    title = title_from_content(content or ", ".join(path.rsplit("/", 1)[-1] for path in message.files))
    conversation.branch = _branch_continue(conversation, message, title)
    message.conversation, message.role, message.session = conversation, Message.Role.USER, session
    message.follows_id = _message_before(conversation, message)
    message.save(force_insert=True)
    if chosen is not None:
        chosen_route_create(
            session=session, message=message, chosen=chosen, by=BY_REQUEST, receipt=named_receipt(chosen)
        )
    session_send(session)
    conversation_announce(user_id=session.user_id, conversation_id=conversation.pk, session_id=session.pk)
    return PostedMessage(message=message, session_id=session.pk, fresh=True)


def _branch_continue(conversation: Conversation, message: Message, title: str) -> uuid.UUID | None:
    """Let a conversation show the branch of a new message; return the one that it showed. Raises NotFound.

    Two messages at once follow each other: its row is locked, after the budget, as an override does.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CONTINUE, [conversation.pk, utc_now(), message.pk, title])
        row = cursor.fetchone()
    if row is None:
        raise NotFound("You have no such conversation.")
    branch: uuid.UUID | None = row[0]
    return branch


def _named_again(message: Message) -> str:
    """Return the specialist that a message was posted for beside its text; empty for one that its text names."""
    named = RouteRecord.objects.filter(session=message.session, by=BY_REQUEST).exclude(specialist=None).first()
    return str(named.specialist_id) if named is not None and named.session.input_text == message.content else ""


def _message_before(conversation: Conversation, message: Message) -> uuid.UUID | None:
    tree = message_tree(conversation_id=conversation.pk)
    return tree.before(message.replaces_id) if message.replaces_id is not None else tree.end_of(conversation.branch)


def _request_digest(content: str, files: Sequence[str], options: MessageOptions) -> str:
    replaces = str(options.replaces) if options.replaces is not None else ""
    given = {"files": list(files), "replaces": replaces, "specialist": options.specialist}
    return json_digest({"content": content, **{name: value for name, value in given.items() if value}})


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
