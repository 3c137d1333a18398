"""An offer of the Council is in the language of the answer: what the recipe does, may do, and how it is tested."""

from typing import Any

import pytest

from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.orchestrator.king.routing_rules import examples_by_language, standalone_example
from kingdom.orchestrator.pipeline.session_replies import _translated_offer
from kingdom.orchestrator.replies.king_replies import creation_offer_reply

POWER = "It reads the text you send and computes; it can not use the network, files or keys."
WORDS = "24 tests, 8 of them hidden from its designer."


@pytest.mark.parametrize("name", ["iban_checker", "roman_numerals", "slug_maker"])
def test_a_german_offer_has_no_english_sentence(name: str) -> None:
    summary = recipe_by_name(name).summary
    offer: dict[str, Any] = {"available": True, "role": name, "summary": summary, "power": POWER}
    offer["tests"] = {"words": WORDS, "total": 24}
    english = creation_offer_reply(_translated_offer(offer, "en"), [], language="en")[0]
    german, output = creation_offer_reply(_translated_offer(offer, "de"), [], language="de")
    for sentence in (summary, POWER, WORDS):
        assert sentence in english
        assert sentence not in german
    assert "24 Tests" in german
    assert output["tests"]["total"] == 24


def test_recipes_that_are_near_are_told_in_german_too() -> None:
    summary = recipe_by_name("slug_maker").summary
    offer = {"available": False, "role": "", "nearest": [{"name": "slug_maker", "summary": summary, "body": {}}]}
    german = creation_offer_reply(_translated_offer(offer, "de"), [], language="de")[0]
    assert "**slug_maker**" in german
    assert summary not in german


def test_examples_in_the_reader_s_language_come_first() -> None:
    examples = ("and 14 kg in pounds", "how many cups is 250 ml", "wie viel Liter sind 3 Gallonen", "180 C to F")
    assert standalone_example(examples) == "how many cups is 250 ml"
    assert standalone_example(examples, "de") == "wie viel Liter sind 3 Gallonen"
    assert standalone_example(examples[:2], "de") == "how many cups is 250 ml"
    assert examples_by_language(examples, "de")[1:] == [examples[0], examples[1], examples[3]]
    assert standalone_example((), "de") == ""
