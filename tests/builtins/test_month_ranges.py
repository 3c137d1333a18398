"""The n-th weekday of each month of a range of months, and how many weekdays the range has."""

import pytest

from tests.builtins.asking import ask, output, unused_words

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
ROLE = "date_calculator"
THIRD_THURSDAYS = ["2027-01-21", "2027-02-18", "2027-03-18", "2027-04-15", "2027-05-20", "2027-06-17"]
FIRST_MONDAYS = ["2027-03-01", "2027-04-05", "2027-05-03", "2027-06-07", "2027-07-05", "2027-08-02"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("every 3rd thursday jan to june 2027", THIRD_THURSDAYS),
        ("every third thursday from january to june 2027", THIRD_THURSDAYS),
        ("third thursday of each month january - june 2027", THIRD_THURSDAYS),
        ("third thursday january to june", THIRD_THURSDAYS),
        ("jeden 3. donnerstag januar bis juni 2027", THIRD_THURSDAYS),
        ("tous les 3e jeudis de janvier à juin 2027", THIRD_THURSDAYS),
        ("cada tercer jueves de enero a junio de 2027", THIRD_THURSDAYS),
        ("first monday of the month, march to august 2027", FIRST_MONDAYS),
        ("jeden ersten montag im monat von märz bis august 2027", FIRST_MONDAYS),
        ("chaque premier lundi du mois de mars à août 2027", FIRST_MONDAYS),
        ("el primer lunes de cada mes de marzo a agosto 2027", FIRST_MONDAYS),
        ("the last friday of every month between april and june 2027", ["2027-04-30", "2027-05-28", "2027-06-25"]),
        ("every 1st saturday dec 2026 to feb 2027", ["2026-12-05", "2027-01-02", "2027-02-06"]),
        ("first friday november to january 2027", ["2026-11-06", "2026-12-04", "2027-01-01"]),
        ("dates for the 2nd wednesday, jan thru mar 2027", ["2027-01-13", "2027-02-10", "2027-03-10"]),
        ("1st and 3rd monday of each month, jan to feb 2027", ["2027-01-04", "2027-01-18", "2027-02-01", "2027-02-15"]),
        ("5th monday jan to jun 2027", ["2027-03-29", "2027-05-31"]),
    ],
)
def test_the_nth_weekday_of_each_month_of_a_range(message: str, expected: list[str]) -> None:
    assert output(ROLE, message, now=NOW)["dates"] == expected


def test_the_months_of_a_range_count_as_read() -> None:
    assert not any(char.isdigit() for char in unused_words(ROLE, "every 3rd thursday jan to june 2027", now=NOW))
    assert "june" not in unused_words(ROLE, "every 3rd thursday jan to june 2027", now=NOW)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("how many thursdays from january to june 2027", 25),
        ("how many fridays jan - mar 2027", 13),
        ("wie viele montage von januar bis märz 2027", 13),
    ],
)
def test_the_weekdays_of_a_range_are_counted(message: str, count: int) -> None:
    assert output(ROLE, message, now=NOW)["count"] == count


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("third thursday in january 2027", "The third Thursday of January 2027 is **Thursday, 21 January 2027**."),
        ("3rd thursday jan, feb, mar 2027", "The 3rd Thursday of March 2027 is **Thursday, 18 March 2027**."),
        ("how many mondays in december 2026", "**4 Mondays**"),
        ("days from 3 january 2027 to 30 june 2027", "**178 days**"),
        ("how many mondays between 4 january 2027 and 31 march 2027", "**13 Mondays**"),
        ("every other tuesday starting 8 dec 2026, dates until end of january", "**Tuesday, 19 January 2027**"),
    ],
)
def test_other_questions_are_not_taken_for_a_range(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message, now=NOW).answer
