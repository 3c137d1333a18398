"""Schedules under attack: changes at once, closed accounts, other users, clocks that jump, lines made to be slow."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from pytest_django import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput
from kingdom.schedules import services
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.cron_times import check_cron, check_time_zone, missed_times, next_time, times_after
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.schedules.services import ScheduleDraft, schedule_create, schedule_edit, schedule_pause, schedule_resume
from tests.factories import api_client
from tests.factories.access import close_account, elsewhere

URL = "/api/v1/schedules/"
WAIT_S, BLOCKED_S = 20, 0.5
OLD, NEW = "0 5 * * *", "0 21 * * *"


def made(user: User, cron: str = OLD) -> Schedule:
    return schedule_create(user_id=user.pk, draft=ScheduleDraft(message="How many days until Christmas?", cron=cron))[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("first", "step"), [("resume", "utc_now"), ("edit", "check_time_zone")])
def test_a_schedule_that_is_edited_and_resumed_at_once_comes_at_the_edited_time(
    alice: User, monkeypatch: pytest.MonkeyPatch, first: str, step: str
) -> None:
    schedule = schedule_pause(user_id=alice.pk, schedule_id=made(alice).pk)
    held, go_on, original = threading.Event(), threading.Event(), getattr(services, step)

    def hold_first(*args: object) -> object:
        if not held.is_set():
            held.set()
            go_on.wait(WAIT_S)
        return original(*args)

    monkeypatch.setattr(services, step, hold_first)
    moves: dict[str, Callable[[], object]] = {
        "resume": lambda: schedule_resume(user_id=alice.pk, schedule_id=schedule.pk),
        "edit": lambda: schedule_edit(
            user_id=alice.pk, schedule_id=schedule.pk, draft=ScheduleDraft(cron=NEW, time_zone="UTC")
        ),
    }
    begun = elsewhere(moves.pop(first))
    assert held.wait(WAIT_S)
    other = elsewhere(moves.popitem()[1])
    other.join(BLOCKED_S)
    go_on.set()
    begun.join(WAIT_S)
    other.join(WAIT_S)
    schedule.refresh_from_db()
    assert (schedule.cron, schedule.state) == (NEW, "active")
    assert schedule.next_at is not None
    assert schedule.next_at.hour == 21


@pytest.mark.django_db
def test_nobody_else_reads_or_moves_a_schedule(as_bob: APIClient, alice: User, carol: User) -> None:
    schedule = made(alice)
    for client in (as_bob, api_client(carol), APIClient()):
        answers = {client.get(f"{URL}{schedule.pk}/").status_code, client.get(f"{URL}{schedule.pk}/runs/").status_code}
        answers |= {client.post(f"{URL}{schedule.pk}/{move}/").status_code for move in ("pause", "resume")}
        answers.add(client.delete(f"{URL}{schedule.pk}/").status_code)
        assert answers <= {401, 404}, answers
    schedule.refresh_from_db()
    assert schedule.state == "active"


@pytest.mark.django_db
def test_a_closed_account_s_schedule_sends_nothing_and_is_paused(alice: User) -> None:
    schedule = made(alice, "* * * * *")
    close_account(alice)
    for minutes in range(2, 60, 7):
        schedules_fire(clock=lambda at=minutes: datetime.now(UTC) + timedelta(minutes=at))  # type: ignore[misc]
    schedule.refresh_from_db()
    assert schedule.state == "paused"
    run = ScheduleRun.objects.get()
    assert run.outcome == "skipped"
    assert run.session_id is None


@pytest.mark.django_db
def test_a_webhook_of_a_closed_account_is_not_there(alice: User) -> None:
    hook, secret = schedule_create(user_id=alice.pk, draft=ScheduleDraft(message="look"))
    address = f"/hooks/{secret}/"
    assert Client().post(address, "{}", content_type="application/json").status_code == 202
    close_account(alice)
    assert Client().post(address, "{}", content_type="application/json").status_code == 404
    assert hook.runs.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("catch_up", ["latest", "all", "none"])
def test_a_clock_that_jumps_ten_years_and_back_sends_at_most_once_for_a_time(alice: User, catch_up: str) -> None:
    schedule = made(alice, "* * * * *")
    Schedule.objects.update(catch_up=catch_up)
    now, begun = datetime.now(UTC) + timedelta(minutes=2), time.thread_time()
    for jump in (
        timedelta(0),
        timedelta(days=3650),
        timedelta(0),
        timedelta(days=3650),
        -timedelta(days=400),
        timedelta(0),
    ):
        schedules_fire(clock=lambda at=now + jump: at)  # type: ignore[misc]
    assert time.thread_time() - begun < 3
    sent = schedule.runs.filter(outcome="sent")
    assert sent.count() <= 1, "the first one is not answered"
    schedule.refresh_from_db()
    assert schedule.next_at is not None
    assert schedule.next_at <= now + timedelta(minutes=12), "the time that the clock of the last round makes the next"


@pytest.mark.django_db
def test_many_schedules_of_one_user_do_not_keep_those_of_others(
    alice: User, bob: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"schedules_per_user": 12, "user_open_messages": 3})
    for _ in range(12):
        made(alice, "* * * * *")
    last = made(bob, "* * * * *")
    Schedule.objects.filter(user=alice).update(next_at=datetime.now(UTC))
    schedules_fire(clock=lambda: datetime.now(UTC) + timedelta(minutes=2))
    assert last.runs.filter(outcome="sent").count() == 1
    assert ScheduleRun.objects.filter(schedule__user=alice, outcome="sent").count() == 3, "the bound of one user"


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"])
@pytest.mark.parametrize("cron", ["30 2 * * *", "*/15 * * * *", "0 0 * * *", "59 23 31 12 *"])
def test_times_go_forward_over_each_change_of_the_clock_and_are_those_that_were_missed(cron: str, zone: str) -> None:
    begin = datetime(2011, 1, 1, tzinfo=UTC)
    times = list(islice(times_after(cron, zone, begin), 400))
    assert all(earlier < later for earlier, later in pairwise(times))
    wall = [moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for moment in times]
    assert cron.startswith("*") or len(set(wall)) == len(wall), "a wall time that comes twice is sent once"
    assert missed_times(cron, zone, times[0], times[-1]) == times


BAD_LINES = [
    "* * * *",
    "*/0 * * * *",
    "60 * * * *",
    "0 0 30 2 *",
    "0 0 31 2,4,6,9,11 *",
    "5-1 * * * *",
    "0 0 * * 8",
    "@daily",
]
SLOW_LINES = ["0 0 29 2 *", "*/999999999 * * * *", "0 0 29 2 MON#5", ",".join(["1"] * 45) + " * * * *"]


@pytest.mark.parametrize("line", [*BAD_LINES, *SLOW_LINES, "1\x00 * * * *", "* " * 5000, "٣ * * * *"])
def test_a_line_made_to_be_slow_or_wrong_costs_nothing(line: str) -> None:
    begun = time.thread_time()
    try:
        coming = next_time(check_cron(line), "Europe/Berlin", datetime(2096, 3, 1, tzinfo=UTC))
        assert coming is None or coming.year < 2150
    except BadInput:
        assert line not in SLOW_LINES[:1]
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "/etc/localtime", "Europe", "", "tzdata.zi", "UTC\x00", "\ud800", "a" * 5000, "..", "C:\\x"],
)
def test_a_time_zone_names_no_file(name: str) -> None:
    with pytest.raises(BadInput):
        check_time_zone(name)
