"""Answers of the King: exact texts and structured outputs."""

import pytest

from kingdom.cognition.message_reading.message_language import Language, message_language
from kingdom.orchestrator.replies.king_replies import creation_offer_reply, no_model_reply
from kingdom.orchestrator.small_talk.recognition import small_talk_of


def test_an_answer_without_a_model() -> None:
    text, output = no_model_reply(["unit_converter", "email_validator"], staff=True)
    assert text == (
        "No specialist here fits this message. Answering it needs a language model, and none is set up here. "
        "Set `GEMINI_API_KEY`, or `KINGDOM_MODEL_URL` for a local server, and restart. "
        "I can do now: **unit_converter**, **email_validator**."
    )
    assert output["can_do_now"] == ["unit_converter", "email_validator"]
    assert [entry["example"] for entry in output["examples"]] == ["What can you do?"]
    assert no_model_reply([])[1]["examples"] == [], "there is nothing to show an example of"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "kann ich sie nicht beantworten, und hier ist keines eingerichtet. Wer diese Installation betreibt"),
        ("fr", "je ne peux pas y répondre, et aucun n'est configuré ici. La personne qui gère"),
        ("es", "no puedo responderlo, y aquí no hay ninguno. Quien administra"),
    ],
)
def test_an_answer_without_a_model_is_in_the_language_of_the_message(language: Language, said: str) -> None:
    text, output = no_model_reply(["calculator"], language=language)
    assert said in text
    assert "**calculator**." in text
    example = output["examples"][0]["example"]
    talk = small_talk_of(example)
    assert talk is not None, "the example is understood"
    assert (talk.topic, message_language(example)) == ("capabilities", language)


def test_a_long_list_says_how_many_it_leaves_out() -> None:
    assert "and 3 more." in no_model_reply([f"helper_{number}" for number in range(15)])[0]


def test_an_offer_of_the_council() -> None:
    recipe = {
        "available": True, "role": "iban_checker", "summary": "Checks IBANs.",
        "power": "It reads the text you send and computes.",
        "tests": {"words": "24 tests, 8 of them hidden from its designer."},
    }  # fmt: skip
    text, output = creation_offer_reply(recipe, ["unit_converter"])
    assert text == (
        "Nobody here does that yet. The Council can make a specialist for you: **iban_checker** (from a recipe). "
        "Checks IBANs. It reads the text you send and computes. 24 tests, 8 of them hidden from its designer."
    )
    assert (output["offer"], output["available"], output["can_do_now"]) == (
        "create_specialist",
        True,
        ["unit_converter"],
    )
    designed, _ = creation_offer_reply({"available": True, "role": ""}, [])
    assert "nothing is created without your approval" in designed
    needs, output = creation_offer_reply(
        {"available": False, "role": "", "nearest": [{"name": "slug_maker", "summary": "Makes slugs."}]}, []
    )
    assert needs == (
        "Nobody here does that yet. Designing a new specialist for it needs a language model, and none is set up here. "
        "The operator of this installation can set one up.\n\nA recipe needs none. The nearest ones:\n\n"
        "- **slug_maker**: Makes slugs."
    )
    assert output["available"] is False


def test_an_offer_in_the_language_of_the_message() -> None:
    text, _ = creation_offer_reply({"available": False, "role": "", "nearest": []}, [], language="de")
    assert text.startswith("Das kann hier noch niemand.")
    assert text.count("Sprachmodell") == 1, "said once"
    assert "GEMINI" in creation_offer_reply({"available": False, "role": ""}, [], staff=True, language="fr")[0]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "what it may do"), ("de", "was er darf"), ("fr", "que le spécialiste peut"), ("es", "que él puede hacer")],
)
def test_an_accepted_offer_names_what_has_no_name_yet(language: Language, said: str) -> None:
    offer = {"available": True, "role": ""}
    assert said in creation_offer_reply(offer, [], language=language, accepted=True)[0]
    named = creation_offer_reply({**offer, "role": "iban_checker"}, [], language=language, accepted=True)[0]
    assert " **iban_checker** " in named
