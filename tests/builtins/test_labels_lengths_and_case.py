"""A label of a formula, the length of an address, spaces behind "est-ce que", case that does not matter."""

import pytest

from tests.builtins.asking import ask, handler, payload


def used(role: str, message: str) -> str:
    """Return a message with blanks where a handler used it."""
    read = handler(role)(payload(message), None)["used"]
    return "".join(" " if any(start <= at < end for start, end in read) else one for at, one in enumerate(message))


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("LED resistor: (3.3-1.8)/0.02", "**75**"),
        ("pump flow: 45*60/1000", "**2.7**"),
        ("tax part: 1200*0.19", "**228**"),
        ("Ohm: 12/0.5 =", "**24**"),
        ("Widerstand LED: (3,3-1,8)/0,02", "**75**"),
    ],
)
def test_a_label_names_a_formula(message: str, wanted: str) -> None:
    """It is read, whatever it says."""
    assert wanted in (ask("calculator", message).answer or "")
    assert not any(letter.isalpha() for letter in used("calculator", message))


@pytest.mark.parametrize("message", ["round to tens: (33+44)/2", "without tax: 12*3/4", "what is not: 12*3"])
def test_a_label_that_computes_is_no_name(message: str) -> None:
    """What changes the result is not taken as read."""
    assert any(letter.isalpha() for letter in used("calculator", message))


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Is liz.hartley@gamil.con ok? and how many characters is it, the field only takes 20",
            ("slip", "**21**", "**not** fit in 20: 1 too many"),
        ),
        ("is ann@example.org valid and how long is it?", ("valid address", "**15**")),
        ("how many characters does ann.lee@example.org have", ("**19**",)),
        ("is ann@example.org ok? how many characters is it, max 40", ("**15**", "**fits** in 40")),
        (
            "Ist ann.lee@example.org gültig und wie viele Zeichen hat sie? Das Feld nimmt nur 30.",
            ("gültige Adresse", "**19**", "**passt** in 30"),
        ),
        (
            "ann.lee@example.org est valide ? combien de caractères fait-elle, le champ accepte 12",
            ("adresse valide", "**19**", "7 de trop"),
        ),
    ],
)
def test_the_length_of_an_address(message: str, wanted: tuple[str, ...]) -> None:
    """It is told beside the verdict."""
    answer = ask("email_validator", message).answer or ""
    assert all(one in answer for one in wanted), answer


@pytest.mark.parametrize(
    "message",
    [
        "how many characters may an email address have?",
        "check ann@example.org, bob@example.org, how many characters is it",
        "is ann@example.org valid? the field only takes 20",
    ],
)
def test_no_length_is_told_of_none_or_several_addresses(message: str) -> None:
    """Which one is meant is not known, or no length is asked for."""
    assert "It has **" not in (ask("email_validator", message).answer or "")


@pytest.mark.parametrize(
    "message",
    [
        "est-ce que marie.dupont @orange.fr est correcte ? il y a un espace je crois",
        "est-ce que marie.dupont @orange.fr est valide ?",
        "marie.dupont @orange.fr est correcte ?",
        "is marie.dupont @orange.fr correct? I think there is a space",
    ],
)
def test_a_space_before_the_sign_is_the_fault(message: str) -> None:
    """The address is not that of a domain alone."""
    answer = ask("email_validator", message).answer or ""
    assert "**marie.dupont @orange.fr**" in answer
    assert "marie.dupont@orange.fr" in answer


def test_a_word_in_front_of_a_domain_is_no_name() -> None:
    """The domain is asked about."""
    assert "domaine@" not in (ask("email_validator", "est-ce que le domaine @orange.fr est correct ?").answer or "")


@pytest.mark.parametrize(
    "said",
    [
        "upper/lower case doesnt matter",
        "case doesn't matter",
        "upper and lower case does not count",
        "regardless of upper or lower case",
        "case is not important",
    ],
)
def test_case_that_does_not_matter_is_read(said: str) -> None:
    """Words are counted so anyhow."""
    message = f"count the unique words, {said}: red blue red Green green"
    assert "**3**" in (ask("text_statistics", message).answer or "")
    assert "case" not in used("text_statistics", message)
    assert "matter" not in used("text_statistics", message)


def test_case_that_matters_is_not_taken_as_read() -> None:
    """It is named as not used."""
    assert "case matters" in used("text_statistics", "count unique words, case matters: red blue red Green green")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("übersetz mir bitte 'the tour is fully booked' ins Italienische", "Sprachmodell"),
        ("translate 'der Bus ist voll und kommt nicht' into Italian please", "language model"),
        ("traduis 'the bus is full of people' en italien", "modèle de langage"),
    ],
)
def test_the_language_of_a_wish_around_quotes(message: str, wanted: str) -> None:
    """The quoted text may be in another one."""
    assert wanted in (ask("text_statistics", message).answer or "")
