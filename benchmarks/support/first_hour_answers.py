"""Sends the messages that ``benchmarks.first_hour`` judges; imported when Django is set up."""

import uuid
from datetime import UTC, datetime, time

from benchmarks.support.first_hour_judge import FirstHourMessage
from kingdom.accounts.models import User
from kingdom.ops.launch.bootstrap import build_encoder, install_builtin_specialists, rebuild_routing
from kingdom.orchestrator.conversations.services import conversation_create, message_post
from kingdom.orchestrator.pipeline.message_pipeline import message_answer
from kingdom.sessions.engine.lease import session_leases
from kingdom.sessions.models import Session

NOON = time(12, tzinfo=UTC)


def install_specialists() -> None:
    """Install encoder, built-ins and routing tables as ``manage.py up`` does. Quick where they are there already."""
    for step in (build_encoder, install_builtin_specialists, rebuild_routing):
        step()


def answer_of(message: FirstHourMessage) -> str:
    """Return the answer that a new user reads, or what the failed session says. Each message has a user of its own."""
    user = User.objects.create(username=f"newcomer-{uuid.uuid4().hex[:12]}")
    conversation = conversation_create(user_id=user.pk)
    answers = [_send(user.pk, conversation.pk, text, message.today) for text in (*message.before, message.message)]
    return answers[-1]


def _send(user_id: int, conversation_id: uuid.UUID, text: str, today: str) -> str:
    posted = message_post(user_id=user_id, conversation_id=conversation_id, content=text)
    if today:  # handlers read the time of the message, which is the session's
        sent_at = datetime.combine(datetime.fromisoformat(today), NOON)
        Session.objects.filter(pk=posted.session_id).update(created_at=sent_at)
    message_answer(session_id=posted.session_id)
    for lease in session_leases(session_id=posted.session_id):  # the parts of a message of several requests
        message_answer(session_id=lease.job_id, lease=lease)
    session = Session.objects.get(pk=posted.session_id)
    return session.answer or f"({session.state}) {session.error_message}"
