"""The one door to the queue: after commit, by name, and a broker that is away costs nobody their work."""

from datetime import timedelta
from uuid import uuid4

import pytest
from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError
from pytest_django import DjangoCaptureOnCommitCallbacks
from structlog.testing import capture_logs

from kingdom.core.task_queue import jobs_resend, task_send, task_send_on_commit
from kingdom.orchestrator.models import ReplayRun

State = ReplayRun.State
SILENT = timedelta(minutes=2)
Sent = list[tuple[str, list[object]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What reached the broker."""
    found: Sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: found.append((name, args)))
    return found


def test_a_key_goes_as_text_and_a_number_as_it_is(sent: Sent) -> None:
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


def test_a_broker_that_is_away_is_told_to_the_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_name: str, args: object) -> None:
        raise OperationalError(f"connection refused: {args}")

    monkeypatch.setattr(current_app, "send_task", away)
    with capture_logs() as logs:
        task_send("rooms.task", "a")
    assert [(one["event"], one["task"], one["arguments"]) for one in logs] == [("task_not_sent", "rooms.task", ["a"])]


@pytest.mark.django_db
def test_only_what_nobody_works_on_is_sent_again(sent: Sent) -> None:
    now = timezone.now()
    long_ago = now - 2 * SILENT
    runs = {
        "waits": (State.QUEUED, now, None),
        "lost on the way": (State.QUEUED, long_ago, None),
        "at work": (State.RUNNING, long_ago, now),
        "worker gone": (State.RUNNING, long_ago, long_ago),
        "done": (State.DONE, long_ago, long_ago),
    }
    names: dict[object, str] = {}
    for name, (state, created, touched) in runs.items():
        run = ReplayRun.objects.create(
            change=ReplayRun.Change.WITHOUT, target="x", label="without x", last=10, state=state
        )
        ReplayRun.objects.filter(pk=run.pk).update(created_at=created, heartbeat_at=touched)
        names[str(run.pk)] = name
    assert jobs_resend(ReplayRun.objects.all(), task="rooms.task", working=State.RUNNING, silent=SILENT) == 2
    assert {names[args[0]] for _, args in sent} == {"lost on the way", "worker gone"}
