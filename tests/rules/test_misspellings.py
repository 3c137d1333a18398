"""Words that a handler left out are read as those it knows, where one slip of the pen explains them."""

import pytest

from kingdom.cognition.message_reading.misspellings import CorrectedMessage, corrected_message, known_words
from kingdom.contracts.handler_result import Span

KNOWN = known_words(
    r"re.compile(r'\baverage\b|different|seconds?|words|value'), {'kilometer': 1, 'welche': 2}  # depth"
)


def corrected(message: str, *used: tuple[int, int]) -> str:
    made = corrected_message(message, [Span(*pair) for pair in used], KNOWN)
    return made.text if made else ""


def test_the_words_of_a_pattern_are_known_without_its_escapes() -> None:
    assert {"average", "different", "second", "kilometer"} <= known_words(r"\baverage|different second\nkilometer")
    assert "baverage" not in KNOWN


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("the averge age", "the average age"),
        ("the avearge age", "the average age"),
        ("the averrage age", "the average age"),
        ("the avarage age", "the average age"),
        ("How many kilomters?", "How many kilometers?"),
        ("diffrent secnds", "different seconds"),
        ("Averge of x", "average of x"),
        ("the averagwe xyz is avg", "the average xyz is avg"),
        ("how mnay saturdays left this year", "how many saturdays left this year"),
        ("how many of thse are below 5?", "how many of these are below 5?"),
        ("waht is teh value", "what is the value"),
        ("how mayn dasy of ecah", "how many days of each"),
        ("iwe viele Tage", "wie viele Tage"),
    ],
)
def test_one_slip_is_corrected(message: str, expected: str) -> None:
    assert corrected(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "the average age",
        "the bverage age",  # nobody mistypes the first letter
        "ask Mr Averge about it",  # a name
        "write to averge@example.org or see averge.com",
        'what does "averge" mean',
        "the worlds we know",  # an English word
        "averge diffrent secnds kilomters",  # that many are data
        "wxyz abcde",
        "averages and valued words",
        "form the line, nad trial, mayo or wit",  # words, or no usual slip
        "the code 'teh' is short",
        "teh.org and adn-1",
        "in welchem Monat",
    ],
)
def test_another_word_is_left(message: str) -> None:
    assert corrected(message) == ""


def test_what_was_read_is_left_and_what_stands_behind_a_lead() -> None:
    assert corrected("the averge age", (4, 10)) == ""
    assert corrected("count the wrods: averge secnds") == "count the words: averge secnds"
    assert corrected("count these: averge secnds") == ""
    assert corrected("name,age\nBo,3\n\nthe averge?", (0, 13)) == "name,age\nBo,3\n\nthe average?"


def test_places_are_those_of_the_message() -> None:
    made = corrected_message("the averge of diffrent ones", [], KNOWN)
    assert made is not None
    assert made.text == "the average of different ones"
    for word, said in (("the", "the"), ("average", "averge"), ("different", "diffrent"), ("ones", "ones")):
        assert said == _said(made, word)


def _said(made: CorrectedMessage, word: str) -> str:
    start = made.text.index(word)
    return "the averge of diffrent ones"[made.original(start) : made.original(start + len(word))]


def test_a_long_message_takes_linear_time() -> None:
    assert corrected("averge " * 20_000) == ""
    assert corrected("a" * 100_000) == ""
    assert corrected('"' * 50_000 + ":" * 50_000) == ""


def test_a_short_slip_that_an_answer_quotes_was_not_understood() -> None:
    message, used = "how many of thse?", [Span(0, 17)]
    assert corrected_message(message, used, KNOWN) is None
    made = corrected_message(message, used, KNOWN, answer="I find no “thse” here.")
    assert made is not None
    assert made.text == "how many of these?"


def test_of_a_declined_message_nothing_counts_as_read() -> None:
    message = "the averge of x"
    whole = [Span(0, len(message))]
    assert corrected_message(message, whole, KNOWN) is None
    made = corrected_message(message, whole, KNOWN, is_declined=True)
    assert made is not None
    assert made.text == "the average of x"


@pytest.mark.parametrize("message", ["how mcuh of it", "so mnay of them", "20 dasy", "hwo many", "iwe lange"])
def test_a_short_slip_beside_its_phrase_counts_as_left_out(message: str) -> None:
    assert corrected(message, (0, len(message)))


@pytest.mark.parametrize("message", ["reverse mcuh", "count teh", "is 'how mcuh' right"])
def test_a_short_slip_that_was_read_alone_is_text(message: str) -> None:
    assert corrected(message, (0, len(message))) == ""


def test_a_known_word_goes_before_the_plural_of_one_and_accents_do_not_divide() -> None:
    known = known_words("'pounds', 'pfund', 'cuántos', 'cuantos'")
    texts = [corrected_message(word, [], known) for word in ("punds", "cuntos")]
    assert [made and made.text for made in texts] == ["pounds", "cuántos"]
