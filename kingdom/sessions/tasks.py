"""Celery tasks of sessions."""

import uuid
from contextlib import closing
from typing import Any

from celery import shared_task, signals

from kingdom.sessions.engine.lease import session_leases
from kingdom.sessions.engine.reaper import sessions_reap
from kingdom.sessions.engine.runner import session_run as run
from kingdom.sessions.engine.runner import sessions_hand_over
from kingdom.sessions.events import log_retention
from kingdom.sessions.services import sessions_stop_closed


@shared_task(ignore_result=True)
def session_run(session_id: str) -> None:
    """Run the sessions that are bound to a version and wait, each in its turn. Safe to repeat at any time."""
    with closing(session_leases(session_id=uuid.UUID(session_id))) as leases:
        for lease in leases:
            run(session_id=lease.job_id, lease=lease)


@shared_task(ignore_result=True)
def session_reap() -> None:
    """Enqueue all sessions without a live worker again, and stop those of closed accounts. Periodic, repeatable."""
    sessions_stop_closed()
    sessions_reap()


@shared_task(ignore_result=True)
def session_logs_purge() -> None:
    """Delete the logs of sessions that ended before the retention. Periodic."""
    log_retention.session_logs_purge()


@signals.worker_shutting_down.connect
def sessions_hand_over_on_shutdown(**_: Any) -> None:  # noqa: ANN401 - Celery's own keywords
    """Release the sessions of this worker, so that others continue them before their leases expire."""
    sessions_hand_over()
