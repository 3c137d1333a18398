"""A day that moves off the weekend where a message says so, in either direction."""

import pytest

from tests.builtins.asking import ask, output, unused_words

NOW = "2026-11-30T08:30:00+00:00"  # a Monday
ROLE = "date_calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("invoice dated today, 40 days to pay, if that is a weekend then next monday. due date?", "2027-01-11"),
        ("invoice 30 nov 2026 net 40, if it's a weekend, next business day. when due?", "2027-01-11"),
        ("40 days from 30 nov 2026, if weekend move to monday", "2027-01-11"),
        ("40 days from 30 nov 2026, roll to monday when it lands on a weekend", "2027-01-11"),
        ("due 40 days after 30 nov 2026 but not on a weekend, then next monday", "2027-01-11"),
        ("40 days after 30 nov 2026; weekends move to the friday before", "2027-01-08"),
        ("40 days after 30 nov 2026, if that's a saturday the friday before", "2027-01-08"),
        ("30 nov 2026 + 41 days, if on a weekend pay the friday before", "2027-01-08"),
        ("rechnung vom 30.11.2026, 40 tage, wenn das ein wochenende ist dann nächster montag", "2027-01-11"),
        ("rechnung vom 30.11.2026, in 40 tagen, fällt das aufs wochenende gilt der nächste werktag", "2027-01-11"),
        ("facture du 30 novembre 2026, 40 jours, si c'est un week-end alors le lundi suivant", "2027-01-11"),
        ("30 de noviembre de 2026 más 40 días, si cae en fin de semana el lunes siguiente", "2027-01-11"),
        ("rent is due 1 may 2027, if that falls on a weekend the next working day. what date?", "2027-05-03"),
    ],
)
def test_a_day_moves_off_the_weekend(message: str, expected: str) -> None:
    assert output(ROLE, message, now=NOW)["date"] == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("payment 45 days after 30 nov 2026, if the due date falls on a weekend the next monday counts", "2027-01-14"),
        ("40 days after 30 nov 2026, if that's a sunday the monday after", "2027-01-09"),
        ("40 days after 30 nov 2026", "2027-01-09"),
        ("what date is next monday", "2026-12-07"),
    ],
)
def test_a_day_that_the_rule_does_not_move_stays(message: str, expected: str) -> None:
    assert output(ROLE, message, now=NOW)["date"] == expected


def test_the_rule_counts_as_read_and_other_weekends_are_asked_about() -> None:
    told = "40 days from 30 nov 2026, if that is a weekend then next monday"
    assert "monday" not in unused_words(ROLE, told, now=NOW)
    assert "**Yes**" in ask(ROLE, "is 9 january 2027 a weekend", now=NOW).answer
    assert "25 December 2027 is a **Saturday**" in ask(ROLE, "is christmas 2027 on a weekend", now=NOW).answer
