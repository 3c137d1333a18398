"""Request, execute and cancel runs of all tests of a version."""

from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.core.background.jobs import GIVEN_UP, MAX_ATTEMPTS, JobQueue, Lease
from kingdom.core.background.task_queue import check_worker_stopping, worker_stopping
from kingdom.core.errors import Conflict, InfrastructureFault, KingdomError, LostRace, NotFound
from kingdom.providers.language_models import language_model_or_none
from kingdom.sessions.budgets.services import budget_check
from kingdom.sessions.models import Cassette
from kingdom.sessions.trials.cassette_replay import replay_cassette
from kingdom.sessions.trials.trial_gateway import TrialOptions
from kingdom.specialists.audits.services import safety_audit
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import open_test_run, version_spec, version_tests
from kingdom.specialists.sending.cassettes import cassette_for_tests, cassette_tests
from kingdom.specialists.status.safety import version_guardian_review
from kingdom.specialists.test_runs.case_runner import TestRunInput, TestRunStopped
from kingdom.specialists.test_runs.executor import TestRunObserver, run_tests
from kingdom.specialists.test_runs.judge import configured_judge
from kingdom.specialists.test_runs.scoring import CaseResult, results_summary

TEST_RUN_TASK = "kingdom.specialists.tasks.test_run_execute"
test_run_jobs = JobQueue(
    TestRun,
    states=(TestRun.State.QUEUED, TestRun.State.RUNNING),
    task=TEST_RUN_TASK,
    lease_s=300.0,  # longer than any test takes: each result renews it
)


def test_run_request(*, specialist_id: UUID, user: User | None) -> TestRun:
    """Request a test run of a specialist's current version; return it, or the open one if there is one.

    A version that sends runs on the newest recording of its specialist's owner, if there is one, with the contract
    tests of that recording. Raises NotFound, Conflict for a version without tests, BudgetSpent if the budget of the
    owner is used up.
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
    cassette = cassette_for_tests(version_spec(version), specialist.pk)
    return _test_run_create(version, user, total + len(cassette_tests(cassette)), cassette)


def _test_run_create(version: SpecialistVersion, user: User | None, total: int, cassette: Cassette | None) -> TestRun:
    """Create and enqueue a test run, or return the open one: the database allows one per version."""
    try:
        with access_transaction():
            run = TestRun.objects.create(
                version=version, digest=version.digest, requested_by=user, total=total, cassette=cassette
            )
            test_run_jobs.enqueue(run)
    except IntegrityError:
        existing = open_test_run(version)
        if existing is None:
            raise LostRace from None
        return existing
    return run


@access_transaction()
def test_run_cancel(*, run_id: UUID) -> TestRun:
    """Cancel an open test run and return the run; its tests end within about a second. Raises NotFound."""
    open_states = [TestRun.State.QUEUED, TestRun.State.RUNNING]
    TestRun.objects.filter(pk=run_id, state__in=open_states).update(
        state=TestRun.State.CANCELLED, finished_at=timezone.now()
    )
    run = TestRun.objects.filter(pk=run_id).first()
    if run is None:
        raise NotFound("There is no such run of tests.")
    return run


def test_run_execute(*, run_id: UUID) -> bool:
    """Execute a test run until its end; return whether this worker had the lease. Idempotent and safe to kill."""
    lease = test_run_jobs.take(run_id, state=TestRun.State.RUNNING, started_at=timezone.now())
    if lease is None:
        return False
    if lease.attempts > MAX_ATTEMPTS:
        _finish(lease, TestRun.State.FAILED, error=GIVEN_UP)
        return True
    with test_run_jobs.interruptible(lease):
        _execute(run_id, lease)
    return True


def _execute(run_id: UUID, lease: Lease) -> None:
    """Run the tests and store how they ended. Raises infrastructure faults."""
    run = TestRun.objects.select_related("version__specialist", "cassette").get(pk=run_id)
    try:
        results = _results(run, lease)
    except InfrastructureFault:
        raise
    except TestRunStopped:
        check_worker_stopping()
        return
    except KingdomError as error:
        _finish(lease, TestRun.State.FAILED, error=error.message)
        return
    summary = results_summary(results, run.total)
    values = {"cases": [result.to_json() for result in results], "summary": summary}
    _finish(
        lease, TestRun.State.DONE, results=values, passed=summary["passed"], done=len(results), mock=summary["mock"]
    )
    safety_audit(specialist_id=run.version.specialist_id)


def _results(run: TestRun, lease: Lease) -> list[CaseResult]:
    version_guardian_review(version=run.version, subject=f"suite:{run.pk}", model=language_model_or_none())

    def store_progress(_result: CaseResult, done: int, _total: int) -> None:
        test_run_jobs.renew(lease, done=done, attempts=1)

    def is_stopped() -> bool:
        return worker_stopping.is_set() or not test_run_jobs.held(lease).exists()

    observer = TestRunObserver(on_result=store_progress, is_stopped=is_stopped)
    return run_tests(_test_run_input(run), judge=configured_judge(), watch=observer)


def test_runs_reap() -> int:
    """Requeue test runs whose worker or message was lost; return how many. Periodic."""
    return test_run_jobs.reap()


def _test_run_input(run: TestRun) -> TestRunInput:
    """Return the input of a test run: for the owner, whose credentials a version with hosts needs."""
    specialist = run.version.specialist
    user_id = specialist.created_by_id or run.requested_by_id
    if user_id is None:
        raise Conflict("The user of this test run no longer exists. Request the tests again.")
    trial = TrialOptions(cassette=replay_cassette(run.cassette) if run.cassette is not None else None)
    return TestRunInput(
        training_id=run.pk,
        version=run.version,
        user_id=user_id,
        trial=trial,
        contract_tests=cassette_tests(run.cassette),
        cassette_id=run.cassette_id,
    )


def _finish(lease: Lease, state: TestRun.State, **values: object) -> None:
    test_run_jobs.finish(lease, state=state, finished_at=timezone.now(), **values)
