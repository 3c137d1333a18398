"""Two questions about one table: each is answered by its own words, or takes the condition of the first."""

import pytest

from tests.builtins.asking import ask

ROLE = "csv_statistics"
PHONES = (
    "\nbrand,model,screen,price\nNokia,X1,6.1,199"
    "\nPear,Mini,5.4,649\nNokia,X3,6.6,289\nPear,Max,6.7,999\nFone,Lite,6.4,249"
)
TICKETS = "\nticket,priority,days_open\nT1,high,3\nT2,low,14\nT3,high,9\nT4,medium,6\nT5,low,21\nT6,high,1"
PEOPLE = "\nname,sex,age\nAda,f,30\nBob,m,40\nCleo,f,50\nDan,m,45\nEve,f,60"
DRIVERS = "\ndriver | parcels | returned\nHakan | 88 | 4\nSteffi | 103 | 11\nLuc | 95 | 2\nHakan | 91 | 7\nLuc | 79 | 5"
SALES = "\nrep,region,sales\nAnn,north,50\nBob,south,90\nCem,north,70"
MARKS = "\nélève;maths;français\nLéa;14,5;12\nHugo;9;15,5\nInès;17;13,5"
FLATS = "\nWohnung;qm;Miete\nA;54,5;480\nB;61;545,5\nC;88,2;790\nD;47,8;455"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "which brand has the highest average price? and what's the cheapest one with a screen of at least 6.5"
            + PHONES,
            ["**Pear** (mean of price: **824**)", "**X3** (value of price: **289**)"],
        ),
        (
            "how many models cost over 250 and which has the largest screen?" + PHONES,
            ["> 250 is **3**", "**Max** (value of screen: **6.7**)"],
        ),
        (
            "count of tickets per priority, and longest open high prio ticket?" + TICKETS,
            ["| high | 3 |", "**T3** (value of days_open: **9**)"],
        ),
        (
            "average age of the women, and who is the oldest man?" + PEOPLE,
            ["sex = f is **46.6667**", "**Dan** (value of age: **45**)"],
        ),
        (
            "who is the youngest woman and who is the oldest man" + PEOPLE,
            ["**Ada** (value of age: **30**)", "**Dan** (value of age: **45**)"],
        ),
        ("how many are over 42 and who is the youngest?" + PEOPLE, ["> 42 is **3**", "**Ada** (value of age: **30**)"]),
        (
            "Quelle est la moyenne en maths et qui a la meilleure note en français ?" + MARKS,
            ["maths : **13,5**", "**Hugo** (valeur de français : **15,5**)"],
        ),
        (
            "was ist die durchschnittliche miete und welche wohnung ist pro qm am teuersten" + FLATS,
            ["**567,625**", "**D** (**9,51883**)"],
        ),
        ("¿cuál es la media de age y quién es el más joven?" + PEOPLE, ["**45**", "**Ada** (valor de age: **30**)"]),
        (
            "average sales in the north, average sales in the south, and who sold most?" + SALES,
            ["north is **60**", "south is **90**", "**Bob**"],
        ),
    ],
)
def test_each_question_keeps_its_own_condition(message: str, said: list[str]) -> None:
    answer = ask(ROLE, message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "which driver delivered the most parcels in total, and how many of that driver's were returned?" + DRIVERS,
            "returned where driver = Hakan is **11**",
        ),
        ("who has the lowest sales and what region is he from?" + SALES, "region where rep = Ann is **north**"),
        (
            "how many are from the north and who is the best of them?" + SALES,
            "**Cem** (value of sales: **70**) where region = north",
        ),
        (
            "for the north: what's the total and who is the best seller?" + SALES,
            "**Cem** (value of sales: **70**) where region = north",
        ),
    ],
)
def test_a_question_on_what_was_found_takes_its_condition(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_both_are_told_where_a_condition_may_be_meant_for_both() -> None:
    answer = ask(
        ROLE,
        "how many tickets of high priority are there and which is the oldest?" + TICKETS.replace("days_open", "age"),
    ).answer
    assert "**T3** (value of age: **9**) where priority = high" in answer
    assert "**T5** (value of age: **21**)" in answer


@pytest.mark.parametrize(
    ("message", "said", "not_said"),
    [
        ("sum of sales and who sold most in the north?" + SALES, "where region = north", "**Bob**"),
        (
            "Hi, stock list of my shop below. What is the total price of everything from Nokia?" + PHONES,
            "Nokia is **488**",
            "5 of 5",
        ),
        ("how much in the north and how much in the south" + SALES, "| north | 120 |", "is **120**"),
        ("mean and median of price per brand" + PHONES, "| Pear | 824 |", "I cannot"),
        ("how many are over 42, and which ones?" + PEOPLE, "**3**", "Ada"),
    ],
)
def test_what_a_single_reading_serves_is_not_parted(message: str, said: str, not_said: str) -> None:
    answer = ask(ROLE, message).answer
    assert said in answer
    assert not_said not in answer.partition("| column |")[0]
