"""Clauses that tell why or of whom somebody asks are read as such; what changes the question is not."""

import pytest

from config.builtins.wording import context_spans
from tests.builtins.asking import ask, unused_words


def context_of(text: str) -> str:
    """Return the parts of a message that only tell its context."""
    return " | ".join(text[start:end].strip() for start, end in sorted(context_spans(text)))


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("12 inch in cm, need it for a shelf plan", "need it for a shelf plan"),
        ("what is 3 lb in kg for my mum", "for my mum"),
        ("how many days until 5 May? because the rent is due", "because the rent is due"),
        ("Wie viele Tage bis Ostern? weil wir verreisen", "weil wir verreisen"),
        (
            "How many Fridays in May 2025? I work in a bar and get paid per shift.",
            "I work in a bar and get paid per shift",
        ),
        ("Bonjour ! Mon cousin canadien mesure 6 pieds", "Bonjour | Mon cousin canadien mesure"),
    ],
)
def test_context(text: str, context: str) -> None:
    assert context_of(text) == context


@pytest.mark.parametrize(
    "text",
    [
        "how many litres for 6 people",
        "working days in May for the first week",
        "how many days in May? We do not count weekends.",
        "price for each of my friends",
        "temperature for two weeks",
    ],
)
def test_what_changes_the_question_is_no_context(text: str) -> None:
    assert context_of(text) == ""


def test_a_count_is_not_changed_by_what_is_told_after_it() -> None:
    text = "How many Mondays are there in June 2025? I teach a monday class and get paid per session"
    assert "**5 Mondays**" in ask("date_calculator", text).answer
    assert "per" not in unused_words("date_calculator", text)
