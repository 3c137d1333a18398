"""The Validator on single cases: valid ones that look wrong, the calls of the judge, and shipped specs."""

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom.contracts.identity import Identity
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import ValidationIssue
from kingdom.council.recipes.catalogue import Recipe, shipped_recipes
from kingdom.ministers.validator import RegistryView, run_dependency_health_check, validate
from kingdom.ministers.validator.rule_lint import check_rules
from kingdom.ministers.validator.schema_satisfiability import find_contradictions
from kingdom.ministers.validator.suite_checks import relax_schema
from kingdom.specialists.registry.builtins import builtins_read
from tests.factories.spec_strategies import suite

NOBODY = RegistryView()
TREE = {
    "$defs": {
        "node": {
            "type": "object",
            "required": ["next"],
            "properties": {"next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}},
        }
    },
    "$ref": "#/$defs/node",
}


def spec(**changes: Any) -> AgentSpec:  # noqa: ANN401 - any field
    """Return a sound spec of a model, with changes."""
    plain: dict[str, Any] = {"role": "greeter", "identity": Identity.WRITER, "purpose": "Greets.", "engine": "model"}
    return AgentSpec.model_validate({**plain, "examples": [f"hello number {n}" for n in range(6)], **changes})


def some_tests(value: object = "hi") -> list[TestCase]:
    return [TestCase.model_validate(test) for test in suite(2, value, "greeting")]


@pytest.mark.parametrize("recipe", shipped_recipes(), ids=lambda recipe: recipe.name)
def test_each_recipe_is_valid(recipe: Recipe) -> None:
    verdict = validate(recipe.spec, recipe.tests, NOBODY)
    assert (verdict.verdict, verdict.issues, verdict.suggestions) == ("VALID", (), ())


def test_a_handler_that_never_names_used_is_told_so() -> None:
    code = "def handle(payload, ctx):\n    # used\n    return {'answer': 'hi', 'output': None"
    given = {"engine": "handler", "output_schema": {"type": "object"}}
    silent = validate(spec(handler_code=f"{code}}}\n", **given), some_tests(), NOBODY)
    declares = validate(spec(handler_code=f"{code}, 'used': [[0, 1]]}}\n", **given), some_tests(), NOBODY)
    assert [one.code for one in silent.suggestions if one.pointer == "/handler_code"] == ["handler.used"]
    assert [one.code for one in declares.suggestions if one.pointer == "/handler_code"] == []


def test_each_built_in_is_valid_so_that_a_fork_of_it_is() -> None:
    issues = {
        builtin.spec.role: validate(builtin.spec, builtin.tests, NOBODY).issues
        for builtin in builtins_read()
        if builtin.routable
    }
    assert {role: faults for role, faults in issues.items() if faults} == {}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        TREE,
        {"type": "object", "properties": {"never": False}},
        {"type": "object", "required": ["a"], "patternProperties": {"^a$": {}}, "additionalProperties": False},
        {"type": ["integer", "null"], "minimum": 5, "maximum": 4},
        {"type": "array", "items": False},
        {"type": "array", "contains": False, "minContains": 0},
        {"enum": [1, "a"], "type": "string"},
        {"type": "integer", "minimum": 1.5, "maximum": 2.5},
        {"type": "number", "minimum": 3, "maximum": 3},
        {"oneOf": [{"type": "string", "minLength": 2, "maxLength": 1, "$comment": "x"}, {"type": "null"}]},
        {"required": ["a", "b"], "maxProperties": 2},
        {"type": "object", "properties": {"x": {"$ref": "#"}}},
        {"not": {"type": "string"}},
    ],
)
def test_a_satisfiable_schema_has_no_contradiction(schema: dict[str, Any]) -> None:
    # A contradictory branch has an issue of its own; the whole schema is satisfiable.
    assert [at for at, _ in find_contradictions(schema, "") if at == ""] == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#"}}},
        {
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
            "type": "object",
            "required": ["p"],
            "properties": {"p": False},
        },
        {
            "allOf": [
                {"required": ["a"]},
                {"properties": {"a": {"type": "string"}}},
                {"properties": {"a": {"type": "null"}}},
            ],
            "type": "object",
        },
        {"type": "array", "minItems": 2, "prefixItems": [{}, {"enum": []}]},
        {"oneOf": [{"type": "string", "minLength": 2, "maxLength": 1}, {"enum": []}]},
        {"type": "array", "contains": {"type": "integer", "minimum": 1, "maximum": 0}},
    ],
)
def test_a_contradictory_schema_is_found(schema: dict[str, Any]) -> None:
    assert "" in [at for at, _ in find_contradictions(schema, "")]


@pytest.mark.parametrize(
    "rules",
    [
        ("Answer in English.", "If the message is German, answer in German."),
        ("Never open a link.", "Always name the link that was not opened."),
        ("Write at most 200 words.", "Give at least 3 examples."),
        ("Write at most 200 words.", "Write at least 50 words."),
        ("Return the result as JSON.", "Do not return the result as Markdown."),
        ("Answer questions about French history.", "Answer questions about German history."),
        ("Round amounts to 2 decimals.", "Round rates to 4 decimals."),
        ("Never claim that an account exists.", "Never claim that a page exists."),
        ("Use no more than 5 sentences.", "Use no less than 2 sentences."),
        ("Translate into German when asked.", "Answer in English unless asked otherwise."),
    ],
)
def test_compatible_rules_have_no_issue(rules: Sequence[str]) -> None:
    assert check_rules(rules) == []


def test_the_judge_checks_rules_without_other_issues() -> None:
    judged: list[Sequence[str]] = []

    def judge(rules: Sequence[str]) -> list[ValidationIssue]:
        judged.append(rules)
        return [ValidationIssue(code="rules.contradict", pointer="/dna_rules/1", message="Both cannot be kept.")]

    rules = ["Greet everybody in the room.", "Speak to one person at a time."]
    verdict = validate(spec(dna_rules=rules), some_tests(), NOBODY, judge=judge)
    assert (verdict.verdict, list(map(tuple, judged))) == ("INVALID", [tuple(rules)])
    validate(spec(dna_rules=[*rules, rules[0]]), some_tests(), NOBODY, judge=judge)
    validate(spec(dna_rules=rules[:1]), some_tests(), NOBODY, judge=judge)
    assert len(judged) == 1


def test_a_tool_beyond_the_identity_is_only_a_suggestion() -> None:
    verdict = validate(spec(tools=["archon.fs.write", "archon.web.search"]), some_tests(), NOBODY)
    assert verdict.verdict == "VALID"
    assert [fault.pointer for fault in verdict.suggestions if fault.code == "identity.escalation"] == ["/tools/1"]


def test_the_verdict_binds_to_spec_and_tests() -> None:
    def digest(subject: AgentSpec, tests: list[TestCase]) -> str:
        return validate(subject, tests, NOBODY).content_sha256

    assert digest(spec(), some_tests()) == digest(spec(), some_tests())
    changed = digest(spec(purpose="Greets twice."), some_tests()), digest(spec(), some_tests()[:-1])
    assert len({digest(spec(), some_tests()), *changed}) == 3


def test_a_dependency_is_refused_since_nothing_would_use_it() -> None:
    found = run_dependency_health_check(["date_calculator", "numpy"])
    assert [(fault.code, fault.pointer) for fault in found] == [
        ("dependencies.unused", "/dependencies/0"),
        ("dependencies.unused", "/dependencies/1"),
    ]
    assert "It names date_calculator" in found[0].message
    assert validate(spec(), some_tests(), NOBODY).verdict == "VALID"
    assert validate(spec(dependencies=("numpy",)), some_tests(), NOBODY).verdict == "INVALID"


def test_a_part_of_an_answer_may_lack_required_properties() -> None:
    schema = {
        "type": "object",
        "required": ["a", "b"],
        "properties": {"a": {"type": "integer"}, "required": {"type": "string"}},
    }
    assert relax_schema(schema) == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "required": {"type": "string"}},
    }
    tests = some_tests({"a": 1, "b": 2})
    tests[1] = tests[1].model_copy(update={"expected_output": {"a": 1}, "grader": "json_subset"})
    assert validate(spec(output_schema=schema), tests, NOBODY).issues == ()
    tests[1] = tests[1].model_copy(update={"expected_output": {"a": "one"}})
    assert [fault.pointer for fault in validate(spec(output_schema=schema), tests, NOBODY).issues] == [
        "/tests/1/expected_output"
    ]
