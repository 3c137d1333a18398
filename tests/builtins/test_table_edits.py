"""A pasted table that is given back changed, a bare list in order, and answers that are counted."""

import pytest

from tests.builtins.asking import ask

ITEMS = "\nitem,qty,price\npen,2,3\nbook,1,10"
TWICE = "\na,b\n1,2\n1,2\n3,4"
GAPS = "\nid,name\n1,a\n,\n2,\n3,b"
SCORES = "\nid,name,score\n1,a,9\n2,b,3\n3,c,5"
VOTES = "\nyes\nno\nyes\nyes"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("drop the price column" + ITEMS, "item,qty\npen,2\nbook,1"),
        ("remove columns qty and price" + ITEMS, "item\npen\nbook"),
        ("lösche die Spalte preis\nname;preis\na;1,5\nb;2", "name\na\nb"),
        ("supprime la colonne prix\nnom;prix\na;1,5\nb;2", "nom\na\nb"),
        ("sort by score and drop the id column" + SCORES, "name,score\nb,3\nc,5\na,9"),
        ("only rows with a score over 4, without the id column" + SCORES, "name,score\na,9\nc,5"),
        ("rename qty to quantity" + ITEMS, "item,quantity,price\npen,2,3\nbook,1,10"),
        ('rename the column qty to "Number of items"' + ITEMS, "item,Number of items,price\n"),
        ("add a column total = qty * price" + ITEMS, "item,qty,price,total\npen,2,3,6\nbook,1,10,10"),
        ("add a total column (qty times price)" + ITEMS, "item,qty,price,total\npen,2,3,6\nbook,1,10,10"),
        ("remove duplicate rows" + TWICE, "1 repeated; 2 of 3 rows are left:\n\n```\na,b\n1,2\n3,4"),
        ("dedupe this table" + TWICE, "a,b\n1,2\n3,4"),
        ("remove duplicate rows" + ITEMS, "No row repeats an earlier one."),
        ("delete empty rows" + GAPS, "3 of 4 rows are left:\n\n```\nid,name\n1,a\n2,\n3,b"),
        ("remove rows with missing values" + GAPS, "2 of 4 rows are left:\n\n```\nid,name\n1,a\n3,b"),
        ("transpose this" + TWICE, "a,1,1,3\nb,2,2,4"),
        ("| name | pts |\n|---|---|\n| x | 4 |\n| y | 9 |\ndrop the pts column", "| name |\n| --- |\n| x |\n| y |"),
    ],
)
def test_a_table_is_given_back_changed(question: str, expected: str) -> None:
    assert expected in ask("csv_statistics", question).answer


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("sort [3,1,2] descending", "The largest first: **3, 2, 1**"),
        ("sort [10, 9, 2] ascending", "The smallest first: **2, 9, 10**"),
        ("sort 3 1 2 from high to low", "The largest first: **3, 2, 1**"),
        ("order these from smallest to largest: 4.5, 4.25, 10, 3", "The smallest first: **3, 4.25, 4.5, 10**"),
        ("sortiere 7, 3, 9 absteigend", "Das Größte zuerst: **9, 7, 3**"),
    ],
)
def test_a_bare_list_is_sorted(question: str, expected: str) -> None:
    assert ask("csv_statistics", question).answer == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what percentage said yes?" + VOTES, "- **yes**: **3** / 4 (**75 %**)\n- no: 1 / 4 (25 %)"),
        ("percentage of yes in this\nanswer" + VOTES, "- **yes**: **3** / 4 (**75 %**)\n- no: 1 / 4 (25 %)"),
        ("how many no?" + VOTES, "- **no**: **1** / 4 (**25 %**)\n- yes: 3 / 4 (75 %)"),
        ("Wie viel Prozent ja?\nja\nnein\nja\nja", "- **ja**: **3** / 4 (**75 %**)\n- nein: 1 / 4 (25 %)"),
    ],
)
def test_answers_are_counted(question: str, expected: str) -> None:
    assert ask("csv_statistics", question).answer == expected


def test_other_questions_about_the_table_are_answered_by_its_figures() -> None:
    assert "The mean of price is **6.5**" in ask("csv_statistics", "average price" + ITEMS).answer
    assert "where score > 4 is **2**" in ask("csv_statistics", "how many with a score over 4" + SCORES).answer
    assert "where name = a is **9**" in ask("csv_statistics", "what is the score of a" + SCORES).answer
    assert "**1** of 3 rows repeat" in ask("csv_statistics", "how many duplicates are there" + TWICE).answer


def test_a_long_table_is_not_cut_without_a_word() -> None:
    rows = "".join(f"\n{number},{number}" for number in range(501))
    assert "up to 500 rows" in ask("csv_statistics", "drop column b\na,b" + rows).answer
