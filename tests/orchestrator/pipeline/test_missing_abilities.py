"""The King says which ability nobody has, in the message's language, instead of letting the general agent try."""

from typing import Any, get_args

import pytest

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.capabilities.abilities import ABILITIES
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation
from kingdom.orchestrator.replies.ability_replies import missing_abilities_reply, missing_abilities_sentence
from kingdom.orchestrator.replies.king_replies import creation_offer_reply
from kingdom.sessions.models import Session
from tests.factories import create_global_specialist
from tests.factories.king import King, prepared


@pytest.mark.parametrize("language", get_args(Language))
def test_each_ability_has_words_in_each_language(language: Language) -> None:
    sentences = {missing_abilities_sentence([name], language) for name in ABILITIES}
    assert len(sentences) == len(ABILITIES)
    assert not any("{" in sentence for sentence in sentences)
    assert missing_abilities_sentence([], language) == ""


def test_a_specialist_for_a_schedule_alone_is_not_proposed() -> None:
    alone, _ = missing_abilities_reply(["schedule"], "en", "every Monday at 8: the news & weather)")
    both, output = missing_abilities_reply(["send", "schedule"], "en", "mail my customers every Monday")
    assert "I need a specialist" not in alone
    assert "sends a message for you at set times" in alone
    assert alone.endswith("(/schedules/?text=every+Monday+at+8%3A+the+news+%26+weather%29)")
    assert "/schedules/" not in missing_abilities_reply(["schedule"], "en", "every day " * 40)[0]
    assert "I need a specialist" in both
    assert "/schedules/" not in both
    assert output["missing_abilities"] == ["send", "schedule"]


def test_an_offer_names_the_missing_ability() -> None:
    offer = {"available": True, "role": "", "nearest": []}
    text, output = creation_offer_reply(offer, (), missing=("send",))
    assert text.startswith("Nobody here who fits can send messages to others, and this message needs it.")
    assert output["missing_abilities"] == ["send"]


def test_the_king_answers_what_the_general_agent_could_not_do(talk: Conversation, king: King) -> None:
    create_global_specialist("general")
    king.says("general")
    assert not isinstance(king.route, Exception)
    receipt = king.route.receipt.model_copy(update={"required_abilities": ("send",), "missing_abilities": ("send",)})
    king.route = king.route.model_copy(update={"receipt": receipt})
    posted = message_post(user_id=talk.user_id, conversation_id=talk.pk, content="Schick meinen Kunden bitte eine SMS")
    session = prepared(Session.objects.get(pk=posted.session_id))
    assert session.answer.startswith("Niemand hier, der passt, kann Nachrichten an andere senden")
    output: Any = session.output
    assert output["missing_abilities"] == ["send"]
