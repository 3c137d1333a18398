"""Jobs of workers that were killed from outside are given back, and do not count as having killed them."""

import os
import socket
import subprocess
from collections.abc import Callable

import pytest

from kingdom.core.background.jobs import JobQueue, lease_owner_prefix
from kingdom.core.background.killed_workers import jobs_of_killed_release, leases_of_ended_expire
from kingdom.orchestrator.models import ReplayRun

pytestmark = pytest.mark.django_db
State = ReplayRun.State
JOBS = JobQueue(ReplayRun, states=(State.QUEUED, State.RUNNING), task="rooms.task", lease_s=120.0)


@pytest.fixture
def held() -> Callable[[], ReplayRun]:
    """Make a job that this process holds."""

    def make() -> ReplayRun:
        job = ReplayRun.objects.create(change=ReplayRun.Change.WITHOUT, target="x", label="without x", message_count=1)
        assert JOBS.take(job.pk, state=State.RUNNING) is not None
        job.refresh_from_db()
        return job

    return make


def test_jobs_of_a_killed_worker_are_free_and_lose_no_attempt(held: Callable[[], ReplayRun]) -> None:
    job = held()
    assert (job.attempts, bool(job.lease_owner)) == (1, True)
    assert jobs_of_killed_release(pids=[os.getpid()]) == 1
    job.refresh_from_db()
    assert (job.attempts, job.lease_owner, job.lease_expires_at) == (0, "", None)
    assert jobs_of_killed_release(pids=[os.getpid()]) == 0
    assert JOBS.reap() == 1
    again = JOBS.take(job.pk)
    assert again is not None
    assert again.attempts == 1


def test_jobs_of_other_processes_and_machines_are_left_alone(held: Callable[[], ReplayRun]) -> None:
    longer = lease_owner_prefix(socket.gethostname(), int(f"{os.getpid()}7"))
    elsewhere = lease_owner_prefix("elsewhere", os.getpid())
    for owner in (longer, elsewhere):
        job = held()
        ReplayRun.objects.filter(pk=job.pk).update(lease_owner=f"{owner}0123456789abcdef")
    assert jobs_of_killed_release(pids=[os.getpid()]) == 0
    assert jobs_of_killed_release(pids=[]) == 0
    assert ReplayRun.objects.filter(attempts=1).count() == 2


def test_leases_of_processes_that_have_ended_end_and_the_attempt_counts(held: Callable[[], ReplayRun]) -> None:
    """After a hard stop a suite of tests was held for five minutes by a worker that was no longer there."""
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    gone, mine, elsewhere = held(), held(), held()
    owners = {gone: (socket.gethostname(), ended.pid), elsewhere: ("elsewhere", ended.pid)}
    for job, (host, pid) in owners.items():
        owner = f"{lease_owner_prefix(host, pid)}0123456789abcdef"
        ReplayRun.objects.filter(pk=job.pk).update(lease_owner=owner, enqueued_at=None)
    assert leases_of_ended_expire() == 1
    assert leases_of_ended_expire() == 0
    for job in (mine, elsewhere):
        assert JOBS.take(job.pk) is None
    assert JOBS.reap() == 1
    again = JOBS.take(gone.pk)
    assert again is not None
    assert again.attempts == 2
