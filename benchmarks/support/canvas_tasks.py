"""The same sessions without a workflow: the Celery task that ``benchmarks.workflows`` sends in a canvas."""

import uuid

from celery import shared_task

from kingdom.sessions import tasks
from kingdom.sessions.services import session_open


@shared_task(ignore_result=True)
def session_work(user_id: int, version_id: str, text: str) -> None:
    """Open a session of a version with a text, and run what waits as a worker does, each in its turn.

    A process runs a bounded number of handlers at a time: a session beyond it is run by the thread that ends one.
    """
    session = session_open(user_id=user_id, input_text=text, version_id=uuid.UUID(version_id))
    tasks.session_run(str(session.pk))


@shared_task(ignore_result=False)
def session_step(user_id: int, version_id: str, text: str) -> None:
    """Do the same as one task of a chord, which counts the results of its tasks."""
    session_work(user_id, version_id, text)


@shared_task(ignore_result=False)
def layer_done() -> None:
    """Join the tasks of a layer: the body of their chord."""


@shared_task(ignore_result=True)
def sessions_in_sequence(user_id: int, version_id: str, texts: list[str]) -> None:
    """Open and run sessions one after the other, each when the one before it has ended."""
    for text in texts:
        session_work(user_id, version_id, text)
