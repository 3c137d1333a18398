"""How far a place is ahead or behind is no length of time; words around "today" and "when would that be" are read."""

import pytest

from tests.builtins.asking import ask, unused_words

FLIGHT = "my flight takes 10h 50m, it leaves Madrid 11:15 on 4 Dec and I'm going to New York (6 hours behind)."


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("it's 14:00 here and Anna is 5 hours ahead, what time is it for her", "**19:00** there"),
        ("it's 15:00 here, my brother is 8 hours behind us. what time is it there?", "**07:00** there"),
        ("my sister's place is 3 hours ahead. it's 20:00 there, what time is it for me?", "**17:00** here"),
        (
            "flight leaves at 9:30, takes 8 hours, and the destination is 5 hours behind. arrival time?",
            "**12:30** there",
        ),
        (
            "If I depart 22:10 and the flight is 12h 30m to a place 7 hours ahead, when do I land?",
            "**17:40 the next day**",
        ),
        ("train takes 3 h 10, leaves London 9:01, when does it get to Paris (1 hour ahead)?", "**13:11 in Paris"),
        (f"{FLIGHT} When do I land local time?", "**16:05 in New York"),
        (
            "Flug 10 Stunden 50, Abflug Madrid 11:15, New York ist 6 Stunden zurück. Wann lande ich Ortszeit?",
            "**16:05**",
        ),
        ("My aunt in Asia is 7 hours ahead of us. It's 13:40 here - what time is it at hers?", "**20:40** there"),
        ("the clock in the kitchen is 1 hour ahead. it shows 15:00, what time is it really?", "**14:00**"),
        ("it's 8am in Lisbon, Berlin is one hour ahead, so what time in Berlin?", "**09:00 in Berlin (UTC+1)**"),
        ("how many hours is Tokyo ahead of Berlin", "Berlin is **8 h behind** Tokyo"),
        ("the train is 2 hours behind, it was due at 14:00. when does it arrive?", "**16:00**"),
        ("set the alarm 2 hours ahead of 9:30", "**07:30**"),
        ("the meeting is at 14:00, be there 15 minutes ahead. when is that", "**13:45**"),
    ],
)
def test_an_offset_is_not_added_as_a_length_of_time(message: str, expected: str) -> None:
    assert expected in ask("date_calculator", message).answer


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("the books were due on 6 November and I only bring them back today. How many days late am I?", "bring"),
        (
            "check-up on 12 May 2026, come back in half a year. When would that have been, and how long ago is it?",
            "have been",
        ),
    ],
)
def test_words_that_say_nothing_more_are_used(message: str, words: str) -> None:
    assert words not in unused_words("date_calculator", message)


def test_a_weekday_alone_stays_unused() -> None:
    assert "mondays" in unused_words("date_calculator", "I only work mondays. how many days until 24 december 2026?")
