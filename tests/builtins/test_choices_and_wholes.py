"""Which addresses can be used, one with a space in a clause of its own, what may stand in one, signs in words."""

import pytest

from tests.builtins.asking import ask

ROLE = "email_validator"
LISTED = "petra@school.de, k.lang@, info@turnverein, m.weiss@bluewin.ch"


@pytest.mark.parametrize(
    "question",
    [
        "Which of these can I send the class newsletter to?",
        "which ones can I write to?",
        "which of these addresses could we use?",
        "an welche davon kann ich die Einladung schicken?",
        "welche Adressen kann ich verwenden?",
        "à quelles adresses puis-je envoyer la lettre ?",
        "¿a cuáles puedo escribir?",
    ],
)
def test_those_that_can_be_used_are_the_well_formed_ones(question: str) -> None:
    answer = ask(ROLE, f"{question} {LISTED}").answer
    assert "(2)**: petra@school.de, m.weiss@bluewin.ch" in answer
    assert "**4**" not in answer


def test_those_that_can_not_be_used_are_the_others() -> None:
    assert "**Invalid (2)**: k.lang@, info@turnverein" in ask(ROLE, f"which of these can I not use? {LISTED}").answer


@pytest.mark.parametrize("question", ["which of these are from italy?", "which ones belong to teachers?"])
def test_a_choice_that_form_says_nothing_of_is_told(question: str) -> None:
    answer = ask(ROLE, f"{question} a@b.it, c@d.com").answer
    assert "I cannot tell" in answer
    assert "**2**:" not in answer


@pytest.mark.parametrize(
    "message",
    [
        "Stimmt die so? hans peter@t-online.de, hat mir der Nachbar auf nen Zettel geschrieben",
        "he wrote it on a slip: mary ann@aol.com, is that right?",
        "does this work? lea meier@posteo.de - it was on the card",
        "my address is lea meier@posteo.de, does that work?",
        "¿es correcto maria jose@hotmail.es?",
        "c'est juste ? jean dupont@orange.fr, il l'a écrit",
    ],
)
def test_a_word_and_an_address_in_a_clause_of_their_own_are_one_address(message: str) -> None:
    made = ask(ROLE, message)
    assert isinstance(made.output, dict)
    assert made.output["invalid_count"] == 1


@pytest.mark.parametrize(
    "message",
    [
        "hi tom@aol.com, is that ok?",
        "Tom Brown tom@aol.com, is that ok?",
        "is it right? contact tom@aol.com, thanks",
        "can i use dots? like a.b@gmail.com",
        "existe? demande tom@aol.com maintenant, svp",
    ],
)
def test_a_word_that_only_leads_to_an_address_is_no_part_of_it(message: str) -> None:
    made = ask(ROLE, message)
    assert isinstance(made.output, dict)
    assert made.output["invalid_count"] == 0


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("remove everything from t-online: a@t-online.de, b@web.de, c@t-online.de", "**1**/3: b@web.de"),
        (
            "all but the yahoo ones please: a@yahoo.com, b@gmail.com, c@yahoo.de, d@gmx.net",
            "**2**: b@gmail.com, d@gmx.net",
        ),
        ("alle bis auf die von gmx bitte: a@gmx.de, b@gmail.com", "b@gmail.com"),
        ("list those with a hyphen in the domain: a@b-c.de, d-e@f.com, g@h.de", "**1**: a@b-c.de"),
        ("list those with a hyphen before the @: a@b-c.de, d-e@f.com, g@h.de", "**1**: d-e@f.com"),
        ("remove the duplicates: a@b.com, c@d.com, a@b.com", "**2** of 3 addresses are left"),
        ("are there any doubles in a@b.de, A@b.de, c@d.de?", "More than once: a@b.de (2)"),
        ("is 🍕@gmail.com real?", "is not a valid address"),
        ("is jürgen@gmx.de ok?", "is a valid address"),
        ("may an address start with a dot? .tim@web.de", "is not a valid address"),
        ("ist ein Bindestrich vor dem @ erlaubt? anna-lena@gmx.de", "**anna-lena@gmx.de** ist eine gültige Adresse"),
        ("is a hyphen allowed in an e-mail address?", "**Yes**"),
        ("may an e-mail address end with a dot before the @?", "**not** first, last"),
        ("r.stein(at)posteo(dot)de. write it like it should be", "**r.stein@posteo.de**, which is a valid address"),
        ("write this address properly: jane (at) example (dot) com", "**jane@example.com**"),
        ("schreib die Adresse bitte richtig: eva (at) web (punkt) de", "**eva@web.de**"),
    ],
)
def test_what_is_left_out_and_what_may_stand_in_an_address(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer
