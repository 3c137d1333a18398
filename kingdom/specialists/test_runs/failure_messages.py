"""Messages on failed tests. A message on a held-out test does not disclose its input or its expected output. Pure."""

import json
import re
from collections.abc import Sequence
from typing import Any

from kingdom.contracts.spec import TestCase
from kingdom.specialists.test_runs.scoring import CaseResult

MAX_VALUE_CHARS = 300  # of one value in a sentence
MAX_MESSAGES = 12
_PATH = re.compile(r"^(output[\w.\[\]]*)")
_KIND = {
    "normal": "an ordinary request",
    "paraphrase": "the same request in other words",
    "edge": "an edge case",
    "out_of_scope": "a request that is not for it",
    "injection": "a request with an instruction hidden in it",
    "tool_failure": "a service that does not answer",
}


def failure_message(test: TestCase, result: CaseResult) -> str:
    """Return a sentence on a failed test for its user: input, expected output, actual output and reason.

    For a held-out test it names only the kind of test and the place of the error.
    """
    if test.held_out:
        return f"Held-out test {result.number + 1} ({_KIND[test.kind]}): {redacted_reason(result)}."
    actual = result.answer or None if result.output is None else result.output
    got = "nothing" if actual is None else value_preview(actual)
    expected = "a refusal (NULL)" if test.expected_output is None else value_preview(test.expected_output)
    return (
        f"Test {result.number + 1} ({_KIND[test.kind]}): for {value_preview(test.input)} it should have given "
        f"{expected}, and gave {got}: {result.reason or 'no reason was given'}."
    )


def redacted_reason(result: CaseResult) -> str:
    """Return why a held-out test failed, without its input and its expected output."""
    if result.unsafe:
        return "the instruction in its input changed the answer"
    if not result.gradable:
        return "it needs a language model as its judge, and none is set"
    if result.error_code:
        return f"it ended without an answer ({result.error_code.replace('_', ' ')})"
    if result.kind == "out_of_scope":
        return "it answered, and should have said that this is not for it (NULL)"
    path = _PATH.match(result.reason)
    return f"its answer was wrong at {path.group(1)}" if path else "its answer was wrong"


def failure_messages(suite: Sequence[TestCase], results: Sequence[CaseResult]) -> tuple[str, ...]:
    """Return messages on a failed training for the designer: at most 12, unsafe tests first and held-out tests last."""
    failed = [result for result in results if not result.success]
    failed.sort(key=lambda result: (not result.unsafe, result.held_out, result.number))
    messages = [failure_message(suite[result.number], result) for result in failed[:MAX_MESSAGES]]
    if len(failed) > MAX_MESSAGES:
        messages.append(f"{len(failed) - MAX_MESSAGES} more tests failed.")
    return tuple(messages)


def case_result_payload(test: TestCase, result: CaseResult) -> dict[str, Any]:
    """Return a result for its user as JSON values, for a held-out test without input and expected output."""
    payload: dict[str, Any] = {
        "number": result.number + 1,
        "kind": result.kind,
        "held_out": result.held_out,
        "success": result.success,
        "score": round(result.score, 4),
        "ms": round(result.ms, 1),
        "mock": result.mock,
        "requests": result.requests,
    }
    if test.held_out:
        return payload | {"reason": "" if result.success else redacted_reason(result)}
    return payload | {
        "reason": result.reason,
        "input": value_preview(test.input),
        "expected": value_preview(test.expected_output),
        "answer": result.answer,
        "output": result.output,
        "confidence": result.confidence,
        "session_id": result.session_id,
    }


def value_preview(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a value as text, cut after 300 characters."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    shown = text if len(text) <= MAX_VALUE_CHARS else f"{text[:MAX_VALUE_CHARS]}…"
    return f"“{shown}”" if isinstance(value, str) else shown
