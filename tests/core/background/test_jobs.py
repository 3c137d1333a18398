"""Leased jobs: one worker at a time, renewed, released, reaped."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.background import jobs
from kingdom.core.background.jobs import MAX_ATTEMPTS, JobQueue
from kingdom.core.background.task_queue import WorkerStopping
from kingdom.core.errors import SandboxLost
from kingdom.orchestrator.models import ReplayRun
from kingdom.specialists.models.audit import AuditFinding
from tests.factories import expire_leases

pytestmark = pytest.mark.django_db
State = ReplayRun.State
JOBS = JobQueue(ReplayRun, states=(State.QUEUED, State.RUNNING), task="rooms.task", lease_s=120.0)


def new_job(**fields: object) -> ReplayRun:
    return ReplayRun.objects.create(
        change=ReplayRun.Change.WITHOUT,
        target="x",
        label="without x",
        message_count=10,
        enqueued_at=timezone.now(),
        **fields,
    )


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the jobs that reached the broker."""
    ids: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda _name, args: ids.extend(args))
    return ids


def test_a_job_has_one_worker_until_its_lease_expires() -> None:
    job = new_job()
    first = JOBS.take(job.pk, state=State.RUNNING)
    assert first is not None
    assert (JOBS.take(job.pk), JOBS.renew(first, done=3)) == (None, False)
    expire_leases(ReplayRun)
    second = JOBS.take(job.pk)
    assert second is not None
    assert (second.attempts, second.owner != first.owner) == (2, True)
    assert (JOBS.renew(first, done=9), JOBS.finish(first, state=State.DONE), JOBS.release(first)) == (
        None,
        False,
        False,
    )
    job.refresh_from_db()
    assert (job.done, job.state) == (3, "running")


def test_a_finished_or_cancelled_job_is_not_taken_and_not_held() -> None:
    job = new_job()
    lease = JOBS.take(job.pk)
    assert lease is not None
    ReplayRun.objects.update(state=State.CANCELLED)
    assert (JOBS.renew(lease), JOBS.held(lease).exists(), JOBS.take(job.pk)) == (None, False, None)
    assert JOBS.take(new_job(state=State.DONE).pk) is None


def test_a_release_without_a_wait_does_not_count_as_an_attempt() -> None:
    job = new_job()
    lease = JOBS.take(job.pk)
    assert lease is not None
    assert JOBS.release(lease)
    again = JOBS.take(job.pk)
    assert again is not None
    assert again.attempts == 1
    assert JOBS.release(again, wait_s=60)
    job.refresh_from_db()
    assert (job.attempts, job.retry_at is not None) == (1, True)


def test_only_lost_jobs_are_sent_again(
    sent: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    now, long_ago = timezone.now(), timezone.now() - timedelta(hours=1)
    fields: dict[str, dict[str, object]] = {
        "waits in the queue": {},
        "message lost": {"enqueued_at": long_ago},
        "never sent": {"enqueued_at": None},
        "at work": {"lease_owner": "a", "lease_expires_at": now + timedelta(minutes=1), "enqueued_at": long_ago},
        "worker lost": {"lease_owner": "a", "lease_expires_at": long_ago, "enqueued_at": long_ago},
        "waits for a retry": {"retry_at": now + timedelta(minutes=1), "enqueued_at": long_ago},
        "retry is due": {"retry_at": long_ago, "enqueued_at": long_ago},
        "done": {"state": State.DONE, "enqueued_at": long_ago},
    }
    names = {}
    for name, values in fields.items():
        job = new_job()
        ReplayRun.objects.filter(pk=job.pk).update(**values)
        names[str(job.pk)] = name
    with django_capture_on_commit_callbacks(execute=True):
        assert JOBS.reap() == 4
    assert {names[pk] for pk in sent} == {"message lost", "never sent", "worker lost", "retry is due"}
    with django_capture_on_commit_callbacks(execute=True):
        assert JOBS.reap() == 0, "they are in the queue now"


@pytest.mark.parametrize(("is_empty", "age_s", "is_sent"), [(True, 6, True), (True, 3, False), (False, 6, False)])
def test_a_message_that_an_empty_outside_queue_does_not_hold_is_sent_again_early(
    sent: list[str],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    is_empty: bool,
    age_s: int,
    is_sent: bool,
) -> None:
    monkeypatch.setattr(jobs, "is_outside_queue_empty", lambda: is_empty)
    job = new_job()
    ReplayRun.objects.filter(pk=job.pk).update(enqueued_at=timezone.now() - timedelta(seconds=age_s))
    with django_capture_on_commit_callbacks(execute=True):
        JOBS.reap()
    assert sent == ([str(job.pk)] if is_sent else [])


def test_nobody_asks_the_broker_while_no_job_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "is_outside_queue_empty", lambda: pytest.fail("it was asked"))
    new_job()
    assert JOBS.reap() == 0


def test_a_job_that_took_down_two_workers_is_put_aside_and_staff_see_it(
    sent: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    staff = User.objects.create_user(username="staff", is_staff=True)
    job = new_job()
    for kills in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            assert JOBS.take(job.pk) is not None
            expire_leases(ReplayRun)
            ReplayRun.objects.update(enqueued_at=None)
            assert JOBS.reap() == 1
        assert len(sent) == 1, "once sent again, then put aside"
        assert AuditFinding.objects.filter(code="dangerous_job").count() == kills - 1
    job.refresh_from_db()
    assert (job.lease_owner, job.attempts) == ("", 2)
    assert job.retry_at is not None
    assert job.retry_at > timezone.now() + timedelta(seconds=20)
    assert str(job.pk) in AuditFinding.objects.get().message
    assert Notification.objects.filter(user=staff, kind="audit_finding").exists()
    assert JOBS.reap() == 0, "it waits"

    ReplayRun.objects.update(retry_at=timezone.now() - timedelta(seconds=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert JOBS.reap() == 1
    lease = JOBS.take(job.pk)
    assert lease is not None
    assert lease.attempts == 3


def test_staff_see_once_that_jobs_wait_for_long_and_they_still_wait() -> None:
    staff = User.objects.create_user(username="staff", is_staff=True)
    first, second = new_job(), new_job()

    def interrupt(job: ReplayRun, *, minutes: int = 0) -> None:
        """Let a job meet a lost sandbox, after it has waited for so many minutes."""
        if minutes:
            ReplayRun.objects.filter(pk=job.pk).update(waiting_since=timezone.now() - timedelta(minutes=minutes))
        lease = JOBS.take(job.pk)
        assert lease is not None
        with JOBS.interruptible(lease):
            raise SandboxLost

    for minutes in (0, 9):
        interrupt(first, minutes=minutes)
    assert not AuditFinding.objects.exists()
    interrupt(first, minutes=11)
    finding = AuditFinding.objects.get()
    assert (finding.code, finding.level) == ("waiting_job", "warning")
    assert finding.message.startswith("Replays of routing have been waiting since ")
    assert "The sandbox does not answer" in finding.message
    finding.state = AuditFinding.State.DISMISSED
    finding.save()
    interrupt(first)
    interrupt(second, minutes=30)
    assert AuditFinding.objects.count() == 1, "once a day for one kind of job and one fault"
    assert Notification.objects.filter(user=staff, kind="audit_finding").count() == 1
    first.refresh_from_db()
    assert (first.state, first.lease_owner, first.attempts) == ("queued", "", 0)
    assert first.retry_at is not None, "it still waits"


def test_progress_ends_a_wait() -> None:
    job = new_job()
    ReplayRun.objects.update(waiting_since=timezone.now() - timedelta(hours=1))
    lease = JOBS.take(job.pk)
    assert lease is not None
    for progress, waits in (({"total": 10}, True), ({"done": 1, "attempts": 1}, False)):
        JOBS.renew(lease, **progress)
        job.refresh_from_db()
        assert (job.waiting_since is not None) is waits
    with JOBS.interruptible(lease):
        raise SandboxLost
    assert not AuditFinding.objects.exists(), "a new wait has begun"


def test_a_message_that_comes_back_does_not_take_up_what_took_down_two_workers() -> None:
    job = new_job()
    for _ in range(2):
        assert JOBS.take(job.pk) is not None
        expire_leases(ReplayRun)
    assert JOBS.take(job.pk) is None


def test_a_job_that_was_interrupted_goes_on_without_a_count(
    sent: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    job = new_job()
    for _ in range(MAX_ATTEMPTS + 2):
        lease = JOBS.take(job.pk)
        assert lease is not None
        assert lease.attempts == 1
        with JOBS.interruptible(lease):
            raise SandboxLost
        job.refresh_from_db()
        assert (job.lease_owner, job.attempts, job.state) == ("", 0, "queued")
        assert job.retry_at is not None
    lease = JOBS.take(job.pk)
    assert lease is not None
    with django_capture_on_commit_callbacks(execute=True), JOBS.interruptible(lease):
        raise WorkerStopping
    assert job.pk is not None
    with pytest.raises(ValueError, match="its own"), JOBS.interruptible(lease):
        raise ValueError("its own fault")
