"""Test suites that a model writes: their form, what makes a case usable, which kinds there must be, and which are held out. Pure."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from kingdom.contracts.json_schema import validation_error, validation_errors
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules.structured_answer import UnusableAnswer
from kingdom.ministers.validator.suite_checks import expectation_issues, relax_schema

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
HELD_OUT_EVERY = 3  # of each kind every third is one the designer never sees
MAX_UNUSABLE_SHARE = 0.25  # of the cases may be left out without asking again, as long as each kind has its number
_GRADERS = ("exact", "json_subset", "numeric", "regex", "schema", "judge")
_COMBINING_KEYWORDS = frozenset(
    {"allOf", "anyOf", "oneOf", "$ref", "if", "dependentSchemas", "patternProperties", "additionalProperties"}
)
_MAX_FAULTS_SHOWN = 12


class ParsedSuite(NamedTuple):
    """What is usable of a suite, and a sentence for each case that is not."""

    cases: tuple[TestCase, ...]
    faults: tuple[str, ...]


def test_suite_schema() -> dict[str, Any]:
    """Return the JSON schema of a test writer's answer; expected values and bodies are JSON text: providers drop free-form values."""
    reply = {
        "type": "object",
        "additionalProperties": False,
        "required": ["method", "url", "status", "body"],
        "properties": {
            "method": {"type": "string", "enum": ["", "GET", "POST", "PUT", "PATCH", "DELETE"]},
            "url": {"type": "string", "maxLength": 2_000},
            "status": {"type": "integer", "minimum": 200, "maximum": 599},
            "body": {"type": "string", "maxLength": MAX_EXPECTED_LENGTH},
        },
    }
    case = {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", "input", "grader", "expected", "replies"],
        "properties": {
            "kind": {"type": "string", "enum": list(MIN_CASES_BY_KIND)},
            "input": {"type": "string", "maxLength": MAX_INPUT_LENGTH},
            "grader": {"type": "string", "enum": list(_GRADERS)},
            "expected": {"type": "string", "maxLength": MAX_EXPECTED_LENGTH},
            "replies": {"type": "array", "maxItems": 5, "items": reply},
        },
    }
    cases = {"type": "array", "minItems": sum(MIN_CASES_BY_KIND.values()), "maxItems": MAX_CASES, "items": case}
    return {"type": "object", "additionalProperties": False, "required": ["cases"], "properties": {"cases": cases}}


def parse_suite(value: Mapping[str, Any], spec: AgentSpec, *, key: str) -> tuple[TestCase, ...]:
    """Return the suite of an answer, its held-out cases chosen by ``key`` and not by the model.

    Raises Unfit, with a sentence for each bad case and each kind that is short, when too much of it cannot be used.
    """
    read = parse_cases(value["cases"], spec)
    short = missing_kind_messages(read.cases)
    if short or len(read.faults) > MAX_UNUSABLE_SHARE * len(value["cases"]):
        raise UnusableAnswer("\n".join([*short, *read.faults][:_MAX_FAULTS_SHOWN]))
    return assign_held_out(read.cases, spec, key=key)


def parse_cases(brought: Sequence[Mapping[str, Any]], spec: AgentSpec) -> ParsedSuite:
    """Return the cases that can be used, each input once."""
    cases: list[TestCase] = []
    wrong: list[str] = []
    seen: set[str] = set()
    for number, one in enumerate(brought[:MAX_CASES], 1):
        text = str(one["input"]).strip()
        try:
            cases.append(_parse_case(one, text, spec, seen))
        except UnusableAnswer as unfit:
            wrong.append(f"Case {number} ({one['kind']}): {unfit}.")
            continue
        seen.add(_normalized(text))
    return ParsedSuite(tuple(cases), tuple(wrong))


def _normalized(text: str) -> str:
    return " ".join(text.casefold().split())


def _parse_case(one: Mapping[str, Any], text: str, spec: AgentSpec, seen: set[str]) -> TestCase:
    if not text or _normalized(text) in seen:
        raise UnusableAnswer("its input is there already" if text else "its input is empty")
    expected: Any = None
    grader = str(one["grader"])
    if one["kind"] == "out_of_scope":
        grader = "exact"  # must refuse: the status NULL and no output, whatever the words
    else:
        expected = _parse_expected(str(one["expected"]))
        if wrong := expectation_error(grader, expected, spec.output_schema):
            raise UnusableAnswer(wrong)
    try:
        made = {
            "input": text,
            "expected_output": expected,
            "kind": one["kind"],
            "grader": grader,
            "mock": _mock_replies(one, spec),
        }
        return TestCase.model_validate(made)
    except ValidationError as error:
        raise UnusableAnswer(str(error.errors(include_url=False)[0]["msg"])) from error


def _mock_replies(one: Mapping[str, Any], spec: AgentSpec) -> list[dict[str, Any]]:
    """Return what stands in for the answers of the spec's hosts where the training reaches none; nothing without hosts.

    While a service is away none of them answers either.
    """
    if not spec.egress_hosts or one["kind"] == "tool_failure":
        return []
    starts = tuple(f"https://{host}" for host in spec.egress_hosts)
    if any(reply["url"] and not reply["url"].startswith(starts) for reply in one["replies"]):
        raise UnusableAnswer(f"the address of a reply must be empty or begin with {' or '.join(starts)}")
    return [{**reply, "body": _reply_body(reply["body"])} for reply in one["replies"]]


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
    """Return why an expected value is none for its grader, none that the specialist could give, or one that every answer meets; else ""."""
    if vain := _vacuous_expectation(grader, expected):
        return vain
    test = TestCase.model_validate({"input": "-", "expected_output": expected, "grader": grader})
    found = next(expectation_issues(test, "", output_schema), None)
    return found.message.rstrip(".") if found is not None else _unknown_property(grader, expected, output_schema)


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
    """Return the property that an expected part has and the output schema does not know; such a test would never pass."""
    loose = relax_schema(output_schema) if grader in ("json_subset", "numeric") else None
    if loose is None:
        return ""
    inner = (
        expected["expected"]
        if isinstance(expected, Mapping) and set(expected) == {"expected", "tolerance"}
        else expected
    )
    found = validation_errors(inner, forbid_extra_properties(loose), most=1)
    return f"The output schema does not know it: {found[0]}" if found else ""


def forbid_extra_properties(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return the schema with no room for properties that it does not name, wherever its form tells which those are."""
    if isinstance(schema, list):
        return [forbid_extra_properties(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    made = {name: _forbid_extra_in_part(name, value) for name, value in schema.items()}
    if isinstance(schema.get("properties"), Mapping) and not _COMBINING_KEYWORDS & set(schema):
        made["additionalProperties"] = False
    return made


def _forbid_extra_in_part(name: str, value: Any) -> Any:  # noqa: ANN401 - any part of a schema
    if name in ("properties", "$defs", "definitions") and isinstance(value, Mapping):
        return {
            inner: forbid_extra_properties(part) for inner, part in value.items()
        }  # names of properties, not keywords
    return value if name in ("enum", "const", "default", "examples") else forbid_extra_properties(value)


def missing_kind_messages(cases: Sequence[TestCase]) -> list[str]:
    """Return a sentence for each kind of which there are too few."""
    have: Counter[str] = Counter(case.kind for case in cases)
    short = [(kind, least) for kind, least in MIN_CASES_BY_KIND.items() if have[kind] < least]
    return [
        f"There are {have[kind]} usable cases of the kind {kind}; at least {least} are needed." for kind, least in short
    ]


def absent_kinds(cases: Sequence[TestCase]) -> tuple[str, ...]:
    """Return the kinds of which there is no test at all."""
    there = {case.kind for case in cases}
    return tuple(kind for kind in MIN_CASES_BY_KIND if kind not in there)


def with_absent_kinds(brought: Sequence[TestCase], written: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the given tests as they are, followed by written ones of the kinds that they lack; each input once."""
    absent, seen = set(absent_kinds(brought)), {_normalized(case.input) for case in brought}
    return (*brought, *(case for case in written if case.kind in absent and _normalized(case.input) not in seen))


def assign_held_out(cases: Sequence[TestCase], spec: AgentSpec, *, key: str) -> tuple[TestCase, ...]:
    """Return the cases with about a third of each kind held out, chosen by a digest; what is an example already is shown anyway."""
    shown = {_normalized(example) for example in spec.examples}
    hidden: set[int] = set()
    for kind in MIN_CASES_BY_KIND:
        places = [place for place, case in enumerate(cases) if case.kind == kind]
        able = sorted(
            (place for place in places if _normalized(cases[place].input) not in shown),
            key=lambda place: _held_out_order(key, cases[place]),
        )
        hidden |= set(able[: round(len(places) / HELD_OUT_EVERY)])
    return tuple(case.model_copy(update={"held_out": place in hidden}) for place, case in enumerate(cases))


def _held_out_order(key: str, case: TestCase) -> str:
    return hashlib.sha256(f"{key}\n{case.input}".encode()).hexdigest()
