"""The Validator's verdict: all checks of a spec and its tests."""

from collections.abc import Callable, Iterator, Sequence

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.identity import Identity, build_agent_id, identity_of, provision
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import ValidationIssue, ValidatorVerdict
from kingdom.ministers.validator.dependency_health import RegistryView, run_dependency_health_check
from kingdom.ministers.validator.handler_declarations import check_handler_declarations, suggest_reading_declaration
from kingdom.ministers.validator.json_pointers import comparison_form, issue
from kingdom.ministers.validator.rule_lint import check_rules
from kingdom.ministers.validator.schema_checks import check_examples, check_schemas
from kingdom.ministers.validator.suite_checks import check_tests

RECOMMENDED_EXAMPLES = 5
RulesJudge = Callable[[Sequence[str]], Sequence[ValidationIssue]]


def validate(
    spec: AgentSpec, tests: Sequence[TestCase], known: RegistryView, *, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the verdict on a spec with its tests. Raises only what ``judge`` raises.

    ``known`` is the registry as the spec's owner sees it. ``judge`` checks rules that no comparison decides and returns
    issues with pointers below ``/dna_rules``; without it these rules are not checked.
    """
    issues = [*_role_issues(spec), *_example_issues(spec.examples), *check_rules(spec.dna_rules)]
    suggestions = [*_tool_suggestions(spec), *_completeness_suggestions(spec), *_role_taken(spec, known)]
    suggestions += suggest_reading_declaration(spec)
    schema_issues, schema_suggestions = check_schemas(spec.input_schema, spec.output_schema, spec.engine)
    broken = {fault.pointer.split("/")[1] for fault in schema_issues}
    issues += schema_issues
    if "input_schema" not in broken:
        issues += check_examples(spec.examples, spec.input_schema)
    issues += run_dependency_health_check(spec.dependencies)
    issues += check_handler_declarations(spec)
    output_schema = {} if "output_schema" in broken else spec.output_schema
    test_issues, test_suggestions = check_tests(tests, spec.examples, output_schema)
    if judge is not None and len(spec.dna_rules) > 1 and not _has_rule_issue(issues):
        issues += judge(spec.dna_rules)
    digest = validation_digest(spec.model_dump(mode="json"), [case.model_dump(mode="json") for case in tests])
    return _verdict([*issues, *test_issues], [*suggestions, *schema_suggestions, *test_suggestions], digest)


def _has_rule_issue(issues: Sequence[ValidationIssue]) -> bool:
    return any(fault.pointer.startswith("/dna_rules") for fault in issues)


def _verdict(
    issues: Sequence[ValidationIssue], suggestions: Sequence[ValidationIssue], digest: str
) -> ValidatorVerdict:
    return ValidatorVerdict(
        verdict="INVALID" if issues else "VALID",
        issues=tuple(dict.fromkeys(issues)),
        suggestions=tuple(dict.fromkeys(suggestions)),
        content_sha256=digest,
    )


def validation_digest(spec: object, tests: object) -> str:
    """Return the SHA-256 digest that a verdict is bound to: of the spec and its tests in JSON form."""
    return json_digest({"spec": spec, "tests": tests})


def _role_issues(spec: AgentSpec) -> Iterator[ValidationIssue]:
    prefix = identity_of(spec.role)
    if prefix is not None and prefix is not spec.identity:
        yield issue(
            "role.identity",
            "/role",
            f"The role has the prefix {prefix.value}, but the identity of the spec is {spec.identity.value}.",
        )
        return
    if spec.role in set(Identity) or spec.role.endswith("_") or "__" in spec.role:
        yield issue(
            "role.name",
            "/role",
            "A role consists of words with single underscores between them, and is more than an identity's prefix.",
        )
    try:
        build_agent_id(spec.identity, spec.role)
    except ValueError:
        yield issue(
            "role.name",
            "/role",
            "The role and its identity form no valid agent id: at most 60 characters may follow the prefix.",
        )


def _example_issues(examples: Sequence[str]) -> Iterator[ValidationIssue]:
    if not examples:
        yield issue("examples.missing", "/examples", "There are no examples, so no message would be routed to it.")
    seen: dict[str, int] = {}
    for number, example in enumerate(examples):
        text = comparison_form(example)
        if text in seen:
            yield issue("examples.duplicate", f"/examples/{number}", f"It repeats example {seen[text] + 1}.")
        seen.setdefault(text, number)


def _tool_suggestions(spec: AgentSpec) -> Iterator[ValidationIssue]:
    """Yield a suggestion for each tool that the identity does not grant; the list of tools grants nothing."""
    try:
        granted = provision(spec.agent_id)
    except ValueError:
        return
    for number, tool in enumerate(spec.tools):
        if tool not in granted:
            yield issue(
                "identity.escalation",
                f"/tools/{number}",
                f"It requests {tool}, which the identity {spec.identity.value} does not grant. It will not get it.",
            )


def _completeness_suggestions(spec: AgentSpec) -> Iterator[ValidationIssue]:
    if 0 < len(spec.examples) < RECOMMENDED_EXAMPLES:
        yield issue(
            "examples.few",
            "/examples",
            f"With {RECOMMENDED_EXAMPLES} or more examples messages are routed to it more reliably.",
        )
    if not spec.dna_rules:
        yield issue("rules.missing", "/dna_rules", "It has no rules of its own.")


def _role_taken(spec: AgentSpec, known: RegistryView) -> Iterator[ValidationIssue]:
    if spec.role in known.specialists:
        yield issue("role.taken", "/role", f"There is already a specialist {spec.role}.")
