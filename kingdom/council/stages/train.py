"""``trainer_agent``: every test as a real session of the real version, in the real sandbox; the graders' mean score decides."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from kingdom.accounts.models import User
from kingdom.approvals.requests.selectors import consented_hosts
from kingdom.approvals.requests.services import host_consent_create
from kingdom.core.errors import Conflict, KingdomError
from kingdom.council.rules.state_machine import MAX_REPAIRS
from kingdom.council.stages.base import StageContext, StageInput, StageOutcome, StageResult
from kingdom.runtime.context import RunCancelled
from kingdom.sessions.models import EgressReceipt
from kingdom.sessions.trials.trial_gateway import TrialOptions
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.drafts import draft_register, version_mock_trained_set
from kingdom.specialists.registry.selectors import version_spec
from kingdom.specialists.test_runs.case_runner import SuiteRunInput, SuiteStopped
from kingdom.specialists.test_runs.executor import SuiteObserver, run_test_suite
from kingdom.specialists.test_runs.failure_messages import case_result_payload, failure_message, failure_messages
from kingdom.specialists.test_runs.judge import llm_judge
from kingdom.specialists.test_runs.scoring import CaseResult, is_passed, mean_score, results_summary, score_spread

PROGRESS_INTERVAL_S = 0.25  # a line of progress is a row in the case's log
MAX_FAILURES_IN_REASON = 5  # failures named in the verdict's sentence; all of them are in its details


def trainer_agent(stage_input: StageInput, context: StageContext) -> StageResult:
    """Train the draft of the case's spec and return ``passed``, ``repair`` or ``rejected`` with all results.

    Tests that an earlier try of this training finished are not run again. Raises Stopped when the case was stopped; SandboxUnavailable
    and ModelUnavailable when a test could not be run; NothingSent when tests needed to send; Conflict without a spec or tests.
    """
    if stage_input.spec is None or not stage_input.suite:
        raise Conflict("There is no design with tests to train yet.")
    version = draft_register(
        spec=stage_input.spec, owner=User.objects.get(pk=stage_input.user_id), tests=stage_input.suite
    )
    if stage_input.mock:
        version_mock_trained_set(version_id=version.pk, mock=True)  # before the first answer that was made up
    results = _run_tests(stage_input, context, version)
    made = _training_result(stage_input, context, version, results)
    if made.verdict != "passed" and not any(one.unsafe for one in results):
        _check_blocked_sends(results)
    if made.verdict == "passed" and stage_input.revises is not None:
        made = replace(made, details={**made.details, "before": _baseline_results(stage_input, context, results)})
    if made.verdict == "passed" and not stage_input.mock:
        version_mock_trained_set(version_id=version.pk, mock=False)
    return made


def _baseline_results(stage_input: StageInput, context: StageContext, results: Sequence[CaseResult]) -> dict[str, Any]:
    """Return how the version that would be replaced does in the same tests, in figures: run now, for this comparison.

    It runs as a draft of its own with these tests, which nobody is routed to and which goes as every draft does. Raises Conflict when the
    version is gone.
    """
    old = SpecialistVersion.objects.filter(pk__in=[stage_input.revises]).first()
    if old is None:
        raise Conflict("The version that this would replace is not there any more.")
    stand_in = draft_register(
        spec=version_spec(old), owner=User.objects.get(pk=stage_input.user_id), tests=stage_input.suite
    )
    if stage_input.mock:
        version_mock_trained_set(version_id=stand_in.pk, mock=True)
    _consent_for_baseline(stage_input, old)
    ran = _run_tests(stage_input, context, stand_in)
    had, has = ({one.number + 1 for one in some if one.success} for some in (ran, results))
    figures = {**results_summary(ran, len(stage_input.suite)), "version": old.number, "digest": old.digest}
    return {**figures, "gained": sorted(has - had), "lost": sorted(had - has)}


class TrainingSendBlocked(KingdomError):
    """Training sends nothing that could change something. Open the case again and train it on made-up answers."""

    code = "training_sends_nothing"
    status = 409


def _check_blocked_sends(results: Sequence[CaseResult]) -> None:
    """Raise NothingSent when tests failed because what they would have sent was not sent: that says nothing of the specialist."""
    failed = [one.session_id for one in results if not one.success and one.session_id]
    unsent = EgressReceipt.objects.filter(session_id__in=failed, outcome="refused", reason="trial")
    told = sorted({f"{method} to {host}" for method, host in unsent.values_list("method", "host")})
    if told:
        many = unsent.values("session_id").distinct().count()
        raise TrainingSendBlocked(
            f"It would send something ({', '.join(told[:3])}), and training sends nothing that could change something there, so {many} of "
            f"{len(results)} tests could not show what it can do. Open the case again and choose made-up answers."
        )


def _consent_for_baseline(stage_input: StageInput, old: SpecialistVersion) -> None:
    """Let the stand-in call what the user has agreed to for the new version: the old one must not lose for want of a yes."""
    hosts = frozenset(old.spec.get("egress_hosts", ())) & frozenset(
        stage_input.spec.egress_hosts if stage_input.spec is not None else ()
    )
    if hosts - consented_hosts(user_id=stage_input.user_id, spec_digest=old.digest):
        host_consent_create(user_id=stage_input.user_id, spec_digest=old.digest, hosts=hosts)


def _run_tests(stage_input: StageInput, context: StageContext, version: SpecialistVersion) -> list[CaseResult]:
    suite = SuiteRunInput(
        training_id=stage_input.case_id,
        version=version,
        user_id=stage_input.user_id,
        trial=TrialOptions(mock_responses=stage_input.mock),
    )
    judge = llm_judge(context.model, context.runtime.call) if context.model is not None else None
    try:
        return run_test_suite(
            suite, judge=judge, watch=SuiteObserver(on_result=_ProgressReporter(context), is_stopped=context.cancelled)
        )
    except SuiteStopped as stop:
        raise RunCancelled from stop


class _ProgressReporter:
    """Tells how far it is: not each test, but each quarter of a second, and the last one always."""

    def __init__(self, context: StageContext) -> None:
        self._context, self._passed, self._failed, self._told_at = context, 0, 0, float("-inf")

    def __call__(self, result: CaseResult, done: int, total: int) -> None:
        self._passed += result.success
        self._failed += not result.success
        now = time.monotonic()
        if done == total or now - self._told_at >= PROGRESS_INTERVAL_S:
            self._told_at = now
            told: dict[str, Any] = {"done": done, "total": total, "passed": self._passed, "failed": self._failed}
            self._context.progress("training", {**told, "text": f"{done} of {total}"})


def _training_result(
    stage_input: StageInput, context: StageContext, version: SpecialistVersion, results: Sequence[CaseResult]
) -> StageResult:
    total, gate = len(stage_input.suite), settings.KINGDOM.training_min_score
    failed = [failure_message(stage_input.suite[one.number], one) for one in results if not one.success]
    details = {
        **results_summary(results, total),
        "version_id": str(version.pk),
        "digest": version.digest,
        "gate": gate,
        "mock": stage_input.mock,
        "failures": failed,
        "cases": [case_result_payload(stage_input.suite[one.number], one) for one in results],
    }
    verdict: StageOutcome = (
        "passed"
        if is_passed(results, total, gate)
        else "repair"
        if _is_repairable(stage_input, context, results)
        else "rejected"
    )
    told = failure_messages(stage_input.suite, results) if verdict == "repair" else ()
    return StageResult(
        verdict=verdict, reason=_verdict_reason(verdict, results, failed, gate), findings=told, details=details
    )


def _is_repairable(stage_input: StageInput, context: StageContext, results: Sequence[CaseResult]) -> bool:
    """Only a designer with a language model can mend anything; what obeyed a hidden instruction is not worth mending."""
    return context.model is not None and stage_input.round < MAX_REPAIRS and not any(one.unsafe for one in results)


def _verdict_reason(verdict: StageOutcome, results: Sequence[CaseResult], failed: Sequence[str], gate: float) -> str:
    mean, found = mean_score(results), score_spread(results)
    passed = f"{sum(one.success for one in results)} of {len(results)} tests passed"
    figures = f"confidence {mean:.2f} (95 % between {found.low:.2f} and {found.high:.2f})"
    if verdict == "passed":
        return f"{passed}, {figures}."
    unsafe = [one.number + 1 for one in results if one.unsafe]
    followed = f"It followed an instruction hidden in its input (test {', '.join(map(str, unsafe))})"
    why = (
        f"{followed}, and so is not taken, whatever else it did."
        if unsafe
        else f"{passed}, {figures}; at least {gate:.2f} is needed."
    )
    more = f" And {len(failed) - MAX_FAILURES_IN_REASON} more." if len(failed) > MAX_FAILURES_IN_REASON else ""
    return " ".join([why, *failed[:MAX_FAILURES_IN_REASON]]) + more


run = trainer_agent
