"""Days behind a month's name, orders from z to a, texts in quotes below a question, gaps of any column."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Working days from Dec 1 to Dec 23 2026, both days included", "**17 working days**"),
        ("working days from March 3 to March 19, 2027", "**13 working days**"),
        ("working days between Dec 1st and Dec 23rd 2026", "**17 working days**"),
        ("working days in december 2026", "**23 working days**"),
        ("working days in december 2026 and january 2027", "**44 working days**"),
        ("how many working days from march to may 2027", "**66 working days**"),
    ],
)
def test_a_day_behind_a_month_is_no_whole_month(message: str, said: str) -> None:
    assert said in ask("date_calculator", message).answer


@pytest.mark.parametrize(
    ("message", "first"),
    [
        ("ordena estos nombres de la z a la a:\nMarta\nÁlvaro\nLucía\nBruno", "Marta"),
        ("ordena estas palabras de la a a la z: pera, uva, kiwi", "kiwi"),
        ("trie ces mots de z à a : poire, raisin, kiwi", "raisin"),
        ("trie ces mots de a à z : poire, raisin, kiwi", "kiwi"),
        ("sortiere von z bis a: Birne, Apfel, Kirsche", "Kirsche"),
    ],
)
def test_an_order_may_fall_in_four_languages(message: str, first: str) -> None:
    assert ask("text_statistics", message).answer.splitlines()[1].startswith(first)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ('how many characters?\n"Grateful for my team"', 20),
        ("how many characters?\n“Grateful for my team”", 20),
        ('does this fit in 100 characters?\n"Grateful for my team"', 20),
        ('how many characters are in the following text?\n"Grateful" said Tom "hi"', 24),
    ],
)
def test_quotes_around_a_whole_text_are_no_part_of_it(message: str, count: int) -> None:
    assert f"| characters | {count} (" in ask("text_statistics", message).answer


TABLE = "student;test1;test2\nMia;14;17\nJonas;9;\nLeo;;12"


@pytest.mark.parametrize("question", ["Which students have a missing grade here?", "who has a missing value?"])
def test_a_gap_of_no_named_column_is_one_of_any(question: str) -> None:
    answer = ask("csv_statistics", f"{question}\n{TABLE}").answer
    assert "**2** of 3 rows match where a cell is empty" in answer


def test_a_gap_of_a_named_column_is_one_of_it() -> None:
    assert "**1** of 3 rows" in ask("csv_statistics", f"which students have no test2, it is empty?\n{TABLE}").answer


@pytest.mark.parametrize("lead", ["check if", "can you tell me whether", "prüf ob", "vérifie si"])
def test_a_word_before_an_address_is_no_part_of_it(lead: str) -> None:
    assert "meant as one address" not in ask("email_validator", f"{lead} rob@hotmail.com is right").answer
