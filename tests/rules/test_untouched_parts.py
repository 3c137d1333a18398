"""Second questions and comparisons that no used span answers for, though a neighbour or a longer span touches them."""

import pytest

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.message_reading.unused_content import with_unused_content
from kingdom.contracts.handler_result import MessageReading, Span


@pytest.mark.parametrize(
    ("message", "used", "left"),
    [
        ("80 x 35 cm how many litres (and can a shelf for 100 kg take it alone)", [(0, 10), (11, 69)], "100 kg"),
        ("how many cm is 5 ft (and how tall is a door)", [(0, 43)], "how tall is a door"),
        ("only the first two: a@b.com, c@d.com", [(0, 8), (20, 36)], "first two"),
        ("sum of x please and how many days from 1 march to 1 may", [(20, 55)], "sum of x please"),
    ],
)
def test_a_second_question_and_a_comparison_are_not_covered_by_their_neighbours(
    message: str, used: list[tuple[int, int]], left: str
) -> None:
    reading = MessageReading(used=tuple(Span(*one) for one in used))
    response = EmitResponse(answer="An answer.", tag="SUCCESS")
    made = with_unused_content(response, message, reading)
    assert left in made.answer


@pytest.mark.parametrize(
    ("message", "used"),
    [
        ("how many litres is 5 gal (and what is it in ml)", [(0, 47)]),  # read as a whole
        ("5 ft in cm (about 1.5 m)", [(0, 24)]),
        ("the first two of 3, 4 and 5", [(0, 27)]),
        ("how many days until 1 may, that's when I move", [(0, 25)]),
    ],
)
def test_what_was_read_is_not_told_as_left_out(message: str, used: list[tuple[int, int]]) -> None:
    reading = MessageReading(used=tuple(Span(*one) for one in used))
    response = EmitResponse(answer="An answer.", tag="SUCCESS")
    assert with_unused_content(response, message, reading) is response
