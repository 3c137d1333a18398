"""Everyday questions on addresses: endings that no domain has, the longest part, told repeats, what is the matter."""

import pytest

from tests.builtins.asking import ask, output, unused_words

LIST = "\nsue@mail.com\nbob.k@gmx.net\nSue@mail.com\nanna@web.de\nbob.k@gmx.net"


@pytest.mark.parametrize(
    "message",
    [
        "my student mail is s1204477@student.uni-lund. it says not valid",
        "is x@mail.uni-koeln ok?",
        "ist info@praxis-nord gültig? info@praxis.nord-west",
        "check a@b.web2",
        "est-ce que lea@ecole.saint-jean est valide ?",
    ],
)
def test_an_ending_that_no_domain_has_is_told(message: str) -> None:
    answer = ask("email_validator", message).answer
    assert ".com" in answer
    assert "at its end" not in answer


@pytest.mark.parametrize(
    "message",
    [
        "is x@uni-lund.se ok?",
        "is x@mail.xn--p1ai ok?",
        "is a@3m.com ok?",
        "is a@my-firm.museum ok?",
        "is a@web2.de ok?",
    ],
)
def test_endings_of_letters_and_encoded_ones_are_good(message: str) -> None:
    assert output("email_validator", message)["addresses"][0]["valid"] is True


@pytest.mark.parametrize(
    "message",
    [
        "A colleague has a very long name, what's the max number of characters before the @ ?",
        "what is the maximum number of letters in front of the @?",
        "is there a character limit before the @?",
        "Wie hoch ist die maximale Anzahl Zeichen vor dem @?",
        "quel est le nombre maximal de caractères avant l'@ ?",
        "how long may the part before the @ be?",
    ],
)
def test_the_longest_part_is_a_fact(message: str) -> None:
    assert "**64**" in ask("email_validator", message).answer


def test_a_count_of_characters_of_an_address_is_no_fact() -> None:
    assert "RFC 5321" not in ask("email_validator", "how many characters has ann@example.de before the @?").answer


@pytest.mark.parametrize(
    "message",
    [
        "how many different people are on this list, some put their name down twice:" + LIST,
        "how many unique addresses? several signed up more than once" + LIST,
        "wie viele verschiedene Adressen sind das, manche stehen doppelt drin:" + LIST,
    ],
)
def test_told_repeats_are_read_beside_the_different_ones(message: str) -> None:
    answer = ask("email_validator", message).answer
    assert "**3**" in answer
    left = unused_words("email_validator", message)
    assert not any(word in left for word in ("twice", "more than once", "doppelt"))


def test_repeats_are_no_story_where_they_are_asked_for() -> None:
    message = "which of these are there twice, some people did that:" + LIST
    assert "**3** different" not in ask("email_validator", message).answer


@pytest.mark.parametrize(
    ("message", "phrase"),
    [
        ("ward.three.@stmary.org doesnt go through, whats the matter with it", "matter"),
        ("what's the problem with a..b@web.de", "problem"),
        ("mail to a..b@web.de won't go out", "go out"),
    ],
)
def test_what_is_the_matter_is_a_question_for_the_fault(message: str, phrase: str) -> None:
    assert "not a valid address" in ask("email_validator", message).answer
    assert phrase not in unused_words("email_validator", message)


@pytest.mark.parametrize(
    "message",
    [
        "Bonjour, je voudrais seulement les adresses mail de ce message : « Voir claire@orange.fr et lu@luc.fr. »",
        "I'd like only the addresses from this text: Ask claire@orange.fr first, then lu@luc.fr.",
        "Ich möchte nur die Adressen aus diesem Text: Frag claire@orange.fr, dann lu@luc.fr.",
    ],
)
def test_the_text_that_addresses_are_taken_from_is_read(message: str) -> None:
    answer = ask("email_validator", message).answer
    assert "claire@orange.fr" in answer
    assert "lu@luc.fr" in answer
    assert len(unused_words("email_validator", message).split()) <= 3
