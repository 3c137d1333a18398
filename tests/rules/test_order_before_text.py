"""A text behind an order that is a sentence of its own: its questions are part of it; other requests are not."""

import pytest

from kingdom.cognition.message_reading.read_shares import is_question_inside, read_share
from kingdom.contracts.handler_result import Span
from kingdom.orchestrator.parts.segmentation import request_segments

TEXT = "count the sentences. It rained all week. Did we complain? Of course! But then Friday came."


@pytest.mark.parametrize("message", [TEXT, TEXT.replace("sentences.", "sentences!"), TEXT.replace("week.", "week!")])
def test_a_question_of_the_text_is_read_with_it(message: str) -> None:
    used = [Span(0, 5), Span(10, 19), Span(message.index("It"), len(message))]
    assert not is_question_inside(message, used)
    assert read_share(message, used) == 1.0


@pytest.mark.parametrize(
    ("message", "behind"),
    [
        ("count the words. What is the weather tomorrow? It rained.", "count"),
        ("count the words. Did we complain? It rained all week.", "count"),
        ("It rained all week. We did not mind. Did we complain? No, never.", "We"),
    ],
)
def test_a_question_right_behind_an_order_or_a_story_is_one_of_its_own(message: str, behind: str) -> None:
    used = [Span(message.index(behind), len(message))]
    assert is_question_inside(message, used)


@pytest.mark.parametrize(
    "message",
    [
        "count the words. It rained all week. What a pity. How come?",
        "Count the sentences! We came late. Could we stay? No.",
        "how many sentences We came late. Could we stay? No.",
    ],
)
def test_the_text_behind_an_order_to_count_is_not_cut(message: str) -> None:
    assert len(request_segments(message)) < 2


def test_another_request_behind_a_counted_text_is_cut() -> None:
    message = "How many words has: I came. Then tell me how many days are left until 24 December 2026"
    assert len(request_segments(message)) == 2
