"""Everyday questions: oven marks, ounces of dry goods, number bases, fees, ratios, and what comes again."""

import pytest

from tests.builtins.asking import ask, handler, payload, unused_words

OTHER_DAY = "2026-11-27T12:00:00+00:00"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("recipe says gas mark 6, my oven only does celsius", "204.44 °C"),
        ("gas mark 4 in fahrenheit", "350 °F"),
        ("180°C is what gas mark", "≈ 4 gas marks"),
        ("convert 98.6 to celsius", "98.6 °F = 37 °C"),
        ("convert 20 to fahrenheit", "20 °C = 68 °F"),
        ("how many oz in a cup of butter", "≈ 8 ounces"),
        ("8 oz flour in cups", "≈ 1.81 US cups"),
        ("8 oz milk in cups", "8 US fluid ounces = 1 US cup"),
        ("a mile a day for a year, how many km", "587.4106 kilometres"),
        ("is 70 kg over or under 11 stone", "is more than 11 stone"),
        ("is 70 kg under 11 stone", "**No**"),
    ],
)
def test_a_measure_of_the_kitchen_or_the_road(message: str, expected: str) -> None:
    assert expected in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("hex ff in decimal", "**255**"),
        ("what's 42 in binary", "**101010**"),
        ("0x1F to decimal", "**31**"),
        ("convert 1101 0110 from binary to hex", "**D6**"),
        ("255 en binaire", "**11111111**"),
        ("42 in base 7", "**60**"),
        ("i sold 45 items at 12.99 and pay 8% fee what do i keep", "**537.786**"),
        ("sold for 250, 2.9% + 0.30 fee, what do i get", "**242.45**"),
        ("j'ai vendu 3 sacs à 25 euros, le site prend 8 %, combien me reste-t-il", "**69**"),
        ("16:9 with width 1920 what height", "**1,080**"),
        ("if the ratio is 3:4 and the first is 12 whats the second", "**16**"),
        ("my photo is 3:2 and 600 tall what width do i need", "**900**"),
        ("share 14 in the ratio 3:4", "**6**"),
        ("we r 5 ppl, bill was 187.35, how much each?", "**37.47**"),
    ],
)
def test_a_base_a_fee_or_a_side(message: str, expected: str) -> None:
    assert expected in ask("calculator", message).answer


@pytest.mark.parametrize("message", ["102 binary to decimal", "what is 12:30 minus 2"])
def test_what_is_no_number_of_its_base_or_a_time_of_day_is_not_computed(message: str) -> None:
    assert ask("calculator", message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("add 2h45 to 10:30pm", "**01:15 the next day**"),
        ("add 2 hours 45 to 10:30pm", "**01:15 the next day**"),
        ("10:30pm plus 2h45", "**01:15 the next day**"),
        ("how many paydays until easter if i get paid every 2 weeks from 4 december", "**9 times**"),
        ("every 2 weeks from 4 december until 28 march, how many times", "**9 times**"),
        ("i water it every 3 days from 1 december, how often before new year", "**11 times**"),
        ("weekly class from 4 january to 29 march, how many classes", "**13 times**"),
        ("paid every other friday from 4 december, how many paydays this year", "**2 times**"),
        ("wie oft ist das: alle 2 Wochen vom 4. Dezember bis 28. März?", "**9-mal**"),
        ("how many mondays between 4 january and 29 march", "**13 Mondays**"),
        ("ma fille est née le 29 février 2020, c'était quel jour de la semaine ?", "**samedi**"),
    ],
)
def test_a_sum_of_times_or_what_comes_again(message: str, expected: str) -> None:
    assert expected in ask("date_calculator", message, now=OTHER_DAY).answer


def test_a_question_for_the_things_that_a_number_counts_is_used() -> None:
    message = "12 packs of 8 tiles plus 5 loose ones, how many tiles have i got"
    assert "how many" not in unused_words("calculator", message)
    assert handler("calculator")(payload(message), None)["definite"] is True
    assert handler("calculator")(payload("12 + 8, how many euros"), None)["definite"] is False


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("count the sentences -> I moved here. It rained a lot! Yes.", "Sentences: **3**"),
        ('letters and signs without the spaces in "Sorry, we are closed"', "**17**"),
    ],
)
def test_a_count_behind_an_arrow_or_in_other_words(message: str, expected: str) -> None:
    assert expected in ask("text_statistics", message).answer


def test_a_short_value_stands_in_the_sentence() -> None:
    assert ask("json_formatter", '{"a": {"city": "Graz"}} whats the city in there').answer == '`city` is: **"Graz"**'
