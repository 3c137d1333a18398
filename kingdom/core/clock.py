"""The one place that reads the clock, so that callers can be given another."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
Monotonic = Callable[[], float]


def utc_now() -> datetime:
    """Return the present time with its zone (UTC)."""
    return datetime.now(UTC)


def monotonic() -> float:
    """Return seconds on a clock that never goes back; only differences mean something."""
    return time.monotonic()
