"""What each row comes to: a count times the price of one, hours times the rate, and all of them together."""

import pytest

from tests.builtins.asking import ask

ORDER = "item,qty,price\npens,10,1.20\npaper,4,5.50\nink,2,19.99"
WORK = "name,hours,rate\nAnn,10,20\nBob,5,30\nAnn,2,20"


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("qty x price for each line and then the total pls", ORDER, ("| ink | 2 | 19.99 | 39.98 |", "**73.98**")),
        ("line totals and grand total please", ORDER, ("| paper | 4 | 5.50 | 22 |", "**73.98**")),
        ("how much does each item cost in total", ORDER, ("| pens | 10 | 1.20 | 12 |", "**73.98**")),
        ("multiply qty by price and sum it all", ORDER, ("qty × price of all rows, together: **73.98**",)),
        ("what is the grand total", ORDER, ("**73.98**",)),
        ("pay for everyone together?", WORK, ("hours × rate of all rows, together: **390**",)),
        ("how much do i have to pay each person", WORK, ("| Ann | 240 |", "| Bob | 150 |", "**390**")),
        ("hours x rate for each row", WORK, ("| Ann | 2 | 20 | 40 |",)),
        (
            "Menge mal Preis pro Zeile und die Gesamtsumme",
            "artikel;menge;preis\nStift;10;1,20\nPapier;4;5,50",
            ("| Stift | 10 | 1,20 | 12 |", "Zusammen **34**"),
        ),
        (
            "total par ligne et total général svp",
            "article,quantité,prix unitaire\nstylo,10,1.20\npapier,4,5.50",
            ("| papier | 4 | 5.50 | 22 |", "En tout **34**"),
        ),
        (
            "cantidad por precio de cada producto y el total",
            "producto,cantidad,precio\nboli,10,1.20\npapel,4,5.50",
            ("| boli | 10 | 1.20 | 12 |", "En total **34**"),
        ),
    ],
)
def test_tells_the_total_of_each_row_and_of_all(question: str, table: str, expected: tuple[str, ...]) -> None:
    answer = ask("csv_statistics", f"{question}\n{table}").answer
    assert all(one in answer for one in expected), answer


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("total qty", ORDER, "The sum of qty is **16**"),
        ("average price per item", ORDER, "Mean of price by item"),
        ("total hours", WORK, "The sum of hours is **17**"),
        ("qty * price of paper", ORDER, "**22**"),
        ("what is the total", "item,qty,price,total\npens,10,1.20,12\npaper,4,5.50,22", "**34**"),
        ("sum of qty*price per region", "region,qty,price\nN,10,1.20\nS,4,5.50\nN,1,1", "| N | 13 |"),
        ("add a total column (qty times price)", ORDER, "ink,2,19.99,39.98"),
    ],
)
def test_leaves_other_figures_as_they_are(question: str, table: str, expected: str) -> None:
    assert expected in ask("csv_statistics", f"{question}\n{table}").answer


@pytest.mark.parametrize("question", ["what is the invoice total incl. 19% VAT", "grand total with 10 % discount"])
def test_a_figure_beside_the_total_is_not_left_out(question: str) -> None:
    assert "together: **73.98**" not in ask("csv_statistics", f"{question}\n{ORDER}").answer
