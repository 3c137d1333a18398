"""Wishes about a text that were read as their opposite, or as another wish."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("which words appear more than once: the cat saw the dog and the bird", "more than once: **1** (the)"),
        ("which words occur only once: the cat saw the dog", "appear once: **3** (cat, saw, dog)"),
        ("remove line numbers\n1. apples\n2. pears", "```\napples\npears\n```"),
        ("get rid of the bullets:\n- apples\n- pears", "```\napples\npears\n```"),
        ("entferne die Nummerierung\n1) Äpfel\n2) Birnen", "```\nÄpfel\nBirnen\n```"),
        ("turn into bullets\napples\npears", "- apples\n- pears"),
        ("camelCase for user first name", "```\nuserFirstName\n```"),
        ("snake case of Total Order Amount", "```\ntotal_order_amount\n```"),
        ("slug for Hello World Today", "```\nhello-world-today\n```"),
        ("first letters of: as soon as possible", "```\nASAP\n```"),
        ("what's the first letter of: zebra", "```\nz\n```"),
        ("first 3 letters of: possible", "```\npos\n```"),
    ],
)
def test_a_wish_about_a_text(message: str, expected: str) -> None:
    assert expected in ask("text_statistics", message).answer
