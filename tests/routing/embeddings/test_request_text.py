"""What of a message is embedded: its request, with the data in it named and cut short."""

import pytest

from kingdom.routing.embeddings.request_text import request_text

TABLE = "CSV table with the columns"


@pytest.mark.parametrize(
    ("message", "embedded"),
    [
        ("which team won?\nteam,goals\nRed,3\nBlue,5", f"which team won?\n{TABLE} team, goals"),
        ("Mittelwert bitte: Tag;Grad\n1;3,5\n2;4,5", f"Mittelwert bitte: {TABLE} Tag, Grad"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", f"{TABLE} a, b"),
        ("is ann_b@web,de valid?", "is ann_b@web,de valid?"),
        ("ist max.muster@firma.de richtig?", "ist ann@example.com richtig?"),
        ("check info@shop, sales@@shop.de", "check ann@example.com, ann@example.com"),
        ("how many letters has »Donaudampfschiff«?", "how many letters has 'word'?"),
        ("Is “all is well that ends” long?", "Is 'some words' long?"),
        ('minify {"a": "x y", "b": 2}', 'minify {"a": "x y", "b": 2}'),
    ],
)
def test_data_is_named(message: str, embedded: str) -> None:
    assert request_text(message) == embedded


def test_a_long_document_is_cut_and_the_question_behind_it_stays() -> None:
    document = '{"rows": [' + ", ".join(f'{{"id": {n}}}' for n in range(50)) + "]}"
    shown = request_text(f"{document} how many rows are there")
    assert shown.startswith(document[:60] + " …")
    assert shown.endswith("how many rows are there")


def test_a_text_beside_a_question_is_cut_to_its_first_words() -> None:
    text = "Rain fell all night. In the morning the river was high, and nobody crossed the bridge."
    assert request_text(f"word count: {text}") == "word count: Rain fell all night."
    assert request_text(f"Which word is the longest? {text}") == "Which word is the longest? Rain fell all night."
    long = " ".join([text] * 4)
    assert request_text(f"{long} How many words are there?") == "Rain fell all night. How many words are there?"


@pytest.mark.parametrize(
    "message",
    [
        "what is 14 kg in pounds",
        "My flight leaves New York at 22:15 on 4 December and takes 7 h 20 min. What time is it in Paris when I land?",
        "Dear Ann,\nthank you for the cake, it was good.\nBest wishes, Tom",
        "the patients' files and the doctors' notes",
    ],
)
def test_other_messages_stay_as_they_are(message: str) -> None:
    assert request_text(message) == message


@pytest.mark.parametrize("unit", ["[a", "{", "«", "a@", "a,b\n", '"', "x? ", "....", "a: "])
def test_a_long_monotonous_message_is_short(unit: str) -> None:
    assert len(request_text(unit * 100_000)) <= 5_001
