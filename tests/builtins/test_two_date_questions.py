"""Two questions about dates in one message, a bare departure and arrival, and questions beside a story."""

import pytest

from tests.builtins.asking import ask, handler, payload

NOW = "2026-11-28T12:00:00+00:00"  # a Saturday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("which calendar week is it and how many days are left in the year", ("week 48", "33 days are left")),
        ("what day is it today and how many days until new year", ("Saturday, 28 November", "34 days")),
        ("what weekday is 4 July 2027 and how many days until christmas", ("Sunday", "27 days")),
        ("welche Kalenderwoche haben wir und wie viele Tage hat das Jahr noch", ("Kalenderwoche 48", "33 Tage")),
        ("welcher Wochentag ist der 4. Juli 2027 und wie viele Tage sind es bis Weihnachten", ("Sonntag", "27 Tage")),
        ("quel jour sommes-nous et combien de jours jusqu'à noël", ("samedi", "27 jours")),
        ("qué día es hoy y cuántos días faltan para navidad", ("sábado", "27 días")),
        ("is 2028 a leap year and how many days until new year", ("2028 is **a leap year**", "34 days")),
        ("which week is 4 january 2027 and which weekday is 12 may 2027", ("week 1", "Wednesday")),
        ("when is easter 2027 and how many days until christmas", ("28 March 2027", "27 days")),
        ("what date is easter and what date is 3 weeks from today", ("28 March 2027", "19 December 2026")),
        ("how many days until christmas and until easter", ("27 days", "120 days")),
        ("flight leaves 14:20 and lasts 8 hours, when do I land and how long until christmas", ("22:20**", "27 days")),
        ("shift from 22:15 to 6:45, how long is that and how many days until christmas?", ("8 h 30 min", "27 days")),
        ("what time is 3pm Berlin in Tokyo and what weekday is 4 July 2027", ("23:00 in Tokyo", "Sunday")),
    ],
)
def test_answers_both_questions(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("date_calculator", text, now=NOW).answer
    assert all(one in answer for one in expected), answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what weekday is 4 July 2027 and how many days until then", "218 days"),
        ("how many days between 3 march and 5 april 2027 and how many weeks is that", "4 weeks and 5 days"),
        ("what weekday is 4 july and what weekday is 25 december 2028", "4 July 2028 is a **Tuesday**"),
        ("how old am i if born 3 may 1990 and how many days until my birthday", "156 days"),
        ("how many days from 3 march 2027 until 5 april 2027", "33 days"),
    ],
)
def test_leaves_questions_together_of_which_one_points_at_the_other(text: str, expected: str) -> None:
    answer = ask("date_calculator", text, now=NOW).answer
    assert expected in answer
    assert "\n\n" not in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("left 7:52, arrived 11:19", "3 h 27 min"),
        ("losgefahren 7:52, angekommen 11:19", "3 h 27 min"),
        ("Abfahrt 7:52 Ankunft 11:19", "3 h 27 min"),
        ("parti à 7h52, arrivé à 11h19", "3 h 27 min"),
        ("salí a las 7:52, llegué a las 11:19", "3 h 27 min"),
        ("departed 22:40, landed 6:15", "7 h 35 min"),
    ],
)
def test_says_how_long_a_way_took(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


@pytest.mark.parametrize(
    "text", ["left 7:52, arrived 11:19, average speed for 300 km", "left 7:52, arrived 11:19 what was my delay"]
)
def test_computes_nothing_else_from_departure_and_arrival(text: str) -> None:
    assert ask("date_calculator", text).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "definite"),
    [
        ("vet says bring the dog back 3 weeks from today, what date do i write down", True),
        ("dentist said come back in 6 months, what date is that", True),
        ("store opens 9:30, now 8:50, how long to wait", True),
        ("rent goes out every 3rd of the month. days until the next one?", True),
        ("insurance is paid every 15th of the month, when is the next one", True),
        ("movie starts 20:15, now 19:40, how long is the movie", False),
        ("3 weeks from today we move, what day is best for a party", False),
        ("vet says come back 3 weeks from today, what date is it and how do i get there", False),
    ],
)
def test_is_sure_of_its_own_question_beside_a_story(text: str, definite: bool) -> None:
    assert handler("date_calculator")(payload(text, now=NOW), None).get("definite") is definite
