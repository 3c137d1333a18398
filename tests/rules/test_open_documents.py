"""Wishes behind a document without its closing bracket, a table, an abbreviation, or an amount that is asked last."""

import pytest

from kingdom.orchestrator.parts.segmentation import request_segments


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (
            "check [1,2,3 and also convert 80 fahrenheit to celsius",
            ["check [1,2,3", "convert 80 fahrenheit to celsius"],
        ),
        ("is [1,2,3 valid and what is 5 km in miles?", ["is [1,2,3 valid", "what is 5 km in miles?"]),
        (
            "fair,visitors\nMay,820\nJune,1130\nTotal visitors please. and how many days until 9 may 2027?",
            ["fair,visitors\nMay,820\nJune,1130\nTotal visitors please.", "how many days until 9 may 2027?"],
        ),
        (
            "Mon fils est né le 8 octobre 2014, il a quel âge ? Et 5 pieds 1 pouce ça fait combien en cm",
            ["Mon fils est né le 8 octobre 2014, il a quel âge ?", "5 pieds 1 pouce ça fait combien en cm"],
        ),
        (
            "What is 5 km in miles, e.g. how many? And what is 3 lb in kg?",
            ["What is 5 km in miles, e.g. how many?", "what is 3 lb in kg?"],
        ),
    ],
)
def test_a_further_wish_is_a_part(message: str, parts: list[str]) -> None:
    assert [one.text_of(message) for one in request_segments(message)] == parts


@pytest.mark.parametrize(
    "message",
    [
        'fix {"text":"salt and convert 3","b":1',
        "check [1,2,3 and tell me why",
        'valid? ["thyme","sage","dill",',
        "60 litres, a litre weighs about 100 grams. can i carry that, i.e. how many kilos",
        "il y a 5 km, et ça fait combien en miles ?",
    ],
)
def test_one_wish_is_not_cut(message: str) -> None:
    assert request_segments(message) == ()
