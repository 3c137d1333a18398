"""What stages are given of a case, and what is kept of their word."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict
from kingdom.council.rules.pipeline import (
    JUDGING_STAGES,
    PipelineStep,
    proposal_digest,
    stage_inputs_digest,
    visible_tests,
)
from kingdom.council.rules.state_machine import AWAITING_CONFIRMATION, DESIGNING
from kingdom.council.selectors import case_spec, case_supplied_proposal, case_tests
from kingdom.council.stages.base import StageInput, StageResult
from kingdom.ministers.selectors import overturned_digests
from kingdom.specialists.hooks import VersionVerdict
from kingdom.specialists.models.specialist import SpecialistVersion

MAX_REASON_LENGTH = 4_000  # characters


@dataclass(frozen=True, kw_only=True)
class StageAttempt:
    """One stage's turn: the case as it was read, the stage, its work and the digest of what its verdict depends on."""

    case: CreationCase
    step: PipelineStep
    stage_input: StageInput
    inputs_digest: str


def stage_attempt_of(case: CreationCase, step: PipelineStep) -> StageAttempt:
    """Return a stage's turn at a case. The designer never sees a test that is held out."""
    suite = case_tests(case)
    stage_input = StageInput(
        case_id=case.pk,
        user_id=case.user_id,
        request=case.request,
        change_request=case.change_request,
        sources=tuple(case.sources),
        recipe=case.recipe,
        spec=case_spec(case),
        suite=visible_tests(suite) if case.state == DESIGNING else suite,
        findings=tuple(case.findings),
        round=case.round,
        mock=case.mock,
        fork_of=case.fork_of_id,
        supplied_proposal=case_supplied_proposal(case),
        revises=case.base_id,
        overturned_digests=overturned_digests(f"case:{case.pk}"),
        previous_tests=previous_tests(case) if step.stage == "tests" and case.round else (),
    )
    return StageAttempt(
        case=case, step=step, stage_input=stage_input, inputs_digest=stage_inputs_digest(step, stage_input)
    )


def previous_tests(case: CreationCase) -> tuple[TestCase, ...]:
    """Return the tests of the round before; none since the user last asked for changes, which may be others to test."""
    asked = (
        CaseEvent.objects.filter(case=case, old_state=AWAITING_CONFIRMATION, new_state=DESIGNING)
        .order_by("-seq")
        .first()
    )
    rows = StageVerdict.objects.filter(case=case, stage="tests", verdict=StageVerdict.Verdict.PASSED).exclude(
        suite=None
    )
    if asked is not None:
        rows = rows.filter(created_at__gt=asked.created_at)
    last = rows.order_by("-created_at").first()
    return () if last is None else tuple(TestCase.model_validate(one) for one in last.suite or ())


def verdict_find(task: StageAttempt) -> StageVerdict | None:
    """Return the verdict that the stage gave on these inputs before, None when it has not spoken on them."""
    return StageVerdict.objects.filter(case=task.case, stage=task.step.stage, inputs_digest=task.inputs_digest).first()


def verdict_store(*, task: StageAttempt, result: StageResult, ms: float) -> StageVerdict:
    """Keep a stage's word. It is stored in the form that will be read, so that the digests speak of just that."""
    spec = None if result.spec is None else AgentSpec.model_validate(to_jsonb(result.spec.model_dump(mode="json")))
    suite = (
        None
        if result.suite is None
        else [TestCase.model_validate(to_jsonb(one.model_dump(mode="json"))) for one in result.suite]
    )
    judged = spec or task.stage_input.spec
    tests = _tests_after_verdict(task.case, spec, suite)
    return StageVerdict.objects.create(
        case=task.case,
        stage=task.step.stage,
        round=task.stage_input.round,
        inputs_digest=task.inputs_digest,
        verdict=result.verdict,
        reason=to_jsonb(result.reason)[:MAX_REASON_LENGTH],
        findings=to_jsonb(list(result.findings)),
        details=to_jsonb(dict(result.details)),
        spec=None if spec is None else spec.model_dump(mode="json"),
        suite=None if suite is None else [one.model_dump(mode="json") for one in suite],
        spec_digest=judged.digest() if judged else "",
        result_digest=proposal_digest(judged, tests) if judged else "",
        ms=round(ms, 1),
    )


def missing_verdicts(case: CreationCase) -> list[str]:
    """Return the stages whose yes to exactly the present proposal is not on record. While one is missing, nobody is asked."""
    spec = case_spec(case)
    passed = StageVerdict.objects.filter(case=case, verdict=StageVerdict.Verdict.PASSED)
    words = {(one.stage, one.spec_digest) for one in passed} if spec is not None else set()
    missing: list[str] = [stage for stage in JUDGING_STAGES if spec is None or (stage, spec.digest()) not in words]
    whole = passed.filter(stage="tests", result_digest=case.digest).exists()
    return missing if whole or "tests" in missing else [*missing, "tests"]


def verdict_case_fields(row: StageVerdict, case: CreationCase) -> dict[str, Any]:
    """Return the columns that a passed verdict changes: the spec and the tests it brought, and the digest of both."""
    fields: dict[str, Any] = {}
    if row.spec is not None:
        fields["spec_proposal"] = row.spec
    if row.suite is not None:
        fields["test_suite"] = row.suite
    elif row.spec is not None and row.spec != case.spec_proposal:
        fields["test_suite"] = []
    return {**fields, "digest": row.result_digest} if fields else fields


def _tests_after_verdict(
    case: CreationCase, spec: AgentSpec | None, suite: Sequence[TestCase] | None
) -> Sequence[TestCase]:
    """Return the tests that are there after a verdict. Tests of another spec are no tests of a new one."""
    if suite is not None:
        return suite
    return case_tests(case) if spec is None or spec == case_spec(case) else ()


def version_verdicts(version: SpecialistVersion) -> Sequence[VersionVerdict]:
    """Return one verdict a stage, in the order they were given. A judge's word other than yes stands against the version.

    Only cases that led to this version speak: what somebody asks for in a case of their own must not harm another's specialist.
    """
    rows = StageVerdict.objects.filter(case__version=version).order_by("created_at", "pk")
    newest = {row.stage: row for row in rows.only("stage", "verdict", "reason", "created_at")}
    return [_stage_judgement(row) for row in newest.values()]


def _stage_judgement(row: StageVerdict) -> VersionVerdict:
    against = row.stage in JUDGING_STAGES and row.verdict != StageVerdict.Verdict.PASSED
    return VersionVerdict(f"Council, {row.stage}", row.verdict, row.reason, against=against)
