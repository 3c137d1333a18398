"""Shares of money from sold and price, and what each person of a table paid."""

import pytest

from tests.builtins.asking import ask

CAKES = "cake,sold,price\nbrownie,40,1.50\nmuffin,25,2.00\nlemon,10,4.00"
FLAT = "who,what,eur\nJo,milk,3.20\nMats,bin bags,4.50\nJo,pizza,21.80\nSvea,coffee,7.90\nMats,bulb,5.60"


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("what share of the cake sale money came from brownies, in percent", "**40 %**"),
        ("what percentage of the takings was from muffins?", "**33.3333 %**"),
        ("what share of the proceeds is brownie", "**40 %**"),
        ("what share of the money came from the lemon cake", "**26.6667 %**"),
        ("what percent of the revenue came from brownie", "**40 %**"),
        ("how much money did we make in total", "**150**"),
        ("which cake brought in the most money", "**brownie**: 60"),
        ("Welcher Anteil der Einnahmen kam von brownie?", "**40 %**"),
        ("Wie viel Prozent vom Geld kam durch muffin?", "**33,3333 %**"),
        ("¿Qué porcentaje del dinero vino de brownie?", "**40 %**"),
    ],
)
def test_a_share_of_money_is_one_of_sold_times_price(question: str, wanted: str) -> None:
    """No share of rows is told."""
    assert wanted in (ask("csv_statistics", f"{question}\n{CAKES}").answer or "")


def test_a_share_of_money_without_an_amount_is_asked_about() -> None:
    """Neither an oven nor a weight is money."""
    table = "cake,oven,weight\nbrownie,40,1.50\nmuffin,25,2.00\nlemon,10,4.00"
    answer = ask("csv_statistics", f"what share of the money came from brownies\n{table}").answer or ""
    assert answer.startswith("I do not know which column is meant")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"what share of the cakes sold were brownies\n{CAKES}", "The share of sold where cake = brownie is **53.3333"),
        (f"what share of the rows is brownie\n{CAKES}", "**33.3333 %**"),
        ("what share of the members are women\nname,sex\na,women\nb,men\nc,women", "**66.6667 %**"),
        ("what share of revenue is brownie\ncake,revenue\nbrownie,60\nmuffin,50\nlemon,40", "**40 %**"),
        ("what share of the money went to food\nitem,kind,price\na,food,2\nb,food,2\nc,fun,4", "**50 %**"),
    ],
)
def test_other_shares_stay(message: str, wanted: str) -> None:
    """Pieces, rows and a told amount are no product."""
    assert wanted in (ask("csv_statistics", message).answer or "")


@pytest.mark.parametrize(
    "message",
    [
        f"who paid how much for the flat all in all?\n{FLAT}",
        f"who paid how much in total?\n{FLAT}",
        f"Who spent how much on our household so far?\n{FLAT}",
        f"How much did everyone pay for the flat?\n{FLAT}",
        f"how much has each person paid altogether?\n{FLAT}",
        f"who put in how much?\n{FLAT}",
        f"Wer hat wie viel für die Wohnung bezahlt?\n{FLAT.replace('who,what', 'wer,was')}",
        f"Wer hat wie viel bezahlt, alles in allem?\n{FLAT.replace('who,what', 'wer,was')}",
        f"Qui a payé combien pour la maison au total ?\n{FLAT.replace('who,what', 'qui,quoi')}",
        f"¿Quién ha pagado cuánto para la casa?\n{FLAT.replace('who,what', 'quien,que')}",
    ],
)
def test_who_paid_how_much_is_told_for_each_person(message: str) -> None:
    """The column that names people is told from the one that names goods."""
    answer = (ask("csv_statistics", message).answer or "").replace(",", ".")
    assert all(row in answer for row in ("| Jo | 25 |", "| Mats | 10.1 |", "| Svea | 7.9 |"))


def test_who_owes_whom_is_told_for_people() -> None:
    """Not for what they bought."""
    answer = ask("csv_statistics", "who owes whom?\nwho,what,eur\nJo,milk,3\nAl,bread,12\nJo,cake,20").answer or ""
    assert "Al pays Jo **5.50**" in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"how much was paid for pizza?\n{FLAT}", "**21.8**"),
        (f"who paid how much for the pizza?\n{FLAT}", "**21.8**"),
        (f"what is the total?\n{FLAT}", "**43**"),
        (f"how much did Jo pay?\n{FLAT}", "**25**"),
        ("who paid how much?\nname,eur\nJo,3\nAl,12\nJo,4", "| Jo | 7 |"),
    ],
)
def test_a_value_of_the_table_stays_a_condition(message: str, wanted: str) -> None:
    """What was bought is no purpose of all rows."""
    assert wanted in (ask("csv_statistics", message).answer or "")


PRICES = "shop,price\nA,14\nB,15\nC,13\nD,98\nE,16"


@pytest.mark.parametrize(
    "question",
    [
        "Median of the prices here, not the mean (one is a crazy outlier):",
        "the median price, not the average, because there is an outlier",
        "median of price instead of the mean (D is an outlier)",
        "Median von price, nicht der Mittelwert (da ist ein Ausreißer)",
    ],
)
def test_an_outlier_as_a_reason_for_the_median_is_read(question: str) -> None:
    """It asks for no search for outliers."""
    answer = ask("csv_statistics", f"{question}\n{PRICES}").answer or ""
    assert "**15**" in answer
    assert "**98**" not in answer


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("mean of price without the outlier", "98"),
        ("which price is an outlier?", "98"),
        ("mean of price", "**31.2**"),
        ("not the mean but the highest price", "**98**"),
        ("median of price", "**15**"),
    ],
)
def test_outliers_are_still_asked_for(question: str, wanted: str) -> None:
    """Only a reason behind an unwanted figure says nothing."""
    assert wanted in (ask("csv_statistics", f"{question}\n{PRICES}").answer or "")
