"""An address in a JSON document is checked by the specialist of addresses, the document by the other."""

import pytest

from tests.builtins.asking import ask

DOCUMENT = '{"name":"Priya","email":"priya.shah@nhs"}'


@pytest.mark.parametrize(
    "message",
    [
        f"is the email in it ok?\n\n{DOCUMENT}",
        f"is the contact email in this valid? {DOCUMENT}",
        f"tell me whether the email is valid\n\n{DOCUMENT}",
        f"{DOCUMENT} - does the address look right?",
        f"Ist die Mailadresse hier gültig? {DOCUMENT}",
        f"l'adresse mail est-elle valide ? {DOCUMENT}",
        f"¿es válido el correo? {DOCUMENT}",
        f"which of them has a valid email? [{DOCUMENT}]",
    ],
)
def test_the_form_of_an_address_is_not_judged_as_json(message: str) -> None:
    made = ask("json_formatter", message)
    assert made.tag == "NULL"
    assert "**email_validator**" in (made.answer or "")
    assert "priya.shah@nhs" in (ask("email_validator", message).answer or "")


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        (f"what is the email? {DOCUMENT}", '**"priya.shah@nhs"**'),
        (f"is this valid json? {DOCUMENT}", "Yes, this is valid JSON"),
        (f'how many entries have an email? [{DOCUMENT}, {{"name":"Bo"}}]', "**1**"),
        ('is the name ok? {"name":"Priya"}', "Priya"),
        (f"Is this valid JSON, and is the email in it ok? {DOCUMENT}", "Yes, this is valid JSON"),
    ],
)
def test_what_json_is_asked_stays_there(message: str, answer: str) -> None:
    assert answer in (ask("json_formatter", message).answer or "")


@pytest.mark.parametrize("message", [f"check this json {DOCUMENT}", f"is this valid YAML or JSON: {DOCUMENT}"])
def test_a_question_about_the_document_alone_is_none_about_addresses(message: str) -> None:
    made = ask("email_validator", message)
    assert made.tag == "NULL"
    assert "**json_formatter**" in (made.answer or "")
