"""Leased jobs: one worker at a time, renewed, released, reaped."""

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.core.jobs import JobQueue
from kingdom.orchestrator.models import ReplayRun
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
