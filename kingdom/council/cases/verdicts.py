"""The inputs of stages and the stored verdicts on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict
from kingdom.council.rules.pipeline import (
    JUDGING_STAGES,
    PipelineStage,
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
    """One run of a stage: the case as read, the stage, its input and the digest of what its verdict depends on."""

    case: CreationCase
    stage: PipelineStage
    stage_input: StageInput
    inputs_digest: str


def stage_attempt_of(case: CreationCase, stage: PipelineStage) -> StageAttempt:
    """Return the attempt of a stage at a case. The designer never gets a held-out test."""
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
        previous_tests=previous_tests(case) if stage.name == "tests" and case.round else (),
    )
    return StageAttempt(
        case=case, stage=stage, stage_input=stage_input, inputs_digest=stage_inputs_digest(stage, stage_input)
    )


def previous_tests(case: CreationCase) -> tuple[TestCase, ...]:
    """Return the tests of the previous round; none after a change request, since it may need other tests."""
    change_requests = CaseEvent.objects.filter(case=case, old_state=AWAITING_CONFIRMATION, new_state=DESIGNING)
    newest = change_requests.order_by("-seq").first()
    rows = StageVerdict.objects.filter(case=case, stage="tests", verdict=StageVerdict.Verdict.PASSED).exclude(
        suite=None
    )
    if newest is not None:
        rows = rows.filter(created_at__gt=newest.created_at)
    last = rows.order_by("-created_at").first()
    return () if last is None else tuple(TestCase.model_validate(test) for test in last.suite or ())


def verdict_find(task: StageAttempt) -> StageVerdict | None:
    """Return the verdict that the stage gave on the same inputs before, None when it has not run on them."""
    return StageVerdict.objects.filter(case=task.case, stage=task.stage.name, inputs_digest=task.inputs_digest).first()


def verdict_store(*, task: StageAttempt, result: StageResult, ms: float) -> StageVerdict:
    """Store a stage's verdict. Values are stored in the form in which they are read back, so that the digests match."""
    spec = None if result.spec is None else AgentSpec.model_validate(to_jsonb(result.spec.model_dump(mode="json")))
    suite = (
        None
        if result.suite is None
        else [TestCase.model_validate(to_jsonb(test.model_dump(mode="json"))) for test in result.suite]
    )
    judged = spec or task.stage_input.spec
    tests = _tests_after_verdict(task.case, spec, suite)
    spec_digest, result_digest = (judged.digest(), proposal_digest(judged, tests)) if judged else ("", "")
    return StageVerdict.objects.create(
        case=task.case,
        stage=task.stage.name,
        round=task.stage_input.round,
        inputs_digest=task.inputs_digest,
        verdict=result.verdict,
        reason=to_jsonb(result.reason)[:MAX_REASON_LENGTH],
        findings=to_jsonb(list(result.findings)),
        details=to_jsonb(dict(result.details)),
        spec=None if spec is None else spec.model_dump(mode="json"),
        suite=None if suite is None else [test.model_dump(mode="json") for test in suite],
        spec_digest=spec_digest,
        result_digest=result_digest,
        ms=round(ms, 1),
    )


def missing_verdicts(case: CreationCase) -> list[str]:
    """Return the stages that have not passed exactly the current proposal.

    Nobody is asked to confirm while one is missing.
    """
    spec = case_spec(case)
    passed = StageVerdict.objects.filter(case=case, verdict=StageVerdict.Verdict.PASSED)
    judged = {(row.stage, row.spec_digest) for row in passed} if spec is not None else set()
    missing: list[str] = [stage for stage in JUDGING_STAGES if spec is None or (stage, spec.digest()) not in judged]
    has_tests = passed.filter(stage="tests", result_digest=case.digest).exists()
    return missing if has_tests or "tests" in missing else [*missing, "tests"]


def verdict_case_fields(row: StageVerdict, case: CreationCase) -> dict[str, Any]:
    """Return the columns that a passed verdict changes: its spec, its tests and the digest of both."""
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
    """Return the tests that a case has after a verdict. A new spec drops the tests of the old one."""
    if suite is not None:
        return suite
    return case_tests(case) if spec is None or spec == case_spec(case) else ()


def version_verdicts(version: SpecialistVersion) -> Sequence[VersionVerdict]:
    """Return the newest verdict of each stage, in order.

    A judging stage's verdict other than passed counts against the version. Only cases that led to this version count:
    another user's case must not harm the specialist.
    """
    rows = StageVerdict.objects.filter(case__version=version).order_by("created_at", "pk")
    newest = {row.stage: row for row in rows.only("stage", "verdict", "reason", "created_at")}
    return [_stage_judgement(row) for row in newest.values()]


def _stage_judgement(row: StageVerdict) -> VersionVerdict:
    against = row.stage in JUDGING_STAGES and row.verdict != StageVerdict.Verdict.PASSED
    return VersionVerdict(f"Council, {row.stage}", row.verdict, row.reason, against=against)
