"""Days as people say them, and durations and dates that a message tells twice or in two ways."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "date_calculator"
THURSDAY = "2026-11-26T10:00:00+00:00"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("thursday in two weeks, which date is that", "2026-12-10"),
        ("what date is monday week", "2026-12-07"),
        ("last day of this quarter?", "2026-12-31"),
        ("when does next quarter start", "2027-01-01"),
        ("when does the last quarter end", "2026-09-30"),
        ("I land on 5 Jan 2027 and that counts as day 1. Which date is day 90?", "2027-04-04"),
        ("notice period is 90 days, he gave it on 12 oct 2026. what date is 90 days after that", "2027-01-10"),
        ("passport ends 30 june 2027, must be valid 6 months. what date is 6 months after 2 jan 2027", "2027-07-02"),
        ("invoice date 2026-10-19, terms net 45. due when?", "2026-12-03"),
        ("Invoice dated 12/11/2026 (12 Nov), net 45. When is it due?", "2026-12-27"),
        ("Last frost is around May 10. Sow 8 weeks before. What date in 2027?", "2027-03-15"),
        ("what weekday does christmas fall on in 2027?", "2027-12-25"),
    ],
)
def test_the_day_that_is_meant(message: str, expected: str) -> None:
    assert output(ROLE, message, now=THURSDAY)["date"] == expected


def test_a_weekday_that_may_be_either_is_said() -> None:
    made = ask(ROLE, "what date is monday in two weeks", now=THURSDAY).answer
    assert "7 December 2026" in made
    assert "14 December 2026" in made


def test_figures_are_read_in_the_order_of_the_date_beside_them() -> None:
    assert output(ROLE, "days between 03/15/2026 and 07/04/2026", now=THURSDAY)["days"] == 111


def test_weekdays_that_are_left_begin_today() -> None:
    assert output(ROLE, "how many sundays are left this year", now=THURSDAY)["count"] == 5


@pytest.mark.parametrize(("year", "word"), [("2028", "Yes"), ("1900", "No")])
def test_a_leap_year_is_answered_with_yes_or_no(year: str, word: str) -> None:
    assert ask(ROLE, f"is {year} a leap year").answer.startswith(f"{word}: {year}")


def test_a_flying_time_is_no_time_of_day() -> None:
    assert output(ROLE, "flight leaves 14:20, flying time 3h55, same time zone. arrival?")["clock"] == "18:15"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how many days until the middle of february", "15 February 2027 it is **79 days**"),
        ("days until mid-february", "79 days"),
        ("what weekday is mid March 2027", "15 March 2027 is a **Monday**"),
        ("how many days until the middle of next month", "15 December 2026"),
        ("how many weeks from start of january to the middle of may 2027", "19 weeks and 1 day"),
        ("wie viele Tage bis Mitte Februar", "15. Februar 2027 sind es **79 Tage**"),
        ("combien de jours jusqu'à mi-février", "79 jours"),
        ("cuántos días faltan hasta mediados de febrero", "79 días"),
        ("what is the middle of 1 march 2027 and 31 march 2027", "Tuesday, 16 March 2027"),
    ],
)
def test_the_middle_of_a_month_is_its_fifteenth(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now="2026-11-28T12:00:00+00:00").answer


@pytest.mark.parametrize(
    "text",
    [
        "30 minutes every day since 1 november, how many hours in total until today",
        "run every day for 30 minutes since 1 november. how many hours until today",
        "2 hours a week since 1 june, how many hours until today",
    ],
)
def test_what_is_repeated_each_day_is_not_the_time_between(text: str) -> None:
    assert ask("date_calculator", text, now="2026-11-28T12:00:00+00:00").tag == "NULL"
