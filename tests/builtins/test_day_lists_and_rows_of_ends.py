"""Days with figures in one line, the rows of both ends of a column, gaps that a question leaves out."""

import pytest

from tests.builtins.asking import ask, unused_words

WEEK = "mon 120, tue 95, wed 143, thu 88, fri 160"
TEMPS = "time,temp\n06:00,-3.5\n12:00,4.2\n18:00,1.1\n23:00,-5.0"
HOSTELS = "hostel,price\nSunny,14\nHarbor,n/a\nOldTown,19\nRiver,12\nCastle,n/a"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"sales {WEEK}. average and best day", ["**121.2**", "**fri**"]),
        (f"average of {WEEK}", ["**121.2**"]),
        (f"what is the total: {WEEK}", ["**606**"]),
        (f"{WEEK} which day was the best?", ["fri"]),
        ("jan 1200, feb 900, mar 1500: which month was best and what is the total", ["**mar**", "**3,600**"]),
        ("median of visitors q1 400, q2 650, q3 300", ["**400**"]),
        ("umsatz mo 120, di 95, mi 143. durchschnitt und bester tag", ["**119,333**", "**mi**"]),
        ("ventes lundi 120, mardi 95, mercredi 145. moyenne", ["**120**"]),
        ("ventas lun 120, mar 95, mie 145. media", ["**120**"]),
        ("hours: mon 8; tue 7.5; wed 6 and thu 9 total", ["**30.5**"]),
    ],
)
def test_days_of_one_line_are_a_table(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    "message",
    [
        "meet me mon 10, tue 11, wed 12",
        "average of jan 5, feb 10, mar 15",
        "total time mon 8:30, tue 9:15, wed 7:45",
        "mon 120, tue 95 average",
        "mon 120, tue 95, mon 143 average",
        "total rent 800, food 300, bus 50",
    ],
)
def test_other_lists_are_no_table_of_days(message: str) -> None:
    assert "see none here" in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    "question",
    [
        "min max temp and when",
        "min and max temp, and when?",
        "when was the max and min temp",
        "min und max temp und wann",
        "min et max de temp et quand",
        "min y max de temp y cuando",
    ],
)
def test_rows_of_both_ends_are_told(question: str) -> None:
    answer = ask("csv_statistics", f"{question}\n{TEMPS}").answer
    assert "23:00" in answer
    assert "12:00" in answer
    assert "time 23:00" in answer or "**23:00**" in answer


def test_rows_of_ends_are_told_only_where_asked() -> None:
    assert "time 23:00" not in ask("csv_statistics", f"min max temp\n{TEMPS}").answer


@pytest.mark.parametrize(
    "question",
    [
        "avg price ignore the n/a",
        "average price, ignoring empty cells",
        "mean price without the missing ones",
        "average price (skip the blanks)",
        "durchschnitt price, ohne die leeren",
        "moyenne de price sans les vides",
    ],
)
def test_gaps_are_left_out_anyhow(question: str) -> None:
    message = f"{question}\n{HOSTELS}"
    answer = ask("csv_statistics", message).answer
    assert "**15**" in answer
    assert {"ignore", "skip", "without", "ohne", "sans", "sin"} & set(
        unused_words("csv_statistics", message).split()
    ) == set()
    assert "I did not use" not in answer


@pytest.mark.parametrize("question", ["average price without Sunny", "average price ignore OldTown"])
def test_rows_that_are_left_out_change_the_figure(question: str) -> None:
    assert "**15**" not in ask("csv_statistics", f"{question}\n{HOSTELS}").answer
