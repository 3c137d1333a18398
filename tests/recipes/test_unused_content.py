"""Recipes declare what they read: a plain question gets no notice, and a wish beside it is said or asked about."""

import pytest

from kingdom.cognition.handler_engine import parse_answer
from kingdom.council.recipes.catalogue import recipe_by_name, shipped_recipes
from tests.builtins.asking import payload
from tests.factories.handler_answers import shown_answer
from tests.factories.recipe_handlers import handler

# a web address is read up to the space in it, so that the notice about the rest is right
TOLD = {"url_checker": {"does this link need encoding, https://example.com/my file.pdf"}}
PLAIN = {"normal", "paraphrase", "edge", "out_of_scope"}


@pytest.mark.parametrize("name", [recipe.name for recipe in shipped_recipes()])
def test_examples_and_plain_tests_get_no_notice(name: str) -> None:
    """What an injected order names is not used, and saying so is right; the same holds for the rest of broken input."""
    one, noticed = recipe_by_name(name), {}
    for text in [*one.spec.examples, *(test.input for test in one.tests if test.kind in PLAIN)]:
        value = handler(name)(payload(text), None)
        shown = shown_answer(one.spec, text, value)
        if shown != parse_answer(value, one.spec.output_schema):
            noticed[text] = shown.answer[:200]
    assert set(noticed) == TOLD.get(name, set()), noticed


@pytest.mark.parametrize(
    ("name", "text", "notice", "tag"),
    [
        ("iban_checker", "is DE89370400440532013000 valid, and what is 3 miles in km", "“3 miles in km”", "SUCCESS"),
        ("iban_checker", "is DE89370400440532013000 valid, and 5 of notes.txt", "“5 of”, “notes.txt”", "SUCCESS"),
        ("vat_calculator", "19% VAT on 100, but not the 20 for shipping", "“not the 20 for shipping”", "NULL"),
        ("roman_numerals", "convert MCMXCIV and tell me the longest word", "“longest word”", "NULL"),
        ("vat_calculator", "19% MwSt auf 100 Euro, aber nur für Bücher, bitte", "„nur für Bücher“", "NULL"),
        ("subnet_calculator", "divide 10.10.0.0/16 into subnets of /20", "“/20”", "SUCCESS"),
    ],
)
def test_what_a_recipe_does_not_use_is_said_or_asked_about(name: str, text: str, notice: str, tag: str) -> None:
    shown = shown_answer(recipe_by_name(name).spec, text, handler(name)(payload(text), None))
    assert notice in shown.answer
    assert shown.tag == tag


def test_a_long_message_is_read_as_a_whole() -> None:
    value = handler("iban_checker")(payload("DE89370400440532013000 " * 60), None)
    assert (value["status"], value.get("used")) == ("SUCCESS", None)
