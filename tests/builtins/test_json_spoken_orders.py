"""Lists of a document in an order that is said in words, and a number with a decimal comma in a document."""

import json

import pytest

from tests.builtins.asking import ask, handler, payload

ROLE = "json_formatter"
RUGS = '[{"item":"rug","price":80},{"item":"lamp","price":25},{"item":"desk","price":140}]'
CAKES = '[{"cake":"lemon","gbp":18},{"cake":"choc","gbp":24},{"cake":"carrot","gbp":21}]'
RUNNERS = '[{"name":"Liz","min":27.5},{"name":"Omar","min":22.1},{"name":"Beth","min":24.8}]'


def order(message: str, key: str) -> list[object]:
    """Return the values of a key in the order of the list that an answer holds."""
    text = (ask(ROLE, message).answer or "").partition("```json")[2].partition("```")[0]
    return [row[key] for row in json.loads(text)]


@pytest.mark.parametrize(
    ("message", "key", "expected"),
    [
        (f"sort these by price, cheapest first {RUGS}", "item", ["lamp", "rug", "desk"]),
        (f"sort by price, most expensive first: {RUGS}", "item", ["desk", "rug", "lamp"]),
        (f"sort by price: {RUGS}", "item", ["lamp", "rug", "desk"]),
        (f"sort by price, highest first: {RUGS}", "item", ["desk", "rug", "lamp"]),
        (f"order these cakes from most to least expensive: {CAKES}", "cake", ["choc", "carrot", "lemon"]),
        (f"sort them from cheapest to dearest {CAKES}", "cake", ["lemon", "carrot", "choc"]),
        (f"sort these runners by time, fastest first: {RUNNERS}", "name", ["Omar", "Beth", "Liz"]),
        (f"list them slowest first {RUNNERS}", "name", ["Liz", "Beth", "Omar"]),
        (f"put these in order of price {RUGS}", "item", ["lamp", "rug", "desk"]),
        (f"nach Preis sortieren, teuerste zuerst: {RUGS.replace('price', 'preis')}", "item", ["desk", "rug", "lamp"]),
        (f"trie-les du plus cher au moins cher : {CAKES}", "cake", ["choc", "carrot", "lemon"]),
        (f"ordénalos de menor a mayor: {CAKES}", "cake", ["lemon", "carrot", "choc"]),
    ],
)
def test_a_spoken_order(message: str, key: str, expected: list[object]) -> None:
    assert order(message, key) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('sort by age, oldest first: [{"n":1,"age":9},{"n":2,"age":30}]', [2, 1]),
        ('sort by born, oldest first: [{"n":1,"born":1990},{"n":2,"born":1960}]', [2, 1]),
        ('sort by date, oldest first: [{"n":1,"date":"2026-05-01"},{"n":2,"date":"2026-01-01"}]', [2, 1]),
        ('sort by date, newest first: [{"n":1,"date":"2026-05-01"},{"n":2,"date":"2026-01-01"}]', [1, 2]),
        ('rank by score, best first: [{"n":1,"score":3},{"n":2,"score":9}]', [2, 1]),
        ('rank by time, best first: [{"n":1,"time":3},{"n":2,"time":9}]', [1, 2]),
        ('sort by kmh, fastest first: [{"n":1,"kmh":30},{"n":2,"kmh":90}]', [2, 1]),
    ],
)
def test_what_is_first_depends_on_the_key(message: str, expected: list[int]) -> None:
    assert order(message, "n") == expected


def test_a_key_that_is_not_there_is_told() -> None:
    made = ask(ROLE, f"sort these runners by time, fastest first: {RUNNERS}").answer or ""
    assert made.startswith("No key is called “time”; I took `min`, the only one with numbers.")


@pytest.mark.parametrize(
    "message",
    [
        f"sort by colour, cheapest first: {RUNNERS}",  # no key, and no measure
        'sort by weight: [{"a":1,"b":2},{"a":3,"b":4}]',  # two keys have numbers
        'largest first please, sort them: [{"a":1,"b":2},{"a":3,"b":4}]',
    ],
)
def test_no_order_is_guessed(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        (f"which is the cheapest? {RUGS}", "**lamp**"),
        (f"the two most expensive: {RUGS}", "desk"),
        (f"how many cost over 50? {RUGS}", "**2**"),
        ('Combien de commandes dépassent 100 ? [{"n":1,"total":80},{"n":2,"total":150}]', "**1**"),
    ],
)
def test_questions_that_want_no_order_keep_their_answer(message: str, answer: str) -> None:
    assert answer in (ask(ROLE, message).answer or "")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('Warum meldet das Programm einen Fehler? {"kunde": "Schmidt", "betrag": 12,50}', "eine Zahl ist mit Komma"),
        ('why does my website give me an error? {"name": "Tom", "price": 9,99}', "a number is written with a comma"),
        ('pourquoi le site refuse ce fichier ? {"prix": 9,99, "nom": "Luc"}', "un nombre est écrit avec une virgule"),
    ],
)
def test_a_decimal_comma_is_named(message: str, said: str) -> None:
    made = handler(ROLE)(payload(message), None)
    assert said in made["answer"]
    assert made["definite"] is True


def test_a_decimal_comma_becomes_a_point() -> None:
    made = ask(ROLE, 'fix this: {"a": 12,50, "b": -3,5, "c": [1,2], "d": 7}').answer or ""
    assert '"a": 12.50' in made
    assert '"b": -3.5' in made
    assert '"d": 7' in made


@pytest.mark.parametrize("document", ['{"a": 1,2: 3}', '{"a": 1, "b": 2}', '{"a": [12,50]}'])
def test_other_commas_are_none_of_a_number(document: str) -> None:
    assert "12.50" not in (ask(ROLE, f"is this valid json? {document}").answer or "")
