"""Which of the texts behind labels is the longer one."""

import pytest

from tests.builtins.asking import ask

ROLE = "text_statistics"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "which of these two is longer in words? A: Dear neighbours, the hedge will be cut on Saturday from nine. "
            "B: Please move your cars from the lane before then, or they may get dusty.",
            "**B** is longer: A has 11 words",
        ),
        (
            "which one is longer, A: We will contact you as soon as possible. "
            "B: You will hear from us within two days.",
            "**A** is longer: A has 8 words and 40 characters; B has 8 words and 38 characters",
        ),
        ("welcher Satz ist kürzer? A: Ich komme morgen. B: Ich komme vielleicht erst übermorgen.", "**A** ist kürzer"),
        ("which has more words, 1) red green blue 2) one two", "**1** is longer: 1 has 3 words"),
        ("quel texte est plus long, A: bonjour tout le monde B: salut", "**A** est plus long"),
        ("which is shorter, A: one two B: six ten", "They are equally long"),
    ],
)
def test_the_longer_of_labelled_texts_is_named(message: str, expected: str) -> None:
    assert expected in (ask(ROLE, message).answer or "")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("which word is longer, apple or banana", "**banana** is the longest"),
        ("how many words: A: hello B: world", "Words: **4**"),
    ],
)
def test_other_questions_are_answered_as_before(message: str, expected: str) -> None:
    assert expected in (ask(ROLE, message).answer or "")
