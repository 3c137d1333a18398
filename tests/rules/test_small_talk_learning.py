"""Whether Kingdom can learn more, or whether sums are all it does, is about Kingdom; a wish with a task is not."""

import pytest

from kingdom.orchestrator.small_talk.recognition import small_talk_of


@pytest.mark.parametrize(
    ("message", "topic", "language"),
    [
        ("so do you only do sums and dates or can you learn new things too?", "growth", "en"),
        ("how do I teach you something new, can I add my own helper?", "growth", "en"),
        ("how can I add an expert", "growth", "en"),
        ("can you teach yourself to do new stuff?", "growth", "en"),
        ("is that all you can do or can more be added", "growth", "en"),
        ("will you get better over time?", "growth", "en"),
        ("Kannst du auch neue Sachen lernen?", "growth", "de"),
        ("Kann man dir noch was neues beibringen?", "growth", "de"),
        ("est-ce que tu peux apprendre de nouvelles choses ?", "growth", "fr"),
        ("¿puedes aprender cosas nuevas?", "growth", "es"),
        ("do you only do maths?", "capabilities", "en"),
        ("is this everything you do?", "capabilities", "en"),
        ("Ist das alles was du kannst?", "capabilities", "de"),
        ("Kannst du nur rechnen?", "capabilities", "de"),
        ("tu sais faire autre chose que des calculs ?", "capabilities", "fr"),
        ("bonjour, tu sais faire quoi ?", "capabilities", "fr"),
        ("¿haces algo más?", "capabilities", "es"),
    ],
)
def test_what_can_be_added_and_whether_that_is_all(message: str, topic: str, language: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == (topic, language)


@pytest.mark.parametrize(
    "message",
    [
        "can you learn how to check ISBNs?",
        "how do I teach my dog something new",
        "can I add a helper to my staff list",
        "how do I teach you chess",
        "can you learn new things about my invoices and sort them",
        "do you only do maths for kids under 10?",
        "can you do anything else with this table",
        "is that all the money",
        "peux-tu apprendre à traduire",
        "kannst du nur die Summe rechnen",
    ],
)
def test_a_task_is_none_of_them(message: str) -> None:
    assert small_talk_of(message) is None
