"""Addresses with a space beside their @ or a dot, and lists in the order of what stands behind the @."""

import pytest

from tests.builtins.asking import ask, output, unused_words

ROLE = "email_validator"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("is bob@ example.com valid", "bob@example.com"),
        ("bob @example.com ok?", "bob@example.com"),
        ("check bob @ example.com", "bob@example.com"),
        ("a guest wrote her mail as peter.hill @ hotmail.com with spaces, what should it be", "peter.hill@hotmail.com"),
        ("the customer gave me anna @ web.de, what is right", "anna@web.de"),
        ("write to lisa@ gmail . com", "lisa@gmail.com"),
        ("ist peter . hill@web.de gültig", "peter.hill@web.de"),
        ("der Kunde hat tina@gmx . de geschrieben, wie muss es heißen?", "tina@gmx.de"),
        ("est-ce que luc @ orange.fr est correct ?", "luc@orange.fr"),
        ("¿es válido ana @ correo.es?", "ana@correo.es"),
    ],
)
def test_spaces_beside_a_sign_make_an_address_invalid(text: str, meant: str) -> None:
    found = output(ROLE, text)
    assert [(one["valid"], one["suggestions"]) for one in found["addresses"]] == [(False, [meant])]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("we are at the fair. Mail bob@example.com . Thanks", "bob@example.com"),
        ("find us @ example.com or write to bob@example.com, is it valid", "bob@example.com"),
        ("is ann@example.com valid . com is missing otherwise", "ann@example.com"),
        ("is bob@example.com. de rien?", "bob@example.com"),
        ("meet me @ the-fair.com and tell me whether ann@mail.com is valid", "ann@mail.com"),
    ],
)
def test_a_sign_of_the_sentence_belongs_to_no_address(text: str, address: str) -> None:
    found = output(ROLE, text)
    assert [(one["address"], one["valid"]) for one in found["addresses"]] == [(address, True)]


def test_an_address_with_spaces_is_one_item_of_its_list() -> None:
    found = output(ROLE, "how many addresses: ann@x.org, bob @ x.org, cy@x.org, bob @ x.org")
    assert (found["valid_count"], found["invalid_count"]) == (2, 1)
    assert ask(ROLE, "which of these are wrong: ann@x.org, bob @x.org, cy@x.org").answer.startswith(
        "**Invalid (1)**: bob @x.org."
    )


@pytest.mark.parametrize(
    "lead",
    [
        "sort these by the part after the @",
        "order by what comes after the at sign",
        "please arrange them by whatever is behind the @",
        "sortiere nach dem Teil hinter dem @",
        "trie par la partie après le @",
        "ordena por lo que va después de la @",
    ],
)
def test_addresses_are_sorted_by_what_is_behind_the_sign(lead: str) -> None:
    answer = ask(ROLE, f"{lead}: zoe@mail.com, al@zoo.org, kim@art.net, bea@mail.com").answer
    assert answer == "```\nkim@art.net\nbea@mail.com\nzoe@mail.com\nal@zoo.org\n```"


def test_what_is_behind_the_sign_is_listed_where_no_order_by_it_is_wanted() -> None:
    items = "zoe@mail.com, al@zoo.org, kim@art.net"
    assert ask(ROLE, f"give me the parts after the @: {items}").answer == "```\nmail.com\nzoo.org\nart.net\n```"
    assert ask(ROLE, f"the parts before the @, sorted: {items}").answer == "```\nal\nkim\nzoe\n```"
    assert ask(ROLE, f"sort by the name before the @: {items}").answer.startswith("```\nal@zoo.org\nkim@art.net")


def test_addresses_with_the_same_end_stand_together() -> None:
    answer = ask(ROLE, "which have the same part after the @: zoe@mail.com, al@zoo.org, kim@mail.com").answer
    assert answer.startswith("- **mail.com** (2): zoe@mail.com, kim@mail.com")


@pytest.mark.parametrize(("domain", "meant"), [("gmailcom", "gmail.com"), ("webde", "web.de"), ("telecom", "")])
def test_a_missing_dot_is_found_in_a_known_domain(domain: str, meant: str) -> None:
    found = output(ROLE, f"why is ann@{domain} refused")["addresses"][0]
    assert found["suggestions"] == ([f"ann@{meant}"] if meant else [])


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("someone wrote 'lisa dot park at fastmail dot com' on the form. how do i type that", "lisa.park@fastmail.com"),
        ("kim underscore lee at mail dot com, ok?", "kim_lee@mail.com"),
        ("ich buchstabiere: max punkt meier at web punkt de, wie schreibt man das?", "max.meier@web.de"),
        ("email is jane at example dot com right?", "jane@example.com"),
    ],
)
def test_signs_in_words_belong_to_the_address(text: str, meant: str) -> None:
    assert output(ROLE, text)["addresses"][0]["suggestions"] == [meant]


@pytest.mark.parametrize(
    "text",
    [
        "make one line with semicolons out of\na@x.org\nb@x.org\na@x.org\n(no one twice please)",
        "bitte mit Semikolon in einer Zeile, niemand doppelt: a@x.org, b@x.org, a@x.org",
    ],
)
def test_nobody_twice_is_a_list_without_repeats(text: str) -> None:
    assert ask(ROLE, text).answer.endswith("```\na@x.org; b@x.org\n```")


def test_a_word_for_repeats_that_a_list_does_not_use_is_not_used() -> None:
    assert "twice" in unused_words(ROLE, "sort them, twice: b@x.org, a@x.org, b@x.org")
    assert "twice" not in unused_words(ROLE, "who is on it twice: b@x.org, a@x.org, b@x.org")


def test_a_question_with_a_spanish_sign_is_answered_in_spanish() -> None:
    assert "no es una dirección válida" in ask(ROLE, "¿reservas@hotel_sol.es? Me lo dictaron.").answer
