"""Redaction of wishes: what only one or two users wrote is never shown."""

import pytest

from kingdom.orchestrator.demand.redaction import redacted_wishes

WISHES = [
    (1, "check the IBAN DE89370400440532013000 of Anna Meier"),
    (2, "please check the IBAN GB82 of my tenant"),
    (3, "check the IBAN for Bob, mail bob@example.com"),
]


def test_only_words_of_three_users_are_shown() -> None:
    shown = redacted_wishes(WISHES)
    assert "check the IBAN … of …" in shown
    text = " ".join(shown)
    assert not any(word in text for word in ("Anna", "Meier", "Bob", "bob", "tenant", "DE89", "GB82", "example"))


def test_nothing_is_shown_of_two_users_however_often_they_asked() -> None:
    assert redacted_wishes([(1, "check the IBAN"), (2, "check the IBAN"), (1, "check the IBAN")]) == ()


def test_a_wish_with_no_shared_word_is_left_out() -> None:
    assert redacted_wishes([(1, "alpha"), (2, "beta"), (3, "gamma")]) == ()


def test_a_word_that_one_user_repeats_stays_hidden() -> None:
    wishes = [(1, "check Anna"), (1, "check Anna again"), (1, "Anna"), (2, "check this"), (3, "check that")]
    assert "Anna" not in " ".join(redacted_wishes(wishes))


@pytest.mark.parametrize(
    "code", ["DE89370400440532013000", "4915112345678", "K2026-0815", "GB82WEST", "B2B", "24", "mp3"]
)
def test_a_long_number_that_colleagues_share_stays_hidden(code: str) -> None:
    shown = " ".join(redacted_wishes([(user, f"check the account {code} again") for user in (1, 2, 3)]))
    is_long = sum(character.isdigit() for character in code) > 3
    assert ("0815" not in shown and code not in shown) == is_long, shown
    assert "check the account" in shown
