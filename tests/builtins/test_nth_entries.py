"""Entries of a JSON list by their place, paths, and entries that lack a value, in four languages."""

import pytest

from tests.builtins.asking import ask

ROLE = "json_formatter"
PEOPLE = (
    '[{"name":"Ann","email":"ann@x.org","age":31},{"name":"Bob","email":null,"age":44},'
    '{"name":"Cid","age":27},{"name":"Dora","email":"","age":52}]'
)
ANSWER = '{"api":{"response":{"status":"ok","items":[{"id":7,"price":9.5},{"id":8,"price":3}]}},"version":"2.1"}'


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("the second to last entry", "Entry 3 of 4"),
        ("Zeig den vorletzten Eintrag", "Eintrag 3 von 4"),
        ("la deuxième entrée", '"Bob"'),
        ("la tercera entrada", '"Cid"'),
        ("last but one", '"Cid"'),
        ("Show me the third name", '"Cid"'),
        ("what is the 5th entry?", "There is no entry **5**: the list has 4 entries."),
        ("first two entries", "numbers 1, 2"),
        ("die ersten zwei Einträge", "Nummern 1, 2"),
        ("les deux dernières entrées", "numéros 3, 4"),
        ("entries 2 to 3", "numbers 2, 3"),
        ("every second entry", "numbers 2, 4"),
        ("whose email is missing?", "**3** of 4 entries have `email` = null"),
        ("à qui manque email ?", "**3**"),
        ("¿a quién le falta email?", "**3** de 4"),
        ("¿quién no tiene email?", "**3** de 4"),
        ("sort by name, Z to A", "Sorted by `name`, highest first"),
    ],
)
def test_places_and_missing_values_are_read(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question}\n\n{PEOPLE}").answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is api/response/status?", "`api/response/status` is:"),
        ("what does api.response.items[1].price say?", "**3**"),
        ("What is the status in the api/response?", "`status` is:"),
        ("price of the second item", "`price` of entry 2 of 2"),
    ],
)
def test_paths_are_followed(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question}\n\n{ANSWER}").answer


@pytest.mark.parametrize("question", ["sort descending", "the first entry with age over 40"])
def test_what_is_not_clear_is_asked(question: str) -> None:
    assert ask(ROLE, f"{question}\n\n{PEOPLE}").tag == "NULL"
