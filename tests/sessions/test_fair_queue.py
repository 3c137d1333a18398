"""Waiting sessions are served in turns of their users, and a stream says how many are before."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.core.background.jobs import PUT_ASIDE_KILLS
from kingdom.core.sse import sse_frame
from kingdom.sessions.engine.lease import session_leases, session_take, session_take_next
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.engine.worker_turns import WorkerTurns, handler_turns, thread_turns
from kingdom.sessions.events.streams import with_position
from kingdom.sessions.fair_queue import CHOICES, QueuePositions, next_sessions, queue_load
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_bind, session_open
from kingdom.specialists.models.specialist import SpecialistVersion
from tests.factories.cognition import handler_spec, model_spec
from tests.factories.sessions import store_version

pytestmark = pytest.mark.django_db
TASK = "tests.nobody"


def opened(user: User, text: str) -> Session:
    return session_open(user_id=user.pk, input_text=text, task_name=TASK)


@pytest.fixture
def waiting(alice: User, bob: User) -> list[Session]:
    """Five of Alice's sessions, then two of Bob's."""
    return [opened(alice, f"a{number}") for number in range(1, 6)] + [opened(bob, f"b{number}") for number in (1, 2)]


def next_texts(task_name: str = TASK) -> list[str]:
    return texts([found.session_id for found in next_sessions(task_name=task_name)])


def texts(ids: Sequence[UUID]) -> list[str]:
    found = {session.pk: session.input_text for session in Session.objects.all()}
    return [found[pk] for pk in ids]


def test_users_take_turns(waiting: list[Session]) -> None:
    assert next_texts() == ["a1", "b1", "a2", "b2", "a3", "a4", "a5"]
    assert next_texts("tests.other") == []


def test_who_has_less_in_progress_goes_first(waiting: list[Session]) -> None:
    assert session_take(session_id=waiting[0].pk)
    assert session_take(session_id=waiting[1].pk)
    assert next_texts()[:3] == ["b1", "b2", "a3"]


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
    taken = session_take_next(task_name=TASK)
    assert taken is not None
    assert taken.lease.job_id == other.pk


def test_many_workers_take_each_session_once(waiting: list[Session]) -> None:
    taken = [session_take_next(task_name=TASK) for _ in range(len(waiting) + 1)]
    assert len({one.lease.job_id for one in taken if one}) == len(waiting)
    assert taken[-1] is None


def test_a_handler_beyond_the_limit_gives_its_thread_back(alice: User, waiting: list[Session]) -> None:
    handler = session_open(
        user_id=alice.pk, input_text="h", version_id=store_version(handler_spec()).pk, task_name=TASK
    )
    full, others = WorkerTurns(lambda: 1), range(-99, -1)
    entered = [other for other in others if handler_turns.try_enter(other)]
    assert handler_turns.is_full
    assert session_run(session_id=handler.pk)
    for other in entered:
        handler_turns.leave(other)
    handler.refresh_from_db()
    assert (handler.state, handler.lease_owner, handler.attempts) == ("running", "", 0)
    assert full.try_enter(alice.pk)
    assert not full.try_enter(alice.pk)
    Session.objects.filter(pk__in=[session.pk for session in waiting]).update(state="completed")
    assert session_take_next(task_name=TASK, handlers=full) is None, "it waits for a turn"
    full.leave(alice.pk)
    taken = session_take_next(task_name="tests.other", handlers=full)
    assert taken is not None, "whoever has finished a session goes on with it, whatever task that was"
    assert taken.lease.job_id == handler.pk


@pytest.fixture
def four_threads(settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"worker_concurrency": 4})


@pytest.fixture(autouse=True)
def counted() -> Iterator[None]:
    """Count the sessions of each test by themselves: some of them take leases by hand."""
    before = dict(thread_turns._running)
    yield
    thread_turns._running = Counter(before)


def bound(user: User, count: int) -> list[Session]:
    known = SpecialistVersion.objects.first() or store_version(model_spec())
    return [session_open(user_id=user.pk, input_text=f"n{at}", version_id=known.pk) for at in range(count)]


def test_running_sessions_of_one_user_do_not_hold_every_thread(alice: User, bob: User, four_threads: None) -> None:
    mine = bound(alice, 6)
    threads = [session_leases(session_id=mine[0].pk) for _ in range(4)]
    held = [next(thread, None) for thread in threads]
    assert [lease is not None for lease in held] == [True, True, True, False]
    (other,) = bound(bob, 1)
    served = session_leases(session_id=mine[0].pk)  # any hint serves whoever may be served
    lease = next(served)
    assert lease.job_id == other.pk
    assert next(served, None) is None, "the last free thread is for others again"
    assert next(threads[0]).job_id == mine[3].pk, "a thread that has finished one takes the next of the same user"
    for thread in threads:
        thread.close()
    assert thread_turns.users_at_share() == []
    assert thread_turns._running.total() == 0


def test_a_message_of_a_conversation_is_served_whatever_its_user_runs(alice: User, four_threads: None) -> None:
    nodes = bound(alice, 5)
    threads = [session_leases(session_id=nodes[0].pk) for _ in range(3)]
    assert all(next(thread, None) for thread in threads)
    message = opened(alice, "hello")
    assert next(session_leases(session_id=message.pk)).job_id == message.pk


def test_one_user_s_handlers_do_not_hold_every_turn(alice: User, bob: User) -> None:
    turns = WorkerTurns(lambda: 32)
    assert sum(turns.try_enter(alice.pk) for _ in range(40)) == 28
    assert turns.users_at_share() == [alice.pk]
    assert sum(turns.try_enter(bob.pk) for _ in range(40)) == 3
    assert turns.try_enter(-1), "of two that want all one is free for a third"


@pytest.mark.parametrize(("places", "alone"), [(1, 1), (2, 2), (3, 3), (4, 3), (8, 7), (64, 56)])
def test_places_of_a_user_alone(places: int, alone: int) -> None:
    turns = WorkerTurns(lambda: places)
    assert sum(turns.try_enter(1) for _ in range(places + 1)) == alone
    assert turns.try_enter(2) or alone == places


def test_a_dead_worker_s_session_waits_again_and_a_later_retry_does_not(waiting: list[Session]) -> None:
    past, future = timezone.now() - timedelta(minutes=1), timezone.now() + timedelta(minutes=1)
    Session.objects.exclude(pk=waiting[0].pk).update(retry_at=future)
    Session.objects.filter(pk=waiting[0].pk).update(lease_owner="dead", lease_expires_at=past)
    assert next_texts() == ["a1"]


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
