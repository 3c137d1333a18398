"""Due messages are sent once, by whoever comes first; downtimes, pauses, open answers and budgets are respected."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.cognition.inputs import Failure
from kingdom.core.errors import LostRace, NotFound
from kingdom.orchestrator.conversations.services import conversation_delete
from kingdom.orchestrator.models import Message
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.cron_times import TimeBounds, missed_times
from kingdom.schedules.runs import firing, starts
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.schedules.services import ScheduleDraft, schedule_create, schedule_pause, schedule_resume
from kingdom.sessions.fair_queue import QueueTooLong
from kingdom.sessions.models import Budget, Session
from kingdom.sessions.services import session_conclude

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 22, 8, tzinfo=UTC)
HOUR = timedelta(hours=1)


def made(user: User, *, cron: str = "0 * * * *", catch_up: str = "latest") -> Schedule:
    draft = ScheduleDraft(message="How many days until Christmas?", cron=cron, catch_up=catch_up)
    schedule, _ = schedule_create(user_id=user.pk, draft=draft)
    Schedule.objects.filter(pk=schedule.pk).update(next_at=START)
    schedule.refresh_from_db()
    return schedule


def at(moment: datetime) -> int:
    return schedules_fire(clock=lambda: moment)


def conclude(run: ScheduleRun, **result: object) -> None:
    session = Session.objects.get(schedule_run=run)
    Session.objects.filter(pk=session.pk).update(state=Session.State.RUNNING)
    session_conclude(session_id=session.pk, **({"answer": "33 days"} | result))  # type: ignore[arg-type]


def runs(schedule: Schedule) -> list[tuple[datetime, str, int]]:
    rows = ScheduleRun.objects.filter(schedule=schedule).order_by("due_at")
    return [(run.due_at, run.outcome, run.left_out) for run in rows]


def test_a_due_message_is_sent_in_a_conversation_of_its_own(alice: User) -> None:
    schedule = made(alice)
    assert at(START - timedelta(seconds=1)) == 0
    assert at(START) == 1
    assert at(START) == 0, "its time is over"
    schedule.refresh_from_db()
    assert (runs(schedule), schedule.next_at) == ([(START, "sent", 0)], START + HOUR)
    message = Message.objects.get(conversation=schedule.conversation)
    run = ScheduleRun.objects.get()
    assert (message.content, message.session_id) == (schedule.message, run.session_id)
    assert message.conversation.user == alice


def test_a_time_that_is_due_again_was_sent_already_and_holds_up_nothing(alice: User) -> None:
    """A process whose clock is behind had set the next time of an edited schedule."""
    schedule = made(alice)
    at(START)
    conclude(ScheduleRun.objects.get())
    Schedule.objects.filter(pk=schedule.pk).update(next_at=START)
    assert at(START + timedelta(seconds=30)) == 1
    schedule.refresh_from_db()
    assert (runs(schedule), schedule.next_at) == ([(START, "answered", 0)], START + HOUR)


def test_its_user_is_told_of_the_answer(alice: User) -> None:
    schedule = made(alice)
    at(START)
    run = ScheduleRun.objects.get()
    conclude(run)
    assert runs(schedule) == [(START, "answered", 0)]
    schedule.refresh_from_db()
    notification = Notification.objects.get(user=alice)
    assert (notification.kind, notification.link) == ("schedule", f"/c/{schedule.conversation_id}/")
    assert "33 days" in notification.text
    at(START + HOUR)
    conclude(ScheduleRun.objects.get(outcome="sent"), answer="", failure=Failure(code="broken", message="It broke."))
    failed = ScheduleRun.objects.get(outcome="failed")
    assert failed.reason == "It broke."
    schedule.refresh_from_db()
    assert Message.objects.filter(conversation=schedule.conversation, role="user").count() == 2, "one conversation"


def test_nothing_is_sent_on_top_of_an_open_answer(alice: User) -> None:
    schedule = made(alice)
    at(START)
    at(START + HOUR)
    assert runs(schedule) == [(START, "sent", 0), (START + HOUR, "skipped", 0)]
    assert "wait for you" in ScheduleRun.objects.get(outcome="skipped").reason
    conclude(ScheduleRun.objects.get(outcome="sent"))
    at(START + 2 * HOUR)
    assert runs(schedule)[-1] == (START + 2 * HOUR, "sent", 0)


@pytest.mark.parametrize(
    ("catch_up", "first"),
    [
        ("latest", (START + 5 * HOUR, "sent", 5)),
        ("none", (START + 5 * HOUR, "skipped", 6)),
        ("all", (START, "sent", 0)),
    ],
)
def test_a_downtime_is_caught_up_as_the_user_chose(
    alice: User, catch_up: str, first: tuple[datetime, str, int]
) -> None:
    schedule = made(alice, catch_up=catch_up)
    back = START + 5.5 * HOUR
    at(back)
    assert runs(schedule) == [first]
    for _ in range(9):
        for run in ScheduleRun.objects.filter(outcome="sent"):
            conclude(run)
        at(back)
    assert len(runs(schedule)) == (6 if catch_up == "all" else 1)
    schedule.refresh_from_db()
    assert schedule.next_at == START + 6 * HOUR


def test_a_paused_schedule_sends_nothing_and_resumes_at_its_next_time(alice: User, bob: User) -> None:
    schedule = made(alice)
    with pytest.raises(NotFound):
        schedule_pause(user_id=bob.pk, schedule_id=schedule.pk)
    schedule_pause(user_id=alice.pk, schedule_id=schedule.pk)
    with pytest.raises(LostRace, match="paused already"):
        schedule_pause(user_id=alice.pk, schedule_id=schedule.pk)
    assert (at(START + HOUR), runs(schedule)) == (0, [])
    resumed = schedule_resume(user_id=alice.pk, schedule_id=schedule.pk)
    assert resumed.next_at is not None
    assert resumed.next_at > datetime.now(UTC)


def test_a_closed_account_sends_nothing(alice: User) -> None:
    schedule = made(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    at(START)
    schedule.refresh_from_db()
    assert (schedule.state, runs(schedule)) == ("paused", [(START, "skipped", 0)])
    assert not Message.objects.exists()


def test_a_used_up_budget_is_said_and_the_next_time_tried(alice: User) -> None:
    schedule = made(alice)
    Budget.objects.create(user=alice, scope=Budget.Scope.USER, executions=0)
    at(START)
    assert runs(schedule) == [(START, "failed", 0)]
    assert "budget" in ScheduleRun.objects.get().reason.lower()
    assert Notification.objects.filter(user=alice, kind="schedule").exists()


def test_a_full_queue_is_waited_for(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = made(alice)

    def full(*, user_id: int) -> None:
        raise QueueTooLong

    with monkeypatch.context() as patch:
        patch.setattr(starts, "admission_check", full)
        assert (at(START), runs(schedule)) == (0, [])
    assert (at(START), runs(schedule)) == (1, [(START, "sent", 0)])


def test_a_deleted_conversation_is_replaced(alice: User) -> None:
    schedule = made(alice)
    at(START)
    schedule.refresh_from_db()
    first = schedule.conversation_id
    assert first is not None
    conversation_delete(user_id=alice.pk, conversation_id=first)
    at(START + HOUR)
    schedule.refresh_from_db()
    assert schedule.conversation_id not in (None, first)
    assert Message.objects.get().conversation_id == schedule.conversation_id


def test_a_conversation_deleted_while_it_is_answered_holds_nothing_up(alice: User) -> None:
    schedule = made(alice)
    at(START)
    schedule.refresh_from_db()
    Session.objects.update(lease_owner="a worker", lease_expires_at=datetime.now(UTC) + HOUR)
    assert schedule.conversation_id is not None
    conversation_delete(user_id=alice.pk, conversation_id=schedule.conversation_id)
    at(START + HOUR)
    assert runs(schedule)[-1] == (START + HOUR, "sent", 0)


def test_a_fault_of_one_stops_no_other(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, well = made(alice), made(bob)
    Schedule.objects.filter(pk=broken.pk).update(next_at=START - HOUR)

    def faulty(cron: str, zone: str, due: datetime, now: datetime, bounds: TimeBounds) -> list[datetime]:
        if due == START - HOUR:
            raise RuntimeError(cron)
        return missed_times(cron, zone, due, now, bounds)

    monkeypatch.setattr(firing, "missed_times", faulty)
    monkeypatch.setattr(firing, "MAX_PER_ROUND", 1)
    assert at(START) == 1
    assert (runs(broken), runs(well)) == ([], [(START, "sent", 0)])


def test_all_missed_times_are_sent_one_after_the_other(alice: User) -> None:
    schedule = made(alice, catch_up="all")
    now = START + 2 * HOUR
    at(now)
    assert at(now) == 0, "the first is being answered"
    for _ in range(3):
        for run in ScheduleRun.objects.filter(outcome="sent"):
            conclude(run)
        at(now)
    assert [(due, outcome) for due, outcome, _ in runs(schedule)] == [
        (START, "answered"), (START + HOUR, "answered"), (now, "answered"),
    ]  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_many_at_once_send_once() -> None:
    schedule = made(User.objects.create_user("crowd"))
    start, moved = threading.Barrier(8), list[int]()

    def one() -> None:
        try:
            start.wait()
            moved.append(at(START))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(moved), len(moved)) == (1, 8)
    assert (runs(schedule), Message.objects.count()) == ([(START, "sent", 0)], 1)


@pytest.mark.django_db(transaction=True)
def test_three_times_across_a_restart_are_three_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = made(User.objects.create_user("restarted"))
    at(START)
    conclude(ScheduleRun.objects.get())

    def killed(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:  # the process dies while it sends the second one
        patch.setattr(Schedule, "time_after", killed)
        with pytest.raises(SystemExit):
            at(START + HOUR)
    connections.close_all()
    restarted = START + HOUR + timedelta(minutes=25)
    assert (at(restarted), at(restarted)) == (1, 0)
    conclude(ScheduleRun.objects.get(outcome="sent"))
    assert (at(START + 2 * HOUR), at(START + 2 * HOUR)) == (1, 0)
    conclude(ScheduleRun.objects.get(outcome="sent"))
    assert runs(schedule) == [(START + n * HOUR, "answered", 0) for n in range(3)]
    assert Message.objects.filter(role="user").count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_killed_round_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = made(User.objects.create_user("killed"))

    def killed(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(Schedule, "time_after", killed)  # after the message was posted, before the next time is stored
        with pytest.raises(SystemExit):
            at(START)
    assert (runs(schedule), Message.objects.count(), Session.objects.count()) == ([], 0, 0)
    at(START)
    assert (runs(schedule), Message.objects.count()) == ([(START, "sent", 0)], 1)


def test_times_that_a_clock_far_ahead_has_set_are_corrected(alice: User) -> None:
    drafts = (ScheduleDraft(message="hi", cron=cron) for cron in ("0 7 * * *", "0 0 1 1 *"))
    schedules = [schedule_create(user_id=alice.pk, draft=draft)[0] for draft in drafts]
    right = [schedule.next_at for schedule in schedules]
    now = datetime.now(UTC)
    Schedule.objects.filter(pk=schedules[0].pk).update(next_at=now + timedelta(days=3650))
    assert at(now) == 0
    for schedule, coming in zip(schedules, right, strict=True):
        schedule.refresh_from_db()
        assert schedule.next_at == coming
