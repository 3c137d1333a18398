"""Graders: pure judgements of one answer against one test. They run on the host; the sandbox never sees what is expected.

What each grader compares (``expected`` is the test's ``expected_output``):

- ``exact``: the output equals it. ``null`` means that the specialist had to answer NULL.
- ``json_subset``: all of it is found in the output; objects may have more keys, lists must have the same length.
- ``numeric``: like ``json_subset``, with numbers within a tolerance: ``{"expected": …, "tolerance": t}`` (absolute), or relative 1e-6.
- ``regex``: a pattern that is found in the answer's text (no look-around, no references back: the engine is linear).
- ``schema``: a JSON schema that the output fits.
- ``judge``: for a model; the rules have no opinion, and no opinion is no pass.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kingdom.contracts.json_schema import validation_error
from kingdom.contracts.spec import TestCase

RELATIVE_TOLERANCE = 1e-6
LONGEST_SEARCHED = 20_000  # characters of an answer that a pattern is searched in


@dataclass(frozen=True, kw_only=True)
class TrialOutput:
    """What a specialist gave: the text for people, the output as data, and its status."""

    answer: str
    output: Any
    status: str = "SUCCESS"


class TrialGrade(NamedTuple):
    """A verdict on one test: ``score`` is 0 or 1 here (a judge may give parts), ``reason`` says what differs, empty for a pass."""

    success: bool
    score: float
    reason: str


def grade_trial(test: TestCase, given: TrialOutput) -> TrialGrade:
    """Return the verdict of the test's own grader."""
    wrong = _GRADERS[test.grader](test.expected_output, given)
    return TrialGrade(wrong is None, 0.0 if wrong else 1.0, wrong or "")


def _exact(expected: Any, given: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    if expected is None:
        return None if given.status == "NULL" else "it answered, and should have had nothing to give (NULL)"
    return _difference(expected, given.output, exact=True)


def _json_subset(expected: Any, given: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    return _difference(expected, given.output)


def _numeric(expected: Any, given: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    if isinstance(expected, Mapping) and set(expected) == {"expected", "tolerance"}:
        return _difference(expected["expected"], given.output, tolerance=float(expected["tolerance"]))
    return _difference(expected, given.output, tolerance=-1.0)


def _regex(expected: Any, given: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    """Search on the schema checker's engine: it takes linear time, whatever pattern a test's author or a model wrote."""
    wrong = validation_error(given.answer[:LONGEST_SEARCHED], {"type": "string", "pattern": str(expected)})
    if wrong is None or "cannot be used" in wrong:
        return wrong and f"the pattern {_short(expected)} cannot be used"
    return f"the answer has nothing like {_short(expected)}"


def _schema(expected: Any, given: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    return (
        validation_error(given.output, expected)
        if isinstance(expected, Mapping)
        else "the test's schema is not an object"
    )


def _judge(_expected: Any, _given: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    return "a judging model decides this test, and none has spoken"


_GRADERS: Mapping[str, Callable[[Any, TrialOutput], str | None]] = {
    "exact": _exact,
    "json_subset": _json_subset,
    "numeric": _numeric,
    "regex": _regex,
    "schema": _schema,
    "judge": _judge,
}


def _difference(
    expected: Any, found: Any, *, exact: bool = False, tolerance: float = 0.0, path: str = "output"
) -> str | None:  # noqa: ANN401
    """Return the first difference as a sentence. ``tolerance`` below zero stands for the relative default."""
    if isinstance(expected, Mapping):
        return _object_difference(expected, found, exact=exact, tolerance=tolerance, path=path)
    if isinstance(expected, list | tuple):
        return _list_difference(expected, found, exact=exact, tolerance=tolerance, path=path)
    same = (
        _numbers_same(expected, found, tolerance)
        if _number(expected) and _number(found)
        else _scalar_same(expected, found)
    )
    return None if same else f"{path} is {_short(found)}, expected {_short(expected)}"


def _object_difference(
    expected: Mapping[str, Any], found: Any, *, exact: bool, tolerance: float, path: str
) -> str | None:  # noqa: ANN401
    if not isinstance(found, Mapping):
        return f"{path} is {_short(found)}, expected an object"
    if missing := sorted(set(expected) - set(found)):
        return f"{path} lacks {missing[0]!r}"
    if exact and (more := sorted(set(found) - set(expected))):
        return f"{path} has {more[0]!r}, which is not expected"
    found_wrong = (
        _difference(expected[key], found[key], exact=exact, tolerance=tolerance, path=f"{path}.{key}")
        for key in expected
    )
    return next((wrong for wrong in found_wrong if wrong), None)


def _list_difference(expected: Sequence[Any], found: Any, *, exact: bool, tolerance: float, path: str) -> str | None:  # noqa: ANN401
    if not isinstance(found, list | tuple) or len(found) != len(expected):
        return f"{path} is {_short(found)}, expected a list of {len(expected)}"
    pairs = enumerate(zip(expected, found, strict=True))
    found_wrong = (
        _difference(a, b, exact=exact, tolerance=tolerance, path=f"{path}[{place}]") for place, (a, b) in pairs
    )
    return next((wrong for wrong in found_wrong if wrong), None)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers_same(expected: float, found: float, tolerance: float) -> bool:
    if tolerance < 0:
        return math.isclose(expected, found, rel_tol=RELATIVE_TOLERANCE, abs_tol=1e-12)
    return math.isfinite(found) and abs(expected - found) <= tolerance


def _scalar_same(expected: object, found: object) -> bool:
    """Compare types as well: in Python ``True == 1``, in JSON it is not."""
    return type(expected) is type(found) and expected == found


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
