"""Calls beyond the slots wait: users take turns, nobody is left out, and a call in progress goes first."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from kingdom.adapters.sandbox.host.call_slots import CallerLeft, CallSlots
from kingdom.core.errors import Busy
from tests.factories.sandboxd import wait_for

LONG_S = 60.0


def queued(slots: CallSlots, work: Callable[[], None]) -> threading.Thread:
    """Start a thread that waits in the queue, and return when it does."""
    before = slots.waiting
    thread = threading.Thread(target=work)
    thread.start()
    wait_for(lambda: slots.waiting == before + 1, 10)
    return thread


def test_users_take_turns_and_each_keeps_its_order() -> None:
    slots, served = CallSlots(1, 8), []
    slots.acquire("first", LONG_S)

    def call(name: str) -> Callable[[], None]:
        def work() -> None:
            slots.acquire(name[0], LONG_S)
            served.append(name)
            slots.release()

        return work

    threads = [queued(slots, call(name)) for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")]
    slots.release()
    for thread in threads:
        thread.join()
    assert served == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert (slots.running, slots.waiting) == (0, 0)


def test_a_call_that_waited_for_the_host_goes_before_new_ones() -> None:
    slots, served = CallSlots(1, 8), []
    slots.acquire("a", LONG_S)
    slots.pause()
    slots.acquire("b", LONG_S)

    def resume() -> None:
        slots.resume()
        served.append("a")
        slots.release()

    def new() -> None:
        slots.acquire("c", LONG_S)
        served.append("c")
        slots.release()

    threads = [queued(slots, new), queued(slots, resume)]
    slots.release()
    for thread in threads:
        thread.join()
    assert served == ["a", "c"]


def test_calls_that_wait_for_the_host_are_bounded() -> None:
    slots = CallSlots(2, 3)
    for _ in range(3):
        slots.acquire("a", LONG_S)
        slots.pause()
    with pytest.raises(Busy):
        slots.acquire("b", 0.01)
    slots.resume()
    slots.release()
    slots.acquire("b", 0.01)


def test_a_wait_that_is_too_long_ends_with_an_error_and_leaves_nothing() -> None:
    slots = CallSlots(1, 8)
    slots.acquire("a", LONG_S)
    with pytest.raises(Busy, match="No sandbox was free"):
        slots.acquire("a", 0.01)
    assert (slots.running, slots.waiting) == (1, 0)
    slots.release()
    slots.acquire("b", 0.01)


def test_a_caller_that_has_left_is_not_served() -> None:
    slots = CallSlots(1, 8)
    slots.acquire("a", LONG_S)
    reading, writing = os.pipe()

    def call() -> None:
        with suppress(CallerLeft):
            slots.acquire("b", LONG_S, abort_fd=reading, aborted=lambda: True)

    thread = queued(slots, call)
    os.close(writing)
    thread.join()
    os.close(reading)
    assert (slots.running, slots.waiting) == (1, 0)


def test_a_call_does_not_go_on_before_its_grant_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """It closes its descriptor when it goes on: a later write would hit another file."""
    slots = CallSlots(1, 8)
    slots.acquire("a", LONG_S)
    reading, writing = os.pipe()
    thread = queued(slots, lambda: slots.acquire("b", LONG_S, abort_fd=reading))
    write = os.eventfd_write

    def interrupted_write(fd: int, value: int) -> None:
        os.write(writing, b".")  # wakes the waiting thread
        thread.join(0.3)
        write(fd, value)

    monkeypatch.setattr("os.eventfd_write", interrupted_write)
    slots.release()
    thread.join()
    for fd in (reading, writing):
        os.close(fd)
    assert (slots.running, slots.waiting) == (1, 0)


def test_no_slot_is_lost_under_many_threads() -> None:
    slots, most, lock = CallSlots(3, 24), [0], threading.Lock()

    def work(number: int) -> None:
        for turn in range(50):
            with suppress(Busy):
                slots.acquire(str(number % 5), 0.001 if turn % 3 else LONG_S)
                with lock:
                    most[0] = max(most[0], slots.running)
                slots.pause()
                slots.resume()
                slots.release()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (slots.running, slots.waiting) == (0, 0)
    assert most[0] <= 3
