"""A greeting with a word about the weather, the day or a trial behind it is a greeting; one with a wish is not."""

import pytest

from kingdom.orchestrator.small_talk.recognition import small_talk_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("good morning dear, bit cold today isnt it. just trying if this thing works", "en"),
        ("good morning, bit slow today, need more coffee. you?", "en"),
        ("hello there, lovely weather today", "en"),
        ("hi, my name is Tom", "en"),
        ("hey! Monday again. and you?", "en"),
        ("evening all, long day at work", "en"),
        ("Guten Morgen, ganz schön kalt heute", "de"),
        ("Hallo, ich probiere das hier nur aus", "de"),
        ("bonjour, il fait froid ce matin", "fr"),
        ("buenas, qué frío hace hoy", "es"),
    ],
)
def test_chatter_behind_a_greeting_asks_for_nothing(text: str, language: str) -> None:
    talk = small_talk_of(text)
    assert talk is not None
    assert (talk.topic, talk.language) == ("greeting", language)


@pytest.mark.parametrize(
    "text",
    [
        "hello, will it be cold tomorrow?",
        "hi, the heating is broken and my flat is cold",
        "hello, count the words: cold warm hot",
        "hi, 2 cups of coffee in ml",
        "hi, translate cold to German",
        "good morning, remind me on Monday to buy coffee",
        "hello, my card is lost",
        "hi, I need coffee near me",
        "morning, is it cold in Oslo",
        "hallo, wie wird das wetter am montag",
        "hi, Monday in 3 weeks",
        "good morning, Monday next week please",
        "bonjour, rappelle-moi lundi le café",
        "cold today, isn't it",
    ],
)
def test_a_wish_behind_a_greeting_is_one(text: str) -> None:
    assert small_talk_of(text) is None
