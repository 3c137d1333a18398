"""Running all tests of a version for a decision: asked for by a person, worked on by one worker at a time, taken up again after a crash."""

from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict, KingdomError, LostRace, NotFound
from kingdom.core.task_queue import jobs_resend, task_send_on_commit
from kingdom.providers.language_models import language_model_or_none
from kingdom.sessions.budgets.services import budget_check
from kingdom.specialists.audits.services import safety_audit
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import open_test_run, version_tests
from kingdom.specialists.status.safety import version_guardian_review
from kingdom.specialists.test_runs.case_runner import SuiteRunInput, SuiteStopped
from kingdom.specialists.test_runs.executor import SuiteObserver, run_test_suite
from kingdom.specialists.test_runs.judge import configured_judge
from kingdom.specialists.test_runs.scoring import CaseResult, results_summary

TEST_RUN_TASK = "kingdom.specialists.tasks.execute_version_tests"
LEASE_TIMEOUT = timedelta(minutes=5)  # a run whose worker has been silent for so long is another's


def request_test_run(*, specialist_id: UUID, user: User | None) -> TestRun:
    """Have all tests of a specialist's current version run; returns the run, the one under way when there is one.

    Raises NotFound, Conflict for a version without tests, BudgetSpent when the budget of whom it runs for is used up.
    """
    specialist = Specialist.objects.filter(pk=specialist_id).select_related("current_version").first()
    if specialist is None or specialist.current_version is None:
        raise NotFound("There is no such specialist.")
    version = specialist.current_version
    total = len(version_tests(version))
    if not total:
        raise Conflict(f"{specialist.role} has no tests, so there is nothing to run.")
    payer = specialist.created_by_id or (user.pk if user is not None else None)
    if payer is not None:
        budget_check(user_id=payer)
    try:
        with transaction.atomic():
            run = TestRun.objects.create(version=version, digest=version.digest, requested_by=user, total=total)
            task_send_on_commit(TEST_RUN_TASK, run.pk)
    except IntegrityError:
        under_way = open_test_run(version)
        if under_way is None:
            raise LostRace from None
        return under_way
    return run


def cancel_test_run(*, run_id: UUID) -> TestRun:
    """Stop a run; what runs of it ends within about a second. One that is over stays as it is. Raises NotFound."""
    open_states = [TestRun.State.QUEUED, TestRun.State.RUNNING]
    TestRun.objects.filter(pk=run_id, state__in=open_states).update(
        state=TestRun.State.CANCELLED, finished_at=timezone.now()
    )
    run = TestRun.objects.filter(pk=run_id).first()
    if run is None:
        raise NotFound("There is no such run of tests.")
    return run


def execute_test_run(*, run_id: UUID) -> bool:
    """Work on a run until it ends; returns whether this worker had it. Safe to call at any time and by any number of workers."""
    now = timezone.now()
    free = Q(state=TestRun.State.QUEUED) | Q(state=TestRun.State.RUNNING, heartbeat_at__lt=now - LEASE_TIMEOUT)
    taken = TestRun.objects.filter(free, pk=run_id).update(
        state=TestRun.State.RUNNING, started_at=now, heartbeat_at=now
    )
    if taken != 1:
        return False
    run = TestRun.objects.select_related("version__specialist").get(pk=run_id)
    try:
        version_guardian_review(version=run.version, subject=f"suite:{run.pk}", model=language_model_or_none())
        results = run_test_suite(
            _suite_input(run),
            judge=configured_judge(),
            watch=SuiteObserver(told=_ProgressWriter(run), stopped=lambda: _is_stopped(run)),
        )
    except SuiteStopped:
        return True
    except KingdomError as error:
        _finish(run, TestRun.State.FAILED, error=error.message)
        return True
    made = results_summary(results, run.total)
    values = {"cases": [one.to_json() for one in results], "summary": made}
    _finish(run, TestRun.State.DONE, results=values, passed=made["passed"], done=len(results), mock=made["mock"])
    safety_audit(specialist_id=run.version.specialist_id)
    return True


def reap_test_runs() -> int:
    """Send every run again that nobody works on: a broker that was away, a worker that died. Returns how many."""
    return jobs_resend(TestRun.objects.all(), task=TEST_RUN_TASK, working=TestRun.State.RUNNING, silent=LEASE_TIMEOUT)


class _ProgressWriter:
    """Writes progress down as results come."""

    def __init__(self, run: TestRun) -> None:
        self._run = run

    def __call__(self, _result: CaseResult, done: int, _total: int) -> None:
        """Store how far the run is; that is its sign of life, too."""
        TestRun.objects.filter(pk=self._run.pk, state=TestRun.State.RUNNING).update(
            done=done, heartbeat_at=timezone.now()
        )


def _suite_input(run: TestRun) -> SuiteRunInput:
    """Return what is run: for the owner, whose keys a version with hosts needs, and nothing is sent that could change something."""
    specialist = run.version.specialist
    user_id = specialist.created_by_id or run.requested_by_id
    if user_id is None:
        raise Conflict("Nobody's name is left to run these tests in. Ask for them again.")
    return SuiteRunInput(training_id=run.pk, version=run.version, user_id=user_id)


def _is_stopped(run: TestRun) -> bool:
    return not TestRun.objects.filter(pk=run.pk, state=TestRun.State.RUNNING).exists()


def _finish(run: TestRun, state: TestRun.State, **values: object) -> None:
    TestRun.objects.filter(pk=run.pk, state=TestRun.State.RUNNING).update(
        state=state, finished_at=timezone.now(), **values
    )
