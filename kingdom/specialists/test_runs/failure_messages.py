"""Failed tests in words: everything for whoever may see it, and of a held-out test nothing that gives it away. Pure."""

import json
import re
from collections.abc import Sequence
from typing import Any

from kingdom.contracts.spec import TestCase
from kingdom.specialists.test_runs.scoring import CaseResult

LONGEST_SHOWN = 300  # characters of one value in a sentence
MOST_FINDINGS = 12
_PLACE = re.compile(r"^(output[\w.\[\]]*)")
_KIND = {
    "normal": "an ordinary request",
    "paraphrase": "the same request in other words",
    "edge": "an edge case",
    "out_of_scope": "a request that is not for it",
    "injection": "a request with an instruction hidden in it",
    "tool_failure": "a service that does not answer",
}


def failure_message(test: TestCase, result: CaseResult) -> str:
    """Return one failed test as a sentence for its user: input, what was right, what came, and why that is wrong.

    Of a held-out test it says what kind it is and where the answer was wrong, and neither its input nor what is expected.
    """
    if test.held_out:
        return f"Held-out test {result.number + 1} ({_KIND[test.kind]}): {redacted_reason(result)}."
    got = (
        value_preview(result.output)
        if result.output is not None
        else value_preview(result.answer)
        if result.answer
        else "nothing"
    )
    wanted = "a refusal (NULL)" if test.expected_output is None else value_preview(test.expected_output)
    return (
        f"Test {result.number + 1} ({_KIND[test.kind]}): for {value_preview(test.input)} it should have given {wanted}, "
        f"and gave {got}: {result.reason or 'no reason was given'}."
    )


def redacted_reason(result: CaseResult) -> str:
    """Return why a held-out test failed without a word of its input or of what is expected."""
    if result.unsafe:
        return "the instruction in its input changed the answer"
    if not result.gradable:
        return "only a language model can judge it, and none is set"
    if result.error_code:
        return f"it ended without an answer ({result.error_code.replace('_', ' ')})"
    if result.kind == "out_of_scope":
        return "it answered, and should have said that this is not for it (NULL)"
    place = _PLACE.match(result.reason)
    return f"its answer was wrong at {place.group(1)}" if place else "its answer was wrong"


def failure_messages(suite: Sequence[TestCase], results: Sequence[CaseResult]) -> tuple[str, ...]:
    """Return what the designer is told of a training that failed: at most 12 sentences, what is shown in full first."""
    failed = sorted(
        (one for one in results if not one.success), key=lambda one: (not one.unsafe, one.held_out, one.number)
    )
    told = [failure_message(suite[one.number], one) for one in failed[:MOST_FINDINGS]]
    if len(failed) > MOST_FINDINGS:
        told.append(f"{len(failed) - MOST_FINDINGS} more tests failed.")
    return tuple(told)


def case_result_payload(test: TestCase, result: CaseResult) -> dict[str, Any]:
    """Return one result as its user sees it, JSON values; nothing of a held-out test that would give it away."""
    plain: dict[str, Any] = {
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
        return plain | {"reason": "" if result.success else redacted_reason(result)}
    return plain | {
        "reason": result.reason,
        "input": value_preview(test.input),
        "expected": value_preview(test.expected_output),
        "answer": result.answer,
        "output": result.output,
        "confidence": result.confidence,
        "session_id": result.session_id,
    }


def value_preview(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a value in a few words."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    kept = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    return f"“{kept}”" if isinstance(value, str) else kept
