"""``validator_minister``: the Validator's verdict on the design and its tests, and the Auditor's opinion."""

from collections.abc import Sequence
from typing import Any, cast

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import ValidationIssue, ValidatorVerdict
from kingdom.core.errors import Conflict
from kingdom.core.text.sentences import sentence
from kingdom.council.prompts import load_prompt
from kingdom.council.rules.state_machine import MAX_REPAIRS
from kingdom.council.rules.structured_answer import closed_object
from kingdom.council.stages.auditor_opinion import auditor_opinion
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.council.stages.structured_output import structured_output_request
from kingdom.ministers.validator import KnownSpecialist, RegistryView, RulesJudge, validate
from kingdom.ministers.validator.dependency_health import SpecialistStatus
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.role_reservations import is_role_reserved

_TESTS_POINTER = "/tests"
_RULE_NUMBER = {"type": "integer", "minimum": 1, "maximum": 100}
_REASON_TEXT = {"type": "string", "maxLength": 400}


def validator_minister(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return ``passed`` for a sound design, ``repair`` while the designer may repair its issues, else ``rejected``.

    Missing tests are no issue here; the test generator validates the design again with them. Raises Conflict without a
    spec.
    """
    if stage_input.spec is None:
        raise Conflict("There is no design to validate yet.")
    verdict = design_validate(
        stage_input.spec, stage_input.suite, user_id=stage_input.user_id, judge=_rules_judge(context)
    )
    issues = [issue for issue in verdict.issues if stage_input.suite or not issue.pointer.startswith(_TESTS_POINTER)]
    issues += _reserved_role_issues(stage_input, stage_input.spec)
    details = {
        "digest": stage_input.spec.digest(),
        "validator": _with_issues(verdict, issues),
        "auditor": auditor_opinion(stage_input.spec, user_id=stage_input.user_id).model_dump(mode="json"),
    }
    if not issues:
        return StageResult(verdict="passed", reason=_passed_reason(verdict), details=details)
    reason = " ".join(issue.message for issue in issues[:5])
    if context.model is not None and stage_input.round < MAX_REPAIRS:
        return StageResult(verdict="repair", reason=reason, findings=designer_findings(issues), details=details)
    return StageResult(
        verdict="rejected", reason=sentence("The design is not sound: %(sentence)s", sentence=reason), details=details
    )


def _reserved_role_issues(stage_input: StageInput, spec: AgentSpec) -> list[ValidationIssue]:
    """Return the issue of a new specialist whose role belongs to one that uses credentials."""
    if stage_input.revises is not None or not is_role_reserved(spec.role):
        return []
    message = sentence(
        "The name %(name)s belongs to a specialist that uses credentials, or did. Choose another name.", name=spec.role
    )
    return [ValidationIssue(code="role.reserved", pointer="/role", message=message)]


def _with_issues(verdict: ValidatorVerdict, issues: Sequence[ValidationIssue]) -> dict[str, Any]:
    """Return the verdict as JSON with only these issues."""
    judged = {
        "verdict": "INVALID" if issues else "VALID",
        "issues": [issue.model_dump(mode="json") for issue in issues],
    }
    return verdict.model_dump(mode="json") | judged


def design_validate(
    spec: AgentSpec, suite: Sequence[TestCase], *, user_id: int, judge: RulesJudge | None = None
) -> ValidatorVerdict:
    """Return the Validator's verdict, with the registry as the user sees it."""
    return validate(spec, suite, registry_view(user_id), judge=judge)


def registry_view(user_id: int) -> RegistryView:
    """Return the specialists that a user sees, by role; their own one hides a shared one of the same role."""
    rows = Specialist.objects.visible_to(user_id).values_list("role", "status", "created_by_id")
    ordered = sorted(rows, key=lambda row: row[2] == user_id)  # own ones last, so that they replace shared ones
    known = {role: KnownSpecialist(role=role, status=cast(SpecialistStatus, status)) for role, status, _ in ordered}
    return RegistryView(specialists=known)


def designer_findings(issues: Sequence[ValidationIssue]) -> tuple[str, ...]:
    """Return issues for the designer, without any test's text: it must not learn the tests."""
    findings = [
        f"Validator, {issue.pointer or '/'}: {issue.message}"
        for issue in issues
        if not issue.pointer.startswith(_TESTS_POINTER)
    ]
    return tuple(dict.fromkeys(findings)) or ("Validator: the tests do not fit the design.",)


def _passed_reason(verdict: ValidatorVerdict) -> str:
    if not verdict.suggestions:
        return sentence("It is sound.")
    return sentence("It is sound. %(sentence)s", sentence=verdict.suggestions[0].message)


def _rules_judge(context: StageContext) -> RulesJudge | None:
    """Return the language model's comparison of rules, None without a model."""
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
    contradiction = closed_object(first=_RULE_NUMBER, second=_RULE_NUMBER, why=_REASON_TEXT)
    unclear = closed_object(rule=_RULE_NUMBER, why=_REASON_TEXT)
    return closed_object(
        contradictions={"type": "array", "maxItems": 5, "items": contradiction},
        unclear={"type": "array", "maxItems": 5, "items": unclear},
    )


def _rules_judge_issues(value: dict[str, Any], count: int) -> list[ValidationIssue]:
    """Return the judgement as issues; entries with an unknown rule number are ignored."""
    contradictions = [
        ValidationIssue(
            code="rules.contradict",
            pointer=f"/dna_rules/{pair['second'] - 1}",
            message=f"It contradicts rule {pair['first']}: {pair['why']}",
        )
        for pair in value["contradictions"]
        if pair["first"] != pair["second"] and max(pair["first"], pair["second"]) <= count
    ]
    unclear = [
        ValidationIssue(code="rules.unclear", pointer=f"/dna_rules/{entry['rule'] - 1}", message=entry["why"])
        for entry in value["unclear"]
        if entry["rule"] <= count
    ]
    return contradictions + unclear


run = validator_minister
