"""Lists of addresses whose stray spaces shall go, and words of a sentence that belong to no address."""

import pytest

from tests.builtins.asking import ask

WISHES = [
    "lower case and get rid of the stray spaces pls: KLARA.Vogt@Gmail.com ,  J.Perez @ Hotmail.es",
    "remove all spaces and make them lowercase: Klara.Vogt@gmail.com, j.perez@ hotmail.es",
    "Leerzeichen entfernen und alles in Kleinbuchstaben: Klara.Vogt@gmail.com, J.Perez @ hotmail.es",
    "enlève les espaces et mets tout en minuscules : Klara.Vogt@gmail.com, J.Perez @ hotmail.es",
    "quita los espacios y pon todo en minúsculas: Klara.Vogt@gmail.com, J.Perez @ hotmail.es",
    "one per line, strip the spaces: klara.vogt@gmail.com, j.perez @ hotmail.es",
    "spaces out please: klara.vogt@gmail.com, j.perez @ hotmail.es",
]


@pytest.mark.parametrize("message", WISHES)
def test_spaces_inside_addresses_go_where_that_is_wished(message: str) -> None:
    """The list holds each address without its spaces."""
    answer = ask("email_validator", message).answer
    assert "```\nklara.vogt@gmail.com\nj.perez@hotmail.es\n```" in answer


@pytest.mark.parametrize(
    "message",
    [
        "which of these has no spaces: ann @ example.com, bob@mail.org",
        "are the spaces a problem in ann @ example.com, bob@mail.org?",
        "drop those with spaces: ann @ example.com, bob@mail.org",
        "are these ok: ann @ example.com, bob@mail.org?",
        'is "ann @ example.com" valid?',
    ],
)
def test_an_address_with_a_space_is_judged_where_no_space_shall_go(message: str) -> None:
    """The space is named as the fault."""
    assert "there is a space in it" in ask("email_validator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "does that work, like lena+school@gmail.com, or is it not a proper address? the form might reject it",
        "Darf das sein? Konkret geht es um jürgen.müller@t-online.de",
        "Geht lena@gmx.de, oder ist das keine Adresse? das Formular lehnt sie ab",
    ],
)
def test_the_words_of_a_sentence_belong_to_no_address(message: str) -> None:
    """Neither a comma before "or" nor a preposition makes an address faulty."""
    answer = ask("email_validator", message).answer
    assert "Falls" not in answer
    assert "comma" not in answer
    assert "Komma" not in answer
