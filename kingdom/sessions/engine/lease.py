"""Takes the lease of a session, and ends a session that crashes its workers."""

import uuid

from django.db import transaction

from kingdom.cognition.inputs import Failure
from kingdom.core.jobs import GIVEN_UP, MAX_ATTEMPTS, Lease
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.events.event_log import session_lock


def session_take(*, session_id: uuid.UUID) -> Lease | None:
    """Take the lease of a running session; None when another worker holds it, or the session is not running.

    A session that was taken five times without progress ends as failed: it probably crashes its workers.
    """
    lease = session_jobs.take(session_id)
    if lease is not None and lease.attempts > MAX_ATTEMPTS:
        _give_up(lease)
        return None
    return lease


@transaction.atomic
def _give_up(lease: Lease) -> None:
    failure = Failure(code="worker_lost", message=GIVEN_UP)
    session_finish(session_lock(lease.job_id, lease.owner), SessionResult(state="failed", failure=failure))
