"""Faults of the installation make a session wait and go on; only its specialist's own failure fails it."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError

from kingdom.adapters.sandbox import SandboxClient
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.background.jobs import MAX_ATTEMPTS
from kingdom.core.background.task_queue import worker_stopping
from kingdom.core.errors import KingdomError, ModelUnavailable, ModelUnreachable, SandboxLost, ToolError
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.sessions.engine import step_transactions
from kingdom.sessions.engine.runner import GraphFactory, session_run, sessions_hand_over
from kingdom.sessions.engine.step_transactions import MAX_WAIT
from kingdom.sessions.events import live_events
from kingdom.sessions.models import Effect, Session, SessionEvent
from tests.factories.capabilities import ScriptedModel, answer, graph
from tests.factories.sandboxd import Sandboxd
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db(transaction=True)
LOST = SandboxLost("The sandbox ended during a call.")
NOT_THERE = SandboxLost("No sandboxd answers.", nothing_ran=True)
DONE = SandboxOutcome(status="ok", value={"answer": "Two.", "output": {"n": 2}, "confidence": 1.0})
COUNT = "def handle(payload, ctx):\n    return {'answer': str(len(payload['text'].split())), 'output': {'n': 2}}\n"


@pytest.fixture(autouse=True)
def _no_open_listeners() -> Iterator[None]:
    yield
    live_events.live_events_close()


@dataclass
class FaultyWorker:
    """A worker port that raises its errors in order, then answers."""

    errors: list[Exception]
    payloads: list[Mapping[str, Any]] = field(default_factory=list)

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Raise the next error, or return the outcome."""
        self.payloads.append(payload)
        if self.errors:
            raise self.errors.pop(0)
        return DONE


def _through(worker: FaultyWorker) -> GraphFactory:
    return lambda _session, _spec: graph(worker=worker)


def _waiting(session: Session) -> list[str]:
    notes = SessionEvent.objects.filter(session=session, kind="waiting").order_by("seq")
    return [note.payload["code"] for note in notes]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        pytest.param(LOST, "sandbox_lost", id="sandbox"),
        pytest.param(NOT_THERE, "sandbox_lost", id="no sandboxd"),
        pytest.param(OperationalError("server closed the connection"), "database_away", id="database"),
        pytest.param(InterfaceError("connection already closed"), "database_away", id="connection"),
        pytest.param(ModelUnreachable(), "model_unreachable", id="model"),
    ],
)
def test_a_fault_of_the_installation_is_waited_for(open_handler: OpenSession, error: Exception, code: str) -> None:
    worker = FaultyWorker([error] * (MAX_ATTEMPTS + 2))
    session = open_handler()
    while worker.errors:
        assert session_run(session_id=session.pk, graphs=_through(worker))
        session.refresh_from_db()
        assert (session.state, session.lease_owner, session.attempts) == ("running", "", 0)
        assert session.retry_at is not None
    assert _waiting(session) == [code], "the user sees why, once"

    assert session_run(session_id=session.pk, graphs=_through(worker))
    session.refresh_from_db()
    assert (session.state, session.answer) == ("completed", "Two.")


def test_each_new_fault_is_said_once(open_handler: OpenSession) -> None:
    away = OperationalError("server closed the connection")
    worker = FaultyWorker([away, LOST, LOST, LOST][::-1])
    session = open_handler()
    while worker.errors:
        session_run(session_id=session.pk, graphs=_through(worker))
    assert _waiting(session) in (["database_away", "sandbox_lost"], ["sandbox_lost", "database_away"])


@pytest.mark.parametrize("error", [ToolError("It failed."), ModelUnavailable("It is over its quota.")])
def test_its_own_failure_is_a_failure(open_handler: OpenSession, error: KingdomError) -> None:
    session = open_handler()
    session_run(session_id=session.pk, graphs=_through(FaultyWorker([error])))
    session.refresh_from_db()
    assert session.state == "failed"
    assert _waiting(session) == []


def test_a_model_that_cannot_be_reached_is_waited_for(open_model: OpenSession) -> None:
    session = open_model()
    model = ScriptedModel([ModelUnreachable("The model server cannot be reached."), answer("Two. [STATUS: SUCCESS]")])
    session_run(session_id=session.pk, graphs=lambda _session, _spec: graph(model=model))
    session.refresh_from_db()
    assert (session.state, _waiting(session)) == ("running", ["model_unreachable"])
    session_run(session_id=session.pk, graphs=lambda _session, _spec: graph(model=model))
    session.refresh_from_db()
    assert (session.state, session.answer) == ("completed", "Two.")


def test_what_never_ran_leaves_no_unknown_outcome(open_handler: OpenSession) -> None:
    """A handler that may write is asked about only when some of it may have run."""
    for role, error, effects in (("fetcher", NOT_THERE, 0), ("sender", LOST, 1)):
        session = open_handler(role=role, egress_hosts=("api.example.com",))
        session_run(session_id=session.pk, graphs=_through(FaultyWorker([error])))
        assert Effect.objects.filter(session=session).count() == effects


def test_waiting_has_an_end_with_the_reason(open_handler: OpenSession, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_handler()
    for longest in (MAX_WAIT, timedelta(0)):
        monkeypatch.setattr(step_transactions, "MAX_WAIT", longest)
        session_run(session_id=session.pk, graphs=_through(FaultyWorker([NOT_THERE])))
    session.refresh_from_db()
    assert (session.state, session.error_code) == ("failed", "sandbox_lost")


@pytest.mark.sandbox
def test_a_session_goes_on_when_sandboxd_is_back(open_handler: OpenSession, tmp_path: Path) -> None:
    client = SandboxClient(tmp_path / "s.sock")
    session = open_handler(handler_code=COUNT)

    def through(_session: Session, spec: Any) -> Any:  # noqa: ANN401 - as GraphFactory
        return graph(worker=SandboxWorker(client, spec))

    session_run(session_id=session.pk, graphs=through)
    session.refresh_from_db()
    assert (session.state, _waiting(session)) == ("running", ["sandbox_lost"])
    daemon = Sandboxd(tmp_path, "bubblewrap")
    try:
        session_run(session_id=session.pk, graphs=through)
    finally:
        daemon.close()
    session.refresh_from_db()
    assert (session.state, session.answer) == ("completed", "2")


def test_a_worker_that_stops_takes_nothing_and_sends_it_on(
    open_handler: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda _name, args: sent.extend(args))
    session = open_handler()
    worker_stopping.set()
    try:
        assert not session_run(session_id=session.pk, graphs=_through(FaultyWorker([])))
        assert sessions_hand_over() == 0
    finally:
        worker_stopping.clear()
    session.refresh_from_db()
    assert (session.state, session.lease_owner, session.attempts) == ("running", "", 0)
    assert [uuid.UUID(one) for one in sent] == [session.pk]
