"""What an answer leaves out is named once, by the reading of the message and by the handler together."""

import pytest

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.message_reading.unused_content import with_unused_content
from kingdom.contracts.handler_result import MessageReading, Span

MESSAGE = "rain of October 2026, on the ward. mean please"


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ("I did not use: “October”.\n\nIt is 7.", "I did not use: “October 2026”.\n\nIt is 7."),
        ("I did not use: “ward”.\n\nIt is 7.", "I did not use: “October 2026”, “ward”.\n\nIt is 7."),
        (
            "It is 7.\n\nI did not use: nothing.",
            "I did not use: “October 2026”.\n\nIt is 7.\n\nI did not use: nothing.",
        ),
        ("It is 7.", "I did not use: “October 2026”.\n\nIt is 7."),
    ],
)
def test_what_was_not_used_is_named_once(own: str, shown: str) -> None:
    start = MESSAGE.index("mean")
    reading = MessageReading(used=(Span(start, start + 4),))
    answered = EmitResponse(answer=own, output={"n": 7}, tag="SUCCESS")
    assert with_unused_content(answered, MESSAGE, reading).answer == shown
