"""Replies to small talk: a kind word in the language of the message, a capability page from what can be used now."""

from typing import get_args

import pytest

from kingdom.contracts.routes import UsableSpecialist
from kingdom.orchestrator.king.routing_rules import standalone_example
from kingdom.orchestrator.replies.small_talk_replies import MAX_EXAMPLES, small_talk_reply
from kingdom.orchestrator.small_talk.phrases import PHRASES, Language, Topic
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk
from kingdom.orchestrator.small_talk.word_set_questions import WORD_SETS
from kingdom.specialists.registry.builtins import BUILTINS_FOLDER, builtins_read
from tests.builtins.asking import ask

LANGUAGES, TOPICS = get_args(Language), get_args(Topic)
USABLE = [
    UsableSpecialist(role="unit_converter", purpose="Converts units.", example="5 miles in km"),
    UsableSpecialist(role="silent", purpose="Has no example.", example=""),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_has_its_answer_in_each_language(language: Language, topic: Topic) -> None:
    text, output = small_talk_reply(SmallTalk(topic, language), USABLE, with_model=False, staff=False)
    assert len(text) > 10
    assert PHRASES[language].get(topic) or any(one.topic == topic for one in WORD_SETS[language])
    assert (output["small_talk"], output["language"]) == (topic, language)
    assert bool(output["examples"]) is (topic in ("capabilities", "example"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_staff_read_what_to_set(language: Language) -> None:
    talk = SmallTalk("capabilities", language)
    user, _ = small_talk_reply(talk, USABLE, with_model=False, staff=False)
    staff, _ = small_talk_reply(talk, USABLE, with_model=False, staff=True)
    ready, _ = small_talk_reply(talk, USABLE, with_model=True, staff=True)
    assert "`GEMINI_API_KEY`" in staff
    assert "KINGDOM_MODEL_URL" in staff
    assert "KEY" not in user + ready
    assert "KINGDOM_" not in user + ready


def test_the_page_lists_what_answers_now_and_an_example_of_each_that_has_one() -> None:
    text, output = small_talk_reply(SmallTalk("capabilities", "en"), USABLE, with_model=True, staff=False)
    assert "- **unit_converter**: Converts units.\n- **silent**: Has no example.\n\nTry an example:" in text
    assert output["examples"] == [{"role": "unit_converter", "purpose": "Converts units.", "example": "5 miles in km"}]
    assert output["can_do_now"] == ["unit_converter", "silent"]


def test_a_long_page_says_how_many_it_leaves_out() -> None:
    many = [UsableSpecialist(role=f"role_{number}", purpose="P.", example="e") for number in range(MAX_EXAMPLES + 3)]
    text, output = small_talk_reply(SmallTalk("capabilities", "en"), many, with_model=True, staff=False)
    assert "- and 3 more, under Specialists" in text
    assert (len(output["examples"]), len(output["can_do_now"])) == (MAX_EXAMPLES, MAX_EXAMPLES + 3)


def test_an_empty_installation_says_so() -> None:
    text, output = small_talk_reply(SmallTalk("capabilities", "en"), [], with_model=False, staff=False)
    assert "No specialist is available to you yet." in text
    assert "Try an example" not in text
    assert output["examples"] == []


def test_an_example_stands_alone() -> None:
    assert standalone_example(["and 14 kg in pounds", "x" * 500, "5 miles in km"]) == "5 miles in km"
    assert standalone_example(["and 14 kg in pounds"]) == "and 14 kg in pounds"
    assert standalone_example([]) == ""


@pytest.mark.parametrize(
    "role", [one.spec.role for one in builtins_read(BUILTINS_FOLDER) if one.spec.engine == "handler"]
)
def test_the_example_that_a_built_in_offers_is_answered_by_it(role: str) -> None:
    spec = next(one.spec for one in builtins_read(BUILTINS_FOLDER) if one.spec.role == role)
    made = ask(role, standalone_example(spec.examples))
    assert made.tag == "SUCCESS", made.answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_no_only_where_no_model_is_set_up(language: Language) -> None:
    alone, _ = small_talk_reply(SmallTalk("model", language), USABLE, with_model=False, staff=False)
    ready, _ = small_talk_reply(SmallTalk("model", language), USABLE, with_model=True, staff=False)
    assert alone.startswith(("No.", "Nein.", "Non."))
    assert not ready.startswith(("No.", "Nein.", "Non."))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("with_model", [True, False])
def test_one_answer_fits_whether_it_needs_the_internet_and_whether_it_works_without(
    language: Language, with_model: bool
) -> None:
    said, _ = small_talk_reply(SmallTalk("internet", language), USABLE, with_model=with_model, staff=False)
    assert not said.startswith(("No.", "Nein.", "Non.", "Yes", "Ja", "Oui", "Sí"))


def test_an_example_is_one_that_a_usable_specialist_answers() -> None:
    text, output = small_talk_reply(SmallTalk("example", "en"), USABLE, with_model=False, staff=False)
    assert text == "For example, you can write:\n\n- *5 miles in km*"
    assert [one["example"] for one in output["examples"]] == ["5 miles in km"]
    nobody, _ = small_talk_reply(SmallTalk("example", "en"), [], with_model=False, staff=False)
    assert "No specialist is available to you yet." in nobody
