"""Addresses that stay where all others go, who left a list, places behind an order, and words told beside a question."""

import pytest

from tests.builtins.asking import ask, unused_words

THREE = ": a@gmail.com, b@web.de, c@gmail.com"


@pytest.mark.parametrize(
    "order",
    [
        "throw out everybody not from gmail",
        "remove everyone who isn't at gmail",
        "drop all but the gmail ones",
        "Wirf alle raus, die nicht von gmail sind",
        "supprime tous ceux qui ne sont pas chez gmail",
    ],
)
def test_those_stay_that_an_order_to_take_the_others_out_names(order: str) -> None:
    answer = ask("email_validator", order + THREE).answer
    assert answer.startswith("**2**")
    assert "b@web.de" not in answer.partition("\n")[0]


@pytest.mark.parametrize(
    "order",
    ["who is not from gmail?", "remove everyone at gmail", "wirf alle von gmail raus", "throw out the gmail ones"],
)
def test_the_others_are_listed_without_a_second_denial(order: str) -> None:
    first_line = ask("email_validator", order + THREE).answer.partition("\n")[0]
    assert "b@web.de" in first_line
    assert "a@gmail.com" not in first_line


LATER = "Old list: a@x.at, b@x.at. New list: b@x.at, c@x.at. "


@pytest.mark.parametrize(
    ("message", "gone", "new"),
    [
        (f"{LATER}Who left and who joined?", True, True),
        (f"{LATER}Who joined?", False, True),
        ("Last year: a@x.at, b@x.at. This year: b@x.at, c@x.at. Who has dropped out?", True, False),
        ("New list: b@x.at, c@x.at. Old list: a@x.at, b@x.at. Who left?", True, False),
        ("alte Liste: a@x.at, b@x.at. neue Liste: b@x.at, c@x.at. Wer ist weg und wer ist neu?", True, True),
    ],
)
def test_who_left_is_in_the_earlier_list_and_who_joined_in_the_later_one(message: str, gone: bool, new: bool) -> None:
    answer = ask("email_validator", message).answer
    assert ("a@x.at" in answer) is gone
    assert ("c@x.at" in answer) is new
    assert "b@x.at" not in answer


def test_two_lists_that_are_joined_are_no_question_who_joined() -> None:
    assert "not in" not in ask("email_validator", f"{LATER}Join both lists please").answer
