"""Checks of a test suite: tests of each kind, a held-out share, and expected values that graders and schemas accept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, get_args

from kingdom.contracts.formats.json_schema import SchemaError, check_schema, validation_errors
from kingdom.contracts.spec import TestCase
from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.validator.json_pointers import comparison_form, issue

TEST_KINDS: tuple[str, ...] = get_args(TestCase.model_fields["kind"].annotation)
MIN_HELD_OUT_SHARE, MAX_HELD_OUT_SHARE = 0.2, 0.5
MAX_TESTS = 500
MAX_INPUT_LENGTH = 20_000  # characters
# Keywords that a part of a matching value may violate.
_DROPPED_KEYWORDS = frozenset(
    {"required", "minProperties", "dependentRequired", "minItems", "not", "if", "then", "else", "dependentSchemas"}
    | {"contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems"}
)
_SCHEMA_MAPS = frozenset({"properties", "patternProperties", "$defs"})


def check_tests(
    tests: Sequence[TestCase], examples: Sequence[str], output_schema: Mapping[str, Any]
) -> tuple[list[ValidationIssue], list[ValidationIssue]]:
    """Return (issues, suggestions) of a suite. ``output_schema`` is valid or empty."""
    if not tests:
        return [issue("tests.missing", "/tests", "There are no tests.")], []
    if len(tests) > MAX_TESTS:
        return [issue("tests.many", "/tests", f"There are {len(tests)} tests; the maximum is {MAX_TESTS}.")], []
    issues = [*_kind_issues(tests), *_held_out_issues(tests), *_input_issues(tests, examples)]
    for number, test in enumerate(tests):
        issues += list(expectation_issues(test, f"/tests/{number}", output_schema))
    return issues, list(_refusal_suggestions(tests))


def _kind_issues(tests: Sequence[TestCase]) -> Iterator[ValidationIssue]:
    present = {str(test.kind) for test in tests}
    for kind in TEST_KINDS:
        if kind not in present:
            yield issue("tests.kind", "/tests", f"There is no test of the kind {kind}.")


def _held_out_issues(tests: Sequence[TestCase]) -> Iterator[ValidationIssue]:
    share = sum(test.held_out for test in tests) / len(tests)
    if not MIN_HELD_OUT_SHARE <= share <= MAX_HELD_OUT_SHARE:
        yield issue(
            "tests.held_out",
            "/tests",
            f"{share:.0%} of the tests are held out; {MIN_HELD_OUT_SHARE:.0%} to {MAX_HELD_OUT_SHARE:.0%} should be.",
        )


def _input_issues(tests: Sequence[TestCase], examples: Sequence[str]) -> Iterator[ValidationIssue]:
    known = {comparison_form(example) for example in examples}
    seen: dict[str, int] = {}
    for number, test in enumerate(tests):
        place, text = f"/tests/{number}/input", comparison_form(test.input)
        if not test.input.strip():
            yield issue("tests.input", place, "Its input is empty.")
        elif len(test.input) > MAX_INPUT_LENGTH:
            yield issue("tests.input", place, f"Its input is longer than {MAX_INPUT_LENGTH:,} characters.")
        if text in seen:
            yield issue("tests.duplicate", place, f"Its input is that of test {seen[text] + 1}.")
        seen.setdefault(text, number)
        if test.held_out and text in known:
            yield issue("tests.leak", place, "It is held out, but its input is one of the designer's examples.")


def expectation_issues(test: TestCase, pointer: str, output_schema: Mapping[str, Any]) -> Iterator[ValidationIssue]:
    """Yield an issue when the grader cannot use the expected value, or when the output schema does not allow it.

    ``pointer`` is the JSON pointer of the test.
    """
    at = f"{pointer}/expected_output"
    if fault := _grader_fault(test.grader, test.expected_output):
        yield issue("tests.grader", at, fault)
    elif errors := _schema_errors(test, output_schema):
        yield issue("tests.expected", at, f"The output schema allows no such answer: {errors[0]}")


def _schema_errors(test: TestCase, output_schema: Mapping[str, Any]) -> Sequence[str]:
    value = test.expected_output
    if test.grader == "exact" and value is not None:
        return validation_errors(value, output_schema, most=1)
    if test.grader in ("json_subset", "numeric"):
        part = value["expected"] if _has_tolerance(test.grader, value) else value
        return validation_errors(part, relax_schema(output_schema), most=1)
    return ()


def _grader_fault(grader: str, value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return why a grader cannot use an expected value, or ``""``."""
    if grader == "numeric":
        return _numeric_fault(value)
    is_usable, fault = _GRADER_CHECKS.get(grader, (lambda _: True, ""))
    return "" if is_usable(value) else fault


def _is_pattern(value: object) -> bool:
    return isinstance(value, str) and value != "" and _is_usable_schema({"type": "string", "pattern": value})


def _is_usable_schema(schema: Mapping[str, Any]) -> bool:
    try:
        check_schema(schema)
    except SchemaError:
        return False
    return True


_GRADER_CHECKS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "regex": (_is_pattern, "It is not a valid pattern."),
    "schema": (lambda value: isinstance(value, Mapping) and _is_usable_schema(value), "It is not a valid schema."),
    "judge": (
        lambda value: isinstance(value, str) and bool(value.strip()),
        "A judge needs words that say what a right answer is.",
    ),
    "json_subset": (
        lambda value: value is not None,
        "Every answer contains a subset of nothing; use the grader exact for a refusal.",
    ),
}


def _has_tolerance(grader: str, value: object) -> bool:
    return grader == "numeric" and isinstance(value, Mapping) and set(value) == {"expected", "tolerance"}


def _numeric_fault(value: Any) -> str:  # noqa: ANN401 - any JSON value
    if _has_tolerance("numeric", value):
        tolerance = value["tolerance"]
        if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or not 0 <= tolerance < inf:
            return "Its tolerance must be a number of at least 0."
        value = value["expected"]
    return "" if _has_number(value) else "It contains no number to compare."


def _has_number(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_number, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_number, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def relax_schema(schema: Any) -> Any:  # noqa: ANN401 - a schema is any JSON value
    """Return a schema that accepts parts of matching values: keywords that a part may violate are dropped."""
    if isinstance(schema, list):
        return [relax_schema(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    dropped = _DROPPED_KEYWORDS | {key for key in ("enum", "const") if _has_structured_value(key, schema)}
    relaxed = {key: _relax_keyword(key, value) for key, value in schema.items() if key not in dropped}
    if "oneOf" in relaxed:
        relaxed.setdefault("anyOf", relaxed.pop("oneOf"))
    return relaxed


def _relax_keyword(key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if key in _SCHEMA_MAPS and isinstance(value, Mapping):
        return {name: relax_schema(part) for name, part in value.items()}
    return value if key == "enum" else relax_schema(value)


def _has_structured_value(key: str, schema: Mapping[str, Any]) -> bool:
    """Return whether an ``enum`` or ``const`` lists an object or array, whose parts are not listed themselves."""
    values = schema.get(key) if key == "enum" else [schema.get(key)]
    return isinstance(values, list) and any(isinstance(value, Mapping | list) for value in values)


def _refusal_suggestions(tests: Sequence[TestCase]) -> Iterator[ValidationIssue]:
    for number, test in enumerate(tests):
        if test.kind == "out_of_scope" and test.grader not in ("exact", "regex", "judge"):
            yield issue(
                "tests.refusal",
                f"/tests/{number}",
                "A test out of scope expects a refusal: use null with the grader exact, or describe the refusal.",
            )
