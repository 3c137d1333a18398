"""The King says which ability nobody has, in the message's language, instead of letting the general agent try."""

from typing import Any, get_args

import pytest

from kingdom.cognition.message_reading.message_language import Language
from kingdom.contracts.capabilities.abilities import ABILITIES
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation
from kingdom.orchestrator.replies.ability_replies import missing_abilities_reply, missing_abilities_sentence
from kingdom.orchestrator.replies.growth_texts import GROWTH_TEXTS
from kingdom.orchestrator.replies.king_replies import creation_offer_reply, schedule_instead_reply
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


@pytest.mark.parametrize("missing", [("schedule",), ("send", "schedule")])
@pytest.mark.parametrize("language", get_args(Language))
def test_a_wish_for_set_times_ends_at_schedules_where_nothing_can_be_designed(
    missing: tuple[str, ...], language: Language
) -> None:
    """Not in a text about a language model: one would bring no schedule."""
    offer = {"available": False, "role": "", "nearest": []}
    answer = schedule_instead_reply(offer, missing, language, "every Monday: hello")
    assert answer is not None
    text, output = answer
    assert text.startswith(missing_abilities_sentence(missing, language))
    assert text.endswith("(/schedules/?text=every+Monday%3A+hello)")
    assert GROWTH_TEXTS[language].model_needed not in text
    assert output["missing_abilities"] == list(missing)
    near = {**offer, "nearest": [{"name": "url_checker", "summary": "Checks addresses."}]}
    with_recipe, _ = schedule_instead_reply(near, missing, language, "every Monday: hello") or ("", {})
    assert with_recipe.endswith("- **url_checker**: Checks addresses.")
    assert schedule_instead_reply({**offer, "available": True}, missing, language, "x") is None
    assert schedule_instead_reply(offer, ["send"], language, "x") is None


@pytest.mark.parametrize(
    "text", ["remind me every morning to drink water", "Text my customers every Monday at 8: hello"]
)
def test_the_king_leads_a_wish_for_set_times_to_schedules(talk: Conversation, king: King, text: str) -> None:
    king.says("create")
    assert not isinstance(king.route, Exception)
    receipt = king.route.receipt.model_copy(update={"missing_abilities": ("schedule",)})
    king.route = king.route.model_copy(update={"receipt": receipt})
    posted = message_post(user_id=talk.user_id, conversation_id=talk.pk, content=text)
    session = prepared(Session.objects.get(pk=posted.session_id))
    assert "/schedules/?text=" in session.answer
    assert "language model" not in session.answer


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
