"""Needs of a table in everyday words: sums against a bound, days in full, lone bounds, counts, meters."""

import pytest

from tests.builtins.asking import ask, output

TESTS = "\nname,test1,test2\nGus,55,48\nHal,70,25\nIvy,49,51\nJoy,62,30"
DAYS = "\nweekday,guests\nFri,31\nSat,44\nFri,28\nSun,19\nFri,40\nSat,38"
PRESSURE = "date,sys,dia\n24 Nov,142,88\n25 Nov,135,84\n26 Nov,151,90\n27 Nov,138,85\n"
BIRDS = "\nday,bird,n\nSat,robin,3\nSat,sparrow,11\nSun,robin,2\nSun,sparrow,14\nSun,blackbird,4"
RENT = "tenant,rent,paid\nAdams,640,yes\nBurke,715,no\nCosta,580,yes\nDoyle,690,no\n"
PEOPLE = "\nid,name,town\n1,Grant,Hull\n2,Mills,Leeds\n3,Novak,York\n4,Mills,Leeds\n5,Mills,Derby"
SHOP = "\nthing,price,qty\nrolls,1.20,24\nbutter,4.50,6\nlemons,0.85,10"
METER = "\nmonth,reading\nAug,10420\nSep,10655\nOct,10934\nNov,11287"
LOG = "\ndate,what\n2026-11-18,projector\n2026-10-02,chairs\n2026-09-27,drill"


def told(message: str) -> str:
    return ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "who passed? you need 100 pts from both tests together" + TESTS,
        "you need at least 100 points in both tests combined. who has passed?" + TESTS,
        "who made it? they need 100 in both together" + TESTS,
        "Wer hat bestanden? Man braucht mindestens 100 Punkte aus beiden zusammen" + TESTS,
    ],
)
def test_a_bound_on_two_columns_together_is_one_on_their_sum(message: str) -> None:
    answer = told(message)
    assert "**2** " in answer
    assert "| Gus | 55 | 48 | 103 |" in answer
    assert "| Ivy | 49 | 51 | 100 |" in answer


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("Average guests on Fridays only" + DAYS, "**33**"),
        ("total guests on Saturday" + DAYS, "**82**"),
        ("Durchschnitt guests freitags, nur Freitag" + DAYS.replace("Fri", "Fr").replace("Sat", "Sa"), "**33**"),
        ("what did we sell in October?\nmonth,sales\nOct,5\nNov,7\nDec,9", "**5**"),
        ("average guests on Sun" + DAYS, "**19**"),
    ],
)
def test_days_and_months_in_full_are_those_of_the_cells(message: str, value: str) -> None:
    assert value in told(message)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("blood pressure top numbers\n" + PRESSURE + "how often was I over 140?", 2),
        (PRESSURE + "how many times was I above 140", 2),
        (PRESSURE + "how often did I go over 86?", None),  # dia has values on both sides, sys only above: dia it is
        (PRESSURE + "wie oft war ich über 140?", 2),
    ],
)
def test_a_bound_belongs_to_the_one_column_with_values_on_both_sides(message: str, count: int | None) -> None:
    answer = told(message)
    assert ("sys > 140" in answer and f"**{count}**" in answer) if count else "dia > 86" in answer


def test_a_bound_that_several_columns_fit_is_asked_for() -> None:
    assert "**" not in told("day,am,pm\nMon,12,15\nTue,18,11\nWed,14,17\nhow often was I over 13?")


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("bird count per bird:" + BIRDS, "| sparrow | 25 |"),
        ("how many birds on Sat?" + BIRDS, "**14**"),
        ("how many birds in total" + BIRDS, "**34**"),
    ],
)
def test_a_column_of_counts_is_added_up(message: str, value: str) -> None:
    assert value in told(message)


def test_a_condition_on_a_count_counts_rows() -> None:
    assert "**45**" not in told("how many birds have a count over 10\nbird,count\nrobin,20\ntit,25\nwren,3")


@pytest.mark.parametrize(
    "message", ["how many bird species are there?" + BIRDS, "how many different birds did I see" + BIRDS]
)
def test_kinds_are_counted_not_added_up(message: str) -> None:
    assert "**34**" not in told(message)


@pytest.mark.parametrize(
    "message",
    [
        RENT + "How much rent is still open and from who",
        RENT + "how much rent is unpaid, and by whom?",
        RENT + "wie viel rent ist noch offen und von wem?",
    ],
)
def test_what_is_open_is_told_with_its_rows(message: str) -> None:
    answer = told(message)
    assert "1,405" in answer or "1.405" in answer
    assert "| Burke | 715 |" in answer
    assert "Adams" not in answer.partition("Most frequent")[0].partition("| column")[0]


@pytest.mark.parametrize(
    "message",
    ["did somebody get entered twice here?" + PEOPLE, "any duplicates?" + PEOPLE, "doppelte Zeilen?" + PEOPLE],
)
def test_rows_that_repeat_but_for_their_number_are_told(message: str) -> None:
    answer = told(message)
    assert "Mills, Leeds (2)" in answer
    assert "Derby" not in answer


def test_rows_without_repeats_are_all_different() -> None:
    assert "are there more than once" not in told(
        "any duplicates?\nid,name,town\n1,Grant,Hull\n2,Mills,Leeds\n3,Mills,York"
    )


@pytest.mark.parametrize(
    "message",
    [
        "what does the whole shopping cost (price times qty)" + SHOP,
        "total of everything (= price x qty)" + SHOP,
        "was kostet alles (price mal qty)?" + SHOP,
    ],
)
def test_a_formula_in_brackets_is_the_total(message: str) -> None:
    assert "**64.3**" in told(message) or "**64,3**" in told(message)


@pytest.mark.parametrize(
    "message",
    [
        "Electricity meter readings, how much did I use each month and which month was worst?" + METER,
        "how much power was used per month, and when was it highest?" + METER,
    ],
)
def test_the_use_between_readings_is_told_with_its_highest(message: str) -> None:
    answer = told(message)
    for value in ("Sep **235**", "Oct **279**", "Nov **353**", "**867** in all"):
        assert value in answer


@pytest.mark.parametrize(
    ("message", "first"),
    [
        ("put in order by date, oldest first:" + LOG, "2026-09-27"),
        ("sort by date, oldest first" + LOG, "2026-09-27"),
        ("sort by date, newest first" + LOG, "2026-11-18"),
        ("sort by age, oldest first\nname,age\nAl,30\nBo,40", "Bo"),
    ],
)
def test_the_oldest_date_is_the_earliest_and_the_oldest_person_has_the_most_years(message: str, first: str) -> None:
    rows = [line for line in told(message).splitlines() if line.startswith("| ")]
    assert first in rows[2]


@pytest.mark.parametrize(
    "message",
    [
        "average of qm: Raum,qm / Küche,14 / Bad,8 / Flur,5 / Stube,25",
        "den Mittelwert von qm: Raum,qm / Küche,14 / Bad,8 / Flur,5 / Stube,25",
    ],
)
def test_rows_in_one_line_are_a_table(message: str) -> None:
    assert output("csv_statistics", message)["rows"] == 4
    assert "**13**" in told(message)


@pytest.mark.parametrize("message", ["which is bigger, km / h or m / s", "and, or / but, if / so, then"])
def test_slashes_alone_are_no_table(message: str) -> None:
    assert ask("csv_statistics", message).tag == "NULL"


def test_an_asked_unit_is_not_told_as_unread() -> None:
    answer = told("fish,grams\ntrout,450\ncod,620\nsalmon,380\nwhats the total, also in ounces?")
    assert "In oz: **51.1472**" in answer
    assert "did not use" not in answer
