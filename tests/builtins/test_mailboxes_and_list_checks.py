"""Addresses that reach one mailbox, a list with a check beside it, two lists of which the second is not yet done."""

import pytest

from tests.builtins.asking import ask, handler, payload

ROLE = "email_validator"


def answer(message: str) -> str:
    return ask(ROLE, message).answer or ""


@pytest.mark.parametrize(
    ("message", "mailbox"),
    [
        ("does jane.doe+amazon@gmail.com go to the same mailbox as janedoe@gmail.com?", "**janedoe@gmail.com**"),
        ("would mail to p.e.t.e.r@gmail.com still reach peter@gmail.com?", "**peter@gmail.com**"),
        ("Are these two the same person? Mark.Hill@gmail.com and markhill@googlemail.com", "**markhill@gmail.com**"),
        ("kommt Post an leo+uni@outlook.com auch bei leo@outlook.com an?", "**leo@outlook.com**"),
        ("est-ce que eva.b@gmail.com et evab@gmail.com sont la même boîte ?", "**evab@gmail.com**"),
        ("¿llega lo de ana+ocio@gmail.com a ana@gmail.com?", "**ana@gmail.com**"),
    ],
)
def test_one_mailbox_of_a_known_provider(message: str, mailbox: str) -> None:
    made = answer(message)
    assert made.startswith(("**Yes**", "**Ja**", "**Oui**", "**Sí**"))
    assert mailbox in made


def test_a_plus_at_another_provider_is_left_open() -> None:
    assert answer("does amy+shop@acme.com land in the inbox of amy@acme.com?").startswith("That depends on acme.com")


@pytest.mark.parametrize(
    "message",
    [
        "is l.lee@yahoo.com the same as llee@yahoo.com",
        "does bob@gmail.com go to the same mailbox as bobby@gmail.com",
        "is ann+a@gmail.com the same as ann@outlook.com",
        "is +tag@gmail.com the same as +other@gmail.com",
    ],
)
def test_other_pairs_are_two_addresses(message: str) -> None:
    assert answer(message).startswith("**No**")


@pytest.mark.parametrize(
    ("message", "listed", "broken"),
    [
        (
            "Sort these by domain and tell me if any is broken: zoe@a.org, ian@b.com, lou@a.org, pat@b..com",
            "```\nlou@a.org\nzoe@a.org\npat@b..com\nian@b.com\n```",
            "**Invalid (1)**: pat@b..com (there is a dot too many in the domain).",
        ),
        ("put them on one line with commas and check if any are invalid\na@x.org\nb@x.org", "a@x.org, b@x.org", "(0)"),
        ("count per domain and say which are wrong: a@x.org, b@x.org, c@@y.com", "**x.org** (2)", "c@@y.com (there"),
        ("alphabetical order, lowercase, and say if one is dodgy: Z@x.org, amy@x", "amy@x\nz@x.org", "(1)**: amy@x ("),
        ("sortiere sie und sag mir, ob welche falsch sind: z@x.de, a@@x.de", "a@@x.de\nz@x.de", "**Ungültig (1)**"),
        ("trie-les et dis-moi s'il y a des erreurs : z@x.fr, a@@x.fr", "a@@x.fr\nz@x.fr", "**Invalides (1)**"),
    ],
)
def test_a_check_beside_another_task(message: str, listed: str, broken: str) -> None:
    made = answer(message)
    assert listed in made
    assert broken in made


@pytest.mark.parametrize(
    "message",
    [
        "sort these by domain: zoe@a.org, pat@b..com",
        "remove duplicates and broken ones: a@x.org, A@x.org, c@@y.com",
        "what is before the @ in these? a@x.org, c@@y.com",
    ],
)
def test_no_check_that_nobody_wants(message: str) -> None:
    assert "**Invalid (" not in answer(message)


@pytest.mark.parametrize(
    ("message", "listed"),
    [
        (
            "Lowercase and tidy these, one per line: JO@Ex.COM ; <mary@Ex.org>;  Peter Pan <Peter.Pan@n.co.uk>",
            "```\njo@ex.com\nmary@ex.org\npeter.pan@n.co.uk\n```",
        ),
        ("alphabetically, one per line: b@x.org, A@Y.org", "```\nA@Y.org\nb@x.org\n```"),
        ("one per line please: B@x.org, A@Y.org", "```\nB@x.org\nA@Y.org\n```"),
    ],
)
def test_lines_after_other_steps(message: str, listed: str) -> None:
    assert listed in answer(message)


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("Invited:\njo@a.org\nmo@a.org\nbo@a.org\nPaid:\nmo@a.org\nWho still has to pay?", "jo@a.org, bo@a.org"),
        ("Team: a@x.de, b@x.de. Fertig: b@x.de. Wer muss noch?", "a@x.de"),
        ("Invités : a@x.fr, b@x.fr. Payé : b@x.fr. Qui doit encore payer ?", "a@x.fr"),
        ("Asked: a@x.org, b@x.org. Answered: b@x.org. Who hasn't answered?", "a@x.org"),
    ],
)
def test_who_is_left_of_two_lists(message: str, names: str) -> None:
    assert answer(message).startswith("**")
    assert answer(message).endswith(f": {names}")


def test_a_second_list_that_is_no_part_of_the_first_is_not_left_out() -> None:
    made = answer("Mon: a@x.org, b@x.org. Tue: c@x.org. Who still has to pay?")
    assert "but not in" not in made


@pytest.mark.parametrize(
    "message",
    [
        "My coach wrote down her email as coach.kelly@runclub,org - is that right?",
        "the plumber left us rob@acme-plumbing.con, does this look ok?",
    ],
)
def test_a_question_whether_it_is_right_is_one_about_the_form(message: str) -> None:
    made = handler(ROLE)(payload(message), None)
    assert made["definite"] is True
    assert "Did you mean" in made["answer"]


def test_a_message_that_asks_nothing_of_the_form_stays_for_others() -> None:
    message = "my sister moved, her mail is eva@web.de, and the flat is fine"
    assert handler(ROLE)(payload(message), None)["definite"] is False


@pytest.mark.parametrize(
    "message",
    [
        "is the email address bob@x.com valid?",
        "check the email address bob@x.com",
        "please verify my e-mail address bob@x.com",
        "validate the mail address bob@x.com",
        "correct email addresses bob@x.com?",
    ],
)
def test_the_word_address_is_no_part_of_the_address_behind_it(message: str) -> None:
    assert answer(message).startswith("**bob@x.com** is a valid address")


@pytest.mark.parametrize(
    "message", ["is the email address jose perez@hotmail.com valid?", "check the email jose perez@hotmail.com"]
)
def test_a_name_in_front_of_an_address_is_still_a_part_of_it(message: str) -> None:
    assert "**jose perez@hotmail.com** is not a valid address" in answer(message)
