"""Sending tasks: by name, after the commit, and without loss when the broker is away."""

from datetime import timedelta
from uuid import uuid4

import pytest
from celery import Celery, current_app
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks
from structlog.testing import capture_logs

from kingdom.core.background import task_queue
from kingdom.core.background.task_queue import is_outside_queue_empty, task_send, task_send_on_commit
from kingdom.orchestrator.models import ReplayRun
from tests.factories.redis_server import running_redis_server

State = ReplayRun.State
SILENT = timedelta(minutes=2)
Sent = list[tuple[str, list[object]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The tasks that reached the broker."""
    found: Sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: found.append((name, args)))
    return found


def test_a_uuid_is_sent_as_text_and_a_number_unchanged(sent: Sent) -> None:
    key = uuid4()
    task_send("rooms.task", key, 7)
    assert sent == [("rooms.task", [str(key), 7])]


@pytest.mark.django_db
def test_nothing_is_sent_before_the_commit(
    sent: Sent, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        task_send_on_commit("rooms.task", "a")
        assert sent == []
    assert sent == [("rooms.task", ["a"])]


def test_a_broker_failure_is_only_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_name: str, args: object) -> None:
        raise OperationalError(f"connection refused: {args}")

    monkeypatch.setattr(current_app, "send_task", away)
    with capture_logs() as logs:
        task_send("rooms.task", "a")
    assert [(one["event"], one["task"], one["arguments"]) for one in logs] == [("task_not_sent", "rooms.task", ["a"])]


def test_an_outside_broker_is_asked_whether_its_queue_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_redis_server() as server:
        app = Celery("elsewhere", broker=f"{server.url}/0", set_as_current=False)
        app.conf.task_default_queue = "kingdom"
        monkeypatch.setattr(task_queue, "current_app", app)
        assert is_outside_queue_empty(), "a Redis that lost its data holds no queue"
        app.send_task("rooms.task", args=["a"])
        assert not is_outside_queue_empty()
        server.kill()
        assert not is_outside_queue_empty(), "nobody knows while it is away"
        server.start()
        assert is_outside_queue_empty(), "it kept nothing"
        app.close()


def test_the_queue_in_the_database_loses_nothing_and_is_not_asked() -> None:
    assert current_app.conf.broker_url.startswith("pgmq")
    assert not is_outside_queue_empty()
