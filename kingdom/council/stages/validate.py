"""``validator_minister``: is the design sound, with what it depends on and, where they are there already, its tests?"""

from collections.abc import Sequence
from typing import Any, cast

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import ValidationIssue, ValidatorVerdict
from kingdom.core.errors import Conflict
from kingdom.council.prompts import load_prompt
from kingdom.council.rules.state_machine import MAX_REPAIRS
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.council.stages.structured_output import structured_output_request
from kingdom.ministers.validator import KnownSpecialist, RegistryView, RulesJudge, validate
from kingdom.ministers.validator.dependency_health import SpecialistStatus
from kingdom.specialists.models.specialist import Specialist

_TESTS_POINTER = "/tests"
_RULE_NUMBER = {"type": "integer", "minimum": 1, "maximum": 100}
_REASON_TEXT = {"type": "string", "maxLength": 400}


def validator_minister(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return ``passed`` for a sound design, ``repair`` with its issues while a designer by model may mend them, else ``rejected``.

    Tests that are not written yet are no issue here; the test generator asks again with them. Raises Conflict without a spec.
    """
    if stage_input.spec is None:
        raise Conflict("There is no design to validate yet.")
    verdict = design_validate(
        stage_input.spec, stage_input.suite, user_id=stage_input.user_id, judge=_rules_judge(context)
    )
    issues = [issue for issue in verdict.issues if stage_input.suite or not issue.pointer.startswith(_TESTS_POINTER)]
    judged = verdict.model_dump(mode="json") | {"issues": [issue.model_dump(mode="json") for issue in issues]}
    details: dict[str, Any] = {
        "digest": stage_input.spec.digest(),
        "validator": judged | {"verdict": "INVALID" if issues else "VALID"},
    }
    if not issues:
        return StageResult(verdict="passed", reason=_passed_reason(verdict), details=details)
    reason = " ".join(issue.message for issue in issues[:5])
    if context.model is not None and stage_input.round < MAX_REPAIRS:
        return StageResult(verdict="repair", reason=reason, findings=designer_findings(issues), details=details)
    return StageResult(verdict="rejected", reason=f"The design is not sound: {reason}", details=details)


def design_validate(
    spec: AgentSpec, suite: Sequence[TestCase], *, user_id: int, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the Validator's verdict with the registry as the user sees it."""
    return validate(spec, suite, registry_view(user_id), judge=judge)


def registry_view(user_id: int) -> RegistryView:
    """Return the specialists a user can see, by role; an own one stands before a global one of the same name."""
    rows = Specialist.objects.visible_to(user_id).values_list(
        "role", "status", "spec_snapshot__dependencies", "created_by_id"
    )
    ordered = sorted(rows, key=lambda row: row[3] == user_id)  # own ones last, so that they win
    known = {
        role: KnownSpecialist(role=role, status=cast(SpecialistStatus, status), dependencies=tuple(needs or ()))
        for role, status, needs, _ in ordered
    }
    return RegistryView(specialists=known)


def designer_findings(issues: Sequence[ValidationIssue]) -> tuple[str, ...]:
    """Return issues as a designer reads them. A test's own words stay out: it must not learn what it is tested with."""
    told = [
        f"Validator, {issue.pointer or '/'}: {issue.message}"
        for issue in issues
        if not issue.pointer.startswith(_TESTS_POINTER)
    ]
    return tuple(dict.fromkeys(told)) or ("Validator: the tests do not fit the design.",)


def _passed_reason(verdict: ValidatorVerdict) -> str:
    return "It is sound." if not verdict.suggestions else f"It is sound. {verdict.suggestions[0].message}"


def _rules_judge(context: StageContext) -> RulesJudge | None:
    """Return who compares rules that no plain comparison decides: the language model, where there is one."""
    if context.model is None:
        return None

    def judge(rules: Sequence[str]) -> Sequence[ValidationIssue]:
        numbered = "\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, 1))
        return structured_output_request(
            context,
            load_prompt("rules_judge"),
            {"rules": numbered},
            _rules_judge_schema(),
            lambda value: _rules_judge_issues(value, len(rules)),
        )

    return judge


def _rules_judge_schema() -> dict[str, Any]:
    pair = {"type": "object", "additionalProperties": False, "required": ["first", "second", "why"]}
    lone = {"type": "object", "additionalProperties": False, "required": ["rule", "why"]}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["contradictions", "unclear"],
        "properties": {
            "contradictions": {
                "type": "array",
                "maxItems": 5,
                "items": pair | {"properties": {"first": _RULE_NUMBER, "second": _RULE_NUMBER, "why": _REASON_TEXT}},
            },
            "unclear": {
                "type": "array",
                "maxItems": 5,
                "items": lone | {"properties": {"rule": _RULE_NUMBER, "why": _REASON_TEXT}},
            },
        },
    }


def _rules_judge_issues(value: dict[str, Any], count: int) -> list[ValidationIssue]:
    """Return the judgement as issues; numbers of rules that are not there are no judgement."""
    found = [
        ValidationIssue(
            code="rules.contradict",
            pointer=f"/dna_rules/{one['second'] - 1}",
            message=f"It contradicts rule {one['first']}: {one['why']}",
        )
        for one in value["contradictions"]
        if one["first"] != one["second"] and max(one["first"], one["second"]) <= count
    ]
    unclear = [one for one in value["unclear"] if one["rule"] <= count]
    return found + [
        ValidationIssue(code="rules.unclear", pointer=f"/dna_rules/{one['rule'] - 1}", message=one["why"])
        for one in unclear
    ]


run = validator_minister
