"""Running all tests of a version for a decision: asked for by a person, worked on by one worker at a time, taken up again after a crash."""

from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.dispatch import jobs_resend, task_send_on_commit
from kingdom.core.errors import Conflict, KingdomError, LostRace, NotFound
from kingdom.sessions.budget_services import budget_check
from kingdom.sessions.capabilities import reasoning_model
from kingdom.specialists.audit_services import safety_judge
from kingdom.specialists.models import Specialist
from kingdom.specialists.rules.training import CaseResult, summary
from kingdom.specialists.safety_services import version_judge
from kingdom.specialists.selectors import version_tests
from kingdom.specialists.standing_models import SuiteRun
from kingdom.specialists.suite_judging import suite_judge
from kingdom.specialists.suite_running import Suite, SuiteStopped, Watch, suite_run
from kingdom.specialists.suite_selectors import suite_open

TASK = "kingdom.specialists.tasks.suite_work"
SILENT = timedelta(minutes=5)  # a run whose worker has been silent for so long is another's


def suite_request(*, specialist_id: UUID, user: User | None) -> SuiteRun:
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
            run = SuiteRun.objects.create(version=version, digest=version.digest, requested_by=user, total=total)
            task_send_on_commit(TASK, run.pk)
    except IntegrityError:
        under_way = suite_open(version)
        if under_way is None:
            raise LostRace from None
        return under_way
    return run


def suite_cancel(*, run_id: UUID) -> SuiteRun:
    """Stop a run; what runs of it ends within about a second. One that is over stays as it is. Raises NotFound."""
    open_states = [SuiteRun.State.QUEUED, SuiteRun.State.RUNNING]
    SuiteRun.objects.filter(pk=run_id, state__in=open_states).update(state=SuiteRun.State.CANCELLED, finished_at=timezone.now())
    run = SuiteRun.objects.filter(pk=run_id).first()
    if run is None:
        raise NotFound("There is no such run of tests.")
    return run


def suite_execute(*, run_id: UUID) -> bool:
    """Work on a run until it ends; returns whether this worker had it. Safe to call at any time and by any number of workers."""
    now = timezone.now()
    free = Q(state=SuiteRun.State.QUEUED) | Q(state=SuiteRun.State.RUNNING, touched_at__lt=now - SILENT)
    taken = SuiteRun.objects.filter(free, pk=run_id).update(state=SuiteRun.State.RUNNING, started_at=now, touched_at=now)
    if taken != 1:
        return False
    run = SuiteRun.objects.select_related("version__specialist").get(pk=run_id)
    try:
        version_judge(version=run.version, subject=f"suite:{run.pk}", model=reasoning_model())
        results = suite_run(_suite(run), judge=suite_judge(), watch=Watch(told=_Told(run), stopped=lambda: _stopped(run)))
    except SuiteStopped:
        return True
    except KingdomError as error:
        _end(run, SuiteRun.State.FAILED, error=error.message)
        return True
    made = summary(results, run.total)
    values = {"cases": [one.to_json() for one in results], "summary": made}
    _end(run, SuiteRun.State.DONE, results=values, passed=made["passed"], done=len(results), mock=made["mock"])
    safety_judge(specialist_id=run.version.specialist_id)
    return True


def suites_reap() -> int:
    """Send every run again that nobody works on: a broker that was away, a worker that died. Returns how many."""
    return jobs_resend(SuiteRun.objects.all(), task=TASK, working=SuiteRun.State.RUNNING, silent=SILENT)


class _Told:
    """Writes progress down as results come."""

    def __init__(self, run: SuiteRun) -> None:
        self._run = run

    def __call__(self, _result: CaseResult, done: int, _total: int) -> None:
        """Store how far the run is; that is its sign of life, too."""
        SuiteRun.objects.filter(pk=self._run.pk, state=SuiteRun.State.RUNNING).update(done=done, touched_at=timezone.now())


def _suite(run: SuiteRun) -> Suite:
    """Return what is run: for the owner, whose keys a version with hosts needs, and nothing is sent that could change something."""
    specialist = run.version.specialist
    user_id = specialist.created_by_id or run.requested_by_id
    if user_id is None:
        raise Conflict("Nobody's name is left to run these tests in. Ask for them again.")
    return Suite(training_id=run.pk, version=run.version, user_id=user_id)


def _stopped(run: SuiteRun) -> bool:
    return not SuiteRun.objects.filter(pk=run.pk, state=SuiteRun.State.RUNNING).exists()


def _end(run: SuiteRun, state: SuiteRun.State, **values: object) -> None:
    SuiteRun.objects.filter(pk=run.pk, state=SuiteRun.State.RUNNING).update(state=state, finished_at=timezone.now(), **values)
