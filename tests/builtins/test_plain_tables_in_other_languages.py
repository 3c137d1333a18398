"""Plain questions on a table in German, French and Spanish, each checked by computing the answer here."""

import random
import statistics
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.builtins.asking import DrawingHost, handler, payload
from tests.builtins.plain_sentences import cases, figures
from tests.rounds import rounds

LIMIT = 100
TABLES = {
    "de": (("Name", "Alter", "Ann Bob Cid Dan Eve"), ("Artikel", "Preis", "Stift Buch Lampe Tisch")),
    "fr": (("nom", "âge", "Ann Bob Cid Dan Eve"), ("article", "prix", "stylo livre lampe table")),
    "es": (("nombre", "edad", "Ann Bob Cid Dan Eve"), ("artículo", "precio", "boli libro lámpara mesa")),
}
ON_TABLES = {
    "mean": {
        "de": """
Durchschnitt von {v}
was ist der Durchschnitt von {v}?
Mittelwert der Spalte {v}
wie hoch ist der Durchschnitt bei {v}
berechne den Mittelwert von {v}
durchschnittlicher Wert von {v}
""",
        "fr": """
moyenne de {v}
quelle est la moyenne de {v} ?
calcule la moyenne de la colonne {v}
la moyenne des {v}
valeur moyenne de {v}
""",
        "es": """
promedio de {v}
¿cuál es la media de {v}?
media de la columna {v}
calcula el promedio de {v}
""",
    },
    "sum": {
        "de": """
Summe von {v}
wie hoch ist die Summe von {v}?
addiere {v}
zähle {v} zusammen
Gesamtsumme {v}
was ergibt {v} insgesamt
berechne die Summe der Spalte {v}
""",
        "fr": """
somme de {v}
quelle est la somme de {v} ?
total de {v}
additionne {v}
calcule le total de la colonne {v}
combien font les {v} en tout
""",
        "es": """
suma de {v}
¿cuál es la suma de {v}?
total de {v}
suma la columna {v}
calcula el total de {v}
""",
    },
    "max": {
        "de": """
höchster Wert von {v}
was ist der höchste {v}
Maximum von {v}
größter Wert bei {v}
""",
        "fr": """
maximum de {v}
quel est le {v} le plus élevé
plus grande valeur de {v}
valeur maximale de {v}
""",
        "es": """
máximo de {v}
cuál es el mayor {v}
valor más alto de {v}
""",
    },
    "min": {
        "de": """
niedrigster Wert von {v}
Minimum von {v}
kleinster Wert bei {v}
""",
        "fr": """
minimum de {v}
plus petite valeur de {v}
valeur minimale de {v}
""",
        "es": """
mínimo de {v}
valor más bajo de {v}
""",
    },
    "highest": {
        "de": """
welcher {k} hat den höchsten {v}?
bei welchem {k} ist {v} am höchsten
{k} mit dem höchsten {v}
""",
        "fr": """
quel {k} a le {v} le plus élevé ?
quel {k} a le plus grand {v}
""",
        "es": """
¿qué {k} tiene el mayor {v}?
qué {k} tiene el {v} más alto
""",
    },
    "rows": {
        "de": """
wie viele Zeilen
wie viele Zeilen hat die Tabelle?
Anzahl der Zeilen
wie viele Einträge sind das
""",
        "fr": """
combien de lignes
combien de lignes y a-t-il ?
nombre de lignes
""",
        "es": """
cuántas filas
¿cuántas filas hay?
número de filas
""",
    },
    "median": {
        "de": """
Median von {v}
was ist der Median von {v}
""",
        "fr": """
médiane de {v}
quelle est la médiane de {v} ?
""",
        "es": """
mediana de {v}
¿cuál es la mediana de {v}?
""",
    },
    "number_above": {
        "de": """
wie viele haben {v} über {x}
wie viele Zeilen mit {v} größer als {x}
wie viele {v} sind größer als {x}
""",
        "fr": """
combien de lignes avec {v} supérieur à {x}
combien ont un {v} de plus de {x}
combien de {v} dépassent {x}
""",
        "es": """
cuántos tienen {v} mayor que {x}
cuántas filas con {v} mayor de {x}
cuántos {v} superan {x}
""",
    },
    "above": {
        "de": """
zeige Zeilen mit {v} über {x}
nur Zeilen mit {v} größer als {x}
welche Zeilen haben {v} > {x}
""",
        "fr": """
montre les lignes avec {v} supérieur à {x}
seulement les lignes où {v} > {x}
""",
        "es": """
muestra las filas con {v} mayor que {x}
solo las filas donde {v} > {x}
""",
    },
    "value": {
        "de": """
was ist der {v} von {n}
{v} von {n}?
welchen {v} hat {n}
""",
        "fr": """
quel est le {v} de {n}
{v} de {n} ?
""",
        "es": """
cuál es el {v} de {n}
{v} de {n}?
""",
    },
}


class Table(NamedTuple):
    """Names and whole numbers, no two alike, two of them above the limit."""

    names: list[str]
    values: list[int]


FIGURES: dict[str, Callable[[Table], float]] = {
    "mean": lambda table: statistics.mean(table.values),
    "sum": lambda table: sum(table.values),
    "max": lambda table: max(table.values),
    "min": lambda table: min(table.values),
    "median": lambda table: statistics.median(table.values),
    "rows": lambda table: len(table.values),
    "number_above": lambda table: sum(value > LIMIT for value in table.values),
    "value": lambda table: table.values[0],
}


def answers(kind: str, table: Table, answer: str) -> bool:
    said = answer.split("\n\n|")[0]
    if kind in FIGURES:
        return any(figure == pytest.approx(FIGURES[kind](table), rel=2e-3) for figure in figures(said))
    if kind == "highest":
        return table.names[table.values.index(max(table.values))] in said
    return all((name in answer) is (value > LIMIT) for name, value in zip(table.names, table.values, strict=True))


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(ON_TABLES))
def test_a_plain_question_is_answered_with_what_the_table_says(kind: str, language: str, sentence: str) -> None:
    chance = random.Random(sentence)
    for _ in range(rounds(2, 20)):
        key, measure, words = chance.choice(TABLES[language])
        names = words.split()
        values = [*chance.sample(range(3, LIMIT), len(names) - 2), *chance.sample(range(LIMIT + 1, 999), 2)]
        chance.shuffle(values)
        sign = chance.choice(",;\t")
        rows = [(key, measure), *zip(names, map(str, values), strict=True)]
        text = "\n".join(sign.join(row) for row in rows)
        asked = sentence.format(k=key, v=measure, x=LIMIT, n=names[0])
        message = chance.choice((f"{asked}\n{text}", f"{asked}\n\n{text}", f"{text}\n\n{asked}", f"{asked}:\n{text}"))
        answer = handler("csv_statistics")(payload(message), DrawingHost())["answer"]
        assert answers(kind, Table(names, values), answer), (message, answer)
