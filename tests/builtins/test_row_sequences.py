"""Rows one after the other or against the whole, one column against another, and who owes whom."""

import pytest

from tests.builtins.asking import ask

SALES = "month,sales\nJan,400\nFeb,500\nMar,300"
SPENT = "category,amount\nFood,40\nRent,500\nFood,60"
INVOICES = "invoice,amount\n101,50\n102,60\n104,70"
SCORES = "name,score\na,5\nb,9\nc,7\nd,1"
MARKS = "name,maths,english\nAnn,80,90\nBob,75,60\nCid,90,85"
PAID = "name,paid\nAnn,30\nBob,0\nCid,15"
GIFT = "ann,10\nbob,15\nann,5\ncid,20"


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("share of each month in percent", SALES, "| Feb | 500 | 41.67 % |"),
        ("what percentage does each category have", SPENT, "| Food | 100 | 16.67 % |"),
        ("percentage of each month of the total", SALES, "| Mar | 300 | 25 % |"),
        ("Anteil je Kategorie in Prozent", SPENT, "| Rent | 500 | 83,33 % |"),
        ("change from month to month", SALES, "| Mar | 300 | -200 | -40.0 % |"),
        ("month over month growth", SALES, "| Feb | 500 | +100 | +25.0 % |"),
        ("which invoice number is missing", INVOICES, "from 101 to 104: **103** (1)"),
        ("Welche Rechnungsnummer fehlt?", "Rechnung;Betrag\n101;50\n102;60\n104;70\n107;1", "**103, 105, 106** (3)"),
        ("is any ticket number missing?", "ticket,who\n1,a\n2,b\n3,c", "**None** is missing in ticket"),
        ("in which month did we pass 1000 in total", SALES, "**Mar**: the running total of sales is then 1,200"),
        ("when did we reach 900", SALES, "**Feb**: the running total of sales is then exactly 900"),
        ("when did we pass 5000?", SALES, "**Never**: all sales together are 1,200"),
        ("average without the best and the worst", SCORES, "Mean of score without 9 and 1: **6**"),
        ("who is better in maths than in english", MARKS, "in **2** of 3:"),
        ("in which month was A lower than B?", "month,A,B\nJan,4,3\nFeb,5,6\nMar,3,1", "| Feb | 5 | 6 |"),
        ("who owes whom? everyone shares equally", PAID, "Bob pays Ann **15**"),
        ("split evenly, who has to pay how much to whom", PAID, "each one's share is **15**"),
        ("settle up please, everyone pays the same", GIFT, "each one's share is **16.67**"),
        ("wer schuldet wem wie viel?", "Name;bezahlt\nAnn;30\nBob;0", "Bob zahlt Ann **15**"),
        ("qui doit combien à qui ?", "nom;payé\nAnn;30\nBob;0", "Bob paie **15** à Ann"),
        ("we put in money for the gift. who paid how much?", GIFT, "| ann | 15 |"),
        ("how much did each person spend?", GIFT, "Together **50**"),
        ("Wer hat wie viel bezahlt?", "Name;Euro\nAnn;10\nBob;15\nAnn;5", "| Ann | 15 |"),
    ],
)
def test_rows_are_compared_with_each_other(question: str, table: str, expected: str) -> None:
    assert expected in ask("csv_statistics", f"{table}\n\n{question}").answer


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("in which month did we have more than 450", SALES, "**Feb**"),
        ("difference between Jan and Feb", SALES, "the difference is **100**"),
        ("how many are above average", SCORES, "is **2**"),
        ("average score", SCORES, "**5.5**"),
        ("which customers are missing an email", "id,name,email\n1,Ann,a@b.de\n2,Bob,\n3,Cid,c@d.de", "| 2 | Bob |"),
        ("which name is missing a score", "name,score\na,5\nb,\nc,7", "b"),
        ("share of Food in percent", SPENT, "16.6"),
    ],
)
def test_other_questions_are_answered_as_before(question: str, table: str, told: str) -> None:
    assert told in ask("csv_statistics", f"{table}\n\n{question}").answer


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("who owes whom if Bob pays half?", PAID),
        ("share of each month in percent after adding 100", SALES),
        ("average without the best and the best", SCORES),
        ("who owes whom", "name,city\nAnn,Rome\nBob,Oslo"),
    ],
)
def test_a_condition_that_is_not_read_is_no_answer(question: str, table: str) -> None:
    answer = ask("csv_statistics", f"{table}\n\n{question}").answer
    assert "pays" not in answer
    assert "Share of all" not in answer
    assert "Mean of score without" not in answer
