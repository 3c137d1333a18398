"""Unit converter: dashes of lists, spoons of butter, sums of several kinds, comparisons, and durations in days."""

import pytest

from tests.builtins.asking import ask, output

WANTED = [10.16, 44.45, 182.88]


@pytest.mark.parametrize(
    ("message", "results"),
    [
        ("convert these for my knitting pattern please:\n- 4 inches\n- 17.5 inches\n- 2 yards", WANTED),
        ("these in cm?\n\n– 4 inches\n– 17.5 inches\n– 2 yards", WANTED),
        ("in centimetres please\n  - 4 inches\n  - 17.5 inches", WANTED[:2]),
        ("rechne in cm um:\n- 4 Zoll\n- 17,5 Zoll", WANTED[:2]),
        ("convertis en cm :\n- 4 pouces\n- 17,5 pouces", WANTED[:2]),
        ("pasa a cm:\n- 4 pulgadas\n- 17,5 pulgadas", WANTED[:2]),
        ("convert to cm:\n* 4 inches\n* 17.5 inches", WANTED[:2]),
        ("to fahrenheit:\n- -5 °C\n- 10 °C", [23.0, 50.0]),
        ("to fahrenheit:\n-5 °C\n-10 °C", [23.0, 14.0]),
        ("10 km - 3 km in metres", [7000.0]),
        ("10 km\n- 3 km\n- 2 km\nin metres", [5000.0]),
        ("10 inches - 4 inches in cm", [15.24]),
    ],
)
def test_dashes_of_a_list_are_no_minus_signs(message: str, results: list[float]) -> None:
    """Each item is converted; between amounts of one line, or below an amount, a dash takes off."""
    assert [row["result"] for row in output("unit_converter", message)["conversions"]] == pytest.approx(results)


@pytest.mark.parametrize(
    ("message", "grams"),
    [
        ("A recipe wants one stick of butter plus two tablespoons. How many grams is that altogether?", 141.748),
        ("2 sticks of butter plus 4 tbsp in grams", 283.495),
        ("how many grams are 1 stick of butter + 1 tablespoon of butter?", 127.573),
        ("how many grams are two sticks of butter?", 226.796),
    ],
)  # fmt: skip
def test_a_spoon_beside_a_stick_of_butter_is_an_eighth_of_it(message: str, grams: float) -> None:
    """The sum has both amounts."""
    (row,) = output("unit_converter", message)["conversions"]
    assert row["result"] == pytest.approx(grams, abs=0.001)


@pytest.mark.parametrize(
    "message",
    [
        "2 sticks of butter plus 3 tbsp of sugar, how many grams in total?",
        "1 cup of sugar plus 200 g, how many grams in total?",
        "2 lb plus 300 ml altogether in grams",
        "what is heavier, 3 pounds or a house brick?",
        "which weighs more, 2 kg or my cat?",
        "was ist schwerer, 3 Kilo oder ein Ziegel?",
        "¿qué pesa más, 3 libras o un ladrillo?",
    ],
)
def test_a_part_of_a_sum_or_comparison_is_no_answer(message: str) -> None:
    """What cannot be added or compared is asked about."""
    assert ask("unit_converter", message).tag != "SUCCESS"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("which holds more: a British pint glass or a half-litre German one?", "**1 UK pint** is more"),
        ("which holds more, a UK pint or half a litre?", "**1 UK pint** is more"),
        ("what's heavier: a half-pound burger or 250 g?", "**250 grams** is heavier"),
        ("which is longer, a mile or 1.5 km?", "**1 mile** is longer"),
        ("which is longer, 5 miles or a marathon?", "**42.195 kilometres** is longer"),
        ("what is 5 miles in km, more or less?", "**5 miles = 8.04672 kilometres**"),
        ("how long is a half-mile in metres?", "**0.5 miles = 804.672 metres**"),
        ("200 ml milk and 2 tbsp oil together in ml", "229.574"),
        ("flour 200 g and milk 300 ml, convert to ounces", "7.05479 ounces"),
    ],
)
def test_both_amounts_are_compared_or_added(message: str, expected: str) -> None:
    """An amount in words counts; what can be answered stays answered."""
    assert expected in ask("unit_converter", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Convert 10,000 minutes to days, hours and minutes", "10,000 minutes = 6 d 22 h 40 min"),
        ("100 hours in days and hours", "100 hours = 4 d 4 h"),
        ("90061 seconds to days, hours, minutes and seconds", "= 1 d 1 h 1 min 1 s"),
        ("500 hours in weeks, days and hours", "500 hours = 2 wk 6 d 20 h"),
        ("10.000 Minuten in Tage, Stunden und Minuten", "= 6 d 22 h 40 min"),
        ("10 000 minutes en jours, heures et minutes", "= 6 d 22 h 40 min"),
        ("10.000 minutos en días, horas y minutos", "= 6 d 22 h 40 min"),
        ("200 minutes in hours and minutes", "3:20 (3 h 20 min)"),
        ("100 minutes in hh:mm", "1:40"),
        ("48 hours in days", "48 hours = 2 days"),
    ],
)
def test_a_duration_has_the_parts_that_are_asked_for(message: str, expected: str) -> None:
    """Days where they are named, hours and minutes otherwise."""
    assert expected in ask("unit_converter", message).answer
