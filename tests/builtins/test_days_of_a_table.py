"""Conditions on the days of a table's rows, and the rows of its first and last day."""

import pytest

from tests.builtins.asking import ask

STAFF = (
    "\nname,dept,salary,start\nIvo,Sales,41200,2019-03-01\nLena,IT,58300,2021-06-15\n"
    "Omar,IT,61150,2018-11-20\nPia,Sales,39800,2022-01-10\nRuth,HR,47500,2020-09-05"
)
ORDERS = "\nDatum;Kunde;Betrag\n03.02.2025;Meier;120,50\n17.02.2025;Kurz;80\n01.03.2025;Meier;60\n14.04.2025;Lang;210"


def named(question: str, table: str) -> set[str]:
    """Return the names that the answer lists."""
    answer = ask("csv_statistics", question + table).answer
    return {name for name in ("Ivo", "Lena", "Omar", "Pia", "Ruth", "Meier", "Kurz", "Lang") if name in answer}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("who started after 2020-12-31?", {"Lena", "Pia"}),
        ("which of them started in 2019?", {"Ivo"}),
        ("who started before March 2020", {"Ivo", "Omar"}),
        ("who started on 5 September 2020?", {"Ruth"}),
        ("who did not start in 2021", {"Ivo", "Omar", "Pia", "Ruth"}),
        ("who started between 2019 and 2020?", {"Ivo", "Ruth"}),
        ("who earns more than 45000 and started before 2020", {"Omar"}),
        ("who is the newest?", {"Pia"}),
        ("who has been there the longest", {"Omar"}),
    ],
)
def test_who_by_their_days(question: str, names: set[str]) -> None:
    assert named(question, STAFF) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("welche Bestellungen vor März 2025", {"Meier", "Kurz"}),
        ("welche Bestellungen seit dem 1.3.2025", {"Meier", "Lang"}),
        ("letzte Bestellung von Meier?", {"Meier"}),
        ("erste Bestellung?", {"Meier"}),
        ("latest order", {"Lang"}),
    ],
)
def test_orders_by_their_days(question: str, names: set[str]) -> None:
    assert named(question, ORDERS) == names


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("how many started after 2020", STAFF, "where 2021-01-01 ≤ start is **2**"),
        ("average salary of those who started since 2020", STAFF, "is **48,533.3**"),
        ("sum of salary in 2021", STAFF, "is **58,300**"),
        ("Summe Betrag nach dem 15.02.2025", ORDERS, "mit 2025-02-16 ≤ Datum: **350**"),
        ("wie viel Umsatz im Februar 2025", ORDERS, "2025-02-01 ≤ Datum ≤ 2025-02-28: **200,5**"),
    ],
)
def test_figures_of_a_span_of_days(question: str, table: str, expected: str) -> None:
    assert expected in ask("csv_statistics", question + table).answer


@pytest.mark.parametrize("question", ["which of them started in 2019?", "who started in 2019"])
def test_who_is_asked_after_a_figure(question: str) -> None:
    answer = ask("csv_statistics", question, "average salary?" + STAFF).answer
    assert "**1** of 5 rows" in answer
    assert "Ivo" in answer


def test_days_that_may_be_read_in_two_ways_are_no_days() -> None:
    table = "\nday,total\n03/04/2025,5\n05/06/2025,7"
    assert "I did not use" in ask("csv_statistics", "total after 1 May 2025" + table).answer


def test_a_year_of_its_own_column_is_no_day() -> None:
    table = "\ncity,year,opened,visits\nA,2020,2001-05-01,5\nB,2021,2003-05-01,7"
    assert "is **7**" in ask("csv_statistics", "total visits after 2020" + table).answer
