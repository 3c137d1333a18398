"""Celery's door to the sessions."""

import uuid
from typing import Any

from celery import shared_task, signals

from kingdom.sessions.engine.reaper import sessions_reap
from kingdom.sessions.engine.runner import session_run as run
from kingdom.sessions.engine.runner import sessions_hand_over


@shared_task(ignore_result=True)
def session_run(session_id: str) -> None:
    """Work on one session that has its version. Safe to send again at any time."""
    run(session_id=uuid.UUID(session_id))


@shared_task(ignore_result=True)
def session_reap() -> None:
    """Send every session again that no worker has. Periodic, safe to run twice."""
    sessions_reap()


@signals.worker_shutting_down.connect
def sessions_hand_over_on_shutdown(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Let what runs here go on elsewhere, instead of waiting for its lease to run out."""
    sessions_hand_over()
