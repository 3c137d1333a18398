"""The product's clock. Callers take it as an argument, so that tests can pass another one."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
Monotonic = Callable[[], float]


def utc_now() -> datetime:
    """Return the current time in UTC, timezone-aware."""
    return datetime.now(UTC)


def monotonic() -> float:
    """Return seconds on a clock that never goes back; only differences are meaningful."""
    return time.monotonic()
