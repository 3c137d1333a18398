"""Wishes about the rows of a table or the entries of a document, which a general answer would not serve."""

import pytest

from tests.builtins.asking import ask

STAFF = """
name,dept,salary,start
Anna,Sales,52000,2021-03-01
Ben,IT,61000,2019-07-15
Cara,IT,58000,2022-01-10
Dan,Sales,47000,2023-05-20
Eva,HR,,2020-11-02"""
POINTS = "\nteam\tpts\nA\t3\nB\t7\nC\t5"
DAYS = "\ndate,amount\n2026-01-03,20\n2026-01-19,35\n2026-02-02,50"
USERS = """
{"users":[{"id":1,"name":"Ann","tags":["a","b"],"active":true},{"id":2,"name":"Bob","tags":[],"active":false},
{"id":3,"name":"Cy","tags":["b"],"active":true}]}"""


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("is there anyone above 60k?" + STAFF, "salary > 60000 is **Ben**"),
        ("who earns between 50 and 60k" + STAFF, "**2** of 5 rows match where 50000 ≤ salary ≤ 60000"),
        ("how many earn less than 55 thousand" + STAFF, "is **2**"),
        ("list names only" + STAFF, "| name |\n| --- |\n| Anna |"),
        ("names and salaries please" + STAFF, "| name | salary |\n| --- | --- |\n| Anna | 52000 |"),
        ("give everyone 3% more, whats the new total" + STAFF, "becomes **224,540**"),
        ("what would the average be after a 10% cut" + STAFF, "becomes **49,050**"),
        ("rank them" + POINTS, "| B | 7 |\n| C | 5 |\n| A | 3 |"),
        ("running total" + DAYS, "| 2026-02-02 | 50 | 105 |"),
        ("sort by pts descending and just give me the team" + POINTS, "| team |\n| --- |\n| B |\n| C |\n| A |"),
        ("Durchschnittspreis?\nArtikel;Preis\nLeim;6,75\nDübel;2,25", "**4.5**"),
        ("is anything missing? how many salaries are blank" + STAFF, "missing values of salary is **1**"),
    ],
)
def test_a_wish_about_rows(message: str, expected: str) -> None:
    assert expected in ask("csv_statistics", message).answer


@pytest.mark.parametrize("wish", ["add a column with salary per month", "can you fix the missing salary"])
def test_work_on_a_table_that_nothing_does_is_not_answered_by_its_figures(wish: str) -> None:
    assert ask("csv_statistics", wish + STAFF).tag == "NULL"


@pytest.mark.parametrize("wish", ["convert to csv", "ids and names as a table"])
def test_lists_of_single_values_are_cells(wish: str) -> None:
    assert "\n1,Ann,a; b,true\n" in ask("json_formatter", wish + USERS).answer


def test_the_entries_of_inner_lists_are_counted_together() -> None:
    assert "**3** entries in `tags`" in ask("json_formatter", "how many tags in total" + USERS).answer


@pytest.mark.parametrize("wish", ["names of users tagged b", "who has no tags", "emails only"])
def test_a_question_about_entries_is_not_answered_by_the_formatted_document(wish: str) -> None:
    assert ask("json_formatter", wish + USERS).tag == "NULL"


@pytest.mark.parametrize("wish", ["pretty please", "what is this?", "here you go"])
def test_a_document_without_a_question_about_it_is_formatted(wish: str) -> None:
    assert "Valid JSON" in ask("json_formatter", wish + USERS).answer
