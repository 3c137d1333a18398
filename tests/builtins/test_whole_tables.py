"""Tables: figures of all rows behind a condition, games played, marks of a row, missing cells, growth between rows."""

import re

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload

ROLE = "csv_statistics"
WEEK = "day,revenue\nMo,310.50\nTu,275\nWe,402.25\nTh,198\nFr,530.75"


@pytest.mark.parametrize(
    "question",
    [
        "on which days was revenue under 300 and what is the sum of the whole week?",
        "which days had revenue under 300, and what is the total revenue of all days?",
        "which days are under 300 in revenue and what is the sum of revenue overall?",
        "an welchen Tagen lag revenue unter 300 und wie hoch ist die Summe der ganzen Woche?",
        "welche Tage haben revenue unter 300 und was ist die Summe von revenue über alle Tage?",
        "quels jours ont revenue inférieur à 300 et quelle est la somme de revenue de toute la semaine ?",
        "¿qué días tienen revenue menos de 300 y cuál es la suma de revenue de toda la semana?",
    ],
)
def test_a_sum_of_the_whole_is_not_of_the_rows_before(question: str) -> None:
    answer = ask(ROLE, f"{question}\n{WEEK}").answer
    assert "| Tu | 275 |" in answer
    assert "| Th | 198 |" in answer
    assert re.search(r"\*\*1\W?716\W50?\*\*", answer)


@pytest.mark.parametrize(
    "question",
    [
        "which days had revenue under 300, and what is the sum of those?",
        "how many days had revenue under 300 and what do they add up to?",
    ],
)
def test_a_sum_of_those_rows_stays_theirs(question: str) -> None:
    assert "**473**" in ask(ROLE, f"{question}\n{WEEK}").answer


STOCK = "produit;prix;stock\nstylo;1,20;340\ncahier;2,75;120\nclasseur;4,10;60\ngomme;0,85;0"


@pytest.mark.parametrize(
    "question",
    [
        "bonjour, combien de produits ont un stock supérieur à 100 ? et c'est quoi le prix moyen",
        "combien de produits ont un stock supérieur à 100 ? et la moyenne du prix ?",
        "combien de produits ont un stock supérieur à 100 et quel est le prix moyen ?",
    ],
)
def test_a_mean_behind_a_count_is_of_all_rows(question: str) -> None:
    answer = ask(ROLE, f"{question}\n{STOCK}").answer
    assert "**2**" in answer
    assert "**2,225**" in answer


TEAMS = "| team | won | lost |\n|---|---|---|\n| Reds | 9 | 3 |\n| Blues | 7 | 4 |"


@pytest.mark.parametrize(
    "question",
    [
        "how many games did each team play?",
        "how many games did each team play, and who won the most?",
        "number of matches played per team",
        "wie viele Spiele hat jedes Team gespielt?",
        "combien de matchs a joué chaque team ?",
        "¿cuántos partidos jugó cada team?",
    ],
)
def test_games_are_those_won_and_lost(question: str) -> None:
    answer = ask(ROLE, f"{question}\n{TEAMS}").answer
    assert "| Reds | 12 |" in answer
    assert "| Blues | 11 |" in answer


def test_draws_are_games_too() -> None:
    table = "team,won,lost,drawn\nReds,9,3,1\nBlues,7,5,0"
    assert "| Reds | 13 |" in ask(ROLE, f"how many games did each team play?\n{table}").answer


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how many games did each team play?", "team,games,won,lost\nReds,14,9,3\nBlues,13,7,5"),
        ("how many games did each team win?", TEAMS),
        ("how many players does each team have?", "team,players\nReds,11\nBlues,12"),
        ("how many games did each team play?", "team,game\nReds,a\nReds,b\nBlues,c"),
    ],
)
def test_other_columns_are_not_added_up(question: str, table: str) -> None:
    assert "won + lost" not in ask(ROLE, f"{question}\n{table}").answer


@pytest.mark.parametrize("question", ["how many goals did each team score?", "how many fans has each team?"])
def test_what_no_column_tells_is_not_the_number_of_rows(question: str) -> None:
    given = ask(ROLE, f"{question}\n{TEAMS}")
    assert given.tag == "NULL"
    assert "won, lost" in given.answer


MARKS = "pupil,maths,french\nZoe,14,11\nHugo,9,15\nInes,17,12\nTom,12,8"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("who has the best average of the two marks?", "| Ines | 14.5 |"),
        ("who has the best average of maths and french?", "| Ines | 14.5 |"),
        ("who has the highest total of maths and french?", "| Ines | 29 |"),
        ("who has the lowest average of both grades?", "| Tom | 10 |"),
        ("qui a la meilleure moyenne des deux notes ?", "| Ines | 14,5 |"),
        ("wer hat den besten Durchschnitt der beiden Noten?", "| Ines | 14,5 |"),
        ("¿quién tiene la mejor media de las dos notas?", "| Ines | 14,5 |"),
    ],
)
def test_the_best_of_several_marks_is_of_their_mean(question: str, first: str) -> None:
    assert ask(ROLE, f"{question}\n{MARKS}").answer.split("\n")[4] == first


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("who has the best maths?", "**17**"),
        ("highest french and highest maths", "**15**"),
        ("average of maths", "**13**"),
    ],
)
def test_marks_by_themselves_stay_so(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question}\n{MARKS}").answer


PEOPLE = "id,name,phone,age\n1,Ann,555-01,34\n2,Bob,,41\n3,Cy,555-03,\n4,Di,,29"


@pytest.mark.parametrize(
    "question",
    [
        "my boss wants to know where data is missing in this list",
        "our teacher asked me to find out where values are missing",
        "where is data missing?",
        "where are cells empty?",
        "mein Chef will wissen wo Daten fehlen",
        "où des données manquent ?",
        "mi jefe quiere saber dónde faltan datos",
    ],
)
def test_missing_cells_are_told_with_their_rows(question: str) -> None:
    answer = ask(ROLE, f"{question}\n{PEOPLE}").answer
    assert "phone" in answer
    assert "**2** (Bob, Di)" in answer
    assert "**1** (Cy)" in answer


VISITS = "week,visitors\n1,400\n2,460\n3,437\n4,529"


@pytest.mark.parametrize(
    "question",
    [
        "by what percent did visitors grow from week 1 to week 4? dont need the weeks between",
        "growth of visitors in percent from week 1 to week 4",
        "by how many percent did visitors grow between week 1 and week 4, without the ones in between?",
        "um wie viel Prozent sind visitors von week 1 bis week 4 gestiegen?",
    ],
)
def test_growth_between_two_numbered_rows(question: str) -> None:
    assert "**32.25 %**" in ask(ROLE, f"{question}\n{VISITS}").answer.replace(",", ".")


@pytest.mark.parametrize(
    "question",
    ["by what percent did visitors grow from 1 to 4?", "by what percent did visitors grow from week 1 to week 9?"],
)
def test_numbers_that_name_no_row_are_no_weeks(question: str) -> None:
    assert "32.25" not in ask(ROLE, f"{question}\n{VISITS}").answer


GUESTS = "guest,meal\nHope,veg\nIan,fish\nJude,veg"


@pytest.mark.parametrize(
    "question",
    [
        "How many guests eat veg, and which ones are they?",
        "how many guests chose veg and who are they?",
        "how many guests have meal veg, and which are they?",
    ],
)
def test_how_many_and_which_ones_they_are(question: str) -> None:
    given = handler(ROLE)(payload(f"{question}\n{GUESTS}"), DrawingHost())
    assert given["answer"].startswith("The number of rows where meal = veg is **2**.")
    assert "| Hope | veg |" in given["answer"]
    assert given["definite"] is True


def test_another_verb_is_told_as_unread() -> None:
    assert "“hate”" in ask(ROLE, f"how many guests hate veg?\n{GUESTS}").answer


@pytest.mark.parametrize(
    "question", ["promedio de litros por favor", "suma de litros, por favor", "por favor, la media de litros"]
)
def test_a_polite_word_is_no_group(question: str) -> None:
    answer = ask(ROLE, f"{question}\nfecha,litros\n01/11/2026,41.2\n09/11/2026,38.6").answer
    assert "**39,9**" in answer or "**79,8**" in answer


def test_groups_are_still_read_behind_por() -> None:
    answer = ask(ROLE, "suma de litros por coche, por favor\ncoche,litros\nA,1\nB,2\nA,3").answer
    assert "| A | 4 |" in answer


ORDERS = "order,country,value\n1,FR,40\n2,DE,55\n3,FR,25\n4,IT,70"


@pytest.mark.parametrize(
    "question",
    ["count orders by country except Italy", "sum of value excluding Italy", "sum of value, apart from Italy",
     "Summe von value außer Italy", "somme de value sauf Italy", "suma de value excepto Italy"],
)  # fmt: skip
def test_a_name_that_a_table_only_has_as_code_is_asked_back(question: str) -> None:
    given = ask(ROLE, f"{question}\n{ORDERS}")
    assert given.tag == "NULL"
    assert (
        "“Italy”" in given.answer or "„Italy“" in given.answer or "Italy »" in given.answer or "«Italy»" in given.answer
    )
    assert "DE, FR, IT" in given.answer


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("count orders by country except IT", ORDERS),
        ("sum of value except Reds", "team,value\nReds,1\nBlues,2"),
        ("sum of value except Italy", "country,value\nItaly,1\nFrance,2"),
        ("sum of value", ORDERS),
        ("sum of value ohne Mehrwertsteuer", ORDERS),
    ],
)
def test_other_exclusions_are_no_unknown_codes(question: str, table: str) -> None:
    assert "DE, FR, IT" not in ask(ROLE, f"{question}\n{table}").answer
