"""Second parts of questions about a table: conditions of the first column, ties, units, numbered columns, products."""

import pytest

from tests.builtins.asking import ask

ROLE = "csv_statistics"
SALES_DE = "\nkunde;plz;umsatz\nAdler;10115;1.250,00\nBusch;80331;980,50\nConrad;10247;2.310,75\nDorn;20095;415,20"
SALES = "\ncustomer,zip,revenue\nAdler,10115,1250\nBusch,80331,980.5\nConrad,10247,2310.75\nDorn,20095,415.2"
SALES_FR = "\nclient;code;ventes\nAdler;10115;1250\nBusch;80331;980\nConrad;10247;2310"
SALES_ES = "\ncliente;codigo;ventas\nAdler;10115;1250\nBusch;80331;980\nConrad;10247;2310"
WARD = "\nbed,patient,fluid_ml,pulse\n1,Karl,1450,72\n2,Ines,980,88\n3,Olga,1720,65\n4,Fred,1100,94\n5,Tess,860,101"
LEAGUE = "\n{heads}\nLions,24,31\nBulls,19,22\nWolves,24,32\nFoxes,11,15"
BEST_FIRST = ["Wolves", "Lions", "Bulls", "Foxes"]
EXAMS = "\n{heads}\nAylin,67,81\nBruno,90,72\nClara,55,69"
STOCK = "\n{heads}\npad,30,1.95\npen,120,0.35\nrubber,45,0.60\nbinder,18,3.40"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Wie hoch ist der Gesamtumsatz und wer liegt unter 1000 Euro?" + SALES_DE, ["**4.956,45**", "umsatz < 1000"]),
        ("Wie hoch ist der Gesamtumsatz und wie viele liegen unter 1000?" + SALES_DE, ["**4.956,45**", "1000: **2**"]),
        ("What is the total revenue and who is under 1000?" + SALES, ["**4,956.45**", "revenue < 1000", "| Dorn |"]),
        ("What's the average revenue, and who is above 1000 euros?" + SALES, ["**1,239.11**", "revenue > 1000"]),
        ("what is the total revenue and which are below 500" + SALES, ["**4,956.45**", "revenue < 500"]),
        (
            "Quel est le total des ventes et qui est en dessous de 1000 ?" + SALES_FR,
            ["Somme de ventes", "ventes < 1000", "**Busch**"],
        ),
        ("¿Cuál es la suma de ventas y quién está por debajo de 1000?" + SALES_ES, ["**4.540**", "ventas < 1000"]),
        (
            "who had less than 1000 ml and what's the average pulse of the whole ward?" + WARD,
            ["**84**", "| 5 | Tess |"],
        ),
    ],
)
def test_a_condition_behind_a_figure_of_all_is_not_for_the_figure(message: str, said: list[str]) -> None:
    answer = ask(ROLE, message).answer
    assert [one for one in said if one not in answer] == []
    assert "not use" not in answer
    assert "Nicht verwendet" not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("total revenue of customers under 1000" + SALES, "revenue < 1000 is **1,395.7**"),
        ("what is the total revenue of those who are under 1000" + SALES, "**1,395.7**"),
        ("who ran more than 10 km?\nrunner,distance_km,pulse\nKarl,14,72\nInes,9,88", "distance_km > 10 is **Karl**"),
        ("who drank less than 1000 ml\nbed,in_ml,out_ml\n1,1450,72\n2,980,88", "I do not understand"),
        ("who had less than 1000 of it\nbed,patient,fluid_ml,pulse\n1,Karl,1450,72\n2,Ines,980,88", "I do not"),
    ],
)
def test_other_conditions_stay_where_they_belong(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "heads"),
    [
        ("ordena los equipos por puntos y si empatan por goles", "equipo,puntos,goles"),
        ("ordena los equipos por puntos y, si hay empate, por goles", "equipo,puntos,goles"),
        ("sort the teams by points and if they are tied by goals", "team,points,goals"),
        ("sort by points, if there is a tie by goals", "team,points,goals"),
        ("sortiere die Teams nach Punkten und bei Gleichstand nach Toren", "team,punkte,tore"),
        ("Sortiere nach Punkte, wenn es Gleichstand gibt nach Tore", "team,punkte,tore"),
        ("trie les équipes par points et s'il y a égalité par buts", "equipe,points,buts"),
        ("trie les équipes par points, en cas d'égalité par buts", "equipe,points,buts"),
    ],
)
def test_a_table_of_results_is_led_by_its_best_and_ties_are_broken(message: str, heads: str) -> None:
    answer = ask(ROLE, message + LEAGUE.format(heads=heads)).answer
    assert sorted(BEST_FIRST, key=answer.index) == BEST_FIRST


@pytest.mark.parametrize(
    ("message", "first"),
    [
        ("sort the teams by points, lowest first" + LEAGUE.format(heads="team,points,goals"), "Foxes"),
        ("sort the teams by points ascending" + LEAGUE.format(heads="team,points,goals"), "Foxes"),
        ("ordena por puntos de menor a mayor" + LEAGUE.format(heads="equipo,puntos,goles"), "Foxes"),
        ("sort by price" + LEAGUE.format(heads="team,price,goals"), "Foxes"),
        ("sort by price and then by goals" + LEAGUE.format(heads="team,price,goals"), "Foxes"),
    ],
)
def test_other_orders_rise_as_before(message: str, first: str) -> None:
    answer = ask(ROLE, message).answer
    assert sorted(BEST_FIRST, key=answer.index)[0] == first


@pytest.mark.parametrize(
    ("message", "heads", "said"),
    [
        ("what's the average of each exam", "Student,Exam1,Exam2", "| Exam1 | 70.6667 |"),
        ("average per test please", "Student,Test 1,Test 2", "| Test 2 | 74 |"),
        ("who improved the most and what's the average of each exam", "Student,Exam1,Exam2", "| Exam1 | 70.6667 |"),
        ("Wie ist der Durchschnitt jeder Klausur?", "Name,Klausur 1,Klausur 2", "| Klausur 1 | 70,6667 |"),
        ("quelle est la moyenne de chaque examen ?", "Élève,Examen 1,Examen 2", "| Examen 2 | 74 |"),
        ("¿cuál es la media de cada examen?", "Alumno,Examen 1,Examen 2", "| Examen 2 | 74 |"),
        ("average for each exam and each student", "Student,Exam1,Exam2", "| Exam1 | 70.6667 |"),
        ("average of each student", "Student,Exam1,Exam2", "| Aylin | 74 |"),
        ("what's the average for each student over both exams", "Student,Exam1,Exam2", "| Aylin | 74 |"),
        ("the average of both exams for each student", "Student,Exam1,Exam2", "| Aylin | 74 |"),
        ("average for each exam and each student", "Student,Exam1,Exam2", "| Aylin | 74 |"),
        ("total of each person", "Name,Week1,Week2", "| Aylin | 148 |"),
    ],
)
def test_each_of_numbered_columns_is_a_figure_of_the_column(message: str, heads: str, said: str) -> None:
    assert said in ask(ROLE, message + EXAMS.format(heads=heads)).answer


@pytest.mark.parametrize(
    ("message", "heads", "found"),
    [
        ("Quelle est la valeur totale du stock et quel produit vaut le plus ?", "produit,quantite,prix", "binder"),
        ("valeur totale du stock (quantité × prix) et quel produit vaut le plus ?", "produit,quantite,prix", "binder"),
        ("total value of the stock (qty x price), and which product is worth the most?", "product,qty,price", "binder"),
        ("what is the total stock value and which item is worth the least", "item,qty,price", "rubber"),
        ("Was ist der Gesamtwert des Lagers und welcher Artikel ist am meisten wert?", "artikel,menge,preis", "binder"),
        ("¿Cuál es el valor total del inventario y qué producto vale más?", "producto,cantidad,precio", "binder"),
    ],
)
def test_what_is_worth_most_goes_by_the_product(message: str, heads: str, found: str) -> None:
    answer = ask(ROLE, message + STOCK.format(heads=heads)).answer
    assert f"**{found}**: " in answer
    assert "**188.7**" in answer or "**188,7**" in answer


def test_the_dearest_goes_by_the_price_alone() -> None:
    answer = ask(ROLE, "which product is the most expensive?" + STOCK.format(heads="product,qty,price")).answer
    assert "**binder** (value of price: **3.4**)" in answer


@pytest.mark.parametrize(
    "question",
    [
        "which answer got the most votes overall, and the percentages for q2?",
        "which answer got the most votes overall, and the percentages for q1?",
    ],
)
def test_the_most_among_the_rows_of_one_value_is_asked_about(question: str) -> None:
    answer = ask(ROLE, f"{question}\nquestion,a,b,c\nq1,12,7,5\nq2,3,15,6\nq3,9,9,6").answer
    assert "number of rows: **1**" not in answer
    assert "I do not know which column is meant" in answer
