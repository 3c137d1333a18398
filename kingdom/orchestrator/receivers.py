"""Receivers of signals of sessions and council."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from kingdom.council.models import CreationCase
from kingdom.council.signals import case_completed, case_opening, unserved_messages
from kingdom.orchestrator.conversations.answer_services import answer_store, override_answer_store
from kingdom.orchestrator.conversations.selectors import conversation_of, messages_unserved
from kingdom.orchestrator.parts.selectors import part_of
from kingdom.orchestrator.parts.services import part_finished, parts_cancel
from kingdom.orchestrator.pipeline.case_handoff import case_message_answer, case_message_validate
from kingdom.orchestrator.pipeline.plan_requests import parts_of_request, specialist_by_reading, specialist_of_request
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session
from kingdom.workflows.hooks import CONVERSATION_CHECKS, REQUEST_CUTTERS, REQUEST_READERS, REQUEST_ROUTERS


def conversation_belongs(user_id: int, conversation_id: UUID) -> None:
    """Raise NotFound for a conversation that a user does not have."""
    conversation_of(user_id=user_id, conversation_id=conversation_id)


REQUEST_ROUTERS[:] = [specialist_of_request]
REQUEST_READERS[:] = [specialist_by_reading]
REQUEST_CUTTERS[:] = [parts_of_request]
CONVERSATION_CHECKS[:] = [conversation_belongs]


@receiver(session_finished, dispatch_uid="orchestrator.answer_store")
def on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's signature
    """Store the answer, or go on with the message of a part, in the transaction that finishes the session.

    The session of a node has no message: nothing is looked for.
    """
    if session.purpose != Session.Purpose.TASK or session.is_of_node:
        return
    if not answer_store(session=session):
        part = part_of(session)
        if part is None:
            override_answer_store(session=session)
        else:  # its answer is in the one of its message
            part_finished(part=part, session=session)
    if session.state == Session.State.CANCELLED:
        parts_cancel(run=session)


@receiver(case_opening, dispatch_uid="orchestrator.case_message_validate")
def on_case_opening(case: CreationCase, **_: Any) -> bool:  # noqa: ANN401 - as above
    """Validate the conversation and the message of a new creation."""
    return case_message_validate(case=case)


@receiver(case_completed, dispatch_uid="orchestrator.case_message_answer")
def on_case_completed(case: CreationCase, **_: Any) -> None:  # noqa: ANN401 - as above
    """Answer the message of a completed creation with the new specialist."""
    case_message_answer(case=case)


@receiver(unserved_messages, dispatch_uid="orchestrator.messages_unserved")
def on_unserved_messages(user_id: int, limit: int, **_: Any) -> list[tuple[UUID, str]]:  # noqa: ANN401 - as above
    """Return the user's newest messages that nobody could serve."""
    return messages_unserved(user_id=user_id, limit=limit)
