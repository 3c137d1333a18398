"""Requests behind "&", "+" and "btw", behind a heading of the message, and counts of quoted words beside a figure."""

import pytest

from kingdom.orchestrator.parts.segmentation import request_segments


def pieces(message: str) -> list[str]:
    return [segment.text_of(message) for segment in request_segments(message)]


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (
            "convert 8oz cream cheese to grams & how many days til 24 december",
            ["convert 8oz cream cheese to grams", "how many days til 24 december"],
        ),
        ("weekday of 1 aug 2027 + how many kg is 23 lb", ["weekday of 1 aug 2027", "how many kg is 23 lb"]),
        (
            "Wochentag von 1. August 2027 und wie viele kg sind 23 lb?",
            ["Wochentag von 1. August 2027", "wie viele kg sind 23 lb?"],
        ),
        ('is {"pin": 42} valid json? and btw 42 psi in bar', ['is {"pin": 42} valid json?', "42 psi in bar"]),
        ('words in "Wish you were here" and 73 km in miles', ['words in "Wish you were here"', "73 km in miles"]),
        (
            "check a@b.org is ok to print, and what weekday is 13 March 2027, thats for the same flyer",
            ["check a@b.org is ok to print", "what weekday is 13 March 2027, thats for the same flyer"],
        ),
        (
            "Two things for our wedding: is a@b.de fine as an address, and what weekday is 12 June 2027?",
            ["is a@b.de fine as an address", "what weekday is 12 June 2027?"],
        ),
        (
            "Zwei Fragen zu unserer Hochzeit: ist a@b.de gültig, und wie viele Tage sind es bis zum 12. Juni 2027?",
            ["ist a@b.de gültig", "wie viele Tage sind es bis zum 12. Juni 2027?"],
        ),
    ],
)
def test_a_message_is_cut_before_a_request_behind_a_sign(message: str, parts: list[str]) -> None:
    assert pieces(message) == parts


@pytest.mark.parametrize(
    "message",
    [
        "what is 3 + 4 & 5 * 6",
        "salt & pepper, 5 oz in grams",
        'words in "salt & how much pepper"',
        "5 ft + 3 in in cm",
        'Count the sentences, and mind that "Mr." is no full stop: Mr. Pike lost his hat. Did anyone see it?',
        "how many words has this file, and how many letters has the same file",
    ],
)
def test_a_message_of_one_request_stays_whole(message: str) -> None:
    assert pieces(message) == []
