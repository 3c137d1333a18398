"""The n-th working day of a month, fees in per cent, American dates in figures, counted days, rents per area."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def told(message: str, role: str = "date_calculator") -> str:
    """Return the answer of a handler on that Monday."""
    return ask(role, message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("rent is due on the third working day of december, which date is it?", "Thursday, 3 December 2026"),
        ("when is the 5th working day of january 2027", "Friday, 8 January 2027"),
        ("second to last business day of this month, when?", "Friday, 27 November 2026"),
        ("what's the 3rd business day of next month", "Thursday, 3 December 2026"),
        ("Welches Datum hat der 3. Werktag im März 2027?", "Mittwoch, 3. März 2027"),
        ("wann ist der dritte arbeitstag im dezember", "Donnerstag, 3. Dezember 2026"),
        ("quel est le troisième jour ouvré de décembre", "jeudi 3 décembre 2026"),
        ("¿cuál es el quinto día laborable de enero de 2027?", "viernes, 8 de enero de 2027"),
    ],
)
def test_nth_working_day_of_a_month_is_a_day(message: str, wanted: str) -> None:
    """It is counted from Monday to Friday; 1 January is left out."""
    assert f"**{wanted}**" in told(message)


@pytest.mark.parametrize(
    "message",
    [
        "when is the third working day of december without the 2nd?",
        "how many days until the third working day of december",
    ],
)
def test_nth_working_day_is_no_count(message: str) -> None:
    """A question with more than that day gets no count of all working days."""
    assert "23 working days" not in told(message)


def test_working_days_of_a_month_are_still_counted() -> None:
    """A question for their number gets it."""
    assert "**23 working days**" in told("how many working days in December")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("how much is 3% late fee on 815", "**24.45**"),
        ("how much are 3% late fees on the rent of 815", "**24.45**"),
        ("what is 2.5% commission on 2000", "**50**"),
        ("wie viel sind 3% Mahngebühr auf 815", "**24,45**"),
        ("combien font 3 % de pénalité de retard sur 815", "**24,45**"),
        ("how much is 815 with a 3% late fee", "**839.45**"),
        ("invoice of 815, 3% late fee, what do I pay?", "**839.45**"),
        ("wie viel sind 815 plus 3% Mahngebühr", "**839,45**"),
    ],
)
def test_a_fee_on_a_sum_is_the_fee(message: str, wanted: str) -> None:
    """The sum with the fee is told where that is asked for."""
    assert wanted in told(message, "calculator")
