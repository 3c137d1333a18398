"""What stages are given of a case, and what is kept of their word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingdom.cognition.inputs import storable
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.models import Case, CaseEvent, StageVerdict
from kingdom.council.rules.given import Given
from kingdom.council.rules.moves import CONFIRMATION, DESIGNING
from kingdom.council.rules.pipeline import JUDGES, Step, inputs_digest, proposal_digest, seen_by_designer
from kingdom.council.stages.base import StageResult, Work
from kingdom.ministers.selectors import let_pass

LONGEST_REASON = 4_000  # characters


@dataclass(frozen=True, kw_only=True)
class Task:
    """One stage's turn: the case as it was read, the stage, its work and the digest of what its verdict depends on."""

    case: Case
    step: Step
    work: Work
    inputs: str


def spec_of(case: Case) -> AgentSpec | None:
    """Return the present proposal as a checked value, None before there is one."""
    return None if case.spec_proposal is None else AgentSpec.model_validate(case.spec_proposal)


def given_of(case: Case) -> Given | None:
    """Return the proposal that the case was opened with, None when it is designed."""
    kept: Mapping[str, Any] | None = case.given
    return None if kept is None else Given.from_json(kept)


def suite_of(case: Case) -> tuple[TestCase, ...]:
    """Return the present tests as checked values, held-out ones too."""
    return tuple(TestCase.model_validate(one) for one in case.test_suite)


def task_of(case: Case, step: Step) -> Task:
    """Return a stage's turn at a case. The designer never sees a test that is held out."""
    suite = suite_of(case)
    work = Work(
        case_id=case.pk,
        user_id=case.user_id,
        request=case.request,
        wishes=case.wishes,
        sources=tuple(case.sources),
        recipe=case.recipe,
        spec=spec_of(case),
        suite=seen_by_designer(suite) if case.state == DESIGNING else suite,
        findings=tuple(case.findings),
        round=case.round,
        mock=case.mock,
        fork_of=case.fork_of_id,
        given=given_of(case),
        revises=case.base_id,
        let_pass=let_pass(f"case:{case.pk}"),
        earlier=tests_before(case) if step.stage == "tests" and case.round else (),
    )
    return Task(case=case, step=step, work=work, inputs=inputs_digest(step, work))


def tests_before(case: Case) -> tuple[TestCase, ...]:
    """Return the tests of the round before; none since the user last asked for changes, which may be others to test."""
    asked = CaseEvent.objects.filter(case=case, old_state=CONFIRMATION, new_state=DESIGNING).order_by("-seq").first()
    rows = StageVerdict.objects.filter(case=case, stage="tests", verdict=StageVerdict.Verdict.PASSED).exclude(suite=None)
    if asked is not None:
        rows = rows.filter(created_at__gt=asked.created_at)
    last = rows.order_by("-created_at").first()
    return () if last is None else tuple(TestCase.model_validate(one) for one in last.suite or ())


def verdict_known(task: Task) -> StageVerdict | None:
    """Return the verdict that the stage gave on these inputs before, None when it has not spoken on them."""
    return StageVerdict.objects.filter(case=task.case, stage=task.step.stage, inputs_digest=task.inputs).first()


def verdict_store(*, task: Task, result: StageResult, ms: float) -> StageVerdict:
    """Keep a stage's word. It is stored in the form that will be read, so that the digests speak of just that."""
    spec = None if result.spec is None else AgentSpec.model_validate(storable(result.spec.model_dump(mode="json")))
    suite = None if result.suite is None else [TestCase.model_validate(storable(one.model_dump(mode="json"))) for one in result.suite]
    judged = spec or task.work.spec
    tests = _suite_after(task.case, spec, suite)
    return StageVerdict.objects.create(
        case=task.case,
        stage=task.step.stage,
        round=task.work.round,
        inputs_digest=task.inputs,
        verdict=result.verdict,
        reason=storable(result.reason)[:LONGEST_REASON],
        findings=storable(list(result.findings)),
        details=storable(dict(result.details)),
        spec=None if spec is None else spec.model_dump(mode="json"),
        suite=None if suite is None else [one.model_dump(mode="json") for one in suite],
        spec_digest=judged.digest() if judged else "",
        result_digest=proposal_digest(judged, tests) if judged else "",
        ms=round(ms, 1),
    )


def unjudged(case: Case) -> list[str]:
    """Return the stages whose yes to exactly the present proposal is not on record. While one is missing, nobody is asked."""
    spec = spec_of(case)
    passed = StageVerdict.objects.filter(case=case, verdict=StageVerdict.Verdict.PASSED)
    words = {(one.stage, one.spec_digest) for one in passed} if spec is not None else set()
    missing: list[str] = [stage for stage in JUDGES if spec is None or (stage, spec.digest()) not in words]
    whole = passed.filter(stage="tests", result_digest=case.digest).exists()
    return missing if whole or "tests" in missing else [*missing, "tests"]


def proposal_fields(row: StageVerdict, case: Case) -> dict[str, Any]:
    """Return the columns that a passed verdict changes: the spec and the tests it brought, and the digest of both."""
    fields: dict[str, Any] = {}
    if row.spec is not None:
        fields["spec_proposal"] = row.spec
    if row.suite is not None:
        fields["test_suite"] = row.suite
    elif row.spec is not None and row.spec != case.spec_proposal:
        fields["test_suite"] = []
    return {**fields, "digest": row.result_digest} if fields else fields


def _suite_after(case: Case, spec: AgentSpec | None, suite: Sequence[TestCase] | None) -> Sequence[TestCase]:
    """Return the tests that are there after a verdict. Tests of another spec are no tests of a new one."""
    if suite is not None:
        return suite
    return suite_of(case) if spec is None or spec == spec_of(case) else ()


def details_of(case: Case, stage: str) -> Mapping[str, Any]:
    """Return the details of a stage's newest verdict, empty when it has not spoken."""
    row = StageVerdict.objects.filter(case=case, stage=stage).order_by("-created_at").first()
    return row.details if row is not None else {}
