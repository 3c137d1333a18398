"""A limit that a sentence tells before the question whether a text fits."""

import pytest

from tests.builtins.asking import ask

OAK = '"Hand-made oak table, seats six"'  # 30 characters, 5 words


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            f"The classifieds site allows 20 characters. Is this too long? {OAK}",
            "**Yes.** The text has 30 characters: 10",
        ),
        (f"The form accepts 40 characters. Is this too long? {OAK}", "**No.** The text has 30 characters: 10 below"),
        (f"The site allows 4 words. Does this fit? {OAK}", "**No.** The text has 5 words: 1 more"),
        (f"It lets me use 30 characters. Is this too long? {OAK}", "**No.**"),
        (f"Das Formular erlaubt 10 Zeichen. Ist das zu lang? {OAK}", "**Ja.** Der Text hat 30 Zeichen: 20"),
    ],
)
def test_a_limit_told_before_is_compared(message: str, wanted: str) -> None:
    """The answer says yes or no, and by how much."""
    assert wanted in (ask("text_statistics", message).answer or "")


@pytest.mark.parametrize(
    "message",
    [
        'how many characters: "the site allows 80 characters"',
        f"How many characters are in {OAK}?",
        f"how many words: {OAK}",
    ],
)
def test_a_limit_inside_the_text_is_none(message: str) -> None:
    """What is quoted is counted only."""
    answer = ask("text_statistics", message).answer or ""
    assert not any(word in answer for word in ("**Yes.**", "**No.**"))
