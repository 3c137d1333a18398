"""Contract tests from a cassette: its message again, with the recorded replies and with failing ones. Pure."""

from collections.abc import Sequence

from kingdom.contracts.capabilities.sending import VARIABLE
from kingdom.contracts.spec import MockResponse, TestCase
from kingdom.sessions.gateway.exchange_shape import ExchangeShape

_FAULTS: Sequence[tuple[int, dict[str, str], str]] = (
    (400, {}, "The request was not understood."),
    (500, {}, "The service has failed."),
    (429, {"retry-after": "30"}, "Too many requests."),
)


def contract_tests(input_text: str, sends: Sequence[ExchangeShape]) -> tuple[TestCase, ...]:
    """Return the contract tests of a supervised use by its message and the forms of what it sent.

    With the recorded replies it has to answer by its output schema. When the host answers each send with 400, 500 or
    429, or does not answer at all, it has to say that it could not do it (NULL).
    """
    if not input_text or not sends:
        return ()
    refused = [
        TestCase(
            input=input_text,
            expected_output=None,
            grader="exact",
            kind="tool_failure",
            mock=tuple(_fault(shape, *fault) for shape in dict.fromkeys(sends)),
        )
        for fault in _FAULTS
    ]
    timed_out = TestCase(input=input_text, expected_output=None, grader="exact", kind="tool_failure")
    return (TestCase(input=input_text, expected_output={}, grader="schema"), *refused, timed_out)


def _fault(shape: ExchangeShape, status: int, headers: dict[str, str], message: str) -> MockResponse:
    fixed, _, _ = shape.path.partition(VARIABLE)
    return MockResponse(
        method=shape.method, url=f"{shape.origin}{fixed}", status=status, headers=headers, body={"error": message}
    )
