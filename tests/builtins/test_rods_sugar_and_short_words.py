"""Rods of land, sticks of butter, blood sugar, energy that costs less than one, and short words of dates. Now is
Saturday, 2026-11-21."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many grams of butter are one and a half American sticks?", "= 170.097 grams**".replace("= ", "≈ ")),
        ("2 sticks of butter in grams", "226.796185 grams"),
        ("The allotment is ten rods. What is that in square metres?", "**10 square rods = 252.9285264 square metres**"),
        ("my plot has 5 perches, how many square metres is it", "126.4642632 square metres"),
        ("dad's american glucose meter shows 108 mg/dl, what is it in mmol/l", "**108 mg/dl ≈ 6.0 mmol/l**"),
        ("blood sugar 90 mg/dl in mmol/l", "≈ 5.0 mmol/l**"),
        ("Mein Blutzucker ist 6,5 mmol/l, wie viel mg/dl sind das?", "**6,5 mmol/l ≈ 117 mg/dl** Glukose"),
        ("ma glycémie est de 1,2 mmol/l, en mg/dl ?", "≈ 22 mg/dl**"),
        ("3 kW for four minutes at 27p per kilowatt-hour, what does it cost?", "0.2 kWh, costs **5.4p**"),
        ("Was ist weiter: 5 Seemeilen oder 9 Kilometer?", "**5 nmi** ist weiter"),
        ("2 kW for 3 hours at 30p per kWh, what does it cost", "costs **£1.80**"),
    ],
)
def test_reads_rods_sticks_sugar_and_small_costs(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


@pytest.mark.parametrize(
    "text",
    [
        "my cholesterol is 200 mg/dl, what is that in mmol/l",
        "120 mg/dl in mmol/l",
        "how many grams in a stick of dynamite",
        "two fishing rods of 3 m, how many square metres is the pond",
    ],
)
def test_has_no_answer_for_other_substances_and_things(text: str) -> None:
    assert ask("unit_converter", text).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("op is this wednesday, check up 6 wks later = ?", "**Wednesday, 6 January 2027**"),
        ("8 wks from 3 may 2027", "**Monday, 28 June 2027**"),
        ("days from 1 march to 15 june 2027 not counting the 1st", "**106 days** (without 1 March)"),
        ("days from 1 march to 15 june 2027 without the 15th", "**106 days** (without 15 June)"),
        (
            "Bins are emptied every other Tuesday, most recently on 24 November. Will the lorry come on 22 December?",
            "**Yes**: Tuesday, 22 December 2026",
        ),
        (
            "The bins are emptied every other Tuesday, most recently on 24 November. Will it come on 15 December?",
            "**No**: Tuesday, 15 December 2026",
        ),
    ],
)
def test_reads_short_words_of_dates(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


def test_takes_the_day_of_most_recently_from_the_past() -> None:
    text = "Bins are emptied every other Tuesday, most recently on 17 November. Will the lorry come on 15 December?"
    assert "**Yes**: Tuesday, 15 December 2026" in ask("date_calculator", text).answer


def test_asks_which_month_where_several_days_fit() -> None:
    assert ask("date_calculator", "days from 3 march to 15 june 2027 not counting the 10th").tag == "NULL"
