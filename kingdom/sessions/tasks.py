"""Celery's door to the sessions."""

import uuid
from typing import Any

from celery import shared_task, signals

from kingdom.sessions.reaping import sessions_reap
from kingdom.sessions.running import hand_over_all
from kingdom.sessions.running import session_run as run


@shared_task(ignore_result=True)
def session_run(session_id: str) -> None:
    """Work on one session that has its version. Safe to send again at any time."""
    run(session_id=uuid.UUID(session_id))


@shared_task(ignore_result=True)
def session_reap() -> None:
    """Send every session again that no worker has. Periodic, safe to run twice."""
    sessions_reap()


@signals.worker_shutting_down.connect
def hand_over(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Let what runs here go on elsewhere, instead of waiting for its lease to run out."""
    hand_over_all()
