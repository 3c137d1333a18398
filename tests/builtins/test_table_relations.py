"""Questions about tables by what they relate: poles and places of an order, joined conditions, pairs of rows, nouns."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "csv_statistics"
PEOPLE = "\nname,age,height\nLuc,41,180\nZoe,19,165\nAmel,27,172\nRemi,35,190\n"
ROUTES = "\nroute,km,minutes\nA1,120,95\nB7,80,100\nC3,200,150\n"
PAY = "\ndept,name,salary\nSales,Al,3000\nSales,Bo,3200\nTech,Cy,4200\nTech,Di,3900\nHR,Ed,2800\n"
RUN = "\nrunner,seconds\nIda,12.4\nJo,11.9\nKim,13.1\nLea,12.0\n"
SHOP = "\nitem,price,stock\nmug,8.5,12\nlamp,39,0\nrug,120,3\npen,1.2,0\nclock,45,7\n"
CLASS = "\nname,age,passed\nAl,16,yes\nBea,18,yes\nCy,19,no\nDi,20,yes\nEd,17,yes\nFay,22,yes\n"
ORDERS = (
    "\ncity,date,amount,paid\nRome,2025-03-01,100,yes\nParis,2025-03-04,250,no\n"
    "Rome,2025-04-02,80,no\nOslo,2025-04-09,40,yes\n"
)
BOOKS = (
    "\ntitle,author,pages,year,rating\nDune,Herbert,412,1965,4.5\nEmma,Austen,474,1815,4.0\nNight,Wiesel,120,1956,4.3\n"
)
SPENT = "\nLaden;Betrag\nRewe;23,45\nAldi;41,20\nLidl;18,85\n"
PLANTS = "\nPflanze;Höhe_cm;Wasser_ml\nFarn;45;200\nKaktus;12;30\nPalme;180;500\n"
DOGS = "\nperro,peso,edad\nTobi,12.5,3\nLuna,8.2,7\nMax,31,5\n"


@pytest.mark.parametrize(
    ("question", "table", "first"),
    [
        ("qui est le plus jeune ?", PEOPLE, "**Zoe**"),
        ("¿quién es la más joven?", PEOPLE, "**Zoe**"),
        ("die älteste Person", PEOPLE, "**Luc**"),
        ("fastest runner", RUN, "**Jo**"),
        ("who was slowest?", RUN, "**Kim**"),
        ("which route is quickest", ROUTES, "**A1**"),
        ("the shortest route by distance", ROUTES, "**B7**"),
        ("the oldest title?", BOOKS, "**Emma**"),
        ("what's the newest book", BOOKS, "**Dune**"),
        ("who wrote the shortest one?", BOOKS, "author Wiesel"),
        ("welche Pflanze ist am kleinsten?", PLANTS, "**Kaktus**"),
        ("Welche braucht am wenigsten Wasser", PLANTS, "**Kaktus**"),
        ("¿qué perro pesa más?", DOGS, "**Max**"),
        ("who earns the most in Sales?", PAY, "**Bo**"),
        ("which dept pays better on average?", PAY, "**Tech**"),
        ("quel département paie le mieux en moyenne ?", PAY, "**Tech**"),
        ("¿qué departamento gana más de media?", PAY, "**Tech**"),
        ("who is taller, Luc or Remi?", PEOPLE, "**Remi**"),
    ],
)
def test_a_word_of_degree_has_a_column_and_a_pole(question: str, table: str, first: str) -> None:
    assert first in ask(ROLE, question + table).answer.split("\n")[0]


@pytest.mark.parametrize(
    ("question", "table", "first"),
    [
        ("who is the second oldest?", PEOPLE, "**Remi**"),
        ("third tallest person", PEOPLE, "**Amel**"),
        ("Wer ist der Zweitälteste?", PEOPLE, "**Remi**"),
        ("le deuxième plus cher ?", SHOP, "**clock**"),
        ("¿cuál es el segundo más caro?", SHOP, "**clock**"),
        ("who came second", RUN, "**Lea**"),
        ("what's the second lowest price", SHOP, "**8.5**"),
    ],
)
def test_a_place_in_an_order(question: str, table: str, first: str) -> None:
    assert first in ask(ROLE, question + table).answer.split("\n")[0]


@pytest.mark.parametrize(
    ("question", "table"), [("cheapest and most expensive item", SHOP), ("le moins cher et le plus cher", SHOP)]
)
def test_both_ends_of_an_order(question: str, table: str) -> None:
    first = ask(ROLE, question + table).answer.split("\n")[0]
    assert "**pen**" in first
    assert "**rug**" in first


@pytest.mark.parametrize(
    ("question", "table", "kept", "gone"),
    [
        ("drop the rows where stock is zero", SHOP, "mug rug clock", "lamp pen"),
        ("Entferne alle Zeilen mit stock 0", SHOP, "mug rug clock", "lamp pen"),
        ("supprime les lignes où stock est 0", SHOP, "mug rug clock", "lamp pen"),
        ("elimina las filas con stock 0", SHOP, "mug rug clock", "lamp pen"),
        ("remove everything that is out of stock", SHOP, "mug rug clock", "lamp pen"),
        ("items with price under 5 or over 100", SHOP, "rug pen", "mug lamp clock"),
        ("everyone except Luc", PEOPLE, "Zoe Amel Remi", "Luc"),
        ("which orders are not paid yet", ORDERS, "Paris", "Oslo"),
        ("books published before 1950", BOOKS, "Emma", "Dune"),
        ("books with over 400 pages rated at least 4.2", BOOKS, "Dune", "Emma"),
    ],
)
def test_conditions_are_joined_as_the_question_joins_them(question: str, table: str, kept: str, gone: str) -> None:
    answer = ask(ROLE, question + table).answer
    assert all(f"| {value} |" in answer for value in kept.split())
    assert not any(f"| {value} |" in answer for value in gone.split())


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("how many are over 17 AND passed", CLASS, "**3**"),
        ("who did not pass?", CLASS, "**Cy**"),
        ("average age of those who passed", CLASS, "**18.6**"),
        ("what is the total of unpaid amounts", ORDERS, "**330**"),
        ("total amount outside of Rome", ORDERS, "**290**"),
        ("total amount in Rome", ORDERS, "**180**"),
        ("how many items cost more than 10 and are in stock", SHOP, "**2**"),
        ("average price without the rug", SHOP, "**23.425**"),
        ("median stock excluding zeros", SHOP, "**7**"),
        ("what is the whole stock worth (price times stock)?", SHOP, "**777**"),
        ("weighted average of price by stock", SHOP, "**35.3182**"),
        ("how much older is Luc than Zoe?", PEOPLE, "**22**"),
        ("difference in height between Luc and Zoe", PEOPLE, "**15**"),
        ("Um wie viel ist die Palme höher als der Farn?", PLANTS, "**135**"),
        ("Was habe ich im Schnitt pro Einkauf ausgegeben?", SPENT, "**27,8333**"),
    ],
)
def test_a_figure_of_the_rows_that_are_meant(question: str, table: str, value: str) -> None:
    assert value in ask(ROLE, question + table).answer


@pytest.mark.parametrize("question", ["is Luc older than Remi?", "is Zoe shorter than Amel?"])
def test_a_comparison_of_two_rows_is_confirmed(question: str) -> None:
    assert ask(ROLE, question + PEOPLE).answer.startswith("**Yes.**")


@pytest.mark.parametrize("question", ["average weight please", "total weight?", "average shoe size", "median price"])
def test_a_figure_of_what_is_no_column_is_declined(question: str) -> None:
    made = ask(ROLE, question + PEOPLE)
    assert made.tag == "NULL"
    assert "There is no column" in made.answer


def test_a_word_of_degree_with_two_columns_is_asked_back() -> None:
    assert ask(ROLE, f"longest route?{ROUTES}").tag == "NULL"


def test_a_series_is_not_taken_for_its_sum() -> None:
    assert ask(ROLE, "how much did the amount grow from March to April" + ORDERS).tag == "NULL"


def test_a_word_that_was_not_read_is_named() -> None:
    assert "“overdue”" in ask(ROLE, f"total amount of overdue ones{ORDERS}").answer
    assert "did not use" not in ask(ROLE, f"total amount in Rome, need it for my tax report{ORDERS}").answer


def test_a_condition_that_was_not_read_is_not_declared_used() -> None:
    assert "under" in unused_words(ROLE, f"items under 5{SHOP}")


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("sort alphabetically by name", "Amel Luc Remi Zoe"),
        ("sort by age, youngest first", "Zoe Amel Remi Luc"),
        ("rank them by height", "Remi Luc Amel Zoe"),
    ],
)
def test_rows_in_the_order_that_is_asked_for(question: str, order: str) -> None:
    answer = ask(ROLE, question + PEOPLE).answer
    places = [answer.index(f"| {name} |") for name in order.split()]
    assert places == sorted(places)
