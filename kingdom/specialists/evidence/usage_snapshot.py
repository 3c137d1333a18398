"""The usage of the last days: computed for each look where that is quick, otherwise kept, with the time that it is of.

Ten million executions of two years have 400,000 hourly sums a month, which take over a second to add up.
"""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from datetime import time as day_time
from typing import Any, NamedTuple

from django.core.cache import cache

from kingdom.core.background.task_queue import task_send
from kingdom.core.clock import utc_now
from kingdom.specialists.evidence.hourly_metrics_selectors import UsageReport, usage_report, usage_rows

SLOW_S = 0.2  # sums that took longer are kept
FRESH_S = 300  # for which a kept snapshot is shown without asking for another one
KEPT_S = 7 * 24 * 3600
ASKED_S = 120  # at most one refresh is sent to the queue in this time, however many people open the page
REFRESH_TASK = "kingdom.specialists.tasks.usage_refresh"


class UsageSnapshot(NamedTuple):
    """The usage of a period; ``taken_at`` is None where it is of this moment."""

    report: UsageReport
    taken_at: datetime | None


def first_day_start(days: int, now: datetime) -> datetime:
    """Return the start (UTC) of the first of so many days, the present one included."""
    return datetime.combine(now.date() - timedelta(days=days - 1), day_time(), UTC)


def recent_usage(days: int) -> UsageSnapshot:
    """Return the usage of the last ``days`` days (UTC).

    A kept one that is older than five minutes is returned as well; a worker computes the next one.
    """
    kept = cache.get(_key(days))
    if kept is None:
        return UsageSnapshot(usage_report(usage_refresh(days)), None)
    taken_at, rows = kept
    if (utc_now() - taken_at).total_seconds() > FRESH_S and cache.add(f"{_key(days)}_asked", 1, ASKED_S):
        task_send(REFRESH_TASK, days)
    return UsageSnapshot(usage_report(rows), taken_at)


def usage_refresh(days: int) -> Sequence[tuple[Any, ...]]:
    """Return the rows of the last days, and keep them where that took long; quick ones are no longer kept."""
    now, started = utc_now(), time.monotonic()
    rows = usage_rows(first_day_start(days, now), now + timedelta(hours=1))
    if time.monotonic() - started > SLOW_S:
        cache.set(_key(days), (now, rows), KEPT_S)
    else:
        cache.delete(_key(days))
    return rows


def _key(days: int) -> str:
    return f"usage_of_{days}_days"
