"""Requests without a verb beside another one: a figure and its unit, the head of a count, a text that is counted."""

import pytest

from kingdom.orchestrator.parts.segmentation import request_segments, requests_over_data


def pieces(message: str) -> list[str]:
    return [segment.text_of(message) for segment in request_segments(message)]


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("is rosa@@viva.mx ok and 68 kg in lbs", ["is rosa@@viva.mx ok", "68 kg in lbs"]),
        ("ist tom@x.org ok und 68 kg in pfund?", ["ist tom@x.org ok", "68 kg in pfund?"]),
        ("which day is 3 may 2027 and 5 miles to km?", ["which day is 3 may 2027", "5 miles to km?"]),
        ("json ok? [1,2,3,] also 7 inch to cm", ["json ok? [1,2,3,]", "7 inch to cm"]),
        (
            "words in: see you at noon. and which weekday is 24 dec 2026",
            ["words in: see you at noon.", "which weekday is 24 dec 2026"],
        ),
        (
            "wörter in: das ist ein satz. und welcher tag ist der 3.10.2027",
            ["wörter in: das ist ein satz.", "welcher tag ist der 3.10.2027"],
        ),
        ("letters and words of: so it goes. Then tell me 3*4", ["letters and words of: so it goes.", "tell me 3*4"]),
        (
            "how many words Hello there. What is this? And then tell me what 5 miles is in km",
            ["how many words Hello there. What is this?", "tell me what 5 miles is in km"],
        ),
    ],
)
def test_a_message_is_cut_before_it(message: str, parts: list[str]) -> None:
    assert pieces(message) == parts


@pytest.mark.parametrize(
    "message",
    [
        "how much is 5 ft and 3 in in cm",
        "is 2 lb and 4 oz in kg more than one",
        "what is 3 miles and 5 km in total",
        "convert 5 and 6 oz to g",
        "how many sentences We arrived late. The gate was closed! Could we rebook? Nobody knew.",
        "wie viele Sätze Wir kamen an. Ist es spät? Nein.",
        "count the words and tell me if Ann@x.org is valid",
    ],
)
def test_a_message_of_one_request_is_not_cut(message: str) -> None:
    assert pieces(message) == []


@pytest.mark.parametrize(
    "question",
    ["how many days until new years eve", "how many days until christmas", "wie lange ist es noch bis Silvester"],
)
def test_a_question_about_a_holiday_gets_no_data_of_its_neighbour(question: str) -> None:
    message = f'{question} and is {{"a":1 "b":2}} valid json'
    assert requests_over_data(message) == ()
    assert pieces(message) == [question, 'is {"a":1 "b":2} valid json']
