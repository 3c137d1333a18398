"""Between the chat and the Council: which message a case is about, and its answer once the specialist is there."""

from typing import Any

from kingdom.approvals.notifications.services import notification_create
from kingdom.contracts.routes import RouteReceipt
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, NotFound
from kingdom.council.models import CreationCase
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.orchestrator.conversations.services import TASK_NAME
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.services import session_open

BY_COUNCIL = "council"  # who chose, in a route


def case_message_validate(*, case: CreationCase) -> bool:
    """Return True when the conversation and the message that a new case names are its owner's and belong together.

    Raises NotFound when they are not, BadInput when the case asks for just what the message asked for, and the King has found that to
    be a one-time task. A case with a message only gets the message's conversation.
    """
    message = _case_message(case)
    conversation_id = case.conversation_id or (message.conversation_id if message else None)
    if conversation_id is None:
        return False
    conversation = conversation_of(user_id=case.user_id, conversation_id=conversation_id)
    if message is not None and message.conversation_id != conversation.pk:
        raise NotFound("This message is in another conversation.")
    if message is not None and case.request.strip() == message.content.strip() and _is_one_time(message):
        raise BadInput(
            "This looks like something you need only once. Say in the request how often it comes back, and for what."
        )
    CreationCase.objects.filter(pk=case.pk).update(conversation=conversation)
    return True


def case_message_answer(*, case: CreationCase) -> None:
    """Open a session that answers the message a completed case began with, by the new specialist. Call it in that transaction."""
    message = case.message
    if message is None or case.specialist is None:
        return
    try:
        session = session_open(
            user_id=case.user_id,
            conversation_id=message.conversation_id,
            input_text=message.content,
            task_name=TASK_NAME,
        )
    except BudgetExceeded as error:  # what is made is made; only its first answer waits for the user's own word
        text = f"{case.specialist.role} is ready, but your message waits. {error.message}"
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
        receipt=_receipt(message, case.specialist.role),
        by=BY_COUNCIL,
    )
    Conversation.objects.filter(pk=message.conversation_id).update(updated_at=utc_now())
    session_enqueue(session)


def _case_message(case: CreationCase) -> Message | None:
    if case.message_id is None:
        return None
    mine = Message.objects.filter(conversation__user_id=case.user_id, role=Message.Role.USER)
    found = mine.filter(pk=case.message_id).first()
    if found is None:
        raise NotFound("You have no such message.")
    return found


def _is_one_time(message: Message) -> bool:
    last = RouteRecord.objects.filter(message=message, by="king").order_by("created_at").last()
    analysis = (last.receipt.get("analysis") or {}) if last is not None else {}
    return last is not None and last.kind != "create" and analysis.get("frequency") == "one_time"


def _receipt(message: Message, role: str) -> dict[str, object]:
    """Return the receipt of the route before, with who answers now and why; the King's candidates stay to be seen."""
    why: dict[str, Any] = {"chosen": role, "reason": "The Council made it for this message.", "scope": "user"}
    before = RouteRecord.objects.filter(message=message).order_by("created_at").last()
    if before is not None:
        return {**before.receipt, **why}
    none: dict[str, Any] = {
        "candidates": (),
        "threshold": 0.0,
        "threshold_low": 0.0,
        "margin": 1.0,
        "gate": "none",
        "space": "none",
    }
    return RouteReceipt.model_validate({**none, **why}).model_dump(mode="json")
