"""Speeds with a pace, each of several amounts, disputes, prices of another unit and calories by the day."""

import pytest

from tests.builtins.asking import ask, handler, payload


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("treadmill shows 8.5 mph. whats that in km/h, and also as minutes per km", ("13.679", "4:23 min/km")),
        ("12 km/h in mph and what pace is that", ("7.45645 miles per hour", "5:00 min/km")),
        ("12 km/h in mph und in min pro km", ("7,45645", "5:00 min/km")),
        ("je cours à 12 km/h, ça fait combien en mph et en min par km", ("7,45645", "5:00 min/km")),
        ("10 mph in km/h and minutes per mile", ("16.09344", "6:00 min/mile")),
    ],
)
def test_gives_a_speed_and_its_pace(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("unit_converter", text).answer
    assert all(one in answer for one in expected), answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what pace is 12 km/h", "5:00 min/km"),
        ("8.5 mph in km/h", "13.679424 kilometres per hour"),
        ("at a pace of 8.5 mph, how many km/h is that", "13.679424 kilometres per hour"),
    ],
)
def test_gives_one_where_one_is_asked_for(text: str, expected: str) -> None:
    answer = ask("unit_converter", text).answer
    assert expected in answer
    assert "\n" not in answer


def unread(text: str) -> str:
    """Return what a message's answer left unused."""
    used = handler("unit_converter")(payload(text), None)["used"]
    return "".join(" " if any(start <= at < end for start, end in used) else sign for at, sign in enumerate(text))


@pytest.mark.parametrize(
    ("text", "expected", "word"),
    [
        ("my recipe says 12 oz flour and 6 oz butter, how many grams is that each", ("340.19", "170.09"), "each"),
        ("Rezept: 12 oz Mehl und 6 oz Butter, wie viel Gramm jeweils?", ("340,19", "170,09"), "jeweils"),
        ("12 oz de farine et 6 oz de beurre, combien de grammes chacun", ("340,19", "170,09"), "chacun"),
    ],
)
def test_reads_each_of_several_amounts(text: str, expected: tuple[str, ...], word: str) -> None:
    answer = ask("unit_converter", text).answer
    assert all(one in answer for one in expected), answer
    assert word not in unread(text)


def test_leaves_each_of_counted_things_open() -> None:
    assert "each" in unread("i have 3 bags of 2 lb each, how many grams each")


@pytest.mark.parametrize(
    "text",
    [
        "My brother insists a mile is longer than 1.6 km. I say its exactly 1.6. Who is right?",
        "Mein Bruder meint, eine Meile ist länger als 1,6 km. Ich sage es sind genau 1,6. Wer hat recht?",
    ],
)
def test_reads_a_number_that_a_dispute_says_again(text: str) -> None:
    assert "6" not in unread(text)


def test_leaves_another_number_of_a_dispute_open() -> None:
    assert "1.7" in unread("a mile is longer than 1.6 km. I say it's 1.7. who is right?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 yards of fabric at 12.50 a yard, how much is that per metre", "13.67 per metre"),
        ("5 lb of apples at 2.20 a pound, how much is that per kg", "4.85 per kilogram"),
        ("2 gallons at 3.50 per gallon, what is that per litre", "0.92 per litre"),
        ("stoff kostet 12,50 pro yard, 3 yards, wie viel ist das pro meter", "13,67 / m"),
    ],
)
def test_gives_the_price_of_another_unit_whatever_is_bought(text: str, expected: str) -> None:
    assert f"**{expected}**" in ask("unit_converter", text).answer
    assert ask("calculator", text).tag == "NULL"


def test_calculator_still_multiplies_a_price_by_what_is_bought() -> None:
    assert "**37.5**" in ask("calculator", "3 yards of fabric at 12.50 a yard, how much is that").answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("200 cal a day less, how many kJ a week", "5,857.6 kilojoules"),
        ("i eat 200 calories less per day, how many kJ is that in a week", "5,857.6 kilojoules"),
        ("200 Kalorien am Tag weniger, wie viele kJ sind das in der Woche", "5.857,6 kJ"),
        ("je mange 200 calories de moins par jour, combien de kJ par semaine", "857,6 kJ"),
        ("como 200 calorías menos al día, ¿cuántos kJ son a la semana?", "5.857,6 kJ"),
        ("1800 calories a day in kJ", "7,531.2 kilojoules"),
        ("200 cal in J", "836.8 joules"),
    ],
)
def test_takes_calories_by_the_day_as_those_of_food(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer
