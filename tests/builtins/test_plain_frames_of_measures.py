"""Amounts in plain frames: which of two things is larger, a time that something shows, and British towns."""

import pytest

from tests.builtins.asking import ask, handler, payload


def said(message: str) -> str:
    """Return the answer of the unit handler."""
    return ask("unit_converter", message).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("is a 5/8 inch board thicker than a 15 mm one", "**0.625 inches** is thicker"),
        ('is a 5/8" board thicker than a 15 mm one?', "**0.625 inches** is thicker"),
        ("is a 2 lb bag heavier than a 1 kg one", "**1 kilogram** is heavier"),
        ("so is the 6 ft plank longer than the 2 m one?", "**2 metres** is longer"),
        ("is a 12 inch pizza bigger than a 30 cm pizza", "**12 inches** is bigger"),
    ],
)
def test_two_things_of_told_sizes(message: str, wanted: str) -> None:
    """The whole message is the question."""
    assert wanted in said(message)
    assert handler("unit_converter")(payload(message), None)["used"] == [[0, len(message)]]


@pytest.mark.parametrize(
    "message",
    [
        "is a 150 mm phone heavier than a 6 inch one",  # a length says nothing of weight
        "is a 60 kg bag heavier than a 140 lb one and how much does it cost",
        "is a 5/8 inch board better than a 15 mm one",
        "why is a 5/8 inch board thicker than a 15 mm one",
        "is the 12 oz can bigger than the 330 ml one?",
    ],
)
def test_other_comparisons_are_not_read_whole(message: str) -> None:
    """Another dimension, a second question or a word of no size leave something open."""
    assert handler("unit_converter")(payload(message), None)["used"] != [[0, len(message)]]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("machine log says 90000 seconds uptime, how many hours", "25 hours"),
        ("the display shows 5400 seconds, how many minutes", "90 minutes"),
        ("the counter reads 72 hours runtime, how many days is that", "3 days"),
        ("our server has an uptime of 2592000 seconds, how many days?", "30 days"),
        ("timer says 90 minutes left, how many hours", "1.5 hours"),
        ("Der Zähler zeigt 7200 Sekunden, wie viele Stunden sind das?", "2 h"),
    ],
)
def test_a_time_that_something_shows(message: str, wanted: str) -> None:
    """It is told in the unit that is asked for, and nothing else is meant."""
    assert wanted in said(message)
    assert handler("unit_converter")(payload(message), None)["definite"]


@pytest.mark.parametrize(
    "message",
    [
        "meeting says 90 minutes, 3 people, how many hours",
        "the film takes 2 hours and the log says 30 minutes, how many minutes",
        "the plan says 90 minutes, is that enough",
    ],
)
def test_times_with_other_figures_stay_open(message: str) -> None:
    """A second figure, or another question, may change what is meant."""
    assert not handler("unit_converter")(payload(message), None).get("definite")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("My car does 7.2 l/100km, what would that be in mpg (I am in Leeds)", "39.2335 UK mpg"),
        ("I'm from Glasgow, how many litres is 5 gallons", "22.73045 litres"),
        ("I live in Manchester, how many litres are 2 pints", "1.13652"),
        ("how many litres is 5 gallons in Yorkshire", "22.73045 litres"),
        ("My car does 7.2 l/100km, what would that be in mpg (I am in Denver)", "32.6687 mpg"),
        ("I am in Boston, how many litres is 5 gallons", "18.92705892 litres"),
    ],
)
def test_measures_of_a_british_town(message: str, wanted: str) -> None:
    """Who is there means imperial measures, elsewhere the note says what was taken."""
    answer = said(message)
    assert wanted in answer
    assert ("I took US measures" in answer) is ("Denver" in message or "Boston" in message)
