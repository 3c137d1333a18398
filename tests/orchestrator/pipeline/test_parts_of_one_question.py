"""A part of a question on a table that another handler takes, but does not read whole, is no request of its own."""

from collections.abc import Mapping

import pytest

from kingdom.contracts.handler_result import Span
from kingdom.contracts.routes import Route, RouteReceipt
from kingdom.orchestrator.message_rules.answer_reading import AnswerReading
from kingdom.orchestrator.parts.part_routing import RoutedPart
from kingdom.orchestrator.pipeline.reading_probe import _reads_each

FIRST, SECOND = "who had less than 1000 ml", "and what is the average pulse"
TEXT = f"{FIRST} {SECOND}\n\nname,fluid_ml,pulse\nAda,900,70"

RECEIPT = RouteReceipt(
    candidates=(), threshold=0.8, threshold_low=0.5, margin=0.1, gate="", space="", scope="", chosen="", reason=""
)


def part(text: str, specialist: str) -> RoutedPart:
    start = TEXT.index(text)
    route = Route(kind="specialist", specialist_id=specialist, confidence=0.9, receipt=RECEIPT)
    return RoutedPart(Span(start, start + len(text)), text, route, is_certain=True)


class Reader:
    """A handler that reads the texts that it knows whole, and nothing of others."""

    def __init__(self, *known: str) -> None:
        self.known = known

    def __call__(self, text: str) -> AnswerReading:
        return AnswerReading(1.0, (Span(0, len(text)),)) if text in self.known else AnswerReading()


@pytest.mark.parametrize(
    ("readers", "is_one"),
    [
        ({"table": Reader(TEXT), "units": Reader()}, True),
        ({"table": Reader(TEXT), "units": Reader(FIRST)}, False),
        ({"table": Reader(TEXT, FIRST), "units": Reader(FIRST)}, True),
        ({"table": Reader(), "units": Reader()}, False),
        ({"table": Reader(TEXT)}, False),
    ],
)
def test_a_part_that_its_own_handler_does_not_read_goes_with_the_whole(
    readers: Mapping[str, Reader], is_one: bool
) -> None:
    parts = [part(FIRST, "units"), part(SECOND, "table")]
    assert _reads_each("table", TEXT, parts, readers) is is_one
