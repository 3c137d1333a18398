"""Takes the lease of a session, and ends a session that crashes its workers."""

import threading
import uuid
from collections.abc import Generator
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from kingdom.cognition.inputs import Failure
from kingdom.core.background.jobs import GIVEN_UP, MAX_ATTEMPTS, REAP_BATCH_SIZE, Lease
from kingdom.core.background.task_queue import worker_stopping
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.engine.worker_turns import WorkerTurns, handler_turns, thread_turns
from kingdom.sessions.events.dispatch import session_enqueue, session_jobs
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.fair_queue import NextSession, next_sessions
from kingdom.sessions.models import Session

_TRIES = 3
_resend, _resent = threading.Lock(), threading.Event()


def session_take(*, session_id: uuid.UUID) -> Lease | None:
    """Take the lease of a running session; None when another worker holds it, or the session is not running.

    A session that was taken five times without progress ends as failed: it probably crashes its workers.
    """
    lease = session_jobs.take(session_id)
    if lease is not None and lease.attempts > MAX_ATTEMPTS:
        _give_up(lease)
        return None
    return lease


def session_leases(*, session_id: uuid.UUID) -> Generator[Lease]:
    """Yield leases of the sessions that wait for the same task, each when its turn has come, until none is left.

    A message of the queue is only a hint that something waits. A worker takes the next session after each one, so a
    session without a message of its own is served, too: also one whose user had as many as one user may have here.
    Close it, so that the last one is counted no longer.
    """
    task_name = _task_name.first(session_id=session_id)
    while task_name is not None:
        if worker_stopping.is_set():
            _waiting_send_again(task_name)
            return
        taken = session_take_next(task_name=task_name)
        if taken is None:
            return
        try:
            yield taken.lease
        finally:
            thread_turns.leave(taken.user_id)


def _task_name_query(session_id: uuid.UUID) -> QuerySet[Session, str]:
    return Session.objects.filter(pk=session_id).values_list("task_name", flat=True)


_task_name = ComposedQuery(_task_name_query, session_id=uuid.UUID)


class TakenSession(NamedTuple):
    """A session that this process runs now, and its user, who is counted in the turns."""

    lease: Lease
    user_id: int


def session_take_next(
    *, task_name: str, handlers: WorkerTurns = handler_turns, threads: WorkerTurns = thread_turns
) -> TakenSession | None:
    """Take the session whose turn it is, and count it; None when none is free that this process may run now."""
    for _ in range(_TRIES):
        at_share = [*handlers.users_at_share(), *threads.users_at_share()]
        choices = next_sessions(task_name=task_name, unrouted_only=handlers.is_full, but_of=at_share)
        if not choices:
            return None
        for choice in choices:  # other workers choose at the same time
            lease = _counted_take(choice, threads)
            if lease is not None:
                return TakenSession(lease, choice.user_id)
    return None


def _counted_take(choice: NextSession, threads: WorkerTurns) -> Lease | None:
    if not choice.is_bound:  # of messages each user has few, and any thread may have to serve one
        threads.enter(choice.user_id)
    elif not threads.try_enter(choice.user_id):
        return None
    lease = None
    try:
        lease = session_take(session_id=choice.session_id)
    finally:
        if lease is None:
            threads.leave(choice.user_id)
    return lease


def _waiting_send_again(task_name: str) -> None:
    """Send what waits to other workers, once in the life of a process that stops: some of it has no message."""
    with _resend:
        if not _resent.is_set():
            _resent.set()
            waiting = next_sessions(task_name=task_name, limit=REAP_BATCH_SIZE)
            ids = [choice.session_id for choice in waiting]
            for session in Session.objects.filter(pk__in=ids, lease_owner=""):
                session_enqueue(session)


@transaction.atomic
def _give_up(lease: Lease) -> None:
    failure = Failure(code="worker_lost", message=GIVEN_UP)
    session_finish(session_lock(lease.job_id, lease.owner), SessionResult(state="failed", failure=failure))
