"""The King reads the turns before a message, where a language model analyzes it."""

import pytest

from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.king.request_context import EarlierTurns
from kingdom.orchestrator.models import Conversation, Message
from kingdom.orchestrator.pipeline import message_pipeline
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from kingdom.specialists.models.specialist import Specialist
from tests.factories.king import King, prepared


def send(talk: Conversation, content: str) -> Session:
    posted = message_post(user_id=talk.user_id, conversation_id=talk.pk, content=content)
    return prepared(Session.objects.get(pk=posted.session_id))


@pytest.mark.parametrize("with_model", [True, False])
def test_the_analysis_gets_the_message_and_its_turns(
    talk: Conversation, king: King, converter: Specialist, monkeypatch: pytest.MonkeyPatch, with_model: bool
) -> None:
    king.says("specialist", converter)
    session_conclude(session_id=send(talk, "14 kg in pounds").pk, answer="30.9 pounds", output=None)
    if with_model:
        monkeypatch.setattr(message_pipeline, "language_model_or_none", object)
    send(talk, "and in stones?")
    newest = Message.objects.filter(role="user").latest("created_at")
    turns = (("14 kg in pounds", "30.9 pounds"),) if with_model else ()
    assert king.asked[-1]["earlier"] == EarlierTurns(newest.pk, turns)
