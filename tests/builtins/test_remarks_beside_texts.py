"""Texts behind a dash, a word used too often, what a palindrome leaves out anyhow, a question behind the text."""

import pytest

from tests.builtins.asking import ask

ROLE = "text_statistics"
RECIPE = "Wash the leeks well. Cut them in rings! Do you have cream? If not, milk will do. Simmer for 20 minutes."
REALLY = "I really think that this is a really good flat, really close to the tram, and the landlord is realy nice."


@pytest.mark.parametrize(
    "order", ["count the sentences pls -", "count the sentences please –", "how many sentences in this text -"]
)
def test_the_text_begins_behind_the_dash(order: str) -> None:
    assert "**5**" in ask(ROLE, f"{order} {RECIPE}").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"my english teacher says i use really too much, how often is it in here? {REALLY}", "**3** times"),
        (f"they say I write really too often. how many times is it in here: {REALLY}", "**3** times"),
        (
            "man sagt, ich schreibe aber zu oft, wie oft ist es hier drin? Das ist gut, aber teuer, aber neu.",
            "**2**-mal",
        ),
        ("is 'Was it a car or a cat I saw' the same backwards? not counting blanks and capitals", "**Yes**"),
        ('is "Was it a car or a cat I saw" a palindrome, ignoring spaces and punctuation?', "**Yes**"),
        ("zähl bitte die Sätze - Die Suppe kocht. Sie ist heiß! Magst du sie? Dann iss.", "**4**"),
        ("compte les phrases svp - La soupe est chaude. Elle est bonne ! Tu en veux ? Alors mange.", "**4**"),
        ("count these words: one two three. also what's the weather", "**3**"),
        ('does this text contain the word "deadline"? Please send it before the deadline on Friday.', "**Yes.**"),
        ('does this text contain the word "deadline"? Please send it on Friday.', "**No.**"),
        ("is 'level' the same forwards and backwards", "**Yes**"),
        ("is this longer than a tweet: We had a wonderful day at the sea", "**No.**"),
        ("does this fit in a tweet: We had a wonderful day at the sea", "**Yes.**"),
        ("Welches Wort ist hier das längste und wie viele Buchstaben hat es? Der Leuchtturm steht da", "Leuchtturm"),
        ("count these words: one two three. And what is more, four", "**8**"),
    ],
)
def test_remarks_and_further_questions_are_no_text(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_words_that_are_left_out_of_a_count_still_matter() -> None:
    assert ask(ROLE, "how many words are in 'the cat and the dog', not counting the?").answer.count("**5**") == 0
