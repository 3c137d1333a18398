"""Cancellation closes the running call within a second, and shutdowns hand sessions over."""

import threading
import time
from collections.abc import Iterator

import pytest
from celery import current_app
from django.db import connection

from kingdom.accounts.models import User
from kingdom.contracts.model import ToolCall
from kingdom.sessions.engine.runner import session_run, sessions_hand_over
from kingdom.sessions.events import live_events
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel, session_open
from tests.factories.capabilities import CountingTools, ScriptedModel, SlowModel, always, answer, graph
from tests.factories.cognition import model_spec
from tests.factories.sessions import OpenSession, store_version
from tests.plugins import connection_reuse

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _live() -> Iterator[None]:
    yield
    live_events.live_events_close()


def in_thread(session: Session, model: SlowModel) -> threading.Thread:
    """Run a session in another thread, as a worker does; returns during its model call."""
    begun = threading.Event()
    model.on_start = begun.set

    def work() -> None:
        session_run(session_id=session.pk, graphs=always(graph(model=model)))
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(10)
    return thread


def test_a_cancellation_stops_the_running_call_within_a_second(open_model: OpenSession) -> None:
    session, model = open_model(), SlowModel()
    thread = in_thread(session, model)
    time.sleep(0.3)  # let the worker subscribe

    asked = time.monotonic()
    session_cancel(session_id=session.pk)
    thread.join(10)
    took = time.monotonic() - asked

    session.refresh_from_db()
    assert model.cancelled
    assert (session.state, session.error_message) == ("cancelled", "Stopped by you.")
    assert took < 5  # the next lease renewal, the only other way to notice, is later


def test_deactivating_a_person_stops_what_runs_and_what_waits_for_it(open_model: OpenSession) -> None:
    session, model = open_model(), SlowModel()
    waiting = session_open(user_id=session.user_id, input_text="What is 12 * 7?")
    thread = in_thread(session, model)
    owner = User.objects.get(pk=session.user_id)
    owner.is_active = False
    owner.save()
    thread.join(10)
    states = Session.objects.filter(pk__in=(session.pk, waiting.pk)).values_list("state", flat=True)
    assert (model.cancelled, set(states)) == (True, {"cancelled"})


def test_a_cancellation_before_the_worker_subscribes_is_noticed(open_model: OpenSession) -> None:
    session, model = open_model(), SlowModel()
    model.on_start = lambda: None
    Session.objects.filter(pk=session.pk).update(cancel_requested_at="2026-01-01T00:00Z")
    session_run(session_id=session.pk, graphs=always(graph(model=model)))

    session.refresh_from_db()
    assert session.state == "cancelled"


def test_a_shutdown_hands_the_session_over(open_model: OpenSession, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: sent.append(args[0]))
    session, model = open_model(), SlowModel()
    thread = in_thread(session, model)

    assert sessions_hand_over() == 1
    thread.join(10)

    session.refresh_from_db()
    assert model.cancelled
    assert (session.state, session.lease_owner, session.attempts) == ("running", "", 0)
    assert sent == [str(session.pk)]
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([answer("Three.")]))))
    session.refresh_from_db()
    assert (session.state, session.answer) == ("completed", "Three.")


def test_a_shutdown_waits_for_a_write(open_model: OpenSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """A running write is not interrupted: it ends, then another worker continues the session."""
    monkeypatch.setattr(current_app, "send_task", lambda name, args: None)

    class Leaving(CountingTools):
        async def call(self, *args: object) -> object:  # type: ignore[override]
            sessions_hand_over()
            return await CountingTools.call(self, *args)  # type: ignore[arg-type]

    session, tools = open_model(), Leaving()
    model = ScriptedModel([answer("", tool_calls=(ToolCall(id="w", name="archon.fs.write", args={}),))])
    session_run(session_id=session.pk, graphs=always(graph(model=model, tool=tools)))  # type: ignore[arg-type]

    session.refresh_from_db()
    assert tools.calls == ["archon.fs.write"]
    assert (session.state, session.lease_owner) == ("running", "")
    assert session.effects.get(kind="call_tool").status == "done"


def test_a_lost_lease_stops_the_work_without_writes(open_model: OpenSession, monkeypatch: pytest.MonkeyPatch) -> None:
    session, model = open_model(), SlowModel()
    thread = in_thread(session, model)
    before = session.events.count()
    Session.objects.filter(pk=session.pk).update(lease_owner="another")
    live_events.cancel_publish(session.pk)  # wakes the lease keeper, which notices
    thread.join(15)

    session.refresh_from_db()
    assert model.cancelled
    assert (session.state, session.lease_owner, session.events.count()) == ("running", "another", before)


def test_fifty_sessions_wait_without_holding_connections(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions hold no database connection during a model call."""
    monkeypatch.setattr(connection_reuse, "MOST_IDLE", 0)
    connection_reuse.close_idle_connections()
    version, models, threads = store_version(model_spec()), [], []
    for _ in range(50):
        models.append(SlowModel())
        threads.append(in_thread(session_open(user_id=alice.pk, input_text="x", version_id=version.pk), models[-1]))
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        (used,) = cursor.fetchone() or (0,)
    for session in Session.objects.filter(state="running"):
        session_cancel(session_id=session.pk)
    for thread in threads:
        thread.join(20)
    assert used < 25
    assert all(model.cancelled for model in models)
    assert Session.objects.filter(state="cancelled").count() == 50
