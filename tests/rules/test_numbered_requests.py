"""Requests numbered with dots in a line, a measure below a table, a weekday asked at the end, told times."""

import pytest

from kingdom.orchestrator.parts.segmentation import request_segments


def pieces(message: str) -> list[str]:
    return [segment.text_of(message) for segment in request_segments(message)]


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (
            "brauche 1. den Mittelwert von 14, 8, 5 und 2. das Datum in 6 Wochen",
            ["den Mittelwert von 14, 8, 5", "das Datum in 6 Wochen"],
        ),
        (
            "I need 1. the mean of 3, 4 and 5, and 2. the date in six weeks",
            ["the mean of 3, 4 and 5", "the date in six weeks"],
        ),
        (
            "je voudrais 1. la moyenne de 3 et 4 et 2. la date dans 6 semaines",
            ["la moyenne de 3 et 4", "la date dans 6 semaines"],
        ),
        (
            "two things: total of\ndish,cost\nlasagne,18.50\nbread,9.75\nand 180 C in fahrenheit for the lasagne",
            ["total of\ndish,cost\nlasagne,18.50\nbread,9.75", "180 C in fahrenheit for the lasagne"],
        ),
        ("sum of\nfish,kg\ncod,3\ntrout,5\nand also 5 kg in lb", ["sum of\nfish,kg\ncod,3\ntrout,5", "5 kg in lb"]),
        (
            "2,5 pieds en cm ? et aussi le 14 juillet 2027 tombe quel jour",
            ["2,5 pieds en cm ?", "le 14 juillet 2027 tombe quel jour"],
        ),
        ("5 km in miles? and 3 May 2027 falls on which day", ["5 km in miles?", "3 May 2027 falls on which day"]),
        (
            "How many words has this got: We open at nine. And is it 21 days or less until 18 May, when shops close?",
            ["How many words has this got: We open at nine.", "is it 21 days or less until 18 May, when shops close?"],
        ),
    ],
)
def test_each_request_is_a_piece(message: str, parts: list[str]) -> None:
    assert pieces(message) == parts


@pytest.mark.parametrize(
    "message",
    [
        "Termine am 1. Januar und 2. Februar, wie viele Tage liegen dazwischen",
        "wie weit ist es vom 1. bis zum 2. Stock",
        "der 1. Platz und 2. Platz bekommen 50 Euro, wie viel ist das",
        "I need the 1. and 2. chapter, how many pages are 30 and 45 together",
        "brauche das Datum 1. Mai und 2. Juni",
        "the shop opens on 3 May, when school ends, how many days is that",
        "name,n\nAl,3\nBo,5\nand Cy,7 is missing",
    ],
)
def test_numbers_with_dots_and_told_times_cut_nothing(message: str) -> None:
    assert not any(
        piece.startswith(("Januar", "Platz", "Stock", "chapter", "Mai", "when school", "Cy"))
        for piece in pieces(message)
    )


def test_a_question_with_when_is_still_cut() -> None:
    assert pieces("convert 5 km to miles, when is easter 2027?") == ["convert 5 km to miles", "when is easter 2027?"]
