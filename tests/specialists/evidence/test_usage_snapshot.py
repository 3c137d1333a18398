"""The usage of the last days: computed for each look where that is quick, otherwise kept and refreshed by a worker."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from kingdom.accounts.models import User
from kingdom.core.clock import utc_now
from kingdom.sessions.services import session_open
from kingdom.specialists.evidence import usage_snapshot
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.evidence.usage_snapshot import REFRESH_TASK, recent_usage
from kingdom.specialists.tasks import usage_refresh
from tests.factories import create_own_specialist, version_of
from tests.factories.specialists import client_of

DAYS = 30


@pytest.fixture(autouse=True)
def empty_cache(db: None) -> None:
    cache.clear()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The tasks that were sent."""
    tasks: list[tuple[str, int]] = []
    monkeypatch.setattr(usage_snapshot, "task_send", lambda name, days: tasks.append((name, days)))
    return tasks


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums that take long."""
    monkeypatch.setattr(usage_snapshot, "SLOW_S", -1.0)


def run_once(user: User) -> None:
    specialist = user.specialists.first() or create_own_specialist(user, "counter")
    execution_record(session=session_open(user_id=user.pk, input_text="hi", version_id=version_of(specialist).pk))


def runs() -> int:
    return sum(day.runs for day in recent_usage(DAYS).report.by_day.values())


def aged(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    later = utc_now() + timedelta(seconds=seconds)
    monkeypatch.setattr(usage_snapshot, "utc_now", lambda: later)


def test_quick_sums_are_of_this_moment(alice: User, sent: list[tuple[str, int]]) -> None:
    for number in (1, 2):
        run_once(alice)
        assert (runs(), recent_usage(DAYS).taken_at) == (number, None)
    assert sent == []


@pytest.mark.usefixtures("slow")
def test_slow_sums_are_kept_and_refreshed_by_a_worker(
    alice: User, sent: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_once(alice)
    assert (runs(), recent_usage(DAYS).taken_at is None) == (1, False)
    run_once(alice)
    assert (runs(), sent) == (1, [])
    aged(monkeypatch, usage_snapshot.FRESH_S + 1)
    assert (runs(), runs()) == (1, 1)  # shown while the next one is computed
    assert sent == [(REFRESH_TASK, DAYS)]  # one task for two looks
    usage_refresh(DAYS)
    assert runs() == 2


def test_sums_that_have_become_quick_are_no_longer_kept(
    alice: User, sent: list[tuple[str, int]], slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_once(alice)
    recent_usage(DAYS)
    monkeypatch.setattr(usage_snapshot, "SLOW_S", 60.0)
    usage_refresh(DAYS)
    run_once(alice)
    assert (runs(), recent_usage(DAYS).taken_at) == (2, None)


@pytest.mark.usefixtures("slow", "sent")
def test_the_page_says_of_when_its_figures_are(alice: User, carol: User) -> None:
    run_once(alice)
    client = client_of(carol)
    assert "are added up again" not in client.get("/admin/").content.decode()  # the first look computes them
    shown = client.get("/admin/").content.decode()
    assert "Executions <b>1</b>" in shown
    assert "are added up again" in shown
