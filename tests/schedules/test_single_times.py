"""A schedule that comes once, and one that comes every so many weeks, from the words to the last run."""

from datetime import UTC, datetime, timedelta

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, LostRace
from kingdom.orchestrator.models import Message
from kingdom.schedules import services
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.schedules.services import ScheduleDraft, schedule_create, schedule_edit, schedule_pause, schedule_resume

pytestmark = pytest.mark.django_db
URL = "/api/v1/schedules/"
NOW = datetime(2026, 11, 25, 10, 20, 30, tzinfo=UTC)  # a Wednesday


@pytest.fixture
def at_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "utc_now", lambda: NOW)


def create(client: APIClient, text: str, **more: str) -> Schedule:
    answer = client.post(URL, {"text": text, **more}, format="json")
    assert answer.status_code == 201, answer.json()
    return Schedule.objects.get(pk=answer.json()["id"])


def fire(moment: datetime) -> int:
    return schedules_fire(clock=lambda: moment)


@pytest.mark.usefixtures("at_now")
def test_what_is_due_once_is_sent_once_and_is_over(as_alice: APIClient) -> None:
    schedule = create(as_alice, "in 20 minutes: remind me to call Anna", time_zone="Europe/Berlin")
    due = NOW.replace(minute=41, second=0)
    assert (schedule.next_at, schedule.ends_at, schedule.message) == (due, due, "remind me to call Anna")
    assert (fire(due - timedelta(seconds=1)), fire(due + timedelta(minutes=1))) == (0, 1)
    assert (fire(due + timedelta(days=366)), Message.objects.count()) == (0, 1)
    shown = as_alice.get(f"{URL}{schedule.pk}/").json()
    assert (shown["state"], shown["next_times"], shown["ends_at"]) == ("ended", [], "2026-11-25T10:41:00Z")


@pytest.mark.usefixtures("at_now")
@pytest.mark.parametrize(("catch_up", "outcome"), [("latest", "sent"), ("none", "skipped")])
def test_what_was_due_once_in_a_downtime_is_caught_up_as_chosen(
    as_alice: APIClient, catch_up: str, outcome: str
) -> None:
    schedule = create(as_alice, "in 20 minutes: call Anna", catch_up=catch_up)
    assert fire(NOW + timedelta(days=2)) == 1
    schedule.refresh_from_db()
    assert (ScheduleRun.objects.get().outcome, schedule.state) == (outcome, "ended")


@pytest.mark.usefixtures("at_now")
def test_a_pause_over_its_only_time_ends_it_and_new_times_let_it_go_on(
    as_alice: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule = create(as_alice, "in 20 minutes: call Anna")
    schedule_pause(user_id=alice.pk, schedule_id=schedule.pk)
    monkeypatch.setattr(services, "utc_now", lambda: NOW + timedelta(hours=1))
    resumed = schedule_resume(user_id=alice.pk, schedule_id=schedule.pk)
    assert (resumed.state, resumed.next_at) == ("ended", None)
    for change in (schedule_pause, schedule_resume):
        with pytest.raises(LostRace, match="ended already"):
            change(user_id=alice.pk, schedule_id=schedule.pk)
    edited = schedule_edit(user_id=alice.pk, schedule_id=schedule.pk, draft=ScheduleDraft(cron="0 8 * * *"))
    assert (edited.state, edited.ends_at, edited.next_at) == (
        "active",
        None,
        NOW.replace(day=26, hour=8, minute=0, second=0),
    )


@pytest.mark.usefixtures("at_now")
def test_every_other_week_is_counted_from_its_first_time_across_downtimes(as_alice: APIClient) -> None:
    schedule = create(as_alice, "every other Friday at 16:00: report")
    first = datetime(2026, 11, 27, 16, tzinfo=UTC)
    assert (schedule.next_at, schedule.starts_on) == (first, first.date())
    shown = as_alice.get(f"{URL}{schedule.pk}/").json()
    assert shown["next_times"] == [(first + timedelta(weeks=2 * n)).isoformat() for n in range(5)]
    assert (shown["interval"], shown["interval_unit"]) == (2, "week")
    assert fire(first + timedelta(weeks=5)) == 1, "down over the second and the third time"
    schedule.refresh_from_db()
    run = ScheduleRun.objects.get()
    assert (run.due_at, run.left_out, schedule.next_at) == (first + timedelta(weeks=4), 2, first + timedelta(weeks=6))


def test_times_that_are_over_make_no_schedule(alice: User) -> None:
    draft = ScheduleDraft(message="x y", cron="0 8 * * *", ends_at=datetime(2020, 1, 1, tzinfo=UTC))
    with pytest.raises(BadInput, match="still to come"):
        schedule_create(user_id=alice.pk, draft=draft)
    assert not Schedule.objects.exists()


@pytest.mark.usefixtures("at_now")
def test_the_pages_show_a_single_time_and_an_interval(as_alice: APIClient, alice: User) -> None:
    once = create(as_alice, "tomorrow at noon: the list")
    weekly = create(as_alice, "every other Friday at 16:00: report")
    as_alice.force_login(alice)
    page = as_alice.get("/schedules/").content.decode()
    assert "once: <time" in page
    assert "every 2 weeks from 27 Nov 2026" in page
    as_alice.post(f"/schedules/{weekly.pk}/change/", {"action": "edit", "when": "in 2 hours", "time_zone": "UTC"})
    weekly.refresh_from_db()
    assert (weekly.interval_unit, weekly.ends_at) == ("", NOW.replace(hour=12, minute=21, second=0))
    Schedule.objects.filter(pk=once.pk).update(state="ended", next_at=None)
    page = as_alice.get(f"/schedules/{once.pk}/").content.decode()
    assert "It is over." in page
    assert 'value="pause"' not in page
