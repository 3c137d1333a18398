"""Handoff between chat and Council: validate the message of a new creation, answer it after completion."""

from typing import Any

from kingdom.accounts.access import AccessEnded
from kingdom.approvals.notifications.services import notification_create
from kingdom.contracts.routes import RouteReceipt
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.council.models import CreationCase
from kingdom.orchestrator.conversations.change_events import conversation_announce
from kingdom.orchestrator.conversations.override_services import CHOICE_RESET
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.orchestrator.conversations.services import TASK_NAME
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.services import session_open

BY_COUNCIL = "council"  # ``RouteRecord.by`` of these routes


def case_message_validate(*, case: CreationCase) -> bool:
    """Return whether a new creation belongs to a conversation, and store that conversation on it.

    Raises NotFound when its conversation or message is not its owner's or they do not belong together. Raises
    BadInput when it repeats a message that the King found to be a one-time task and names no recipe.
    """
    message = _case_message(case)
    conversation_id = case.conversation_id or (message.conversation_id if message else None)
    if conversation_id is None:
        return False
    conversation = conversation_of(user_id=case.user_id, conversation_id=conversation_id)
    if message is not None and message.conversation_id != conversation.pk:
        raise NotFound("This message is in another conversation.")
    if message is not None and not case.recipe and _repeats_one_time_task(case, message):
        raise BadInput("This looks like a one-time task. Describe in the request how often it recurs and why.")
    CreationCase.objects.filter(pk=case.pk).update(conversation=conversation)
    return True


def _repeats_one_time_task(case: CreationCase, message: Message) -> bool:
    text = _requested_text(case, message)
    return case.request.strip() == text.strip() and _is_one_time(message, text)


def _requested_text(case: CreationCase, message: Message) -> str:
    """Return the text that the creation is about: the message, or the part of it that the offer was made for."""
    parts = [part.text for part in message.parts.all()]
    return next((text for text in parts if text.strip() == case.request.strip()), message.content)


def case_message_answer(*, case: CreationCase) -> None:
    """Open a session in which the new specialist answers the creation's message, in the same transaction."""
    message = case.message
    if message is None or case.specialist is None:
        return
    try:
        session = session_open(
            user_id=case.user_id,
            conversation_id=message.conversation_id,
            input_text=_requested_text(case, message),
            task_name=TASK_NAME,
        )
    except (BudgetExceeded, AccessEnded) as error:  # the creation stays completed; only its first answer is missing
        text = sentence(
            "%(name)s is ready. Your message was not answered: %(sentence)s",
            name=case.specialist.role,
            sentence=error.message,
        )
        notification_create(user_id=case.user_id, kind="budget", text=text, link=f"/c/{message.conversation_id}/")
        return
    RouteRecord.objects.create(
        id=session.pk,
        message=message,
        session=session,
        kind="specialist",
        role=case.specialist.role,
        specialist=case.specialist,
        version=case.version,
        confidence=1.0,
        scope=case.specialist.scope,
        receipt=_receipt(message, session.input_text, case.specialist.role),
        by=BY_COUNCIL,
    )
    Conversation.objects.filter(pk=message.conversation_id).update(updated_at=utc_now())
    session_enqueue(session)
    conversation_announce(user_id=case.user_id, conversation_id=message.conversation_id, session_id=session.pk)


def _case_message(case: CreationCase) -> Message | None:
    if case.message_id is None:
        return None
    messages = Message.objects.filter(conversation__user_id=case.user_id, role=Message.Role.USER)
    message = messages.filter(pk=case.message_id).first()
    if message is None:
        raise NotFound("You have no such message.")
    return message


def _is_one_time(message: Message, text: str) -> bool:
    routes = RouteRecord.objects.filter(message=message, session__input_text=text, by="king")
    last = routes.order_by("created_at").last()
    analysis = (last.receipt.get("analysis") or {}) if last is not None else {}
    return last is not None and last.kind != "create" and analysis.get("frequency") == "one_time"


def _receipt(message: Message, text: str, role: str) -> dict[str, object]:
    """Return the receipt of the message's last route with the new choice; the King's candidates stay in it."""
    choice: dict[str, Any] = {"chosen": role, "reason": "Created by the Council for this message.", "scope": "user"}
    last_route = RouteRecord.objects.filter(message=message, session__input_text=text).order_by("created_at").last()
    if last_route is not None:
        return {**last_route.receipt, **CHOICE_RESET, **choice}
    unrouted: dict[str, Any] = {
        "candidates": (),
        "threshold": 0.0,
        "threshold_low": 0.0,
        "margin": 1.0,
        "gate": "none",
        "space": "none",
    }
    return RouteReceipt.model_validate({**unrouted, **choice}).model_dump(mode="json")
