"""What is sent when times have passed while Kingdom was down."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

GRACE = timedelta(minutes=10)  # a time that is less late was not missed
MAX_CAUGHT_UP = 24  # messages that "all" sends after a downtime, one after the other


class DueTimes(NamedTuple):
    """The time to send for, None for none, and how many earlier or missed ones are left out for good."""

    send: datetime | None
    left_out: int


def due_times(times: Sequence[datetime], now: datetime, catch_up: str) -> DueTimes:
    """Choose among the due times, oldest first; at least one.

    ``latest`` sends once, for the newest. ``all`` sends for each, the oldest of the last 24 first. ``none`` sends only
    for a newest that is at most ten minutes late. Raises ValueError for another policy.
    """
    newest = times[-1]
    if catch_up == "all":
        kept = times[-MAX_CAUGHT_UP:]
        return DueTimes(kept[0], len(times) - len(kept))
    if catch_up == "none" and now - newest > GRACE:
        return DueTimes(None, len(times))
    if catch_up not in ("latest", "none"):
        raise ValueError(catch_up)
    return DueTimes(newest, len(times) - 1)
