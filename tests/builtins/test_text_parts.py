"""Parts of a text that a message names: the n-th of it, the first or last few, all numbers or addresses in it."""

import pytest

from tests.builtins.asking import ask, output, unused_words

ROLE = "text_statistics"


def part_of(message: str) -> object:
    return output(ROLE, message)["asked"][0]["value"]


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ("what is the 5th word of: one two three four five six", "five"),
        ("first 3 words of: alpha beta gamma delta", "alpha beta gamma"),
        ("last word: alpha beta gamma delta", "delta"),
        ("give me the penultimate word of “alpha beta gamma”", "beta"),
        ("the last two lines:\na\nb\nc", "b\nc"),
        ("get the second sentence: Hi. You ok? Bye.", "You ok?"),
        ('third letter of "cat"', "t"),
        ("die ersten 3 Wörter von: eins zwei drei vier", "eins zwei drei"),
        ("les 3 premiers mots : un deux trois quatre", "un deux trois"),
        ("le dernier mot : bonjour le monde", "monde"),
        ("dame la última palabra de: hola mundo cruel", "cruel"),
        ("extract the numbers from: I have 3 cats and 12.5 dogs, -4 too", "3\n12.5\n-4"),
        ("extract urls: see https://a.io/x?y=1 and (http://b.com/x).", "https://a.io/x?y=1\nhttp://b.com/x"),
        ("list all emails in: a@b.co, c@d.org and x", "a@b.co\nc@d.org"),
        ("extract all capitalized words from: Ann met Bob in Rome", "Ann\nBob\nRome"),
    ],
)
def test_a_part_is_given(message: str, part: str) -> None:
    assert part_of(message) == part
    assert not unused_words(ROLE, message).strip()


@pytest.mark.parametrize("message", ["what is the 9th word of: a b", "extract the numbers from: none here"])
def test_a_part_that_is_not_there_is_said(message: str) -> None:
    answer = ask(ROLE, message)
    assert (answer.tag, answer.answer) == ("NULL", "The text has no such part.")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("what's the first letter of each word in: north south", "NS"),
        ("longest word: a bbb", "**bbb**"),
        ("how many words are in the first sentence: Hi. You ok?", "Words: **1**"),
        ("uppercase only the first letter of every sentence: hi there. how are you?", "Hi there. How are you?"),
    ],
)
def test_questions_about_a_part_are_others(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer
