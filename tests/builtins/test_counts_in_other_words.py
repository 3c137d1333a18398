"""Counts of texts in other words, sums that are split over people, and documents told to come in one line."""

import pytest

from tests.builtins.asking import ask, unused_words

TEXT, CALCULATOR, JSON = "text_statistics", "calculator", "json_formatter"
CUSTOMERS = '{"customers":[{"id":71,"contact":{"phone":"0311-220"}},{"id":84,"contact":{"phone":"0311-945"}}]}'


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("cuántas letras a hay en: El cactus no necesita casi nada", "«a» aparece **5** veces"),
        ("¿cuántas a hay en: El cactus no necesita casi nada", "«a» aparece **5** veces"),
        ("combien de lettres e dans : le cactus est vert", "« e » apparaît **3** fois"),
        ("wie viele Buchstaben e hat: der Kaktus ist sehr grün", "„e“ kommt **2**-mal vor"),
        ("how many letters a are in: the cactus has a hat", "“a” appears **4** times"),
        ("how many different words mint chive mint parsley dill chive mint sorrel", "Different words: **5**"),
        ("wie viele Wörter rot blau rot grün rot", "Wörter: **5**"),
        (
            "how often is the word compost in this ad (only compost, not composting): compost heap, worm compost",
            "**2** times",
        ),
        ("cuántas letras hay en: El cactus", "Letras: **8**"),
        ("how many letters in: the cactus", "Letters: **9**"),
    ],
)
def test_counts(message: str, expected: str) -> None:
    assert expected in ask(TEXT, message).answer


@pytest.mark.parametrize("message", ["how many words fit on a page", "combien de lettres a le mot cactus"])
def test_questions_on_no_text_are_none(message: str) -> None:
    assert ask(TEXT, message).tag == "NULL"


def test_a_remark_on_longer_words_is_read() -> None:
    message = "how often is the word compost in this ad (only compost, not composting): compost heap, worm compost"
    assert "composting" not in unused_words(TEXT, message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("347.80 split over 5 families", "**69.56**"),
        ("90 shared across 4 people", "**22.5**"),
        ("347.80 split between 5 families", "**69.56**"),
    ],
)
def test_split_over_people(message: str, expected: str) -> None:
    assert expected in ask(CALCULATOR, message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            f"What is the phone of the second customer? My webshop spits it out as one line: {CUSTOMERS}",
            '**"0311-945"**',
        ),
        (f"What is the phone of the second customer? {CUSTOMERS}", '**"0311-945"**'),
        ('squeeze this to one line without blanks\n{ "open": "09:00" }', '{"open":"09:00"}'),
        ('put it on one line: { "open": "09:00" }', '{"open":"09:00"}'),
    ],
)
def test_documents_in_one_line(message: str, expected: str) -> None:
    assert expected in ask(JSON, message).answer
