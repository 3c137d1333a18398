"""Recipes read the whole message and say what they leave out."""

import pytest

from tests.factories.recipe_handlers import ask, output

FILLER = "word " * 6_000  # 30,000 characters, more than recipes once read


def test_all_hours_are_added_up() -> None:
    lines = "\n".join(f"day {n}: 9:00-17:00" for n in range(1_500))
    made = ask("timesheet_adder", f"add up my working hours\n{lines}")
    assert made.output["total_minutes"] == 1_500 * 480
    assert len(made.output["entries"]) == 200
    assert "All 1,500 entries are added up; the first 200 are listed." in made.answer


def test_all_lines_of_a_log_are_counted() -> None:
    lines = "\n".join(f"2026-01-02 03:04:05 ERROR fault {chr(97 + n % 9)}" for n in range(2_600))
    made = ask("log_summarizer", f"summarise this log\n{lines}")
    assert made.output["lines"] == 2_600
    assert made.output["levels"] == {"ERROR": 2_600}
    assert "and 4 more kinds of errors" in made.answer


def test_a_number_at_the_end_of_a_long_message_is_checked() -> None:
    made = output("iban_checker", f"is this IBAN valid? {FILLER} DE89370400440532013000")
    assert made["ibans"][0]["valid"]


def test_duplicates_at_the_end_of_a_long_list_are_found() -> None:
    body = "\n".join([f"entry number {n} of the list" for n in range(2_900)] + ["the same", "the same"])
    made = ask("duplicate_finder", f"find duplicates:\n{body}")
    assert (made.output["entries"], made.output["duplicates"][0]["entry"]) == (2_902, "the same")
    assert "The list without duplicates is too long to be shown here." in made.answer


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("cron_explainer", "explain these cron schedules\n" + "\n".join(f"{n} 5 * * *" for n in range(30))),
        ("roman_numerals", "as Roman numerals: " + ", ".join(str(n) for n in range(1, 300))),
        ("slug_maker", "make slugs of\n" + "\n".join(f"Title number {n}" for n in range(150))),
        ("vat_calculator", "\n".join(f"19% VAT on {n} euros" for n in range(100, 140))),
        ("subnet_calculator", "networks " + " ".join(f"10.{n}.0.0/16" for n in range(40))),
        ("password_checker", "how strong are " + " ".join(f'"Tr0ub4dor&{n}"' for n in range(100, 130))),
    ],
)
def test_what_is_left_out_is_said(role: str, text: str) -> None:
    assert "more were left out: I take" in ask(role, text).answer


def test_more_people_than_a_bill_is_split_among_are_refused() -> None:
    text = "split the bill: " + ", ".join(
        f"Person{chr(65 + n // 26)}{chr(97 + n % 26)} paid {n + 1}" for n in range(120)
    )
    made = ask("bill_splitter", text)
    assert made.tag == "NULL"
    assert "at most 100 people" in made.answer


def test_matches_that_are_not_shown_are_counted() -> None:
    assert "and at least 45 more" in ask("regex_tester", "pattern: a\ntext: " + "a" * 60).answer
