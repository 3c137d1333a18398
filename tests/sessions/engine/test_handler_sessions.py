"""A session of a handler specialist with the real daemon, sandbox, loop and log."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.sessions.engine.replay import session_replay
from kingdom.sessions.engine.runner import GraphFactory, session_run
from kingdom.sessions.events import live_events
from kingdom.sessions.services import session_cancel
from tests.factories.capabilities import graph
from tests.factories.sandboxd import Sandboxd, wait_for
from tests.factories.sessions import OpenSession

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db(transaction=True)]
COUNT = """
def handle(payload, ctx):
    number = len(payload["text"].split())
    return {"answer": f"{number} words at {payload['now']}.", "output": {"n": number}, "confidence": 1.0}
"""
SPIN = "def handle(payload, ctx):\n    while True:\n        pass\n"


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Sandboxd]:
    """Run a sandbox daemon for this test."""
    made = Sandboxd(tmp_path, "bubblewrap")
    yield made
    made.close()
    live_events.live_events_close()


def through(daemon: Sandboxd) -> GraphFactory:
    """Run handlers in the daemon's sandboxes."""
    return lambda _session, spec: graph(worker=SandboxWorker(daemon.client, spec))


def test_it_answers_and_replays(open_handler: OpenSession, daemon: Sandboxd) -> None:
    session = open_handler(handler_code=COUNT)
    session_run(session_id=session.pk, graphs=through(daemon))

    session.refresh_from_db()
    assert (session.state, session.output, session.confidence) == ("completed", {"n": 2}, 1.0)
    assert session.answer == f"2 words at {session.created_at.isoformat(timespec='seconds')}."
    assert session_replay(session_id=session.pk).identical


def test_a_handler_error_is_one_sentence(open_handler: OpenSession, daemon: Sandboxd) -> None:
    session = open_handler(handler_code="def handle(payload, ctx):\n    raise ValueError('no date in it')\n")
    session_run(session_id=session.pk, graphs=through(daemon))

    session.refresh_from_db()
    assert (session.state, session.error_code) == ("failed", "handler_error")
    assert "no date in it" in session.error_message
    assert "Traceback" not in session.error_message


def test_a_cancellation_ends_the_sandboxed_code(open_handler: OpenSession, daemon: Sandboxd) -> None:
    session = open_handler(handler_code=SPIN)

    def work() -> None:
        session_run(session_id=session.pk, graphs=through(daemon))
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    wait_for(lambda: daemon.client.status()["running"] == 1, 20)
    session_cancel(session_id=session.pk)
    wait_for(lambda: daemon.client.status()["sessions"] == 0, 5)
    thread.join(10)

    session.refresh_from_db()
    assert session.state == "cancelled"
