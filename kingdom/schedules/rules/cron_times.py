"""Cron lines of five fields and the times they stand for, by cronsim, which follows Debian's cron.

Times are wall-clock times of a time zone. One that a change to summer time leaves out is sent right after the change;
one that comes twice is sent once.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError

from kingdom.core.errors import BadInput

MAX_CRON_LENGTH = 100  # characters
MAX_MISSED = 1_000  # missed times that are counted one by one


class TimeBounds(NamedTuple):
    """Which times of a cron line count.

    Of ``interval`` days or weeks (``unit``) one, counted from ``starts_on``; and none after ``ends_at``.
    """

    interval: int = 1
    unit: str = ""
    starts_on: date | None = None
    ends_at: datetime | None = None


UNBOUNDED = TimeBounds()


def check_cron(line: str) -> str:
    """Return a cron line with single spaces. Raises BadInput when it cannot be read or never comes."""
    cron = " ".join(line.split())
    if len(cron) > MAX_CRON_LENGTH or len(cron.split()) != 5:
        detail = "A cron line has five fields: minute, hour, day of the month, month, day of the week, e.g. 0 8 * * 1."
        raise _fault("/cron", detail)
    try:
        simulated = CronSim(cron, datetime(2000, 1, 1, tzinfo=UTC))
    except CronSimError as error:
        raise _fault("/cron", f"The cron line {cron} cannot be read: {error}.") from error
    if next(simulated, None) is None:
        raise _fault("/cron", f"The cron line {cron} never comes: no month has such a day.")
    return cron


def check_time_zone(name: str) -> ZoneInfo:
    """Return the time zone of an IANA name. Raises BadInput for another name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise _fault(
            "/time_zone", f"There is no time zone {name[:60]!r}. Names are like Europe/Berlin or UTC."
        ) from error


def _fault(pointer: str, detail: str) -> BadInput:
    return BadInput(detail, errors=[{"pointer": pointer, "detail": detail}])


def times_after(cron: str, zone: str, moment: datetime, bounds: TimeBounds = UNBOUNDED) -> Iterator[datetime]:
    """Yield the times of a checked cron line after a moment, in UTC."""
    # in the hour that the end of summer time repeats, cronsim begins with the first pass, which may be over
    local = CronSim(cron, moment.astimezone(ZoneInfo(zone)))
    found = (time.astimezone(UTC) for time in local if bounds.unit == "" or _is_turn(time.date(), bounds))
    after = (time for time in found if time > moment)
    last = bounds.ends_at
    return after if last is None else takewhile(lambda time: time <= last, after)


def _is_turn(day: date, bounds: TimeBounds) -> bool:
    """Return whether the interval from the first day or week ends on a day."""
    first = bounds.starts_on or day
    if bounds.unit == "day":
        return (day - first).days % bounds.interval == 0
    weeks = (day - timedelta(days=day.weekday())) - (first - timedelta(days=first.weekday()))
    return weeks.days // 7 % bounds.interval == 0


def next_time(cron: str, zone: str, moment: datetime, bounds: TimeBounds = UNBOUNDED) -> datetime | None:
    """Return the first time of a checked cron line after a moment, in UTC; None when there is none any more."""
    return next(times_after(cron, zone, moment, bounds), None)


def missed_times(cron: str, zone: str, due: datetime, now: datetime, bounds: TimeBounds = UNBOUNDED) -> list[datetime]:
    """Return the times from ``due`` to ``now``, both included, oldest first; of more than 1,000 the newest.

    They are read forwards, as ``next_time`` reads them: backwards, cronsim has other times where a clock changes.
    """
    if due > now:
        return []
    span = timedelta(days=1)
    while now - span > due:
        newest = _times_between(cron, zone, now - span, now, bounds)
        if len(newest) >= MAX_MISSED:
            return newest[-MAX_MISSED:]
        span *= 4
    return [due, *_times_between(cron, zone, due, now, bounds)][-MAX_MISSED:]


def _times_between(cron: str, zone: str, after: datetime, last: datetime, bounds: TimeBounds) -> list[datetime]:
    return list(takewhile(lambda time: time <= last, times_after(cron, zone, after, bounds)))
