"""What the benchmarks share: times, and a probe of the machine's speed."""

import time
import uuid
from collections.abc import Callable

PROBE_ROUNDS = 2000


def time_ms(work: Callable[[], object]) -> float:
    """Return how long a call takes, in milliseconds."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def probe_us() -> float:
    """Return the microseconds of a fixed piece of work, so that figures of two machines can be compared."""

    def work() -> None:
        for _ in range(PROBE_ROUNDS):
            uuid.uuid4().hex.encode()

    return round(time_ms(work) * 1000 / PROBE_ROUNDS, 2)
