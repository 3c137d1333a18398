"""Test suites that a model writes: schema, validity of a case, required kinds and held-out cases. Pure."""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from kingdom.contracts.formats.json_schema import validation_error, validation_errors
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules.structured_answer import UnusableAnswer, closed_object
from kingdom.ministers.validator.json_pointers import comparison_form
from kingdom.ministers.validator.suite_checks import MIN_HELD_OUT_SHARE, expectation_issues, relax_schema

MIN_CASES_BY_KIND: Mapping[str, int] = {
    "normal": 4,
    "paraphrase": 3,
    "edge": 3,
    "out_of_scope": 2,
    "injection": 2,
    "tool_failure": 1,
}
MAX_CASES = 30
MAX_INPUT_LENGTH, MAX_EXPECTED_LENGTH, MAX_JUDGE_CRITERION_LENGTH = 4_000, 10_000, 1_000  # characters
HELD_OUT_EVERY = 3  # every third case of each kind is hidden from the designer
MAX_UNUSABLE_SHARE = 0.25  # a larger share of unusable cases makes the model try again
_GRADERS = ("exact", "json_subset", "numeric", "regex", "schema", "judge")
_COMBINING_KEYWORDS = frozenset(
    {"allOf", "anyOf", "oneOf", "$ref", "if", "dependentSchemas", "patternProperties", "additionalProperties"}
)
_MAX_FAULTS_SHOWN = 12


class ParsedSuite(NamedTuple):
    """The usable cases, and a sentence for each unusable one."""

    cases: tuple[TestCase, ...]
    faults: tuple[str, ...]


def test_suite_schema() -> dict[str, Any]:
    """Return the JSON schema of a test writer's answer.

    Expected values are JSON text: providers drop free-form values.
    """
    reply = closed_object(
        method={"type": "string", "enum": ["", "GET", "POST", "PUT", "PATCH", "DELETE"]},
        url={"type": "string", "maxLength": 2_000},
        status={"type": "integer", "minimum": 200, "maximum": 599},
        body={"type": "string", "maxLength": MAX_EXPECTED_LENGTH},
    )
    case = closed_object(
        kind={"type": "string", "enum": list(MIN_CASES_BY_KIND)},
        input={"type": "string", "maxLength": MAX_INPUT_LENGTH},
        grader={"type": "string", "enum": list(_GRADERS)},
        expected={"type": "string", "maxLength": MAX_EXPECTED_LENGTH},
        replies={"type": "array", "maxItems": 5, "items": reply},
    )
    least = sum(MIN_CASES_BY_KIND.values())
    return closed_object(cases={"type": "array", "minItems": least, "maxItems": MAX_CASES, "items": case})


def parse_suite(value: Mapping[str, Any], spec: AgentSpec, *, key: str) -> tuple[TestCase, ...]:
    """Return the tests of an answer; ``key`` selects the held-out ones, not the model.

    Raises UnusableAnswer, with a sentence for each bad case and each kind with too few, when too many cases are
    unusable.
    """
    parsed = parse_cases(value["cases"], spec)
    missing = missing_kind_messages(parsed.cases)
    if missing or len(parsed.faults) > MAX_UNUSABLE_SHARE * len(value["cases"]):
        raise UnusableAnswer("\n".join([*missing, *parsed.faults][:_MAX_FAULTS_SHOWN]))
    return assign_held_out(parsed.cases, spec, key=key)


def parse_cases(values: Sequence[Mapping[str, Any]], spec: AgentSpec) -> ParsedSuite:
    """Return the usable cases, each input once."""
    cases: list[TestCase] = []
    faults: list[str] = []
    seen: set[str] = set()
    for number, value in enumerate(values[:MAX_CASES], 1):
        text = str(value["input"]).strip()
        try:
            cases.append(_parse_case(value, text, spec, seen))
        except UnusableAnswer as fault:
            faults.append(f"Case {number} ({value['kind']}): {fault}.")
            continue
        seen.add(normalized_input(text))
    return ParsedSuite(tuple(cases), tuple(faults))


def normalized_input(text: str) -> str:
    """Return an input for comparison: case and white space do not count."""
    return " ".join(text.casefold().split())


def _parse_case(value: Mapping[str, Any], text: str, spec: AgentSpec, seen: set[str]) -> TestCase:
    if not text or normalized_input(text) in seen:
        raise UnusableAnswer("its input is there already" if text else "its input is empty")
    expected: Any = None
    grader = str(value["grader"])
    if value["kind"] == "out_of_scope":
        grader = "exact"  # must refuse: status NULL and no output, whatever its text
    else:
        expected = _parse_expected(str(value["expected"]))
        if fault := expectation_error(grader, expected, spec.output_schema):
            raise UnusableAnswer(fault)
    fields = {"input": text, "expected_output": expected, "kind": value["kind"], "grader": grader}
    try:
        return TestCase.model_validate({**fields, "mock": _mock_replies(value, spec)})
    except ValidationError as error:
        raise UnusableAnswer(str(error.errors(include_url=False)[0]["msg"])) from error


def _mock_replies(value: Mapping[str, Any], spec: AgentSpec) -> list[dict[str, Any]]:
    """Return the replies of the spec's hosts in mock mode; none without hosts, and none while a service is down."""
    if not spec.egress_hosts or value["kind"] == "tool_failure":
        return []
    starts = tuple(f"https://{host}" for host in spec.egress_hosts)
    if any(reply["url"] and not reply["url"].startswith(starts) for reply in value["replies"]):
        raise UnusableAnswer(f"the address of a reply must be empty or begin with {' or '.join(starts)}")
    return [{**reply, "body": _reply_body(reply["body"])} for reply in value["replies"]]


def _reply_body(text: str) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _parse_expected(text: str) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnusableAnswer(f"expected is not JSON text: {error}") from error


def expectation_error(grader: str, expected: Any, output_schema: Mapping[str, Any]) -> str:  # noqa: ANN401 - any JSON value
    """Return why an expected value is unusable, "" when it is usable.

    Unusable are values of the wrong form for their grader, values that the specialist could never give, and values that
    every answer meets.
    """
    if fault := _vacuous_expectation(grader, expected):
        return fault
    test = TestCase.model_validate({"input": "-", "expected_output": expected, "grader": grader})
    issue = next(expectation_issues(test, "", output_schema), None)
    return issue.message.rstrip(".") if issue is not None else _unknown_property(grader, expected, output_schema)


def _vacuous_expectation(grader: str, expected: object) -> str:
    match grader:
        case "json_subset" if expected in (None, {}, []):
            return "expected nothing: use exact with null"
        case "regex" if (
            isinstance(expected, str) and validation_error("", {"type": "string", "pattern": expected}) is None
        ):
            return "its pattern fits every answer"
        case "schema" if expected == {}:
            return "its schema asks for nothing"
        case "judge" if isinstance(expected, str) and not 10 <= len(expected.strip()) <= MAX_JUDGE_CRITERION_LENGTH:
            return "a judge needs one sentence that says what makes an answer right"
        case _:
            return ""


def _unknown_property(grader: str, expected: Any, output_schema: Mapping[str, Any]) -> str:  # noqa: ANN401 - any JSON value
    """Return the property of an expected part that the output schema does not have: such a test could never pass."""
    relaxed = relax_schema(output_schema) if grader in ("json_subset", "numeric") else None
    if relaxed is None:
        return ""
    has_tolerance = isinstance(expected, Mapping) and set(expected) == {"expected", "tolerance"}
    value = expected["expected"] if has_tolerance else expected
    errors = validation_errors(value, forbid_extra_properties(relaxed), most=1)
    return f"The output schema does not know it: {errors[0]}" if errors else ""


def forbid_extra_properties(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return the schema with unknown properties forbidden wherever its form determines the known ones."""
    if isinstance(schema, list):
        return [forbid_extra_properties(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    closed = {name: _forbid_extra_in_part(name, value) for name, value in schema.items()}
    if isinstance(schema.get("properties"), Mapping) and not _COMBINING_KEYWORDS & set(schema):
        closed["additionalProperties"] = False
    return closed


def _forbid_extra_in_part(name: str, value: Any) -> Any:  # noqa: ANN401 - any part of a schema
    if name in ("properties", "$defs", "definitions") and isinstance(value, Mapping):
        # the keys are names of properties, not keywords
        return {key: forbid_extra_properties(part) for key, part in value.items()}
    return value if name in ("enum", "const", "default", "examples") else forbid_extra_properties(value)


def missing_kind_messages(cases: Sequence[TestCase]) -> list[str]:
    """Return a sentence for each kind with too few cases."""
    counts: Counter[str] = Counter(case.kind for case in cases)
    return [
        f"There are {counts[kind]} usable cases of the kind {kind}; at least {least} are needed."
        for kind, least in MIN_CASES_BY_KIND.items()
        if counts[kind] < least
    ]


def absent_kinds(cases: Sequence[TestCase]) -> tuple[str, ...]:
    """Return the kinds without any test."""
    present = {case.kind for case in cases}
    return tuple(kind for kind in MIN_CASES_BY_KIND if kind not in present)


def with_absent_kinds(supplied: Sequence[TestCase], written: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the supplied tests, then written ones of the kinds that they lack; each input once."""
    absent, seen = set(absent_kinds(supplied)), {normalized_input(case.input) for case in supplied}
    return (*supplied, *(case for case in written if case.kind in absent and normalized_input(case.input) not in seen))


def assign_held_out(cases: Sequence[TestCase], spec: AgentSpec, *, key: str) -> tuple[TestCase, ...]:
    """Return the cases with about a third of each kind held out, selected by a digest; a fifth of all at least.

    Inputs that are examples are not held out.
    """
    shown = {comparison_form(example) for example in spec.examples}
    order = sorted(
        (place for place, case in enumerate(cases) if comparison_form(case.input) not in shown),
        key=lambda place: _held_out_order(key, cases[place]),
    )
    hidden: set[int] = set()
    for kind in MIN_CASES_BY_KIND:
        count = sum(case.kind == kind for case in cases)
        hidden |= set([place for place in order if cases[place].kind == kind][: round(count / HELD_OUT_EVERY)])
    missing = min(math.ceil(MIN_HELD_OUT_SHARE * len(cases)), len(cases) // 2) - len(hidden)
    hidden |= set([place for place in order if place not in hidden][: max(0, missing)])
    return tuple(case.model_copy(update={"held_out": place in hidden}) for place, case in enumerate(cases))


def _held_out_order(key: str, case: TestCase) -> str:
    return hashlib.sha256(f"{key}\n{case.input}".encode()).hexdigest()
