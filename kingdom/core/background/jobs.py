"""Leased jobs: rows that one worker at a time works on, and advisory locks.

A lease is taken, renewed and released by compare-and-set on the database's clock. The pattern is the usual one of job
queues in SQL (owner, expiry, attempts); the row stays the truth, and a message of the queue is only a hint to look at
it.
"""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, models, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Now
from django.dispatch import Signal

from kingdom.core.background.task_queue import is_outside_queue_empty, task_send_on_commit, worker_stopping
from kingdom.core.clock import monotonic
from kingdom.core.database import infrastructure_fault, release_connection, update_returning
from kingdom.core.errors import Conflict, InfrastructureFault
from kingdom.core.text.sentences import sentence

MAX_ATTEMPTS = 5  # takings of one job without progress: the next one is given up instead of taking down another worker
GIVEN_UP = sentence(
    "This stopped its worker %(count)s times and was given up. The log of the workers says more.", count=MAX_ATTEMPTS
)
PUT_ASIDE_KILLS = 2  # workers lost without progress, after which a job waits PUT_ASIDE_S, twice as long each time
PUT_ASIDE_S = 30.0
REAP_BATCH_SIZE = 500
# Sent with ``table``, ``job_id`` and ``kills`` inside the transaction that puts a job aside.
job_put_aside = Signal()
RETRY_S = 5.0  # until work is tried again that waits for a part of the installation
REPORT_WAIT_S = 600.0  # of waiting for a part of the installation, after which each try sends ``job_waits``
# Sent with ``table``, ``since`` and ``fault`` inside the transaction that gives back a waiting job.
job_waits = Signal()
_DATABASE_POLL_S = 0.5
_MIN_QUEUE_TIMEOUT_S = 60.0  # how long a message may lie in the queue before it counts as lost
# The same where a broker outside of the database holds no message: it lost them.
EMPTY_QUEUE_TIMEOUT_S = 5.0
_log = structlog.get_logger(__name__)


class LeaseLost(Conflict):
    """Another worker has this now, or it is over."""

    code = "lease_lost"


@dataclass(frozen=True, kw_only=True)
class Lease:
    """One worker's hold on one job.

    ``owner`` is unique to each taking; ``attempts`` counts takings without progress, from 1.
    """

    job_id: Any  # a UUID or an int
    owner: str
    attempts: int = 1


class LeasedJob(models.Model):
    """The columns of a lease."""

    lease_owner = models.CharField(max_length=100, blank=True)
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    enqueued_at = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class WaitingJob(LeasedJob):
    """A job that waits without end for a part of the installation. Staff are told when it waits for long."""

    waiting_since = models.DateTimeField(null=True, blank=True)  # None after progress

    class Meta:
        abstract = True


JobT = TypeVar("JobT", bound=LeasedJob)


job_queues: list["JobQueue[Any]"] = []
"""All queues of this process; a worker has those of all jobs."""


class JobQueue(Generic[JobT]):
    """The jobs of one model: taken by one worker at a time, sent again when the worker or the message was lost."""

    def __init__(
        self, model: type[JobT], *, states: tuple[str, ...], task: str = "", lease_s: float = 0.0, stop_field: str = ""
    ) -> None:
        """Describe the jobs.

        ``states``: those in which a job can be worked on. ``task``: the Celery task that gets the job's id; rows with
        a column ``task_name`` name their own. ``lease_s``: seconds, 0 for the setting. ``stop_field``: a nullable
        column that asks to stop.
        """
        self._model, self._states, self._task = model, states, task
        self._lease_s, self._stop_field = lease_s, stop_field
        job_queues.append(self)

    @property
    def lease_s(self) -> float:
        """How long a lease lasts without renewal, in seconds."""
        return self._lease_s or settings.KINGDOM.lease_s

    def lease_fields(self) -> dict[str, Any]:
        """Return the columns of a lease taken now, for a job that is created by the worker that runs it."""
        return {"lease_owner": new_lease_owner(), "lease_expires_at": self._expiry(), "attempts": 1}

    def enqueue(self, job: JobT) -> None:
        """Send the job's task after commit. A broker that is away loses nothing: ``reap`` sends it later."""
        self._jobs.filter(pk=job.pk).update(enqueued_at=Now(), retry_at=None)
        task_send_on_commit(self._task or str(getattr(job, "task_name")), job.pk)  # noqa: B009 - only some models have it

    def take(self, job_id: UUID | int, **values: object) -> Lease | None:
        """Take a free job, storing ``values``; None when another worker holds it or its state allows no work.

        A worker that was asked to stop takes none: it sends the job to another one.
        """
        if worker_stopping.is_set():
            for job in self._workable.filter(pk=job_id, lease_owner=""):
                self.enqueue(job)
            return None
        owner = new_lease_owner()
        # of a job that took down several workers the reaper decides when it is tried again
        free = Q(lease_owner="") | Q(lease_expires_at__lt=Now(), attempts__lt=PUT_ASIDE_KILLS)
        lease = {"lease_owner": owner, "lease_expires_at": self._expiry(), "attempts": F("attempts") + 1}
        taken = update_returning(self._workable.filter(free, pk=job_id), "attempts", **lease, **values)
        return Lease(job_id=job_id, owner=owner, attempts=taken[0]) if taken else None

    def held(self, lease: Lease) -> QuerySet[JobT]:
        """Return the job as a query that is empty once the lease is lost."""
        return self._workable.filter(pk=lease.job_id, lease_owner=lease.owner)

    def held_by(self, owners: Q) -> QuerySet[JobT]:
        """Return the jobs that can be worked on and are held by one of some owners."""
        return self._workable.filter(owners, lease_expires_at__isnull=False)

    def renew(self, lease: Lease, **progress: object) -> bool | None:
        """Extend the lease, storing ``progress``; return whether a stop is requested, None when the lease is lost.

        Progress that sets ``attempts`` anew ends a wait for the installation.
        """
        if "attempts" in progress and issubclass(self._model, WaitingJob):
            progress["waiting_since"] = None
        fields = {"lease_expires_at": self._expiry(), **progress}
        held = update_returning(self.held(lease), self._stop_field or "attempts", **fields)
        return None if not held else bool(self._stop_field) and held[0] is not None

    def release(self, lease: Lease, *, wait_s: float | None = None) -> bool:
        """Give a job back; return whether it was still held.

        With ``wait_s`` it is sent again after so many seconds; without, the attempt does not count.
        """
        fields: dict[str, Any] = {"lease_owner": "", "lease_expires_at": None}
        if wait_s is None:
            fields["attempts"] = F("attempts") - 1
        else:
            fields["retry_at"] = Now() + timedelta(seconds=wait_s)
        return self.held(lease).update(**fields) == 1

    @transaction.atomic
    def give_back(self, lease: Lease, *, wait_s: float = 0.0) -> bool:
        """Give back a job that was interrupted from outside, to go on in ``wait_s`` seconds; return if it was held.

        The attempt does not count: ``attempts`` is for workers that the job itself took down.
        """
        fields: dict[str, Any] = {"lease_owner": "", "lease_expires_at": None, "attempts": F("attempts") - 1}
        if self.held(lease).update(**fields, retry_at=Now() + timedelta(seconds=wait_s)) != 1:
            return False
        if not wait_s:
            for job in self._workable.filter(pk=lease.job_id):
                self.enqueue(job)
        return True

    @contextmanager
    def interruptible(self, lease: Lease) -> Iterator[None]:
        """Give the job back when the block raises a fault of the installation (one is that its worker stops).

        While the database is away this waits for it, but no longer than the lease lasts: then the reaper finds the job.
        """
        held_until = monotonic() + self.lease_s
        try:
            yield
        except Exception as error:
            fault = infrastructure_fault(error)
            if fault is None:
                raise
            _log.warning("job_interrupted", jobs=self._model._meta.db_table, job_id=str(lease.job_id), code=fault.code)
            self._give_back_with_retry(lease, fault, held_until)

    def _give_back_with_retry(self, lease: Lease, fault: InfrastructureFault, until: float) -> None:
        while True:
            release_connection()  # a broken one is not used again
            try:
                if worker_stopping.is_set():
                    self.give_back(lease)
                else:
                    self._give_back_waiting(lease, fault)
            except (OperationalError, InterfaceError):
                if monotonic() > until:
                    return
                time.sleep(_DATABASE_POLL_S)
            else:
                return

    @transaction.atomic
    def _give_back_waiting(self, lease: Lease, fault: InfrastructureFault) -> None:
        if not self.give_back(lease, wait_s=RETRY_S) or not issubclass(self._model, WaitingJob):
            return
        job = self._jobs.filter(pk=lease.job_id)
        job.filter(waiting_since=None).update(waiting_since=Now())
        long_ago = Now() - timedelta(seconds=REPORT_WAIT_S)
        for since in job.filter(waiting_since__lt=long_ago).values_list("waiting_since", flat=True):
            job_waits.send(sender=self._model, table=self._model._meta.db_table, since=since, fault=fault)

    def finish(self, lease: Lease, **values: object) -> bool:
        """Store how a job ended and drop the lease; return whether it was still held."""
        return self.held(lease).update(lease_owner="", lease_expires_at=None, **values) == 1

    def reap(self, *, on_orphan: Callable[[JobT], bool] = lambda _job: False) -> int:
        """Send jobs again whose worker died, whose message was lost or whose wait is over; return how many.

        One reaper at a time, by an advisory lock. A job that is sent twice is worked on once. ``on_orphan`` returns
        True for a job that it has dealt with itself. A job that took down several workers is put aside for a while.
        """
        return self._reap(self._queue_timeout(), on_orphan)

    def _queue_timeout(self) -> timedelta:
        """Return how long a message may lie in the queue before it counts as lost."""
        early = timedelta(seconds=EMPTY_QUEUE_TIMEOUT_S)
        waiting = self._workable.filter(lease_owner="", retry_at__isnull=True, enqueued_at__lt=Now() - early)
        if waiting.exists() and is_outside_queue_empty():
            return early
        return timedelta(seconds=max(_MIN_QUEUE_TIMEOUT_S, 2 * settings.KINGDOM.lease_s))

    @transaction.atomic
    def _reap(self, queue_timeout: timedelta, on_orphan: Callable[[JobT], bool]) -> int:
        if not advisory_lock_try(f"reap:{self._model._meta.db_table}"):
            return 0
        unsent = Q(enqueued_at__isnull=True) | Q(enqueued_at__lt=Now() - queue_timeout)
        sent_before_lease = Q(enqueued_at__lt=Now() - timedelta(seconds=self.lease_s))
        orphaned = Q(lease_expires_at__lt=Now()) & (unsent | sent_before_lease)
        lost = Q(lease_owner="", retry_at__isnull=True) & unsent
        due = Q(lease_owner="", retry_at__lt=Now())
        jobs = self._workable.select_for_update(skip_locked=True).filter(orphaned | lost | due)
        reaped = list(jobs.order_by("created_at")[:REAP_BATCH_SIZE])
        for job in reaped:
            if on_orphan(job):
                continue
            if job.lease_owner and job.attempts >= PUT_ASIDE_KILLS:
                self._put_aside(job)
            else:
                self.enqueue(job)
        if reaped:
            _log.info("jobs_reaped", jobs=self._model._meta.db_table, count=len(reaped))
        return len(reaped)

    def _put_aside(self, job: JobT) -> None:
        table, wait_s = self._model._meta.db_table, PUT_ASIDE_S * 2 ** (job.attempts - PUT_ASIDE_KILLS)
        retry_at = Now() + timedelta(seconds=wait_s)
        self._jobs.filter(pk=job.pk).update(lease_owner="", lease_expires_at=None, retry_at=retry_at)
        _log.error("job_put_aside", jobs=table, job_id=str(job.pk), kills=job.attempts, again_in_s=wait_s)
        job_put_aside.send(sender=self._model, table=table, job_id=str(job.pk), kills=job.attempts)

    @property
    def _jobs(self) -> QuerySet[JobT]:
        return self._model._default_manager.all()

    @property
    def _workable(self) -> QuerySet[JobT]:
        return self._jobs.filter(state__in=self._states)

    def _expiry(self) -> Combinable:
        return Now() + timedelta(seconds=self.lease_s)


def new_lease_owner() -> str:
    """Return a lease owner's name that was never used before."""
    return f"{lease_owner_prefix(socket.gethostname(), os.getpid())}{uuid4().hex[:16]}"


def lease_owner_prefix(host: str, pid: int) -> str:
    """Return what the names of all lease owners of a process begin with."""
    return f"{host[:40]}:{pid}:"


def advisory_lock_try(name: str) -> bool:
    """Take the advisory lock of a name until the transaction ends; False when another transaction has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        row = cursor.fetchone()
    return row is not None and bool(row[0])


def advisory_lock(name: str) -> None:
    """Take the advisory lock of a name until the transaction ends; waits for another transaction that has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
