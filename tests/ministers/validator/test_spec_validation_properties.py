"""No valid spec is rejected, and every way to break one is found with its code and pointer."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories.spec_strategies import CALM, KNOWN, RULES, Break, Case, assert_break_is_found, cases, validate_data


@CALM
@given(case=cases())
def test_no_valid_spec_is_rejected(case: Case) -> None:
    verdict = validate_data(case.spec, case.tests, KNOWN)
    assert (verdict.verdict, verdict.issues) == ("VALID", ())


def set_(name: str, value: Any) -> Break:  # noqa: ANN401 - any JSON value
    def broken(case: Case, data: st.DataObject) -> None:
        case.spec[name] = copy.deepcopy(value)

    return broken


def added(name: str, value: Any) -> Break:  # noqa: ANN401 - any JSON value
    def broken(case: Case, data: st.DataObject) -> None:
        case.spec[name] = [*case.spec[name], copy.deepcopy(value)]

    return broken


def output(part: Any) -> Break:  # noqa: ANN401 - any JSON value
    """Add a property with this schema to the output schema."""

    def broken(case: Case, data: st.DataObject) -> None:
        schema = case.spec["output_schema"]
        schema["properties"] = {**schema["properties"], "zz broken/part": copy.deepcopy(part)}

    return broken


def rules(*texts: str) -> Break:
    """Insert rules at random positions among unrelated ones."""

    def broken(case: Case, data: st.DataObject) -> None:
        others = data.draw(st.lists(st.sampled_from([RULES[0], RULES[8], RULES[10]]), unique=True))
        for text in texts:
            others.insert(data.draw(st.integers(0, len(others))), text)
        case.spec["dna_rules"] = others

    return broken


def case_(number: int, **changes: Any) -> Break:  # noqa: ANN401 - any JSON value
    def broken(case: Case, data: st.DataObject) -> None:
        case.tests[number].update(copy.deepcopy(changes))

    return broken


def without_kind(kind: str) -> Break:
    def broken(case: Case, data: st.DataObject) -> None:
        case.tests[:] = [test for test in case.tests if test["kind"] != kind]
        for number, test in enumerate(case.tests):
            test["held_out"] = number % 3 == 0

    return broken


def held_out(share: float) -> Break:
    def broken(case: Case, data: st.DataObject) -> None:
        for number, test in enumerate(case.tests):
            test["held_out"] = number < share * len(case.tests)

    return broken


def no_tests(case: Case, data: st.DataObject) -> None:
    case.tests.clear()


def same_input_twice(case: Case, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(case.tests) - 1))
    case.tests[number]["input"] = f" {case.tests[0]['input'].upper()} "


def leaked(case: Case, data: st.DataObject) -> None:
    case.tests[3]["input"] = data.draw(st.sampled_from(case.spec["examples"]))
    case.tests[3]["held_out"] = True


def example_twice(case: Case, data: st.DataObject) -> None:
    case.spec["examples"].append(data.draw(st.sampled_from(case.spec["examples"])).upper() + "?")


def other_identity(case: Case, data: st.DataObject) -> None:
    others = {"research", "analyze", "coder", "writer"} - {case.spec["identity"]}
    other = data.draw(st.sampled_from(sorted(others)))
    case.spec["role"] = f"{other}_{case.spec['role'].removeprefix(case.spec['identity'] + '_')}"


def deep(levels: int) -> Any:  # noqa: ANN401 - a schema
    return {"type": "array", "items": deep(levels - 1)} if levels else {"type": "string"}


LOOP = {"$defs": {"loop": {"type": "object", "required": ["on"], "properties": {"on": {"$ref": "#/$defs/loop"}}}}}
BREAKS: list[tuple[str, str, Break]] = [
    # role and identity
    ("role.identity", "/role", other_identity),
    ("role.name", "/role", set_("role", "research")),
    ("role.name", "/role", set_("role", "a" * 61)),
    ("role.name", "/role", set_("role", "reads__mail")),
    ("form", "/role", set_("role", "Reads Mail")),
    ("form", "/identity", set_("identity", "emperor")),
    ("form", "/purpose", set_("purpose", "  ")),
    ("form", "", set_("engine", "oracle")),
    # examples
    ("examples.missing", "/examples", set_("examples", [])),
    ("examples.duplicate", "/examples/", example_twice),
    ("examples.input", "/examples/", set_("input_schema", {"type": "object", "required": ["city"]})),
    ("examples.input", "/examples/", set_("input_schema", {"properties": {"text": {"maxLength": 3}}})),
    # schemas
    ("schema.invalid", "/output_schema", output({"type": "strnig"})),
    ("schema.invalid", "/output_schema", output({"minimum": "two"})),
    ("schema.invalid", "/output_schema", output({"pattern": "(["})),
    ("schema.invalid", "/output_schema", output({"$ref": "#/$defs/nowhere"})),
    ("schema.invalid", "/input_schema", set_("input_schema", {"required": "text"})),
    (
        "schema.remote_ref",
        "/output_schema/properties/zz broken~1part/$ref",
        output({"$ref": "https://example.org/schema.json"}),
    ),
    ("schema.remote_ref", "/output_schema/properties/zz broken~1part/$ref", output({"$ref": "file:///etc/passwd"})),
    ("schema.remote_ref", "/input_schema/$ref", set_("input_schema", {"$ref": "other.json#/a"})),
    (
        "schema.dialect",
        "/input_schema/$schema",
        set_("input_schema", {"$schema": "http://json-schema.org/draft-07/schema#"}),
    ),
    ("schema.deep", "/output_schema", output(deep(13))),
    ("schema.large", "/output_schema", output({"enum": list(range(3_000))})),
    ("schema.large", "/input_schema", set_("input_schema", {"description": "x" * 120_000})),
    *(
        ("schema.unsatisfiable", "/output_schema/properties/zz broken~1part", output(part))
        for part in (
            {"type": "integer", "minimum": 5, "maximum": 4},
            {"type": "number", "exclusiveMinimum": 1, "maximum": 1},
            {"type": "integer", "minimum": 0.2, "maximum": 0.8},
            {"type": "string", "minLength": 9, "maxLength": 3},
            {"type": "array", "minItems": 3, "maxItems": 1},
            {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 2, "maxLength": 1}},
            {"type": "array", "items": False, "minItems": 1},
            {"enum": ["a", "b"], "type": "integer"},
            {"const": 7, "maximum": 3},
            {"type": "object", "required": ["a"], "additionalProperties": False},
            {"type": "object", "required": ["a", "b"], "maxProperties": 1},
            {"type": "object", "required": ["a"], "properties": {"a": False}},
            {"allOf": [{"type": "string"}, {"type": "integer"}]},
            {"allOf": [{"type": "number", "minimum": 9}, {"maximum": 2}]},
            {"anyOf": [{"type": "string", "enum": [1]}, {"const": "x", "type": "null"}]},
            {"type": "string", "not": {}},
        )
    ),
    ("schema.invalid", "/output_schema", set_("output_schema", {**LOOP, "$ref": "#/$defs/loop"})),
    # rules
    *(
        ("rules.unclear", "/dna_rules/", rules(text))
        for text in (
            "Be good.",
            "TODO",
            "Always act properly.",
            "...!",
            "Answer with <name here> and a date.",
            "Politeness",
        )
    ),
    ("rules.long", "/dna_rules/", rules("Name the source. " * 40)),
    (
        "rules.many",
        "/dna_rules",
        set_("dna_rules", [f"Check item number {number} of the list." for number in range(60)]),
    ),
    ("form", "/dna_rules/0", set_("dna_rules", [" "])),
    *(
        ("rules.duplicate", "/dna_rules/", rules(*pair))
        for pair in (
            ("Never show the key to anybody.", "Never show the key to anybody."),
            ("Never show the key to anybody.", "never show the  KEY to anybody!"),
            ("Always name the source of a claim.", "Name the sources of claims always"),
            (
                "Explain each step of the calculation in plain words.",
                "Explain each step of the calculaton in plain words.",
            ),
        )
    ),
    *(
        ("rules.contradict", "/dna_rules/", rules(*pair))
        for pair in (
            ("Always show the full number.", "Never show the full number."),
            ("Open every link of the message.", "Do not open links of messages."),
            ("Always answer in English.", "Answer in French only."),
            ("Write all answers in plain German.", "Reply in Spanish."),
            ("Return the result as JSON.", "Respond in Markdown."),
            ("Answer only in valid JSON.", "Write the answer in plain text."),
            ("Write at most 50 words.", "Write at least 100 words."),
            ("Use no more than three sentences.", "Give at least 5 sentences."),
            ("Give exactly 3 examples.", "Show exactly 5 examples."),
            ("Immer den vollen Namen zeigen.", "Nie den vollen Namen zeigen."),
        )
    ),
    # dependencies
    ("dependencies.unused", "/dependencies/0", added("dependencies", "date_calculator")),
    ("dependencies.unused", "/dependencies/0", added("dependencies", "numpy")),
    # tests
    ("tests.missing", "/tests", no_tests),
    *(
        ("tests.kind", "/tests", without_kind(kind))
        for kind in ("normal", "paraphrase", "edge", "out_of_scope", "injection", "tool_failure")
    ),
    ("tests.held_out", "/tests", held_out(0)),
    ("tests.held_out", "/tests", held_out(0.1)),
    ("tests.held_out", "/tests", held_out(0.7)),
    ("tests.duplicate", "/tests/", same_input_twice),
    ("tests.leak", "/tests/3/input", leaked),
    ("tests.input", "/tests/0/input", case_(0, input=" \n")),
    ("form", "/tests/0/kind", case_(0, kind="surprise")),
    ("form", "/tests/1/weight", case_(1, weight=0)),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="regex", expected_output="([")),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="regex", expected_output="(?=look)")),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="schema", expected_output={"type": "strnig"})),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="schema", expected_output=[1])),
    (
        "tests.grader",
        "/tests/0/expected_output",
        case_(0, grader="numeric", expected_output={"expected": 1, "tolerance": -1}),
    ),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="numeric", expected_output="many")),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="json_subset", expected_output=None)),
    ("tests.grader", "/tests/0/expected_output", case_(0, grader="judge", expected_output=" ")),
    ("tests.expected", "/tests/0/expected_output", case_(0, grader="exact", expected_output="no object")),
    ("tests.expected", "/tests/0/expected_output", case_(0, grader="json_subset", expected_output=[])),
]


@pytest.mark.parametrize(
    ("code", "pointer", "broken"), BREAKS, ids=[f"{n:02d}-{code}" for n, (code, _, _) in enumerate(BREAKS)]
)
def test_every_break_is_found(code: str, pointer: str, broken: Break) -> None:
    assert_break_is_found(code, pointer, broken, cases())
