"""Graders compare one answer with one test. They run on the host; the sandbox never sees the expected output. Pure.

The graders (``expected`` is the test's ``expected_output``):

- ``exact``: the output equals ``expected``. ``null`` requires the answer NULL.
- ``json_subset``: the output contains ``expected``; objects may have more keys, lists must have the same length.
- ``numeric``: like ``json_subset``, with numbers within a tolerance: absolute from ``{"expected": …, "tolerance": t}``,
  else relative 1e-6.
- ``regex``: the answer's text matches the pattern somewhere (a linear-time engine: no look-around, no back-references).
- ``schema``: the output is valid by the JSON schema.
- ``judge``: a model decides; without one the test fails.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeGuard

from kingdom.contracts.formats.json_schema import validation_error
from kingdom.contracts.spec import TestCase

RELATIVE_TOLERANCE = 1e-6
MAX_SEARCHED_CHARS = 200_000  # characters of an answer that a pattern is matched with; a longer one is not graded


@dataclass(frozen=True, kw_only=True)
class TrialOutput:
    """The output of a specialist: text for people, data, and its status."""

    answer: str
    output: Any
    status: str = "SUCCESS"


class TrialGrade(NamedTuple):
    """The grade of one test. ``score`` is 0 or 1, from a judge also between; ``reason`` is empty for a pass."""

    success: bool
    score: float
    reason: str


def grade_trial(test: TestCase, output: TrialOutput) -> TrialGrade:
    """Return the grade of an output by the test's grader."""
    difference = _GRADERS[test.grader](test.expected_output, output)
    return TrialGrade(difference is None, 0.0 if difference else 1.0, difference or "")


def _exact(expected: Any, output: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    if expected is None:
        return None if output.status == "NULL" else "it answered, and should have had nothing to give (NULL)"
    return _difference(expected, output.output, exact=True)


def _json_subset(expected: Any, output: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    return _difference(expected, output.output)


def _numeric(expected: Any, output: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    if isinstance(expected, Mapping) and set(expected) == {"expected", "tolerance"}:
        return _difference(expected["expected"], output.output, tolerance=float(expected["tolerance"]))
    return _difference(expected, output.output, tolerance=-1.0)


def _regex(expected: Any, output: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    """Match with the engine of the schema checker, which takes linear time for any pattern."""
    if len(output.answer) > MAX_SEARCHED_CHARS:
        return f"the answer has more than {MAX_SEARCHED_CHARS:,} characters: too long for a pattern"
    error = validation_error(output.answer, {"type": "string", "pattern": str(expected)})
    if error is None or "cannot be used" in error:
        return error and f"the pattern {_short(expected)} cannot be used"
    return f"the answer has nothing like {_short(expected)}"


def _schema(expected: Any, output: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    return (
        validation_error(output.output, expected)
        if isinstance(expected, Mapping)
        else "the test's schema is not an object"
    )


def _judge(_expected: Any, _output: TrialOutput) -> str | None:  # noqa: ANN401 - any JSON value
    return "a model must judge this test, and none is set"


_GRADERS: Mapping[str, Callable[[Any, TrialOutput], str | None]] = {
    "exact": _exact,
    "json_subset": _json_subset,
    "numeric": _numeric,
    "regex": _regex,
    "schema": _schema,
    "judge": _judge,
}


def _difference(
    expected: object, found: object, *, exact: bool = False, tolerance: float = 0.0, path: str = "output"
) -> str | None:
    """Return the first difference as a sentence or None. A negative ``tolerance`` means the relative default."""
    compare = partial(_difference, exact=exact, tolerance=tolerance)
    if isinstance(expected, Mapping):
        return _object_difference(expected, found, compare, exact=exact, path=path)
    if isinstance(expected, list | tuple):
        return _list_difference(expected, found, compare, path=path)
    if _is_number(expected) and _is_number(found):
        same = _numbers_same(expected, found, tolerance)
    else:
        same = _scalar_same(expected, found)
    return None if same else f"{path} is {_short(found)}, expected {_short(expected)}"


def _object_difference(
    expected: Mapping[str, object], found: object, compare: Callable[..., str | None], *, exact: bool, path: str
) -> str | None:
    if not isinstance(found, Mapping):
        return f"{path} is {_short(found)}, expected an object"
    if missing := sorted(set(expected) - set(found)):
        return f"{path} lacks {missing[0]!r}"
    if exact and (more := sorted(set(found) - set(expected))):
        return f"{path} has {more[0]!r}, which is not expected"
    differences = (compare(expected[key], found[key], path=f"{path}.{key}") for key in expected)
    return next((difference for difference in differences if difference), None)


def _list_difference(
    expected: Sequence[object], found: object, compare: Callable[..., str | None], *, path: str
) -> str | None:
    if not isinstance(found, list | tuple) or len(found) != len(expected):
        return f"{path} is {_short(found)}, expected a list of {len(expected)}"
    pairs = enumerate(zip(expected, found, strict=True))
    differences = (compare(a, b, path=f"{path}[{index}]") for index, (a, b) in pairs)
    return next((difference for difference in differences if difference), None)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numbers_same(expected: float, found: float, tolerance: float) -> bool:
    if tolerance < 0:
        return math.isclose(expected, found, rel_tol=RELATIVE_TOLERANCE, abs_tol=1e-12)
    return math.isfinite(found) and abs(expected - found) <= tolerance


def _scalar_same(expected: object, found: object) -> bool:
    """Compare types as well: in Python ``True == 1``, in JSON not."""
    return type(expected) is type(found) and expected == found


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
