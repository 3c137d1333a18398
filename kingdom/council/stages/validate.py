"""``validator_minister``: is the design sound, with what it depends on and, where they are there already, its tests?"""

from collections.abc import Sequence
from typing import Any, cast

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import Issue, ValidatorVerdict
from kingdom.core.errors import Conflict
from kingdom.council.prompts import prompt
from kingdom.council.rules.moves import MOST_REPAIRS
from kingdom.council.stages.asking import ask
from kingdom.council.stages.base import Ports, StageResult, Work
from kingdom.ministers.validator import KnownSpecialist, RegistryView, RulesJudge, validate
from kingdom.ministers.validator.registry import Status
from kingdom.specialists.models import Specialist

_TESTS = "/tests"
_RULE = {"type": "integer", "minimum": 1, "maximum": 100}
_WHY = {"type": "string", "maxLength": 400}


def validator_minister(work: Work, ports: Ports) -> StageResult:
    """Return ``passed`` for a sound design, ``repair`` with its issues while a designer by model may mend them, else ``rejected``.

    Tests that are not written yet are no issue here; the test generator asks again with them. Raises Conflict without a spec.
    """
    if work.spec is None:
        raise Conflict("There is no design to validate yet.")
    verdict = soundness(work.spec, work.suite, user_id=work.user_id, judge=_judge(ports))
    issues = [issue for issue in verdict.issues if work.suite or not issue.pointer.startswith(_TESTS)]
    judged = verdict.model_dump(mode="json") | {"issues": [issue.model_dump(mode="json") for issue in issues]}
    details: dict[str, Any] = {"digest": work.spec.digest(), "validator": judged | {"verdict": "INVALID" if issues else "VALID"}}
    if not issues:
        return StageResult(verdict="passed", reason=_praise(verdict), details=details)
    reason = " ".join(issue.message for issue in issues[:5])
    if ports.model is not None and work.round < MOST_REPAIRS:
        return StageResult(verdict="repair", reason=reason, findings=findings_of(issues), details=details)
    return StageResult(verdict="rejected", reason=f"The design is not sound: {reason}", details=details)


def soundness(spec: AgentSpec, suite: Sequence[TestCase], *, user_id: int, judge: RulesJudge | None = None) -> ValidatorVerdict:
    """Return the Validator's verdict with the registry as the user sees it."""
    return validate(spec, suite, registry_view(user_id), judge=judge)


def registry_view(user_id: int) -> RegistryView:
    """Return the specialists a user can see, by role; an own one stands before a global one of the same name."""
    rows = Specialist.objects.visible_to(user_id).values_list("role", "status", "spec_snapshot__dependencies", "created_by_id")
    ordered = sorted(rows, key=lambda row: row[3] == user_id)  # own ones last, so that they win
    known = {
        role: KnownSpecialist(role=role, status=cast(Status, status), dependencies=tuple(needs or ())) for role, status, needs, _ in ordered
    }
    return RegistryView(specialists=known)


def findings_of(issues: Sequence[Issue]) -> tuple[str, ...]:
    """Return issues as a designer reads them. A test's own words stay out: it must not learn what it is tested with."""
    told = [f"Validator, {issue.pointer or '/'}: {issue.message}" for issue in issues if not issue.pointer.startswith(_TESTS)]
    return tuple(dict.fromkeys(told)) or ("Validator: the tests do not fit the design.",)


def _praise(verdict: ValidatorVerdict) -> str:
    return "It is sound." if not verdict.suggestions else f"It is sound. {verdict.suggestions[0].message}"


def _judge(ports: Ports) -> RulesJudge | None:
    """Return who compares rules that no plain comparison decides: the language model, where there is one."""
    if ports.model is None:
        return None

    def judge(rules: Sequence[str]) -> Sequence[Issue]:
        numbered = "\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, 1))
        return ask(ports, prompt("rules_judge"), {"rules": numbered}, _judgement_schema(), lambda value: _issues(value, len(rules)))

    return judge


def _judgement_schema() -> dict[str, Any]:
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
                "items": pair | {"properties": {"first": _RULE, "second": _RULE, "why": _WHY}},
            },
            "unclear": {"type": "array", "maxItems": 5, "items": lone | {"properties": {"rule": _RULE, "why": _WHY}}},
        },
    }


def _issues(value: dict[str, Any], count: int) -> list[Issue]:
    """Return the judgement as issues; numbers of rules that are not there are no judgement."""
    found = [
        Issue(
            code="rules.contradict", pointer=f"/dna_rules/{one['second'] - 1}", message=f"It contradicts rule {one['first']}: {one['why']}"
        )
        for one in value["contradictions"]
        if one["first"] != one["second"] and max(one["first"], one["second"]) <= count
    ]
    unclear = [one for one in value["unclear"] if one["rule"] <= count]
    return found + [Issue(code="rules.unclear", pointer=f"/dna_rules/{one['rule'] - 1}", message=one["why"]) for one in unclear]


run = validator_minister
