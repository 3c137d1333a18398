"""The earlier turns of a conversation: questions with their last answer by a specialist, read without any spec."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.selectors import turns_before
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.models import Session
from tests.factories.cognition import handler_spec
from tests.factories.sessions import store_version

pytestmark = pytest.mark.django_db


def asked(talk: Conversation, text: str, **session: object) -> Message:
    """Store a question with its session."""
    fields = {"user": talk.user, "conversation": talk, "input_text": text, **session}
    return Message.objects.create(
        conversation=talk, role="user", content=text, session=Session.objects.create(**fields), files=["a.csv"]
    )


def test_turns_are_the_answered_questions_before_a_message(alice: User) -> None:
    talk, version = Conversation.objects.create(user=alice), store_version(handler_spec())
    done = {"state": "completed", "version": version}
    asked(talk, "one", answer="1", **done)
    asked(talk, "offer", answer="Nobody does that.", state="completed")
    asked(talk, "failed", state="failed", version=version)
    asked(talk, "two", answer="2", **done)
    present = asked(talk, "now", version=version)
    asked(talk, "later", answer="3", **done)
    with CaptureQueriesContext(connection) as queries:
        turns = turns_before(message=present)
    assert [(turn.question, turn.answer, turn.files) for turn in turns] == [
        ("one", "1", ("a.csv",)),
        ("two", "2", ("a.csv",)),
    ]
    assert len(queries) == 2  # the branches with the questions, the answers
    assert not [query for query in queries if '."spec"' in query["sql"] or '."receipt"' in query["sql"]]
