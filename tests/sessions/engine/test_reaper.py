"""The reaper enqueues sessions without a worker, and no others."""

import uuid
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.reaper import sessions_reap
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open

pytestmark = pytest.mark.django_db


def opened(user: User, **fields: object) -> Session:
    """Return a session with some fields set."""
    session = session_open(user_id=user.pk, input_text="x", task_name="tests.nobody")
    Session.objects.filter(pk=session.pk).update(**fields)
    return session


def test_it_reaps_expired_and_unleased_sessions(alice: User) -> None:
    now = timezone.now()
    long_ago, soon = now - timedelta(minutes=5), now + timedelta(seconds=20)
    orphaned = opened(alice, lease_owner="dead", lease_expires_at=long_ago, enqueued_at=long_ago)
    forgotten = opened(alice, enqueued_at=long_ago)
    opened(alice, lease_owner="alive", lease_expires_at=soon, enqueued_at=long_ago)
    opened(alice)
    opened(alice, state="awaiting_approval", enqueued_at=long_ago)
    opened(alice, state="completed", enqueued_at=long_ago, lease_expires_at=long_ago)

    assert sessions_reap() == 2
    for session in (orphaned, forgotten):
        session.refresh_from_db()
        assert session.enqueued_at is not None
        assert session.enqueued_at >= now
    assert sessions_reap() == 0


def test_it_sends_the_session_s_own_task(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args: sent.append((name, args)))
    session = opened(alice, enqueued_at=None)
    with django_capture_on_commit_callbacks(execute=True):
        sessions_reap()
    assert sent == [("tests.nobody", [str(session.pk)])]


def test_a_lease_is_taken_renewed_and_lost(alice: User) -> None:
    session = opened(alice)
    mine = session_take(session_id=session.pk)
    assert mine is not None
    assert session_jobs.renew(mine) is False
    Session.objects.filter(pk=session.pk).update(cancel_requested_at=timezone.now())
    assert session_jobs.renew(mine) is True
    Session.objects.filter(pk=session.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    theirs = session_take(session_id=session.pk)
    assert theirs is not None
    assert theirs.owner != mine.owner
    assert session_jobs.renew(mine) is None
    session_jobs.release(mine)
    assert session_take(session_id=session.pk) is None
    session_jobs.release(theirs)
    assert session_take(session_id=session.pk) is not None


def test_an_unknown_session_has_no_lease() -> None:
    assert session_take(session_id=uuid.uuid4()) is None
