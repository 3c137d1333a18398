"""Money in another currency, which is no unit, and whether a difference between two addresses matters."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    "text",
    [
        "What is 250 US dollars in pounds today? Got an order from Ohio.",
        "convert 250 dollars in pounds",
        "how much are 30 € in dollars",
        "wie viel sind 20 Dollar in Pfund",
    ],
)
def test_no_exchange_rate_is_known(text: str) -> None:
    made = ask("unit_converter", text)
    assert made.tag == "NULL"
    assert "micro" not in made.answer
    assert "rates" in made.answer or "Wechselkurs" in made.answer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("20 dollars for 3 pounds of flour, how much per kg", "14.70 dollars per kilogram"),
        ("5 US gallons in litres", "**5 US gallons = 18.92705892 litres**"),
        ("3 pounds in kg", "1.36077711 kilograms"),
    ],
)
def test_measures_beside_money_are_converted(text: str, told: str) -> None:
    assert told in ask("unit_converter", text).answer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Does it make any difference if I print Info@Krause.COM instead of info@krause.com", "**No difference**"),
        ("macht es einen Unterschied, ob ich Info@Krause.de oder info@krause.de schreibe?", "**Kein Unterschied**"),
        ("are Info@Krause.COM and info@krause.com the same?", "**Yes**"),
    ],
)
def test_capitals_make_no_difference(text: str, told: str) -> None:
    assert ask("email_validator", text).answer.startswith(told)


def test_a_difference_of_two_other_addresses_is_not_judged() -> None:
    assert "No difference" not in ask("email_validator", "any difference between ann@x.org and bob@x.org?").answer


def test_items_between_slashes_are_listed() -> None:
    answer = ask("email_validator", "which are broken: olga@tee.at / .martin@tee.at / paul.tee.at / k_l@tee.at").answer
    assert answer.startswith("**Invalid (2)**: .martin@tee.at, paul.tee.at.")


def test_a_fact_of_json_is_no_answer_about_a_document() -> None:
    answer = ask("json_formatter", 'is {"invoice": 88, "due": "2026-12-19"} valid json').answer
    assert answer == "Yes, this is valid JSON: an object with 2 keys."
