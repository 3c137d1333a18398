"""The Validator's word: every check over a spec and its tests, in one verdict."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from kingdom.contracts.canonical import digest
from kingdom.contracts.identity import Identity, agent_id, identity_of, provision
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import Issue, ValidatorVerdict
from kingdom.ministers.validator.dependencies import run_dependency_health_check
from kingdom.ministers.validator.handler_use import check_handler
from kingdom.ministers.validator.places import issue, plain, step
from kingdom.ministers.validator.registry import RegistryView
from kingdom.ministers.validator.rule_texts import check_rules
from kingdom.ministers.validator.schemas import check_examples, check_schemas
from kingdom.ministers.validator.suite import check_tests

FEW_EXAMPLES = 5
Form = TypeVar("Form", bound=BaseModel)
RulesJudge = Callable[[Sequence[str]], Sequence[Issue]]


def validate(spec: AgentSpec, tests: Sequence[TestCase], known: RegistryView, *, judge: RulesJudge | None = None) -> ValidatorVerdict:
    """Return the verdict on a spec with its tests; raises nothing for an unsound one, and what ``judge`` raises.

    ``known`` is the registry as the spec's owner sees it. ``judge`` is asked about rules that no plain comparison decides and returns
    issues whose pointers begin with ``/dna_rules``; without it they are left alone.
    """
    issues = [*_role(spec), *_examples(spec.examples), *check_rules(spec.dna_rules)]
    suggestions = [*_tools(spec), *_few(spec), *_taken(spec, known)]
    faulty, wished = check_schemas(spec.input_schema, spec.output_schema, spec.engine)
    issues += faulty
    suggestions += wished
    broken = {one.pointer.split("/")[1] for one in faulty}
    if "input_schema" not in broken:
        issues += check_examples(spec.examples, spec.input_schema)
    issues += run_dependency_health_check(spec.role, spec.dependencies, known)
    issues += check_handler(spec)
    of_tests, about_tests = check_tests(tests, spec.examples, {} if "output_schema" in broken else spec.output_schema)
    if judge is not None and len(spec.dna_rules) > 1 and not any(one.pointer.startswith("/dna_rules") for one in issues):
        issues += judge(spec.dna_rules)
    content = content_digest(spec.model_dump(mode="json"), [case.model_dump(mode="json") for case in tests])
    return _verdict([*issues, *of_tests], [*suggestions, *about_tests], content)


def validate_data(
    spec: Mapping[str, Any], tests: Sequence[Mapping[str, Any]], known: RegistryView, *, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the verdict on plain JSON values: what does not have the form of a spec or a test is an issue with its place."""
    made, issues = _read(AgentSpec, spec, "")
    cases: list[TestCase] = []
    for number, case in enumerate(tests):
        one, wrong = _read(TestCase, case, f"/tests/{number}")
        cases += [one] if one is not None else []
        issues += wrong
    if made is None or issues:
        return _verdict(issues, [], content_digest(spec, list(tests)))
    return validate(made, cases, known, judge=judge)


def _read(form: type[Form], value: Mapping[str, Any], pointer: str) -> tuple[Form | None, list[Issue]]:
    try:
        return form.model_validate(value), []
    except ValidationError as error:
        return None, [issue("form", _pointer(pointer, fault["loc"]), fault["msg"]) for fault in error.errors(include_input=False)]


def _pointer(start: str, names: Sequence[object]) -> str:
    for name in names:
        start = step(start, name)
    return start


def _verdict(issues: Sequence[Issue], suggestions: Sequence[Issue], content: str) -> ValidatorVerdict:
    return ValidatorVerdict(
        verdict="INVALID" if issues else "VALID",
        issues=tuple(dict.fromkeys(issues)),
        suggestions=tuple(dict.fromkeys(suggestions)),
        content_sha256=content,
    )


def content_digest(spec: object, tests: object) -> str:
    """Return the digest that a verdict binds to: the spec and its tests in their JSON form."""
    return digest({"spec": spec, "tests": tests})


def _role(spec: AgentSpec) -> Iterator[Issue]:
    carried = identity_of(spec.role)
    if carried is not None and carried is not spec.identity:
        yield issue(
            "role.identity", "/role", f"The role begins like one of the identity {carried.value}, and the spec says {spec.identity.value}."
        )
        return
    if spec.role in set(Identity) or spec.role.endswith("_") or "__" in spec.role:
        yield issue(
            "role.name", "/role", "A role is a name of words with single underscores between them, and more than an identity's prefix."
        )
    try:
        agent_id(spec.identity, spec.role)
    except ValueError:
        yield issue(
            "role.name", "/role", "With the prefix of its identity the role is no agent id: at most 60 characters go after the prefix."
        )


def _examples(examples: Sequence[str]) -> Iterator[Issue]:
    if not examples:
        yield issue("examples.missing", "/examples", "There are no examples, so that no message would find it.")
    seen: dict[str, int] = {}
    for number, example in enumerate(examples):
        text = plain(example)
        if text in seen:
            yield issue("examples.duplicate", f"/examples/{number}", f"It is example {seen[text] + 1} once more.")
        seen.setdefault(text, number)


def _tools(spec: AgentSpec) -> Iterator[Issue]:
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


def _few(spec: AgentSpec) -> Iterator[Issue]:
    if 0 < len(spec.examples) < FEW_EXAMPLES:
        yield issue("examples.few", "/examples", f"With {FEW_EXAMPLES} or more examples messages find it more surely.")
    if not spec.dna_rules:
        yield issue("rules.missing", "/dna_rules", "It has no rules of its own.")


def _taken(spec: AgentSpec, known: RegistryView) -> Iterator[Issue]:
    if spec.role in known.specialists:
        yield issue("role.taken", "/role", f"There is a specialist {spec.role} already.")
