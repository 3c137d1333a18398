"""Addresses with a space that a message speaks of, what is wrong with an address, and the domains of a list alone."""

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload

ROLE = "email_validator"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("c'est bon ça comme mail : jean dupont@orange.fr ? il y a un espace je crois que c'est permis",
         "jean dupont@orange.fr"),
        ("pls check: 'dr. weber@praxis-weber.de' - the space is ok i guess?", "dr. weber@praxis-weber.de"),
        ("is john smith@web.de valid? there is a space", "john smith@web.de"),
        ("ist anna schmidt@web.de gültig? da ist ein Leerzeichen drin", "anna schmidt@web.de"),
        ("es correcta maria lopez@gmail.com? lleva un espacio", "maria lopez@gmail.com"),
    ],
)  # fmt: skip
def test_a_space_that_is_spoken_of_belongs_to_the_address(text: str, address: str) -> None:
    given = handler(ROLE)(payload(text), DrawingHost())
    assert given["answer"].startswith(f"**{address}** ")
    assert given["output"]["invalid_count"] == 1
    assert given["definite"] is True


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("write to jean.d@orange.fr, no space in it, valid?", "jean.d@orange.fr"),
        ("is anna@web.de ok? I left a space free in my diary", "anna@web.de"),
        ("no space here: check anna@web.de", "anna@web.de"),
        ("please mail anna@web.de, valid?", "anna@web.de"),
    ],
)
def test_a_word_of_the_sentence_is_no_part_of_an_address(text: str, address: str) -> None:
    assert f"**{address}** is a valid address" in ask(ROLE, text).answer


def test_an_address_that_bounces_is_judged_in_a_short_message() -> None:
    given = handler(ROLE)(
        payload("me llega rebotado el correo a info@panaderia-lopez,es que esta mal??"), DrawingHost()
    )
    assert "info@panaderia-lopez.es?" in given["answer"]
    assert given["definite"] is True


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("list only the domains without duplicates: a.berg@kth.se, info@bbc.co.uk, c@kth.se, Support@BBC.co.uk",
         "kth.se\nbbc.co.uk"),
        ("nur die Domains ohne Doppelte: a@x.org, b@X.org, c@y.de", "x.org\ny.de"),
        ("seulement les domaines, sans doublons : a@x.org, b@X.org, c@y.de", "x.org\ny.de"),
        ("solo los dominios, sin duplicados: a@x.org, b@X.org, c@y.de", "x.org\ny.de"),
    ],
)  # fmt: skip
def test_the_domains_alone_each_once(text: str, lines: str) -> None:
    assert f"```\n{lines}\n```" in ask(ROLE, text).answer


def test_addresses_without_duplicates_stay_addresses() -> None:
    assert "```\na@x.org\nc@y.de\n```" in ask(ROLE, "remove the duplicates: a@x.org, a@x.org, c@y.de").answer


@pytest.mark.parametrize(
    "text",
    [
        "j'ai noté au téléphone : claire dupont@orange.fr, c'est valable ?",
        "she spelled it out on the phone: claire dupont@orange.fr, does that work?",
        "am Telefon notiert: claire dupont@orange.fr, geht das so?",
        "am Telefon notiert: claire dupont@orange.fr - passt das?",
        "lo apunté por teléfono: claire dupont@orange.fr, ¿está bien?",
        "on m'a dicté : claire dupont@orange.fr, ça marche ?",
    ],
)
def test_a_word_before_the_address_of_a_note_may_belong_to_it(text: str) -> None:
    assert ask(ROLE, text).answer.split("\n")[0].count("**claire dupont@orange.fr**") == 1


@pytest.mark.parametrize(
    "text",
    [
        "please check this: contact dupont@orange.fr, ok?",
        "question : de dupont@orange.fr, c'est bon ?",
        "my note: mail dupont@orange.fr, does that work?",
        "j'écris à dupont@orange.fr, c'est valable ?",
        "Frage: ist dupont@orange.fr so gültig?",
    ],
)
def test_a_word_of_the_question_is_no_part_of_a_noted_address(text: str) -> None:
    answer = ask(ROLE, text).answer
    assert "**dupont@orange.fr**" in answer
    assert " dupont@orange.fr**" not in answer
