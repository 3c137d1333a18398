"""Lists of the valid addresses alone, bare lists, and reasons in the language of the answer."""

import pytest

from config.builtins.email_validator.handler import checked
from config.builtins.email_validator.reason_texts import reason_in
from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "only the valid ones as a comma separated list: ria@post.pl, @nobody.net, al@mail.eu",
            "```\nria@post.pl, al@mail.eu\n```",
        ),
        ("sort the valid ones: z@b.de, jill@@yahoo.com, a@b.de", "```\na@b.de\nz@b.de\n```"),
        ("nur die gültigen, alphabetisch sortiert: z@b.de, jill@@yahoo.com, a@b.de", "```\na@b.de\nz@b.de\n```"),
        ("solo las válidas separadas por comas: z@b.es, eva@@yahoo.es, a@b.es", "```\nz@b.es, a@b.es\n```"),
        (
            "sort all of these: z@b.de, jill@@yahoo.com, a@b.de",
            "```\na@b.de\njill@@yahoo.com\nz@b.de\n```",
        ),  # all of them
        ("only the valid ones please: a@b.de, jill@@yahoo.com", "**Well formed (1)**: a@b.de."),
        (
            'From: "Al O\'Hara" <al@trinity.ie>\nTo: bo@trinity.ie\n\nwho is on this mail? just list the addresses',
            "```\nal@trinity.ie\nbo@trinity.ie\n```",
        ),
        ("liste nur die Adressen: Anna <anna@web.de>; Bob <bob@gmx.de>", "```\nanna@web.de\nbob@gmx.de\n```"),
        ("just list the addresses at gmail.com: a@gmail.com, b@web.de", "**1**/2: a@gmail.com"),
    ],
)
def test_a_list_has_the_addresses_that_are_wanted(message: str, expected: str) -> None:
    assert expected in ask("email_validator", message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Stimmt die Adresse so? jürgen@firma.de oder muss da ue hin",
            "juergen@firma.de ist die Form, die alle annehmen",
        ),
        ("cette adresse est valide ? chloé@maison.fr", "chloe@maison.fr est la forme que tous acceptent"),
        ("ist jill@@yahoo.de gültig?", "darin steht mehr als ein @."),
        ("¿es válida eva..luna@correo.es?", "hay dos puntos seguidos antes de la @."),
        ("is jürgen@firma.de valid?", "juergen@firma.de is the form that all take"),
        ("¿Está bien escrito este correo? eva.luna@hotmail.con", "¿Quiso decir eva.luna@hotmail.com?"),
    ],
)
def test_reasons_are_in_the_language_of_the_answer(message: str, expected: str) -> None:
    assert expected in ask("email_validator", message).answer


FAULTY = [
    "ann",
    "@x.de",
    "ann@",
    "a..b@x.de",
    ".a@x.de",
    "a b@x.de",
    "a@b@x.de",
    "a@x",
    "a@x.7",
    "a@x.d",
    "a@-x.de",
    "a@x_y.de",
    "a@x..de",
    "a@1.2.3.4",
    "a@[999]",
    "a@[192.0.2.1]",
    '"a@x.de',
    '"a b"@x.de',
    "a(b@x.de",
    "ann at x dot de",
    "a@x!y.de",
    "é@x.de",
    "a@é.de",
    "a@example.org",
    f"{'a' * 65}@x.de",
    f"a@{'b' * 64}.de",
    f"a@{'b.' * 130}de",
]


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_each_reason_and_note_has_a_sentence(language: str) -> None:
    told = {one for address in FAULTY for listed in checked(address)[:2] for one in listed}
    assert len(told) > 20
    assert sorted(one for one in told if reason_in(one, language) == one) == []
