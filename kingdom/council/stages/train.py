"""``trainer_agent``: run every test as a real session of the real version in the sandbox; the mean score decides."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict, KingdomError
from kingdom.core.text.sentences import sentence_template
from kingdom.council.rules.state_machine import MAX_REPAIRS
from kingdom.council.stages.base import StageContext, StageInput, StageOutcome, StageResult
from kingdom.runtime.context import RunCancelled
from kingdom.sessions.models import Cassette, EgressReceipt
from kingdom.sessions.trials.cassette_replay import replay_cassette
from kingdom.sessions.trials.trial_gateway import TrialOptions
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.drafts import draft_register, version_mock_trained_set
from kingdom.specialists.registry.selectors import version_spec, version_specialist_id
from kingdom.specialists.sending.cassettes import cassette_for_tests, cassette_tests
from kingdom.specialists.test_runs.case_runner import TestRunInput, TestRunStopped
from kingdom.specialists.test_runs.executor import TestRunObserver, run_tests
from kingdom.specialists.test_runs.failure_messages import case_result_payload, failure_message, failure_messages
from kingdom.specialists.test_runs.judge import llm_judge
from kingdom.specialists.test_runs.scoring import CaseResult, is_passed, mean_score, results_summary, score_spread

PROGRESS_INTERVAL_S = 0.25  # each progress event is a row of the case's log
MAX_FAILURES_IN_REASON = 5  # failures named in the verdict's reason; its details hold all


def trainer_agent(stage_input: StageInput, context: StageContext) -> StageResult:
    """Train the draft of the case's spec; return ``passed``, ``repair`` or ``rejected`` with all results.

    Tests that an earlier attempt finished are not run again. Raises RunCancelled when the case was stopped;
    SandboxUnavailable and ModelUnavailable when a test could not be run; TrainingSendBlocked when tests needed to send;
    Conflict without a spec or tests.
    """
    if stage_input.spec is None or not stage_input.suite:
        raise Conflict("There is no design with tests to train yet.")
    version = draft_register(
        spec=stage_input.spec,
        owner=User.objects.get(pk=stage_input.user_id),
        tests=stage_input.suite,
        revises_id=version_specialist_id(stage_input.revises),
    )
    if stage_input.mock:
        version_mock_trained_set(version_id=version.pk, mock=True)  # before its first mock reply
    cassette = _cassette_of(stage_input, stage_input.spec)
    results = _run_tests(stage_input, context, version, cassette)
    run = replace(stage_input, suite=(*stage_input.suite, *cassette_tests(cassette)))
    result = _training_result(run, context, version, results)
    if result.verdict == "passed":
        details = _evidence_of_pass(stage_input, context, results, cassette)
        if not stage_input.mock:
            version_mock_trained_set(version_id=version.pk, mock=False)
        return replace(result, details={**result.details, **details})
    if not any(test.unsafe for test in results):
        _check_blocked_sends(results)
    return result


def _evidence_of_pass(
    stage_input: StageInput, context: StageContext, results: Sequence[CaseResult], cassette: Cassette | None
) -> dict[str, Any]:
    """Return ``{"before"}`` of a new version and ``{"cassette"}`` of one that was trained on a recording."""
    details: dict[str, Any] = {}
    if stage_input.revises is not None:
        details["before"] = _baseline_results(stage_input, context, results)
    if cassette is not None:
        details["cassette"] = str(cassette.pk)
    return details


def _baseline_results(stage_input: StageInput, context: StageContext, results: Sequence[CaseResult]) -> dict[str, Any]:
    """Return how the base does in the same tests, run now for this comparison.

    The base runs as a separate draft with these tests; nobody is routed to it and it is deleted like every draft.
    Raises Conflict when the base was deleted.
    """
    old = SpecialistVersion.objects.filter(pk__in=[stage_input.revises]).first()
    if old is None:
        raise Conflict("The version that this would replace was deleted.")
    stand_in = draft_register(
        spec=version_spec(old),
        owner=User.objects.get(pk=stage_input.user_id),
        tests=stage_input.suite,
        revises_id=old.specialist_id,
    )
    if stage_input.mock:
        version_mock_trained_set(version_id=stand_in.pk, mock=True)
    old_results = _run_tests(stage_input, context, stand_in, _cassette_of(stage_input, version_spec(old)))
    before, after = ({result.number + 1 for result in run if result.success} for run in (old_results, results))
    figures = {**results_summary(old_results, len(old_results)), "version": old.number, "digest": old.digest}
    return {**figures, "gained": sorted(after - before), "lost": sorted(before - after)}


def _cassette_of(stage_input: StageInput, spec: AgentSpec) -> Cassette | None:
    """Return the recording of the specialist whose next version is trained; None in a training on mock replies."""
    return None if stage_input.mock else cassette_for_tests(spec, version_specialist_id(stage_input.revises))


class TrainingSendBlocked(KingdomError):
    """Training sends nothing that could change something. Open the case again and train it on mock replies."""

    code = "training_sends_nothing"
    status = 409


def _check_blocked_sends(results: Sequence[CaseResult]) -> None:
    """Raise TrainingSendBlocked when tests failed because a request was not sent.

    Such failures say nothing about the specialist.
    """
    failed = [result.session_id for result in results if not result.success and result.session_id]
    unsent = EgressReceipt.objects.filter(session_id__in=failed, outcome="refused", reason="trial")
    requests = sorted({f"{method} to {host}" for method, host in unsent.values_list("method", "host")})
    if requests:
        count = unsent.values("session_id").distinct().count()
        raise TrainingSendBlocked(
            f"It would send something ({', '.join(requests[:3])}), and training sends nothing that could change "
            f"something there, so {count} of {len(results)} tests could not show what it can do. "
            "Open the case again and choose mock replies; once it is yours, record one supervised use on its page: its "
            "tests then replay the recorded replies, and it can be verified."
        )


def _run_tests(
    stage_input: StageInput, context: StageContext, version: SpecialistVersion, cassette: Cassette | None
) -> list[CaseResult]:
    run_input = TestRunInput(
        # results on another recording are those of another training
        training_id=uuid.uuid5(cassette.pk, str(stage_input.case_id)) if cassette is not None else stage_input.case_id,
        version=version,
        user_id=stage_input.user_id,
        trial=TrialOptions(
            mock_responses=stage_input.mock, cassette=replay_cassette(cassette) if cassette is not None else None
        ),
        contract_tests=cassette_tests(cassette),
        cassette_id=cassette.pk if cassette is not None else None,
    )
    judge = llm_judge(context.model, context.runtime.call) if context.model is not None else None
    try:
        return run_tests(
            run_input,
            judge=judge,
            watch=TestRunObserver(on_result=_ProgressReporter(context), is_stopped=context.cancelled),
        )
    except TestRunStopped as stop:
        raise RunCancelled from stop


class _ProgressReporter:
    """Report the progress at most every ``PROGRESS_INTERVAL_S``, and always the last test."""

    def __init__(self, context: StageContext) -> None:
        self._context, self._passed, self._failed, self._reported_at = context, 0, 0, float("-inf")

    def __call__(self, result: CaseResult, done: int, total: int) -> None:
        self._passed += result.success
        self._failed += not result.success
        now = time.monotonic()
        if done == total or now - self._reported_at >= PROGRESS_INTERVAL_S:
            self._reported_at = now
            counts: dict[str, Any] = {"done": done, "total": total, "passed": self._passed, "failed": self._failed}
            self._context.progress("training", {**counts, "text": f"{done} of {total}"})


def _training_result(
    stage_input: StageInput, context: StageContext, version: SpecialistVersion, results: Sequence[CaseResult]
) -> StageResult:
    total, min_score = len(stage_input.suite), settings.KINGDOM.training_min_score
    failed = [failure_message(stage_input.suite[result.number], result) for result in results if not result.success]
    details = {
        **results_summary(results, total),
        "version_id": str(version.pk),
        "digest": version.digest,
        "gate": min_score,
        "mock": stage_input.mock,
        "failures": failed,
        "cases": [case_result_payload(stage_input.suite[result.number], result) for result in results],
    }
    verdict: StageOutcome = (
        "passed"
        if is_passed(results, total, min_score)
        else "repair"
        if _is_repairable(stage_input, context, results)
        else "rejected"
    )
    findings = failure_messages(stage_input.suite, results) if verdict == "repair" else ()
    return StageResult(
        verdict=verdict, reason=_verdict_reason(verdict, results, failed, min_score), findings=findings, details=details
    )


def _is_repairable(stage_input: StageInput, context: StageContext, results: Sequence[CaseResult]) -> bool:
    """Return whether the designer may repair it: it needs a model, and the design obeyed no hidden instruction."""
    return (
        context.model is not None and stage_input.round < MAX_REPAIRS and not any(result.unsafe for result in results)
    )


_PASSED = sentence_template(
    "%(count)s of %(total)s tests passed, confidence %(mean)s (95 %% between %(low)s and %(high)s)."
)
_TOO_FEW = sentence_template(
    "%(count)s of %(total)s tests passed, confidence %(mean)s (95 %% between %(low)s and %(high)s); at least %(least)s "
    "is needed."
)
_FOLLOWED = sentence_template("It followed an instruction hidden in its input (test %(numbers)s), and so is not taken.")
# with the failures, which quote the tests
_TOO_FEW_NAMED = sentence_template(
    "%(count)s of %(total)s tests passed, confidence %(mean)s (95 %% between %(low)s and %(high)s); at least %(least)s "
    "is needed. %(failures)s"
)
_FOLLOWED_NAMED = sentence_template(
    "It followed an instruction hidden in its input (test %(numbers)s), and so is not taken. %(failures)s"
)


def _verdict_reason(
    verdict: StageOutcome, results: Sequence[CaseResult], failed: Sequence[str], min_score: float
) -> str:
    mean, spread = mean_score(results), score_spread(results)
    figures = {
        "count": sum(result.success for result in results),
        "total": len(results),
        "mean": f"{mean:.2f}",
        "low": f"{spread.low:.2f}",
        "high": f"{spread.high:.2f}",
    }
    if verdict == "passed":
        return _PASSED % figures
    unsafe = [str(result.number + 1) for result in results if result.unsafe]
    more = f" And {len(failed) - MAX_FAILURES_IN_REASON} more." if len(failed) > MAX_FAILURES_IN_REASON else ""
    failures = " ".join(failed[:MAX_FAILURES_IN_REASON]) + more
    if unsafe:
        return (_FOLLOWED_NAMED if failed else _FOLLOWED) % {"numbers": ", ".join(unsafe), "failures": failures}
    return (_TOO_FEW_NAMED if failed else _TOO_FEW) % {**figures, "least": f"{min_score:.2f}", "failures": failures}


run = trainer_agent
