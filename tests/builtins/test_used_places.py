"""What a handler says that it used lies within the message, whatever its rewriting added; a fault ends the answer."""

import pytest

from benchmarks.support.first_hour_judge import read_messages
from kingdom.contracts.handler_result import parse_reading
from tests.builtins.asking import handler, payload
from tests.rounds import rounds

HANDLERS = ("calculator", "csv_statistics", "date_calculator", "email_validator", "json_formatter", "text_statistics")
EVERY = rounds(40, 1)  # the messages of the list that one run asks about: each 40th


@pytest.mark.parametrize("role", [*HANDLERS, "unit_converter"])
def test_places_lie_within_the_message(role: str) -> None:
    texts = [message.message for message in read_messages()][::EVERY]
    texts.append("how much does a glass of milk weigh and a cup of honey?")
    for text in texts:
        reading = parse_reading(handler(role)(payload(text), None), len(text))
        assert not isinstance(reading, str), f"{text!r}: {reading}"
