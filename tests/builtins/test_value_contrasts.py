"""Questions that contrast values, divide columns, or name a value shortly: results worked out by hand."""

import pytest

from tests.builtins.asking import ask

ROLE = "csv_statistics"
DEALS = """region,rep,customer,deals,revenue,margin
North,Ann,Baker Ltd,4,1200,0.30
South,Bob,Cole & Sons,5,900,0.25
North,Cid,Dunn GmbH,2,800,0.40
West,Ann,Baker Ltd,3,600,0.10
South,Dora,Evans Inc,1,700,0.20
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is Baker's total revenue?", "customer = Baker Ltd is **1,800**"),
        ("total revenue excluding Baker", "customer ≠ Baker Ltd is **2,400**"),
        ("¿Cuánto revenue tiene Baker?", "customer = Baker Ltd: **1.800**"),
        ("How many deals with Dunn?", "customer = Dunn GmbH is **2**"),
        ("Revenue for Bakerson", "I did not use: “Bakerson”."),
        ("North vs South revenue", "North 2,000, South 1,600; the difference is **400**"),
        ("Is North ahead of South in revenue?", "**Yes.**"),
        ("ratio of North revenue to South revenue", "North is 1.25 times South"),
        ("difference between Ann and Bob in revenue", "the difference is **900**"),
        ("Compare North and South", "| North | 6 | 2,000 | 0.35 |"),
        ("revenue per deal overall", "**280** (4,200 ÷ 15)"),
        ("revenue per deal for each region", "| North | 333.333 |"),
        ("Which rep has the highest revenue per deal?", "**Dora** (**700**)"),
        ("Umsatz pro Deal je Region", "| South | 266,667 |"),
        ("Quel est le revenue moyen par deal ?", "**280**"),
        ("¿Cuánto revenue por deal tiene cada rep?", "| Cid | 400 |"),
        ("What is the revenue-weighted margin?", "**0.263095**"),
        ("gewichteter Mittelwert von margin nach revenue", "**0,263095**"),
        ("average margin weighted by deals in North", "where region = North is **0.333333**"),
        ("How many different reps are there in South?", "**2** different values"),
        ("How many customers are there?", "**4** different values"),
    ],
)
def test_values_and_quotients_are_read(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question}\n\n{DEALS}").answer


def test_a_column_of_tickets_counts_them() -> None:
    table = "clerk,tickets\nMaya,40\nNils,25\nOlga,30\n"
    assert "**95**" in ask(ROLE, f"How many tickets in total?\n\n{table}").answer


def test_the_best_of_more_groups_than_are_shown_is_found() -> None:
    rows = "".join(f"rep{number},{number + 1},{(number + 1) * (10 + number)}\n" for number in range(60))
    said = ask(ROLE, f"Which rep has the highest revenue per deal?\n\nrep,deals,revenue\n{rows}").answer
    assert said.startswith("rep with the highest revenue / deals: **rep59** (**69**).")
    assert "10 more" in said
