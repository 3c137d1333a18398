"""Public holidays of a country, changes of the clocks, due dates, birthdays asked as well, days of several months."""

import datetime

import pytest

from config.builtins.date_calculator.public_holidays import (
    england_holidays,
    france_holidays,
    germany_holidays,
    us_holidays,
)
from tests.builtins.asking import ask

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
ROLE = "date_calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "How many working days are there from 1 December 2026 to 31 December 2026, both "
            "included? England, so bank holidays off please",
            "**21 working days**",
        ),
        (
            "working days between 21 december 2026 and 8 january 2027 in the UK without bank holidays",
            "**12 working days**",
        ),
        ("how many business days in November 2026 excluding US federal holidays", "**19 working days**"),
        (
            "Wie viele Arbeitstage vom 21. Dezember 2026 bis 8. Januar 2027 ohne Feiertage in Deutschland?",
            "**13 Arbeitstage**",
        ),
        (
            "combien de jours ouvrés entre le 1 mai 2027 et le 31 mai 2027 en France hors jours fériés ?",
            "**19 jours ouvrés**",
        ),
        ("10 working days after 18 december 2026, excluding bank holidays in England", "**Wednesday, 6 January 2027**"),
    ],
)
def test_holidays_of_a_named_country_are_taken_off(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("working days in december 2026, ignoring holidays, UK", "**23 working days**"),
        ("how many working days until 24 december, public holidays off", "are not taken off"),
        ("working days from 1 to 31 december 2026, scotland, bank holidays off", "are not taken off"),
        (
            "how many working days between 3 march 2015 and 30 april 2015 in germany without public holidays",
            "are not taken off",
        ),
        ("what date is 10 business days from today, dont worry about holidays", "**Monday, 14 December 2026**"),
    ],
)
def test_holidays_that_are_not_known_stay_in(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


def test_holidays_follow_the_published_lists() -> None:
    day = datetime.date
    days = ((1, 1), (3, 26), (3, 29), (5, 3), (5, 31), (8, 30), (12, 27), (12, 28))
    assert england_holidays(2027) == {day(2027, *one) for one in days}
    assert day(2026, 7, 3) in us_holidays(2026)  # 4 July is a Saturday
    assert day(2027, 12, 31) in us_holidays(2027)  # 1 January 2028 is a Saturday
    assert {day(2027, 5, 6), day(2027, 5, 17)} <= germany_holidays(2027) & france_holidays(2027)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Is easter 2027 before or after the clocks go forward in the UK?",
            "Sunday, 28 March 2027 is **the same day**",
        ),
        ("Is christmas before the clocks go back in Germany?", "**No**"),
        ("is 20 october 2027 before the clocks go back in France?", "**Yes**"),
        ("does 20 march 2027 come before the clocks change in New York", "**6 days after that**"),
        ("Ist Ostern 2027 vor oder nach der Zeitumstellung in Deutschland?", "**derselbe Tag**"),
        ("when do the clocks go forward in Germany?", "**Sunday, 28 March 2027**"),
        ("how many days until the clocks go forward in the UK", "118 days from now"),
    ],
)
def test_a_day_is_set_against_the_change_of_the_clocks(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "weeks", "due"),
    [
        (
            "first day of my last period was 3 Sept 2026. How many weeks pregnant am I today and "
            "when's the due date (280 days)?",
            "**12 weeks and 4 days**",
            "**Thursday, 10 June 2027**",
        ),
        ("LMP 12 October 2026, how far along am I?", "**7 weeks and 0 days**", "**Monday, 19 July 2027**"),
        (
            "Erster Tag der letzten Periode war der 3. September 2026, in welcher SSW bin ich?",
            "**12 Wochen und 4 Tage**",
            "10. Juni 2027**",
        ),
        (
            "premier jour de mes dernières règles le 3 septembre 2026, quel est le terme de la grossesse ?",
            "**12 semaines",
            "10 juin 2027**",
        ),
        (
            "mi última regla fue el 3 de septiembre de 2026, ¿de cuántas semanas estoy embarazada?",
            "**12 semanas",
            "10 de junio de 2027**",
        ),
    ],
)
def test_a_pregnancy_has_its_weeks_and_its_due_date(message: str, weeks: str, due: str) -> None:
    answer = ask(ROLE, message, now=NOW).answer
    assert weeks in answer
    assert due in answer


def test_a_period_of_a_match_is_no_pregnancy() -> None:
    message = "the last period of the match starts at 20:15 and takes 20 minutes, when does it end?"
    assert "**20:35**" in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "my son was born on Feb 29 2024, how many days old is he today and when's his next real birthday?",
            ("**1,005 days**", "**Tuesday, 29 February 2028**"),
        ),
        (
            "born 14 may 2020, how many weeks old is she and when is her next birthday",
            ("**341 weeks", "**Friday, 14 May 2027**"),
        ),
        (
            "Meine Tochter ist am 3. Mai 2020 geboren. Wie viele Tage ist sie alt und wann ist "
            "ihr nächster Geburtstag?",
            ("**2402 Tage**", "**Montag, 3. Mai 2027**"),
        ),
        ("How old will my dad be on his birthday next year, he was born 12 June 1954", ("one turns **73** in 2027",)),
        ("how old will she be on her next birthday, born 4 march 2010", ("one turns **17** in 2027",)),
        ("how many days until my next birthday on 14 may", ("**165 days**",)),
    ],
)
def test_birthdays_beside_and_ahead(message: str, expected: tuple[str, ...]) -> None:
    answer = ask(ROLE, message, now=NOW).answer
    assert all(one in answer for one in expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("when is thanksgiving 2027? (4th thursday in november)", "**Thursday, 25 November 2027**"),
        ("in 2028, when's the first monday of may", "**Monday, 1 May 2028**"),
        ("2029: last sunday in march?", "**Sunday, 25 March 2029**"),
        ("I moved here on 3 may 2019, when is the first monday of june?", "**Monday, 7 June 2027**"),
        ("rent is due the first weekday of the month. what date in may 2027?", "**Monday, 3 May 2027**"),
        ("quel est le dernier jour ouvré du mois en mars 2027 ?", "**mercredi 31 mars 2027**"),
        ("¿cuál es el último día hábil del mes en mayo de 2027?", "31 de mayo de 2027**"),
    ],
)
def test_the_year_of_a_day_in_a_month_stands_elsewhere(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "we get paid on the last working day of the month, what are the dates for jan, feb and march 2027?",
            ("29 January 2027", "26 February 2027", "31 March 2027"),
        ),
        ("last working day of march, april and may 2027", ("31 March 2027", "30 April 2027", "31 May 2027")),
        (
            "am letzten Arbeitstag des Monats kommt das Geld, wann ist das im Januar und Februar 2027?",
            ("29. Januar 2027", "26. Februar 2027"),
        ),
    ],
)
def test_days_of_several_months_are_all_told(message: str, expected: tuple[str, ...]) -> None:
    answer = ask(ROLE, message, now=NOW).answer
    assert all(one in answer for one in expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "School breaks up Friday 18 December and goes back Monday 4 January. How many days "
            "off inbetween, not counting those two?",
            "**16 days**",
        ),
        ("how many days between 3 march 2027 and 9 march 2027 excluding both", "**5 days**"),
        ("how many days from 3 march to 9 march 2027, without counting either of them", "**5 days**"),
        ("Wie viele Tage liegen zwischen dem 3. März und dem 9. März 2027, ohne diese beiden?", "**5 Tage**"),
        ("how many days from 3 march to 9 march 2027, counting both days", "**7 days**"),
        ("how many days from 1 to 24 dec 2026?", "**23 days**"),
        ("how many full weekends between now and christmas", "**3 Saturdays**"),
    ],
)
def test_both_ends_may_stay_out(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("my library books are due back 3 weeks after 24 november, when is that", "**Tuesday, 15 December 2026**"),
        ("parking ticket from 28 nov, 14 days to pay. deadline?", "**Saturday, 12 December 2026**"),
        ("what is 30 days after 1 december", "**Thursday, 31 December 2026**"),
        ("3 days after 2 november", "November 2027**"),
        (
            "I need to give 6 weeks notice and want to finish on 26 feb 2027. when do i have to hand it in?",
            "**Friday, 15 January 2027**",
        ),
        ("i gave 4 weeks notice on 20 november 2026, when can i leave?", "**Friday, 18 December 2026**"),
        ("5 shifts of 7h 45min, total?", "**38 h 45 min**"),
        ("3 lessons of 50 minutes, how long altogether", "**2 h 30 min**"),
        ("is it 2026 a leap year? and whats the next one", "The next one is **2028**"),
    ],
)
def test_spans_begin_where_the_message_begins_them(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer
