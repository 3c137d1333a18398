"""No built-in handler says or asks about unused content where all of a question is answered."""

import pytest

from kingdom.cognition.handler_engine import parse_answer
from tests.builtins.asking import DrawingHost, builtin, handler, payload
from tests.builtins.test_catalogue import HANDLERS
from tests.factories.handler_answers import shown_answer

DROPPED = {
    "I ran a 10k in 52 minutes, how many miles is that": "I did not use: “52 minutes”."
}  # a pace is not asked for


@pytest.mark.parametrize("declares", [True, False], ids=["as_shipped", "without_spans"])
@pytest.mark.parametrize("role", HANDLERS)
def test_examples_and_own_tests_get_no_notice(role: str, declares: bool) -> None:
    """An injected order is left out: it is not used, and saying so is right."""
    one = builtin(role)
    noticed = {}
    for text in [*one.spec.examples, *(test.input for test in one.tests if test.kind != "injection")]:
        value = handler(role)(payload(text), DrawingHost())
        if not declares:
            value = {key: part for key, part in value.items() if key != "used"}
        plain = parse_answer(value, one.spec.output_schema)
        shown = shown_answer(one.spec, text, value)
        notice = DROPPED.get(text, "") if declares else ""
        if not shown.answer.startswith(notice) or (shown != plain and not notice):
            noticed[text] = shown.answer[:200]
    assert noticed == {}


def shown_words(role: str, text: str) -> str:
    """Return the answer of a handler as a person reads it, with what it leaves out."""
    return shown_answer(builtin(role).spec, text, handler(role)(payload(text), DrawingHost())).answer


@pytest.mark.parametrize(
    ("role", "text", "left"),
    [
        ("date_calculator", "Was 1900 a leap year and do you think February should have 30 days?", "30 days"),
        ("unit_converter", "convert 5 miles to km. Is that far for a beginner?", "Is that far for a beginner"),
        ("text_statistics", "is kai@@net.org valid? also how many words has 'the quick brown fox'", "kai@@net.org"),
        ("csv_statistics", "average of n?\n\nn,m\n1,2\n3,4\n\nand will it rain in Rome?", "rain in Rome"),
    ],
)
def test_a_further_question_of_a_handler_is_said(role: str, text: str, left: str) -> None:
    assert left in shown_words(role, text).splitlines()[0]


def test_an_order_that_is_not_done_is_asked_about() -> None:
    assert "mask these" in shown_words("email_validator", "mask these: john@site.com, lisa@site.com")
