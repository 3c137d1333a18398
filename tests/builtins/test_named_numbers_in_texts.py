"""Telephone numbers, links and dates of a text, listed or counted; how often a word occurs beside all its words."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "block"),
    [
        ("find only the phone numbers in this note, not the invoice number: call 555-0142 or 555-0199, invoice no 3381",
         "555-0142\n555-0199"),
        ("list the phone numbers: Anna 0171 2345678, Ben (030) 1234567, room 12", "0171 2345678\n(030) 1234567"),
        ("find the phone numbers: call 555-0142, order no 12-345678", "555-0142"),
        ("Welche Telefonnummern stehen hier: Anna 0171 2345678, Rechnung 3381-0042", "0171 2345678"),
        ("extrais les numéros de téléphone : Marie 06 12 34 56 78, facture 3381", "06 12 34 56 78"),
        ("saca los teléfonos: María 612 345 678, factura 3381", "612 345 678"),
        ("how many phone numbers are in here: call 555-0142 or 555-0199", "555-0142\n555-0199"),
        ("how many links are in this: see https://a.de and http://b.com/x", "https://a.de\nhttp://b.com/x"),
        ("how many email addresses are in this text: a@b.de, c@d.com", "a@b.de\nc@d.com"),
    ],
)  # fmt: skip
def test_numbers_of_a_kind_are_taken(message: str, block: str) -> None:
    answer = ask("text_statistics", message).answer
    assert f"```\n{block}\n```" in answer
    assert not message.startswith("how many") or answer.startswith("**2**")


def test_none_of_a_kind_counts_zero() -> None:
    assert ask("text_statistics", "how many phone numbers are in this: see you at 10:30").answer == "**0**"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            'Combien de fois le mot "dort" et combien de mots en tout ? Le chat dort et le chien dort.',
            ("**2** fois", "**7**"),
        ),
        ('Wie oft das Wort "der" und wie viele Wörter insgesamt? Der Hund und der Mann.', ("**2**-mal", "**5**")),
        ('¿Cuántas veces "casa" y cuántas palabras en total? La casa es una casa.', ("**2** veces", "**5**")),
        ('how often is "the" in this and how many words in total? The cat saw the dog.', ("**2** times", "**5**")),
    ],
)
def test_a_word_and_all_words_are_counted(message: str, expected: tuple[str, ...]) -> None:
    answer = ask("text_statistics", message).answer
    assert [one for one in expected if one not in answer] == [], answer
    assert "**0**" not in answer


def test_a_question_word_is_not_searched_for() -> None:
    answer = ask("text_statistics", 'How many times "cat" and how many words altogether? The cat saw the cat.').answer
    assert "“how”" not in answer.replace("“how many words altogether”", "")
    assert "“cat” appears **2** times" in answer


def test_two_words_are_still_both_counted() -> None:
    answer = ask("text_statistics", 'how many times "cat" and "dog": the cat, the dog, a cat').answer
    assert "“cat” appears **2** times" in answer
    assert "“dog” appears **1** times" in answer
