"""A calculation behind "oh and", requests in an order, and wishes for what no handler knows beside an answered one."""

import pytest

from kingdom.cognition.message_reading.further_wishes import find_further_wishes
from kingdom.orchestrator.parts.segmentation import request_segments


def pieces(message: str) -> list[str]:
    return [segment.text_of(message) for segment in request_segments(message)]


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("what is 5 gallons in litres, oh and 12*13", ["what is 5 gallons in litres", "12*13"]),
        ("wie viel sind 45 Meilen in km, ach und 12 * 13", ["wie viel sind 45 Meilen in km", "12 * 13"]),
        ("combien font 5 miles en km, et aussi 12*13", ["combien font 5 miles en km", "12*13"]),
        ("cuánto son 5 millas en km y también 12+13?", ["cuánto son 5 millas en km", "12+13?"]),
        ("is a@b.com valid? oh, and also 19 x 3", ["is a@b.com valid?", "19 x 3"]),
        (
            "first make LOUD out of this: good morning team. then tell me how many days between 5 jan and 20 march",
            ["make LOUD out of this: good morning team.", "tell me how many days between 5 jan and 20 march"],
        ),
        ("first, convert 5 km to miles. then what is 12*13?", ["convert 5 km to miles.", "what is 12*13?"]),
        (
            "zuerst rechne 5 km in Meilen um, und dann was sind 19% von 250?",
            ["rechne 5 km in Meilen um", "was sind 19% von 250?"],
        ),
    ],
)
def test_a_message_is_cut_before_a_request_beside_another(message: str, parts: list[str]) -> None:
    assert pieces(message) == parts


@pytest.mark.parametrize(
    "message",
    [
        "what is 3 + 4 and 5 * 6",
        "5 gallons in litres and 3 pints",
        "first column is the name, then the age",
        "uppercase this: good morning. oh and stay calm",
        "the first 3 and also the last 2 rows",
    ],
)
def test_a_message_of_one_request_is_not_cut(message: str) -> None:
    assert pieces(message) == []


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        (
            "Convert 180 C to F please and also give me the weather in Leeds tomorrow",
            "give me the weather in Leeds tomorrow",
        ),
        ("Convert 180 C to F and the weather in Leeds", "the weather in Leeds"),
        ("180 C in F bitte und gib mir noch das Wetter in Leeds", "gib mir noch das Wetter in Leeds"),
        ("180 °C en °F et la météo à Lyon", "la météo à Lyon"),
        ("5 km in miles, then show me the latest news", "show me the latest news"),
    ],
)
def test_a_wish_for_news_or_weather_is_a_further_wish(message: str, wish: str) -> None:
    assert [message[slice(*item.span)] for item in find_further_wishes(message)] == [wish]


@pytest.mark.parametrize(
    "message",
    [
        "Convert 180 C to F and give me the result in kelvin",
        "count the words: we like the rain and the weather.",
        "sum the sales and get the mean",
        "average the scores and the ages",
    ],
)
def test_words_of_the_data_are_no_further_wish(message: str) -> None:
    assert list(find_further_wishes(message)) == []
