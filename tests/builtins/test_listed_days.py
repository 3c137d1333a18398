"""Lists of days, and spans with both of their days counted."""

import pytest

from tests.builtins.asking import handler, payload

NOW = "2026-11-23T12:00:00+00:00"


def answer(text: str, role: str = "date_calculator") -> str:
    result = handler(role)(payload(text, now=NOW), None)
    assert result["status"] == "SUCCESS", result
    return str(result["answer"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("how many days from 3 March to 17 March, both included?", "**15 days** (both days counted"),
        ("how many days between 1 june 2027 and 30 june 2027 inclusive", "**30 days**"),
        ("how many days between 1 june 2027 and 30 june 2027", "**29 days**"),
        ("wie viele Tage vom 1. März bis 14. März einschließlich", "**14 Tage**"),
        ("wie viele Tage vom 1. März bis 14. März", "**13 Tage**"),
        ("combien de jours du 1er au 14 juillet 2027 inclus", "**14 jours**"),
        ("combien de jours du 1er au 14 juillet 2027", "**13 jours**"),
        ("¿cuántos días del 1 de mayo al 10 de mayo, ambos incluidos?", "**10 días**"),
    ],
)
def test_both_days_count_where_the_message_says_so(text: str, said: str) -> None:
    assert said in answer(text)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        (
            "list the last friday of every month in the first quarter of 2027",
            ["29 January 2027", "26 February 2027", "26 March 2027"],
        ),
        (
            "which dates are the mondays in december 2026",
            ["7 December 2026", "14 December 2026", "21 December 2026", "28 December 2026"],
        ),
        ("the first monday of each month in Q4 2026", ["5 October 2026", "2 November 2026", "7 December 2026"]),
        ("show me the fifth sunday of every month in the first quarter of 2027", ["31 January 2027"]),
    ],
)
def test_days_are_listed(text: str, days: list[str]) -> None:
    said = answer(text)
    assert [line for line in said.splitlines() if line.startswith("- ")] == [
        line for line in said.splitlines() if any(day in line for day in days) and line.startswith("- ")
    ]
    assert said.count("\n- ") == len(days)


def test_too_many_days_are_not_listed() -> None:
    result = handler("date_calculator")(
        payload("list all mondays from 1 january 2020 to 1 january 2027", now=NOW), None
    )
    assert result["status"] == "NULL"
    assert "at most 60" in result["answer"]


def test_the_longest_sentence_is_found_in_any_order_of_words() -> None:
    text = "which sentence is the longest? The cat sat. The very old dog slept near the stove."
    assert "“The very old dog slept near the stove.”" in answer(text, "text_statistics")


def test_the_days_until_a_birthday_are_counted() -> None:
    assert "**100 days**" in answer("days until my birthday on march 3")
    assert "36 years" in answer("how old am i if my birthday is 3 march 1990")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("half of three quarters", "**0.375**"),
        ("three quarters plus a half", "**1.25**"),
        ("sqrt of 2025", "**45**"),
        ("three quarters of 200", "**150**"),
    ],
)
def test_fractions_in_words_and_roots_are_computed(text: str, said: str) -> None:
    assert said in answer(text, "calculator")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("unix timestamp 1700000000 as a date", "**Tuesday, 14 November 2023, 22:13:20 UTC**"),
        ("convert 1700000000 to a date", "**Tuesday, 14 November 2023, 22:13:20 UTC**"),
        ("unix time 1700000000 in Tokyo", "UTC; in Tokyo Wednesday, 15 November 2023, 07:13:20**"),
        ("what is the unix timestamp of 2024-01-01 00:00 UTC", "**1704067200** (seconds since 1970)"),
        ("epoch time for 5 March 2026 14:30 Berlin", "**1772717400** (seconds since 1970)"),
        ("convert 2024-02-29 12:00 to epoch milliseconds", "**1709208000000** (milliseconds since 1970)"),
        ("current unix timestamp?", "**1795435200** (seconds since 1970)"),
        ("quel est le timestamp unix du 01/01/2024 ?", "**1704067200** (lundi 1 janvier 2024, 00:00:00 UTC)"),
        ("what date is epoch 1700000000000", "**Tuesday, 14 November 2023, 22:13:20 UTC**"),
        ("was ist der unix timestamp 1700000000", "**Dienstag, 14. November 2023, 22:13:20 UTC**"),
    ],
)
def test_a_timestamp_is_a_moment(text: str, said: str) -> None:
    assert said in answer(text)


def test_a_number_alone_is_no_timestamp() -> None:
    assert handler("date_calculator")(payload("call 1712345678 when you are there"), None)["status"] == "NULL"


def test_a_change_in_percent_is_computed_in_either_order() -> None:
    assert "**15 %**" in answer("price went from 80 to 92, percent change?", "calculator")
    assert "**-20 %**" in answer("revenue fell from 250 to 200, what is the percentage decrease", "calculator")


def test_an_age_of_thousands_of_days_is_no_age_of_ten_years() -> None:
    message = "on what date will I be 10,000 days old if i was born 1999-03-04"
    assert "10,000 days old on **Monday, 20 July 2026**" in answer(message)
