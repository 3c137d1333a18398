"""Runs the session of a terminal's message in this process, beside any workers."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Q

from kingdom.core.database import release_connection
from kingdom.orchestrator.pipeline.message_pipeline import message_answer
from kingdom.sessions.models import Session
from kingdom.tools.registry.registry_refresh import added_tools_refresh

_POLL_S = 0.3


@contextmanager
def local_worker(session_id: uuid.UUID) -> Iterator[None]:
    """Run a session and its parts on a thread of their own while the block runs; what a worker holds is left to it."""
    stop = threading.Event()
    thread = threading.Thread(target=_work, args=(session_id, stop), name="local-worker", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=10)


def _work(session_id: uuid.UUID, stop: threading.Event) -> None:
    own = Q(pk=session_id) | Q(part__run_id=session_id)
    while not stop.is_set():
        try:
            added_tools_refresh()  # this process has no heartbeat
            running = list(Session.objects.filter(own, state=Session.State.RUNNING).values_list("pk", flat=True))
        finally:
            release_connection()
        for running_id in running:
            message_answer(session_id=running_id)
        stop.wait(_POLL_S)
