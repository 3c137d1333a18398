"""Hourly sums equal the executions after feedback and deletions, and outlive the retention."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.core.statistics import wilson_interval
from kingdom.specialists.evidence import hourly_metrics
from kingdom.specialists.evidence.executions import counters_verify, execution_record
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.evidence.hourly_metrics import executions_purge, hourly_metrics_verify
from kingdom.specialists.evidence.hourly_metrics_selectors import usage_report, usage_rows
from kingdom.specialists.models.execution import Execution, HourlyMetrics
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_own_specialist
from tests.factories.specialists import NUMBER_SCHEMA, finish_session, open_session


@pytest.fixture
def counter(db: None) -> Specialist:
    """Store a specialist that answers with a number."""
    return create_global_specialist("counter", output_schema=NUMBER_SCHEMA)


def aged(days: int) -> None:
    """Move all executions and hours some days back."""
    Execution.objects.update(created_at=F("created_at") - timedelta(days=days))
    HourlyMetrics.objects.update(hour=F("hour") - timedelta(days=days))


def test_an_hour_adds_up_its_rows_by_user(alice: User, bob: User, counter: Specialist) -> None:
    usage = {"prompt_tokens": 10, "output_tokens": 5, "cost_micros": 7}
    finish_session(open_session(alice, counter), confidence=0.5, usage=usage)
    finish_session(open_session(alice, counter), output={}, usage=usage)
    session = finish_session(open_session(bob, counter), confidence=1.0)
    feedback_record(user=bob, session=session, feedback=Execution.Feedback.BAD)
    hers, his = HourlyMetrics.objects.order_by("user_ref")
    assert (
        hers.executions,
        hers.successes,
        hers.confidence_count,
        hers.confidence_sum,
        hers.tokens,
        hers.cost_micros,
    ) == (2, 1, 1, 0.5, 30, 14)
    assert (his.user_ref, his.executions, his.successes) == (bob.pk, 1, 0)
    assert hers.hour.minute == 0
    assert hourly_metrics_verify() == []
    alice.delete()
    assert (hourly_metrics_verify(), counters_verify(), HourlyMetrics.objects.count()) == ([], [], 2)


def test_what_was_stopped_or_declined_is_in_no_success_rate(alice: User, counter: Specialist) -> None:
    for state, tag in (("completed", "SUCCESS"), ("completed", "NULL"), ("cancelled", "")):
        session = open_session(alice, counter)
        session.state, session.status_tag, session.answer, session.output = state, tag, "None.", {"n": 1}
        session.finished_at = timezone.now()
        session.save()
        execution_record(session=session)
    now = timezone.now()
    usage = usage_report(usage_rows(now - timedelta(hours=2), now + timedelta(hours=1)))
    (row,), (user_row,) = usage.by_specialist, usage.by_user
    assert (row.executions, row.success, row.low) == (3, 1.0, wilson_interval(1, 1).low)
    assert (user_row.executions, user_row.success) == (3, 1.0)
    assert [(day.runs, day.counted, day.good) for day in usage.by_day.values()] == [(3, 1, 1)]


def test_without_an_execution_that_counts_there_is_no_rate(alice: User, counter: Specialist, db: None) -> None:
    session = open_session(alice, counter)
    session.state, session.finished_at = "cancelled", timezone.now()
    session.save()
    execution_record(session=session)
    now = timezone.now()
    (row,) = usage_report(usage_rows(now - timedelta(hours=2), now + timedelta(hours=1))).by_specialist
    assert (row.executions, row.success, row.low) == (1, None, None)


def test_a_sum_that_does_not_agree_is_named(alice: User, counter: Specialist) -> None:
    finish_session(open_session(alice, counter))
    HourlyMetrics.objects.update(successes=0)
    (wrong,) = hourly_metrics_verify()
    assert (wrong.stored, wrong.counted) == ((1, 0), (1, 1))
    with pytest.raises(CommandError, match="1 hourly sums"):
        call_command("counters_verify")


def test_old_rows_go_and_leave_their_sums(
    alice: User, counter: Specialist, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hourly_metrics, "KEPT", 2)
    monkeypatch.setattr(hourly_metrics, "BATCH", 3)
    monkeypatch.setattr(hourly_metrics, "VERSIONS_BATCH", 1)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"telemetry_days": 30})
    for _ in range(9):
        finish_session(open_session(alice, counter))
    finish_session(open_session(alice, create_own_specialist(alice, "sorter")))
    assert executions_purge() == 0
    aged(31)
    Specialist.objects.update(last_used_at=Execution.objects.latest("created_at").created_at)
    assert executions_purge() == 7
    assert Execution.objects.count() == 3  # the newest two of each version are kept at any age
    finish_session(open_session(alice, counter))
    counter.refresh_from_db()
    assert (
        counter.execution_count,
        Execution.objects.filter(created_at__gte=timezone.now() - timedelta(days=1)).count(),
    ) == (10, 1)
    assert (hourly_metrics_verify(), counters_verify()) == ([], [])
