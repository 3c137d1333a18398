"""Threads that ask at once for a value share one computation."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kingdom.core.background.computed_once import ComputedOnce


def test_a_crowd_computes_once() -> None:
    computed = list[int]()

    @ComputedOnce
    def square(number: int) -> int:
        """Square."""
        computed.append(number)
        time.sleep(0.05)
        return number * number

    together = threading.Barrier(8)

    def ask(_: int) -> int:
        together.wait(timeout=30)
        return square(3)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [9] * 8
    assert computed == [3]
    assert square(number=4) == 16
    square.cache_clear()
    assert square(3) == 9
    assert computed == [3, 4, 3]
    assert square.__doc__ == "Square."


def test_a_failure_is_not_kept() -> None:
    tries = list[int]()

    @ComputedOnce
    def fail_first() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("not yet")
        return "done"

    with pytest.raises(ValueError, match="not yet"):
        fail_first()
    assert fail_first() == "done"
