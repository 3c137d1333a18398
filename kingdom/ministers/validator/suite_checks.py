"""Are there tests of every kind, some held out, each with an expected value that its grader can use and the specialist could give?"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, get_args

from kingdom.contracts.json_schema import SchemaError, check_schema, validation_errors
from kingdom.contracts.spec import TestCase
from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.validator.json_pointers import comparison_form, issue

TEST_KINDS: tuple[str, ...] = get_args(TestCase.model_fields["kind"].annotation)
MIN_HELD_OUT_SHARE, MAX_HELD_OUT_SHARE = 0.2, 0.5
MAX_TESTS = 500
MAX_INPUT_LENGTH = 20_000  # characters
_DROPPED_KEYWORDS = frozenset(
    {"required", "minProperties", "dependentRequired", "minItems", "not", "if", "then", "else", "dependentSchemas"}
)
_DROPPED_KEYWORDS |= {"contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems"}
_SCHEMA_MAPS = frozenset({"properties", "patternProperties", "$defs"})


def check_tests(
    tests: Sequence[TestCase], examples: Sequence[str], output_schema: Mapping[str, Any]
) -> tuple[list[ValidationIssue], list[ValidationIssue]]:
    """Return (issues, suggestions) of a suite. ``output_schema`` is usable, or empty."""
    if not tests:
        return [issue("tests.missing", "/tests", "There are no tests.")], []
    if len(tests) > MAX_TESTS:
        return [issue("tests.many", "/tests", f"There are {len(tests)} tests; at most {MAX_TESTS} are run.")], []
    issues = [*_kind_issues(tests), *_held_out_issues(tests), *_input_issues(tests, examples)]
    for number, test in enumerate(tests):
        issues += list(expectation_issues(test, f"/tests/{number}", output_schema))
    return issues, list(_refusal_suggestions(tests))


def _kind_issues(tests: Sequence[TestCase]) -> Iterator[ValidationIssue]:
    there = Counter(test.kind for test in tests)
    for kind in TEST_KINDS:
        if not there[kind]:  # type: ignore[index]  # a Literal is a str at run time
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
            yield issue("tests.leak", place, "It is held out, and yet one of the examples that the designer wrote.")


def expectation_issues(test: TestCase, place: str, output_schema: Mapping[str, Any]) -> Iterator[ValidationIssue]:
    """Yield why an expected value is none for its grader, or none that the specialist could give; ``place`` points to the test."""
    at, value = f"{place}/expected_output", test.expected_output
    if wrong := _grader_fault(test.grader, value):
        yield issue("tests.grader", at, wrong)
        return
    fault = ""
    if test.grader == "exact" and value is not None:
        fault = next(iter(validation_errors(value, output_schema, most=1)), "")
    elif test.grader in ("json_subset", "numeric"):
        inner = value["expected"] if _has_tolerance(test.grader, value) else value
        fault = next(iter(validation_errors(inner, relax_schema(output_schema), most=1)), "")
    if fault:
        yield issue("tests.expected", at, f"The output schema allows no such answer: {fault}")


def _grader_fault(grader: str, value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return why a grader cannot use an expected value, or ""."""
    match grader:
        case "regex":
            return (
                ""
                if isinstance(value, str) and value and _is_usable_schema({"type": "string", "pattern": value})
                else "It is no pattern that can be used."
            )
        case "schema":
            return (
                "" if isinstance(value, Mapping) and _is_usable_schema(value) else "It is no schema that can be used."
            )
        case "judge":
            return (
                ""
                if isinstance(value, str) and value.strip()
                else "A judge needs words that say what a right answer is."
            )
        case "numeric":
            return _numeric_fault(value)
        case "json_subset":
            return "" if value is not None else "A subset of nothing is met by every answer; use exact for a refusal."
        case _:
            return ""


def _is_usable_schema(schema: Mapping[str, Any]) -> bool:
    try:
        check_schema(schema)
    except SchemaError:
        return False
    return True


def _has_tolerance(grader: str, value: object) -> bool:
    return grader == "numeric" and isinstance(value, Mapping) and set(value) == {"expected", "tolerance"}


def _numeric_fault(value: Any) -> str:  # noqa: ANN401 - any JSON value
    inner = value
    if _has_tolerance("numeric", value):
        bound, inner = value["tolerance"], value["expected"]
        if isinstance(bound, bool) or not isinstance(bound, int | float) or not isfinite(bound) or bound < 0:
            return "Its tolerance is a number from 0 on."
    return "" if _has_number(inner) else "There is no number in it to compare."


def _has_number(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_number, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_number, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def relax_schema(schema: Any) -> Any:  # noqa: ANN401 - a schema is any JSON value
    """Return a schema that parts of a fitting value fit too: demands are left out, and what cannot be judged by parts."""
    if isinstance(schema, list):
        return [relax_schema(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if (
            key in _DROPPED_KEYWORDS
            or (key == "enum" and _has_structured_value(value))
            or (key == "const" and _has_structured_value([value]))
        ):
            continue  # part of a listed object is not listed
        name = "anyOf" if key == "oneOf" and "anyOf" not in schema else key
        if key in _SCHEMA_MAPS and isinstance(value, Mapping):
            made[name] = {inner: relax_schema(one) for inner, one in value.items()}
        elif key != "oneOf" or name == "anyOf":
            made[name] = value if key == "enum" else relax_schema(value)
    return made


def _has_structured_value(values: object) -> bool:
    return isinstance(values, list) and any(isinstance(one, Mapping | list) for one in values)


def _refusal_suggestions(tests: Sequence[TestCase]) -> Iterator[ValidationIssue]:
    for number, test in enumerate(tests):
        if test.kind == "out_of_scope" and test.grader not in ("exact", "regex", "judge"):
            yield issue(
                "tests.refusal",
                f"/tests/{number}",
                "Out of scope means a refusal: expect null with the grader exact, or say how it refuses.",
            )
