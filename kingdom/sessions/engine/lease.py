"""Takes the lease of a session, and ends a session that crashes its workers."""

import uuid

from django.db import transaction

from kingdom.cognition.inputs import Failure
from kingdom.core.jobs import GIVEN_UP, MAX_ATTEMPTS, Lease
from kingdom.core.task_queue import worker_stopping
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.fair_queue import next_session_ids
from kingdom.sessions.models import Session


def session_take(*, session_id: uuid.UUID) -> Lease | None:
    """Take the lease of a running session; None when another worker holds it, or the session is not running.

    A session that was taken five times without progress ends as failed: it probably crashes its workers.
    """
    lease = session_jobs.take(session_id)
    if lease is not None and lease.attempts > MAX_ATTEMPTS:
        _give_up(lease)
        return None
    return lease


def session_take_fairly(*, session_id: uuid.UUID) -> Lease | None:
    """Take the lease of the session whose turn it is among those with the same task; None when none is free.

    A message of the queue is only a hint that something waits: for each session there is one, so that none is left out.
    """
    if worker_stopping.is_set():
        return session_take(session_id=session_id)  # which sends it, and no other, to another worker
    task_name = Session.objects.filter(pk=session_id).values_list("task_name", flat=True).first()
    choices = next_session_ids(task_name=task_name) if task_name is not None else []
    for choice in [*choices, session_id]:
        lease = session_take(session_id=choice)
        if lease is not None:
            return lease
    return None


@transaction.atomic
def _give_up(lease: Lease) -> None:
    failure = Failure(code="worker_lost", message=GIVEN_UP)
    session_finish(session_lock(lease.job_id, lease.owner), SessionResult(state="failed", failure=failure))
