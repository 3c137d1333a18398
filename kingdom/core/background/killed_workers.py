"""Gives back what workers held that were killed from outside: their jobs had no part in it.

A job that takes down its workers is given up after ``jobs.MAX_ATTEMPTS`` of them. A kill by a person, or with the
process that a worker was forked from, says nothing of the jobs.
"""

import socket
from collections.abc import Collection

import psutil
import structlog
from django.db.models import F, Q
from django.db.models.functions import Greatest, Now

from kingdom.core.background.jobs import job_queues, lease_owner_prefix

_log = structlog.get_logger(__name__)


def jobs_of_killed_release(*, pids: Collection[int]) -> int:
    """Give back the jobs that processes of this machine held which were killed from outside; return how many.

    The attempt does not count, and the reapers send the jobs again. Safe to run twice.
    """
    held = Q()
    for pid in pids:
        held |= Q(lease_owner__startswith=lease_owner_prefix(socket.gethostname(), pid))
    free = {"lease_owner": "", "lease_expires_at": None, "retry_at": Now()}
    released = sum(
        queue.held_by(held).update(**free, attempts=Greatest(F("attempts") - 1, 0))
        for queue in (job_queues if pids else [])
    )
    if released:
        _log.warning("jobs_of_killed_workers_released", count=released, workers=list(pids))
    return released


def leases_of_ended_expire() -> int:
    """Let the leases of processes of this machine end that are no longer there; return how many.

    A product that is stopped the hard way leaves them to its next start, which must not wait for leases of minutes. How
    the processes ended is not known, so the attempts count, and the reapers treat the jobs as those of any dead worker.
    A process of another one's id counts as still there: its lease ends by itself.
    """
    prefix = lease_owner_prefix(socket.gethostname(), 0).removesuffix("0:")
    expired = 0
    for queue in job_queues:
        leases = queue.held_by(Q(lease_owner__startswith=prefix, lease_expires_at__gt=Now()))
        owners = leases.values_list("lease_owner", flat=True)
        ended = [owner for owner in owners if not psutil.pid_exists(int(owner.removeprefix(prefix).partition(":")[0]))]
        expired += leases.filter(lease_owner__in=ended).update(lease_expires_at=Now()) if ended else 0
    if expired:
        _log.warning("leases_of_ended_workers_expired", count=expired)
    return expired
