"""From a request with its whole history to one message of one conversation. Nothing of the history is stored twice."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef

from kingdom.core.clock import utc_now
from kingdom.core.errors import NotFound
from kingdom.doors.models import ChatTurn
from kingdom.doors.openai.chat_requests import DoorChat
from kingdom.orchestrator.conversations.selectors import usable_specialists
from kingdom.orchestrator.conversations.services import MessageOptions, conversation_create, message_post
from kingdom.orchestrator.models import Message
from kingdom.providers.language_models import is_model_configured

KING = "king"
_KING_NAMES = frozenset({KING, "kingdom"})  # the second is taken, and not listed: clients were set up with it


class ModelNotFound(NotFound):
    """There is no such model here. /v1/models lists those you may use."""

    code = "model_not_found"


@dataclass(frozen=True, kw_only=True)
class OpenTurn:
    """A stored message of a chat and the session that answers it."""

    turn_id: uuid.UUID
    conversation_id: uuid.UUID
    session_id: uuid.UUID
    chat: DoorChat


def chat_models(*, user_id: int) -> list[str]:
    """Return the models of a user: the King, then the specialists that answer the user now, by role."""
    usable = usable_specialists(user_id=user_id, with_model=is_model_configured())
    return list(dict.fromkeys([KING, *(specialist.role for specialist in usable)]))


def is_chat_model(name: str, *, user_id: int) -> bool:
    """Return whether a user may send a chat to a model of this name."""
    return name in _KING_NAMES or name in chat_models(user_id=user_id)


def chat_turn_open(*, user_id: int, chat: DoorChat) -> OpenTurn:
    """Store the question of a chat as a message and open its session.

    The conversation whose turns are exactly the history goes on. Without one (a new chat, an edited or regenerated
    message, a chat that began elsewhere) a conversation starts, and its first message brings the turns along. Raises
    ModelNotFound and what ``message_post`` raises.
    """
    if not is_chat_model(chat.model, user_id=user_id):
        raise ModelNotFound(
            f"There is no model {chat.model!r} here. /v1/models lists those you may use.", param="model"
        )
    history = chat.history
    with transaction.atomic():
        conversation_id = None if history.is_new else _conversation_claim(user_id, history.digest_before)
        turns = () if conversation_id is not None else history.turns
        if conversation_id is None:
            conversation_id = conversation_create(user_id=user_id).pk
        specialist = "" if chat.model in _KING_NAMES else chat.model
        options = MessageOptions(
            specialist=specialist, earlier_turns=turns, offers_creation=False, temperature=chat.body.request.temperature
        )
        posted = message_post(
            user_id=user_id, conversation_id=conversation_id, content=history.question, options=options
        )
        turn = ChatTurn.objects.create(message=posted.message)
    return OpenTurn(turn_id=turn.pk, conversation_id=conversation_id, session_id=posted.session_id, chat=chat)


def chat_turn_answered(*, turn: OpenTurn, answer: str) -> None:
    """Remember the answer that is sent, so that the next request of this chat finds its conversation."""
    ChatTurn.objects.filter(pk=turn.turn_id).update(digest=turn.chat.history.digest_with(answer))


def _conversation_claim(user_id: int, digest: str) -> uuid.UUID | None:
    """Claim the turn of the user that a history ends with; return its conversation, None without one.

    A conversation that went on meanwhile, here or in the browser, holds more than the history and does not match.
    """
    later = Message.objects.filter(
        conversation=OuterRef("message__conversation"),
        role=Message.Role.USER,
        created_at__gt=OuterRef("message__created_at"),
    )
    ended = ChatTurn.objects.filter(digest=digest, continued_at=None, message__conversation__user_id=user_id)
    for turn in ended.exclude(Exists(later)).select_related("message").order_by("-created_at"):
        if ChatTurn.objects.filter(pk=turn.pk, continued_at=None).update(continued_at=utc_now()):
            return turn.message.conversation_id
    return None
