"""The Validator's word: every check over a spec and its tests, in one verdict."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from kingdom.contracts.canonical import json_digest
from kingdom.contracts.identity import Identity, build_agent_id, identity_of, provision
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import ValidationIssue, ValidatorVerdict
from kingdom.ministers.validator.dependency_health import RegistryView, run_dependency_health_check
from kingdom.ministers.validator.handler_declarations import check_handler_declarations
from kingdom.ministers.validator.json_pointers import child_pointer, comparison_form, issue
from kingdom.ministers.validator.rule_lint import check_rules
from kingdom.ministers.validator.schema_checks import check_examples, check_schemas
from kingdom.ministers.validator.suite_checks import check_tests

RECOMMENDED_EXAMPLES = 5
ModelT = TypeVar("ModelT", bound=BaseModel)
RulesJudge = Callable[[Sequence[str]], Sequence[ValidationIssue]]


def validate(
    spec: AgentSpec, tests: Sequence[TestCase], known: RegistryView, *, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the verdict on a spec with its tests; raises nothing for an unsound one, and what ``judge`` raises.

    ``known`` is the registry as the spec's owner sees it. ``judge`` is asked about rules that no plain comparison decides and returns
    issues whose pointers begin with ``/dna_rules``; without it they are left alone.
    """
    issues = [*_role_issues(spec), *_example_issues(spec.examples), *check_rules(spec.dna_rules)]
    suggestions = [*_tool_suggestions(spec), *_completeness_suggestions(spec), *_role_taken(spec, known)]
    faulty, wished = check_schemas(spec.input_schema, spec.output_schema, spec.engine)
    issues += faulty
    suggestions += wished
    broken = {one.pointer.split("/")[1] for one in faulty}
    if "input_schema" not in broken:
        issues += check_examples(spec.examples, spec.input_schema)
    issues += run_dependency_health_check(spec.role, spec.dependencies, known)
    issues += check_handler_declarations(spec)
    of_tests, about_tests = check_tests(tests, spec.examples, {} if "output_schema" in broken else spec.output_schema)
    if (
        judge is not None
        and len(spec.dna_rules) > 1
        and not any(one.pointer.startswith("/dna_rules") for one in issues)
    ):
        issues += judge(spec.dna_rules)
    content = validation_digest(spec.model_dump(mode="json"), [case.model_dump(mode="json") for case in tests])
    return _verdict([*issues, *of_tests], [*suggestions, *about_tests], content)


def validate_data(
    spec: Mapping[str, Any], tests: Sequence[Mapping[str, Any]], known: RegistryView, *, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the verdict on plain JSON values: what does not have the form of a spec or a test is an issue with its place."""
    made, issues = _parse(AgentSpec, spec, "")
    cases: list[TestCase] = []
    for number, case in enumerate(tests):
        one, wrong = _parse(TestCase, case, f"/tests/{number}")
        cases += [one] if one is not None else []
        issues += wrong
    if made is None or issues:
        return _verdict(issues, [], validation_digest(spec, list(tests)))
    return validate(made, cases, known, judge=judge)


def _parse(form: type[ModelT], value: Mapping[str, Any], pointer: str) -> tuple[ModelT | None, list[ValidationIssue]]:
    try:
        return form.model_validate(value), []
    except ValidationError as error:
        return None, [
            issue("form", _json_pointer(pointer, fault["loc"]), fault["msg"])
            for fault in error.errors(include_input=False)
        ]


def _json_pointer(start: str, names: Sequence[object]) -> str:
    for name in names:
        start = child_pointer(start, name)
    return start


def _verdict(
    issues: Sequence[ValidationIssue], suggestions: Sequence[ValidationIssue], content: str
) -> ValidatorVerdict:
    return ValidatorVerdict(
        verdict="INVALID" if issues else "VALID",
        issues=tuple(dict.fromkeys(issues)),
        suggestions=tuple(dict.fromkeys(suggestions)),
        content_sha256=content,
    )


def validation_digest(spec: object, tests: object) -> str:
    """Return the digest that a verdict binds to: the spec and its tests in their JSON form."""
    return json_digest({"spec": spec, "tests": tests})


def _role_issues(spec: AgentSpec) -> Iterator[ValidationIssue]:
    carried = identity_of(spec.role)
    if carried is not None and carried is not spec.identity:
        yield issue(
            "role.identity",
            "/role",
            f"The role begins like one of the identity {carried.value}, and the spec says {spec.identity.value}.",
        )
        return
    if spec.role in set(Identity) or spec.role.endswith("_") or "__" in spec.role:
        yield issue(
            "role.name",
            "/role",
            "A role is a name of words with single underscores between them, and more than an identity's prefix.",
        )
    try:
        build_agent_id(spec.identity, spec.role)
    except ValueError:
        yield issue(
            "role.name",
            "/role",
            "With the prefix of its identity the role is no agent id: at most 60 characters go after the prefix.",
        )


def _example_issues(examples: Sequence[str]) -> Iterator[ValidationIssue]:
    if not examples:
        yield issue("examples.missing", "/examples", "There are no examples, so that no message would find it.")
    seen: dict[str, int] = {}
    for number, example in enumerate(examples):
        text = comparison_form(example)
        if text in seen:
            yield issue("examples.duplicate", f"/examples/{number}", f"It is example {seen[text] + 1} once more.")
        seen.setdefault(text, number)


def _tool_suggestions(spec: AgentSpec) -> Iterator[ValidationIssue]:
    """Yield tools that the identity does not carry: wishes, which grant nothing and are worth knowing of."""
    try:
        granted = provision(spec.agent_id)
    except ValueError:
        return
    for number, tool in enumerate(spec.tools):
        if tool not in granted:
            yield issue(
                "identity.escalation",
                f"/tools/{number}",
                f"It would like {tool}, which {spec.identity.value} does not carry. It will not get it.",
            )


def _completeness_suggestions(spec: AgentSpec) -> Iterator[ValidationIssue]:
    if 0 < len(spec.examples) < RECOMMENDED_EXAMPLES:
        yield issue(
            "examples.few", "/examples", f"With {RECOMMENDED_EXAMPLES} or more examples messages find it more surely."
        )
    if not spec.dna_rules:
        yield issue("rules.missing", "/dna_rules", "It has no rules of its own.")


def _role_taken(spec: AgentSpec, known: RegistryView) -> Iterator[ValidationIssue]:
    if spec.role in known.specialists:
        yield issue("role.taken", "/role", f"There is a specialist {spec.role} already.")
