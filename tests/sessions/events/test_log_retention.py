"""Old logs go as a whole, and who asks for one is told so."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import Conflict
from kingdom.sessions.engine.replay import session_fork, session_replay
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events import log_retention
from kingdom.sessions.events.log_retention import session_logs_purge
from kingdom.sessions.models import Effect, Session, SessionEvent
from kingdom.sessions.tasks import session_logs_purge as purge_task
from tests.factories import api_client
from tests.factories.capabilities import FakeWorker, always, graph
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db
DAYS = 30


@pytest.fixture(autouse=True)
def kept_for_a_month(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"log_days": DAYS})
    monkeypatch.setattr(log_retention, "BATCH", 2)


def run(session: Session) -> Session:
    worker = FakeWorker(SandboxOutcome(status="ok", value={"answer": "42", "output": {"n": 42}}))
    session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
    session.refresh_from_db()
    assert session.state == "completed"
    return session


def age(*sessions: Session, days: int = DAYS + 1) -> None:
    """Make sessions and their logs as old as if all of it had been then."""
    back = timedelta(days=days)
    for session in sessions:
        Session.objects.filter(pk=session.pk).update(finished_at=session.finished_at and session.finished_at - back)
        SessionEvent.objects.filter(session=session).update(created_at=timezone.now() - back)


def test_an_old_log_goes_and_a_young_or_open_one_stays(open_handler: OpenSession) -> None:
    old, older, young = (run(open_handler(role=role)) for role in ("counter_a", "counter_b", "counter_c"))
    waiting = open_handler(role="counter_d")
    age(old, older, waiting)
    Session.objects.filter(pk=waiting.pk).update(state="awaiting_approval")
    kept = set(SessionEvent.objects.filter(session__in=[young, waiting]).values_list("pk", flat=True))

    assert session_logs_purge() == 2
    assert set(SessionEvent.objects.values_list("pk", flat=True)) == kept
    assert not Effect.objects.filter(session__in=[old, older]).exists()
    assert Effect.objects.filter(session=young).exists()
    old.refresh_from_db()
    assert old.answer == "42"
    assert session_logs_purge() == 0


def test_without_a_limit_every_log_stays(open_handler: OpenSession, settings: Settings) -> None:
    session = run(open_handler())
    age(session, days=3_000)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"log_days": 0})
    purge_task()
    assert session.events.exists()


def test_a_log_stays_while_a_fork_of_its_session_has_one(open_handler: OpenSession) -> None:
    session = run(open_handler())
    fork = run(session_fork(session_id=session.pk, at_seq=1))
    age(session)
    assert session_logs_purge() == 0

    age(fork)
    assert session_logs_purge() == 1  # the fork's
    assert session_logs_purge() == 1
    assert not SessionEvent.objects.exists()


def test_who_asks_for_a_deleted_log_is_told_so(open_handler: OpenSession) -> None:
    session = run(open_handler())
    age(session)
    client = api_client(session.user)
    path, wanted = f"/api/v1/sessions/{session.pk}/events/", {"accept": "application/json"}
    before = client.get(path, headers=wanted).json()
    assert (before["log_deleted"], len(before["events"]) > 2) == (False, True)

    session_logs_purge()
    for work in (lambda: session_replay(session_id=session.pk), lambda: session_fork(session_id=session.pk, at_seq=1)):
        with pytest.raises(Conflict, match="no longer kept"):
            work()
    assert client.get(path, headers=wanted).json() == {"state": "completed", "log_deleted": True, "events": []}
    assert client.get(f"/api/v1/sessions/{session.pk}/").json()["answer"] == "42"
