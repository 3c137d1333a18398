"""Lengths behind a start and in a sum, anniversaries of a told year, ends left out, times without a colon."""

import pytest

from tests.builtins.asking import ask, builtin, handler, payload

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def said(message: str) -> str:
    """Return the answer of the date handler on that Monday."""
    return ask("date_calculator", message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Tour starts 8:40. First stop takes 1h15, second 50 min, lunch 1h20. When are we done?", "**12:05**"),
        ("We leave at 9:15, drive 1h40, break 20 min, then another 45 min. What time do we get there?", "**12:00**"),
        ("start 7:30, sorting 1h05, packing 2h10. when are we finished", "**10:45**"),
        ("Film beginnt um 20:15, Werbung 25 min, Film 2h05. Wann ist Schluss?", "**22:45**"),
        (
            "Départ à 8h40, première étape 1h15, deuxième 50 min, repas 1h20. À quelle heure finissons-nous ?",
            "**12:05**",
        ),
        ("1h48 + 2h25 + 55min", "**5 h 8 min**"),
        ("1h48 plus 2h25 plus 55min", "**5 h 8 min**"),
        ("45 min + 1h10 + 1h05", "**3 h**"),
        ("2h05 + 40 min + 1h30 + 15 min", "**4 h 30 min**"),
    ],
)
def test_lengths_behind_a_start_and_in_a_sum_add_up(message: str, wanted: str) -> None:
    """What follows the one start is no second time of day."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("14h30 + 45min", "**15:15**"),
        ("8:40 + 1h15 + 50min", "**10:45**"),
        ("worked 8:40 to 17:10, lunch 45 min, how long did I work", "**7 h 45 min**"),
        ("shift 22:00 to 6:30 how long is that", "**8 h 30 min**"),
        ("school from 8h40 to 12h20, how long", "**3 h 40 min**"),
    ],
)
def test_times_of_day_stay_times_of_day(message: str, wanted: str) -> None:
    """A span of two times, and what is added to one, are read as before."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "We married on 8 June 1974. Which anniversary is it next year and on what weekday?",
            ("**53rd**", "**Tuesday, 8 June 2027**"),
        ),
        (
            "Our company was founded on 2 May 1999, which anniversary do we celebrate in 2030?",
            ("**31st**", "2 May 2030"),
        ),
        ("which birthday is it next year, born 3 may 1980", ("**47th**", "3 May 2027")),
        ("We married on 8 June 1974. Which anniversary is it this year?", ("**52nd**", "8 June 2026")),
        (
            "Wir haben am 8. Juni 1974 geheiratet. Der wievielte Hochzeitstag ist das nächstes Jahr?",
            ("**53.**", "Dienstag, 8. Juni 2027"),
        ),
        (
            "Nous nous sommes mariés le 8 juin 1974. Quel anniversaire de mariage est-ce l'année prochaine ?",
            ("**53e**", "mardi 8 juin 2027"),
        ),
        ("Nos casamos el 8 de junio de 1974. ¿Qué aniversario es el año que viene?", ("**53.º**", "martes")),
    ],
)
def test_the_anniversary_of_a_told_year(message: str, wanted: tuple[str, ...]) -> None:
    """It is counted from the day that is named, with its weekday in that year."""
    answer = said(message)
    assert all(one in answer for one in wanted), answer


def test_a_weekday_alone_is_that_of_the_day() -> None:
    """Without a year and an anniversary the day itself is meant."""
    assert "**Saturday**" in said("We married on 8 June 1974. What weekday was that?")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "thermodynamics exam 29 january. how many days left if i dont count today and not the exam day either",
            "**59 days**",
        ),
        ("days left until 24 december without today and without the day itself", "**23 days**"),
        ("how many days until the wedding on 5 june, not counting the wedding day", "**186 days**"),
        ("how many days from 3 March to 10 March, excluding sundays and the start day", "**6 days**"),
        ("exam 29 january. how many days left if i dont count today", "**60 days**"),
    ],
)
def test_ends_that_are_left_out(message: str, wanted: str) -> None:
    """A day may be left out by what is told of it."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("The net starts at 1500 UTC today, what's the clock in Sydney then?", "**02:00 the next day in Sydney"),
        ("net at 1830z, what time is that in Tokyo?", "**03:30 the next day in Tokyo"),
        ("Was ist 1500 UTC in Sydney?", "**02:00**"),
    ],
)
def test_a_time_of_day_without_a_colon(message: str, wanted: str) -> None:
    """Four figures in front of UTC are a time of day."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "is_sure"),
    [
        ("planted garlic 24 oct this year, takes about 240 days, when can i pull it", True),
        ("sowed beans 12 march this year, they need 90 days, when can i pick them", True),
        ("planted garlic 24 oct, takes 240 days, when can i pull it and how much does it weigh", False),
        ("exam 5 may, revising takes 3 weeks, when should i start", False),
    ],
)
def test_a_told_start_and_length_make_one_certain_question(message: str, is_sure: bool) -> None:
    """Two questions, and one that counts back, are not certain by it."""
    assert builtin("date_calculator").routable
    assert handler("date_calculator")(payload(message, now=NOW), None)["definite"] is is_sure
