"""Charts of a table, without a model: which columns are drawn and how, in four languages, and what the answer says."""

from typing import Any

import pytest

from kingdom.contracts.capabilities.closure import capability_closure
from tests.builtins.asking import DrawingHost, builtin, handler, payload

ROLE = "csv_statistics"
SALES = "region,revenue,units\nNorth,100,1\nSouth,250,2\nNorth,50,3\nWest,90,4"
MONTHS = "month,sales\nJan,10\nFeb,12\nMar,9"
UMSATZ = "Region;Umsatz\nNord;100\nSüd;250\nNord;50"
VENTES = "région,ventes\nNord,100\nSud,250"
VENTAS = "región,ventas\nNorte,100\nSur,250"


def drawn(text: str) -> tuple[dict[str, Any], str]:
    """Return the arguments of the one chart that a message gets, and the answer."""
    host = DrawingHost()
    answer = handler(ROLE)(payload(text), host)
    assert answer["status"] == "SUCCESS", answer["answer"]
    (args,) = host.drawn
    return args, answer["answer"]


@pytest.mark.parametrize(
    ("text", "kind", "labels", "values"),
    [
        (f"draw a chart of revenue by region\n{SALES}", "bar", ["South", "North", "West"], [250, 150, 90]),
        (f"bar chart of the average revenue per region\n{SALES}", "bar", ["South", "West", "North"], [250, 90, 75]),
        (f"plot the number of rows per region\n{SALES}", "bar", ["North", "South", "West"], [2, 1, 1]),
        (f"top 2 regions by revenue as a chart\n{SALES}", "bar", ["South", "North"], [250, 150]),
        (f"plot the sales per month\n{MONTHS}", "line", ["Jan", "Feb", "Mar"], [10, 12, 9]),
        (f"show me a bar chart of the sales\n{MONTHS}", "bar", ["Jan", "Feb", "Mar"], [10, 12, 9]),
        ("plot amount\nday,amount\n2026-03-02,5\n2026-03-01,4\n2026-03-02,1", "line",
         ["2026-03-01", "2026-03-02"], [4, 6]),
        (f"zeichne ein Diagramm des Umsatzes nach Region\n{UMSATZ}", "bar", ["Süd", "Nord"], [250, 150]),
        (f"Balkendiagramm: Umsatz pro Region\n{UMSATZ}", "bar", ["Süd", "Nord"], [250, 150]),
        (f"dessine un graphique des ventes par région\n{VENTES}", "bar", ["Sud", "Nord"], [250, 100]),
        (f"dibuja un gráfico de las ventas por región\n{VENTAS}", "bar", ["Sur", "Norte"], [250, 100]),
    ],
)  # fmt: skip
def test_what_is_drawn(text: str, kind: str, labels: list[str], values: list[float]) -> None:
    args, _ = drawn(text)
    assert (args["kind"], args["labels"], args["values"]) == (kind, labels, values)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (f"draw a chart of revenue by region\n{SALES}",
         ["Bar chart: sum of revenue by region.", "Columns drawn: revenue, region.", "The picture is out/chart.png."]),
        (f"zeichne ein Diagramm des Umsatzes nach Region\n{UMSATZ}",
         ["Balkendiagramm: Summe von Umsatz nach Region.", "Gezeichnete Spalten: Umsatz, Region."]),
        (f"dessine un graphique des ventes par région\n{VENTES}", ["Colonnes dessinées : ventes, région."]),
        (f"dibuja un gráfico de las ventas por región\n{VENTAS}", ["Columnas dibujadas: ventas, región."]),
        (f"chart of revenue and units by region\n{SALES}", ["Columns drawn: revenue, region.", "Not drawn: units."]),
    ],
)  # fmt: skip
def test_the_answer_says_which_columns_were_drawn(text: str, sentences: list[str]) -> None:
    _, answer = drawn(text)
    for sentence in sentences:
        assert sentence in answer
    assert "| South | 250 |" in answer or "| S" in answer, "the figures stand beside the picture"


def test_a_histogram_counts_every_value_once() -> None:
    table = "name,age\n" + "".join(f"n{number},{number}\n" for number in range(20, 70))
    args, answer = drawn(f"histogram of age\n{table}")
    assert (args["kind"], sum(args["values"]), len(args["labels"])) == ("histogram", 50, len(args["values"]) + 1)
    assert (args["labels"][0], args["labels"][-1]) == ("20", "69")
    assert answer.startswith("Histogram of age. Columns drawn: age.")
    assert drawn("histogram of 3, 3, 3")[0]["values"] == [3]


def test_what_does_not_fit_a_picture_is_counted() -> None:
    table = "shop,sales\n" + "".join(f"s{number},{number}\n" for number in range(1, 41))
    args, answer = drawn(f"chart of sales per shop\n{table}")
    assert (len(args["values"]), args["values"][0]) == (30, 40)
    assert "10 more are not drawn." in answer


@pytest.mark.parametrize(
    "text", [f"chart of profit per country\n{SALES}", "draw a chart\nname,town\nAnn,Rome\nBob,Bonn\nAnn,Kiel\npie"]
)
def test_columns_that_do_not_fit_draw_nothing(text: str) -> None:
    host = DrawingHost()
    answer = handler(ROLE)(payload(text), host)
    assert (answer["status"], host.drawn) == ("NULL", [])


def test_a_chart_that_is_not_drawn_is_no_success_and_says_why() -> None:
    answer = handler(ROLE)(payload(f"draw a chart of revenue by region\n{SALES}"), DrawingHost("No data tree."))
    assert (answer["status"], answer["answer"]) == ("NULL", "I could not draw the chart. No data tree.")


def test_its_card_names_charts_and_no_other_tool() -> None:
    assert capability_closure(builtin(ROLE).spec).tools == {"archon.chart.draw"}
