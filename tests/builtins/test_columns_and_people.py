"""Columns that are called as a figure is, people who are there twice, a threshold of its own, and what was spent."""

import pytest

from tests.builtins.asking import ask

CSV = "csv_statistics"
NIGHTS = "day,min,max\nMon,4.5,17.2\nTue,3.1,15.8\nWed,6.0,21.4\nThu,2.7,19.9\nFri,5.2,16.3\n"
GUESTS = "ticket,guest\n77,Ingrid Moe\n78,Paul Reyes\n79,Hana Sato\n80,Paul Reyes\n"
BASKET = "item,price\nmilk,1.20\nbread,2.50\neggs,3.10\n"
LEAGUE = "team,played,points\nLions,10,22\nBears,8,20\nHawks,10,18\n"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (NIGHTS + "what was the coldest night and whats the mean of max", ["**Thu**", "**2.7**", "max is **18.12**"]),
        (NIGHTS + "which day was the hottest?", ["**Wed**", "**21.4**"]),
        (NIGHTS + "whats the mean of max", ["mean of max is **18.12**"]),
        (NIGHTS + "average of min and max", ["mean of min is **4.3**", "mean of max is **18.12**"]),
        ("tag;min;max\nMo;4,5;17,2\nDi;3,1;15,8\nwelcher tag war am wärmsten?", ["**Mo**", "**17,2**"]),
        ("jour;min;max\nlun;4,5;17\nmar;3,1;15\nquelle est la moyenne de max ?", ["max : **16**"]),
        ("dia;min;max\nlun;4,5;17,2\nmar;3,1;15,8\n¿qué día fue el más frío?", ["**mar**", "**3,1**"]),
        ("item,total\na,3\nb,5\nwhat's the average total?", ["mean of total is **4**"]),
        ("item,total\na,3\nb,5\nwhat's the total?", ["**8**"]),
        ("name,score\na,3\nb,5\nmax and min of score", ["maximum of score is **5**", "minimum of score is **3**"]),
    ],
)
def test_a_column_that_is_called_as_a_figure_is_a_column_first(message: str, said: list[str]) -> None:
    answer = ask(CSV, message).answer
    assert all(one in answer for one in said), answer


def test_a_mean_of_max_is_no_maximum() -> None:
    assert "maximum" not in ask(CSV, NIGHTS + "whats the mean of max").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (GUESTS + "is anybody twice in here?", ["Paul Reyes (2)"]),
        (GUESTS + "any duplicate rows?", ["No row is there twice", "Paul Reyes (2)"]),
        ("ticket;gast\n77;Ingrid Moe\n78;Paul Reyes\n80;Paul Reyes\nist jemand doppelt?", ["Paul Reyes (2)"]),
        ("ticket,guest\n77,Ingrid Moe\n78,Paul Reyes\nwho is twice?", ["No value of guest is there twice"]),
    ],
)
def test_people_who_are_there_twice(message: str, said: list[str]) -> None:
    answer = ask(CSV, message).answer
    assert all(one in answer for one in said), answer


@pytest.mark.parametrize(
    "message",
    [
        "produit;stock;seuil\nfarine;12;10\nsucre;3;8\nsel;1;5\nquels produits sont en dessous du seuil",
        "produit,stock,threshold\nfarine,12,10\nsucre,3,8\nsel,1,5\nwhich products are below the threshold?",
        "artikel;bestand;mindestbestand\nfarine;12;10\nsucre;3;8\nsel;1;5\nwelche liegen unter dem mindestbestand?",
        "producto;stock;minimo\nfarine;12;10\nsucre;3;8\nsel;1;5\nque productos están por debajo del mínimo",
    ],
)
def test_rows_below_a_column_with_their_threshold(message: str) -> None:
    answer = ask(CSV, message).answer
    assert "| sucre | 3 | 8 |" in answer
    assert "| sel | 1 | 5 |" in answer
    assert "| farine" not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (BASKET + "how much did i spend?", "**6.8**"),
        (BASKET + "what did everything cost?", "**6.8**"),
        (BASKET + "how much did i spend on milk?", "**1.2**"),
        ("artikel;preis\nmilch;1,20\nbrot;2,50\nwie viel habe ich ausgegeben?", "**3,7**"),
        ("article;prix\nlait;1,20\npain;2,50\ncombien ai-je dépensé ?", "**3,7**"),
        ("articulo;precio\nleche;1,20\npan;2,50\n¿cuánto he gastado?", "**3,7**"),
        (LEAGUE + "points per match played for each team", "| Lions | 2.2 |"),
        (LEAGUE + "points per game played", "60 ÷ 28"),
        (LEAGUE + "points per team", "| Lions | 22 |"),
    ],
)
def test_what_was_spent_and_points_of_a_match(message: str, said: str) -> None:
    assert said in ask(CSV, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "item,qty,price\nmilk,2,1.20\nbread,1,2.50\neggs,3,3.10\nhow much did i spend?",
        "item,pages\nmilk,1\nbread,2\neggs,3\nhow much did i spend?",
    ],
)
def test_what_was_spent_is_not_guessed_beside_quantities(message: str) -> None:
    assert ask(CSV, message).tag == "NULL"
