"""Stores the answers of finished sessions as messages of their conversations."""

import uuid
from typing import Any

from django.db import connection

from kingdom.core.clock import utc_now
from kingdom.core.sql_parts import insert_part, with_parts
from kingdom.orchestrator.conversations.selectors import user_message_of
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.models import Session

_ANSWER = """
WITH question AS (SELECT id FROM orchestrator_message WHERE session_id = %(answered)s AND role = 'user'){parts},
used AS (
    UPDATE orchestrator_conversation SET updated_at = %(now)s
    WHERE id = %(conversation)s AND EXISTS (SELECT FROM question)
)
SELECT EXISTS (SELECT FROM question)
"""


def override_answer_store(*, session: Session) -> None:
    """Do what ``answer_store`` does for a session that was opened later for a message; ignores one without any."""
    question = user_message_of(session=session)
    if question is None or session.state != Session.State.COMPLETED or not session.answer:
        return
    Message.objects.bulk_create(
        [_answer(session, question.conversation_id)], ignore_conflicts=True
    )  # the constraint keeps the first one
    Conversation.objects.filter(pk=question.conversation_id).update(updated_at=utc_now())


def answer_store(*, session: Session) -> bool:
    """Store the answer of a completed session as a message; return False if no message was opened with the session.

    One statement; idempotent. A failed or cancelled session stores no message: its own row holds the error. False for
    the session of a part and that of an override.
    """
    if session.conversation_id is None:
        return False
    messages = Message.objects.filter(session=session, role=Message.Role.USER)
    if session.state != Session.State.COMPLETED or not session.answer:
        return messages.exists()
    answer = insert_part("answer", _answer(session, session.conversation_id), ignore_conflicts=True, needs="question")
    params: dict[str, Any] = {"answered": session.pk, "conversation": session.conversation_id, "now": utc_now()}
    with connection.cursor() as cursor:
        cursor.execute(_ANSWER.format(parts=with_parts([answer])), {**params, **answer.params})
        return bool(cursor.fetchone() == (True,))


def _answer(session: Session, conversation_id: uuid.UUID) -> Message:
    author = Message.Role.SPECIALIST
    return Message(session=session, role=author, conversation_id=conversation_id, content=session.answer)
