"""Texts in another form: backwards, in capitals, sorted, without what is too much."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "text_statistics"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("write this backwards: stressed lamp", "pmal desserts"),
        ("schreibe rückwärts: Lampe", "epmaL"),
        ("make it all caps - final notice for unit 12b", "FINAL NOTICE FOR UNIT 12B"),
        ("mets en majuscules : bonjour à tous", "BONJOUR À TOUS"),
        ("pasa a mayúsculas: hola mundo", "HOLA MUNDO"),
        ("convert to lowercase: HELLO World", "hello world"),
        ("title case please: the lord of the rings", "The Lord Of The Rings"),
        ("sort these alphabetically: pear, apple, fig", "apple, fig, pear"),
        ("reverse the words: one two three", "three two one"),
        ("remove double spaces: a  b   c", "a b c"),
        ("remove duplicates:\na\nb\na", "a\nb"),
        ("first letter of each word: as soon as possible", "ASAP"),
    ],
)
def test_a_text_in_another_form(message: str, expected: str) -> None:
    assert output(ROLE, message)["asked"][0]["value"] == expected
    assert expected in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message", ["how many uppercase letters are in: Hello World ABC", "how many words in reverse: one two three"]
)
def test_a_question_is_no_wish_for_a_change(message: str) -> None:
    assert "```" not in ask(ROLE, message).answer


def test_the_text_before_is_changed() -> None:
    assert "OAK AND ELM" in ask(ROLE, "and now in capitals", "how many words: oak and elm").answer


def test_the_most_frequent_word_may_be_an_article() -> None:
    made = ask(ROLE, "which word comes up most often: the cat saw the dog and the dog saw the bird").answer
    assert "“the” (**4**)" in made
    assert ask(ROLE, 'is "level" the same backwards?').answer.startswith("**Yes**")
