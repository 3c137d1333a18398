"""Which column of a table a step in plain words is about: found with a reason, or left open."""

import pytest

from kingdom.tools.files.table_rows import TableRows, table_rows
from kingdom.workflows.planning.column_choice import column_choice

CUSTOMERS = "name,e-mail,city,notes\nAnn,ann@x.org,Berlin,\nBob,bob(at)y,Paris,likes a@b\nEve,eve@z.org,Rome,\n"


def table(text: str) -> TableRows:
    return table_rows(text, is_json=False, most=100)


def chosen(text: str, words: str, served: str = "") -> tuple[str, str] | None:
    return column_choice(table(text), words, is_served=lambda cell: bool(served) and served in cell)


@pytest.mark.parametrize(
    ("words", "name", "reason"),
    [
        ("validate the addresses", "e-mail", "the only column that holds e-mail addresses"),
        ("prüfe die Adressen", "e-mail", "the only column that holds e-mail addresses"),
        ("vérifie les adresses", "e-mail", "the only column that holds e-mail addresses"),
        ("valida las direcciones", "e-mail", "the only column that holds e-mail addresses"),
        ("greet each name", "name", "the request names it"),
        ("count the cities of the column city", "city", "the request names it"),
    ],
)
def test_column_is_found_by_its_name_or_the_form_of_its_cells(words: str, name: str, reason: str) -> None:
    assert chosen(CUSTOMERS, words) == (name, reason)


def test_only_column_and_the_only_served_one() -> None:
    assert chosen("mail\na@x.org\n", "greet") == ("mail", "the only column of the file")
    assert chosen("Berlin\nParis\n", "greet") == ("", "the only column of the file")
    assert chosen(CUSTOMERS, "look it up", served="Berlin") == (
        "city",
        "the only column whose values a specialist here takes",
    )


def test_what_the_words_leave_open_is_no_choice() -> None:
    assert chosen(CUSTOMERS, "look it up") is None
    assert chosen(CUSTOMERS, "compare name and city", served="@") is None
    assert chosen("a@x.org,b@y.org\nc@x.org,d@y.org\n", "validate the addresses") is None
    two = "home mail,work mail\na@x.org,b@y.org\n"
    assert chosen(two, "validate the work mails") == ("work mail", "the request names it")
    assert chosen(two, "validate the addresses") is None
