"""Waiting sessions are served in turns of their users, and a stream says how many are before."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import OperationalError
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.background.jobs import PUT_ASIDE_KILLS
from kingdom.core.sse import sse_frame
from kingdom.sessions.engine.handler_turns import HandlerTurns, handler_turns
from kingdom.sessions.engine.lease import session_leases, session_take, session_take_next
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events.streams import with_position
from kingdom.sessions.fair_queue import CHOICES, QueuePositions, next_session_ids, queue_load
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_bind, session_open
from tests.factories.sessions import store_version
from tests.rules.cognition_cases import handler_spec, model_spec

pytestmark = pytest.mark.django_db
TASK = "tests.nobody"


def opened(user: User, text: str) -> Session:
    return session_open(user_id=user.pk, input_text=text, task_name=TASK)


@pytest.fixture
def waiting(alice: User, bob: User) -> list[Session]:
    """Five of Alice's sessions, then two of Bob's."""
    return [opened(alice, f"a{number}") for number in range(1, 6)] + [opened(bob, f"b{number}") for number in (1, 2)]


def texts(ids: Sequence[UUID]) -> list[str]:
    found = {session.pk: session.input_text for session in Session.objects.all()}
    return [found[pk] for pk in ids]


def test_users_take_turns(waiting: list[Session]) -> None:
    assert texts([*next_session_ids(task_name=TASK)]) == ["a1", "b1", "a2", "b2", "a3", "a4", "a5"]
    assert next_session_ids(task_name="tests.other") == []


def test_who_has_less_in_progress_goes_first(waiting: list[Session]) -> None:
    assert session_take(session_id=waiting[0].pk)
    assert session_take(session_id=waiting[1].pk)
    assert texts([*next_session_ids(task_name=TASK)])[:3] == ["b1", "b2", "a3"]


def test_a_hint_takes_the_session_whose_turn_it_is(waiting: list[Session]) -> None:
    served = [lease.job_id for lease in session_leases(session_id=waiting[4].pk)]
    assert texts(served) == ["a1", "b1", "a2", "b2", "a3", "a4", "a5"]
    assert list(session_leases(session_id=waiting[4].pk)) == []


def test_sessions_that_are_put_aside_are_in_nobodys_way(alice: User, bob: User) -> None:
    aside = [opened(alice, f"a{number}") for number in range(CHOICES + 1)]
    long_ago = timezone.now() - timedelta(minutes=1)
    put_aside = {"lease_owner": "dead", "lease_expires_at": long_ago, "attempts": PUT_ASIDE_KILLS}
    Session.objects.filter(pk__in=[session.pk for session in aside]).update(**put_aside)
    other = opened(bob, "b1")
    lease = session_take_next(task_name=TASK)
    assert lease is not None
    assert lease.job_id == other.pk


def test_many_workers_take_each_session_once(waiting: list[Session]) -> None:
    taken = [session_take_next(task_name=TASK) for _ in range(len(waiting) + 1)]
    assert len({lease.job_id for lease in taken if lease}) == len(waiting)
    assert taken[-1] is None


def test_a_handler_beyond_the_limit_gives_its_thread_back(alice: User, waiting: list[Session]) -> None:
    handler = session_open(
        user_id=alice.pk, input_text="h", version_id=store_version(handler_spec()).pk, task_name=TASK
    )
    full, entered = HandlerTurns(limit=1), 0
    while handler_turns.try_enter():
        entered += 1
    assert session_run(session_id=handler.pk)
    for _ in range(entered):
        handler_turns.leave()
    handler.refresh_from_db()
    assert (handler.state, handler.lease_owner, handler.attempts) == ("running", "", 0)
    assert full.try_enter()
    assert not full.try_enter()
    Session.objects.filter(pk__in=[session.pk for session in waiting]).update(state="completed")
    assert session_take_next(task_name=TASK, turns=full) is None, "it waits for a turn"
    full.leave()
    lease = session_take_next(task_name="tests.other", turns=full)
    assert lease is not None, "whoever has finished a session goes on with it, whatever task that was"
    assert lease.job_id == handler.pk


def test_a_dead_worker_s_session_waits_again_and_a_later_retry_does_not(waiting: list[Session]) -> None:
    past, future = timezone.now() - timedelta(minutes=1), timezone.now() + timedelta(minutes=1)
    Session.objects.exclude(pk=waiting[0].pk).update(retry_at=future)
    Session.objects.filter(pk=waiting[0].pk).update(lease_owner="dead", lease_expires_at=past)
    assert texts([*next_session_ids(task_name=TASK)]) == ["a1"]


def test_positions_count_who_is_served_before(alice: User, waiting: list[Session]) -> None:
    now = [0.0]
    positions = QueuePositions(clock=lambda: now[0])
    assert [positions.before(session.pk) for session in waiting] == [0, 2, 4, 5, 6, 1, 3]
    Session.objects.filter(pk=waiting[0].pk).update(state="completed")
    assert positions.before(waiting[1].pk) == 2, "read again only after two seconds"
    now[0] = 2.0
    assert positions.before(waiting[0].pk) is None
    assert positions.before(waiting[1].pk) == 0


def test_a_session_that_a_model_works_on_does_not_wait(waiting: list[Session]) -> None:
    session_bind(session_id=waiting[0].pk, version_id=store_version(model_spec()).pk)
    assert session_take(session_id=waiting[0].pk)
    positions = QueuePositions()
    assert positions.before(waiting[0].pk) is None
    assert positions.before(waiting[5].pk) == 0


def test_the_expected_wait_counts_only_what_is_served_before(alice: User, bob: User, waiting: list[Session]) -> None:
    for_alice, for_bob = queue_load(user_id=alice.pk), queue_load(user_id=bob.pk)
    assert (for_alice.own, for_alice.ahead) == (5, 7)
    assert (for_bob.own, for_bob.ahead) == (2, 5)
    assert for_bob.wait_s == pytest.approx(5 / for_bob.rate)


def test_the_rate_of_an_old_queue_is_the_measured_one(alice: User, waiting: list[Session]) -> None:
    old, now = timezone.now() - timedelta(minutes=2), timezone.now()
    Session.objects.filter(pk__in=[session.pk for session in waiting]).update(created_at=old)
    assert queue_load(user_id=alice.pk).rate == pytest.approx(1 / 60), "nothing was finished for a minute"
    Session.objects.filter(pk__in=[session.pk for session in waiting[:3]]).update(state="completed", finished_at=now)
    assert queue_load(user_id=alice.pk).rate == pytest.approx(3 / 60)


@pytest.mark.django_db(transaction=True)
def test_a_quiet_stream_says_how_many_are_before() -> None:
    go_on, counts = asyncio.Event(), iter([3, 3, 2, 0])

    async def quiet() -> AsyncGenerator[str]:
        yield "first"
        await go_on.wait()
        yield "last"

    def before() -> int | None:
        count = next(counts, None)
        if count is None:
            go_on.set()
        return count

    async def read() -> list[str]:
        return [frame async for frame in with_position(quiet(), before, quiet_s=0.01)]

    expected = [sse_frame("waiting", {"before": count}) for count in (3, 2)]
    assert asyncio.run(read()) == ["first", *expected, "last"]


@pytest.mark.django_db(transaction=True)
def test_a_quiet_stream_outlives_an_absent_database() -> None:
    go_on, calls = asyncio.Event(), iter([True, True, False])

    async def quiet() -> AsyncGenerator[str]:
        await go_on.wait()
        yield "last"

    def before() -> int | None:
        if next(calls):
            raise OperationalError("connection to server failed: Connection refused")
        go_on.set()
        return None

    async def read() -> list[str]:
        return [frame async for frame in with_position(quiet(), before, quiet_s=0.01)]

    assert asyncio.run(read()) == ["last"]
