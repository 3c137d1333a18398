"""Small talk: where to begin, what Kingdom sees of others, how sure it is, what it cannot do, and enough for today."""

import pytest

from kingdom.orchestrator.replies.self_replies import self_reply
from kingdom.orchestrator.small_talk.recognition import small_talk_of
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk


@pytest.mark.parametrize(
    ("text", "topic", "language"),
    [
        ("Good morning! My colleague said to try you out. Where do I begin?", "capabilities", "en"),
        ("hi, my boss told me I should try this. how do we start?", "capabilities", "en"),
        ("where do I start?", "capabilities", "en"),
        ("Hallo, meine Kollegin meint ich soll dich mal testen. Wo fange ich am besten an?", "capabilities", "de"),
        ("can you see the other messages my coworkers write on here?", "privacy", "en"),
        ("can you see what my colleagues write here?", "privacy", "en"),
        ("do you see the messages of other users?", "privacy", "en"),
        ("Kannst du sehen, was meine Kollegen hier schreiben?", "privacy", "de"),
        ("how sure are you usually about your answers? do you guess?", "accuracy", "en"),
        ("are you ever guessing your answers?", "accuracy", "en"),
        ("how confident are you in your results", "accuracy", "en"),
        ("Wie sicher bist du bei deinen Antworten?", "accuracy", "de"),
        ("was kannst du eigentlich alles und was nicht", "capabilities", "de"),
        ("was kannst du und was nicht?", "capabilities", "de"),
        ("what can you do and what not?", "capabilities", "en"),
        ("ok thats enough for today, bye!", "farewell", "en"),
        ("that's enough for now, thanks", "farewell", "en"),
        ("I'm done for today, see you tomorrow", "farewell", "en"),
        ("Das reicht für heute, tschüss!", "farewell", "de"),
        ("ça suffit pour aujourd'hui, au revoir", "farewell", "fr"),
        ("ya basta por hoy, adiós", "farewell", "es"),
    ],
)
def test_such_messages_are_small_talk(text: str, topic: str, language: str) -> None:
    assert small_talk_of(text) == SmallTalk(topic, language)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "are you sure?",
        "can you guess my age",
        "how sure are you about the weather tomorrow",
        "where do I begin the sum in my table",
        "is 5 enough for today",
        "that's enough sugar for today: 50 g",
        "can you see the errors in my table",
        "can someone look at this report",
        "my colleague said to convert 5 km to miles",
        "was kannst du mit dieser Tabelle machen und was nicht zählen",
    ],
)
def test_what_has_a_matter_of_its_own_is_none(text: str) -> None:
    assert small_talk_of(text) is None


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "instead of guessing"), ("de", "statt zu raten"), ("fr", "au lieu de deviner"), ("es", "de adivinar")],
)
def test_the_reply_on_accuracy_says_that_nothing_is_guessed(language: str, said: str) -> None:
    reply = self_reply(SmallTalk("accuracy", language), with_model=False)  # type: ignore[arg-type]
    assert said in reply
