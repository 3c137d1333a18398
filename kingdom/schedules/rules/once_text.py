"""Read a time that comes once, in English words: "in 20 minutes", "tomorrow at noon", "on 24 December". Pure."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.clock_text import PART, day_times
from kingdom.schedules.rules.schedule_phrases import DAYS, MONTHS

_DAY, _MONTH = "|".join(DAYS), "|".join(MONTHS)
_AMOUNT = r"\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|half an|a quarter of an"
_ONCE = re.compile(
    rf"(?<![a-z0-9])(?:in (?P<amount>{_AMOUNT}) (?P<unit>minutes?|mins?|hours?|days?|weeks?|months?)(?: from now)?"
    rf"|(?P<day>the day after tomorrow|tomorrow|today|tonight|this (?:{PART}))"
    rf"(?:,? (?:in the |at )?(?P<part>{PART})(?!s))?"
    rf"|(?:on )?(?P<which>next|this|coming|on|this coming) (?P<weekday>{_DAY})(?!s)(?: (?P<weekday_part>{PART}))?"
    rf"|(?:on )?(?:the )?(?:(?P<first>\d{{1,2}})(?:st|nd|rd|th)?\.?(?: of)? (?P<month>{_MONTH})"
    rf"|(?P<named>{_MONTH}) (?P<second>\d{{1,2}})(?:st|nd|rd|th)?)(?:,? (?P<year>20\d\d))?"
    r"|(?:on )?(?P<iso>20\d\d-\d\d-\d\d)|(?:on )?(?P<dotted>\d{1,2}\.\d{1,2}\.(?:20\d\d)?))(?![a-z0-9])"
)
_AMOUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8} | {
    **{"nine": 9, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30}
}
_MINUTES = {"minute": 1, "min": 1, "hour": 60, "day": 1440, "week": 10_080}
_DAYS_AHEAD = {"today": 0, "tonight": 0, "tomorrow": 1, "the day after tomorrow": 2}
_BEGINS_TASK = re.compile(r"\W*(?:please |bitte )?$")
MAX_AHEAD = timedelta(days=5 * 366)


class OnceText(NamedTuple):
    """The local time that words name, and where they stand in the text."""

    at: datetime
    spans: list[tuple[int, int]]


def read_once(text: str, now: datetime, head_end: int) -> OnceText | None:
    """Return the time of a text in English words in lower case, None without one. ``now`` is in the user's zone.

    Without a colon it stands at the begin or the end, or behind "remind me": anywhere else it belongs to the task.
    Raises BadInput for a time that is over, or that may be one of two.
    """
    found = next((match for match in _ONCE.finditer(text, 0, head_end) if _is_place(text, match, head_end)), None)
    if found is None:
        return None
    if found["unit"]:
        return OnceText(_checked(_later(found, now), now), [found.span()])
    times = day_times(text, head_end, _part_of(found))
    if "," in times.hour or (times.span is None and found["day"] == "today"):
        raise BadInput("Say at which one time, e.g. “today at 18:00: call Anna”.")
    at = _still_to_come(found, _at(_date(found, now), times.hour, times.minute, now), now)
    return OnceText(_checked(at, now), [found.span(), *filter(None, [times.span])])


def _part_of(found: "re.Match[str]") -> str:
    """Return the part of the day that a time names, "" for none."""
    part = found["part"] or found["weekday_part"] or ""
    return part or {"tonight": "night"}.get(found["day"] or "", (found["day"] or "").partition("this ")[2])


def _still_to_come(found: "re.Match[str]", at: datetime, now: datetime) -> datetime:
    """Return a time of a weekday in its next week, and one of a date without a year in its next year, if it is over."""
    if at > now or found["year"]:
        return at
    if found["weekday"]:
        return _at((at + timedelta(days=7)).date(), at.hour, at.minute, now)
    if found["month"] or found["named"] or (found["dotted"] or "").endswith("."):
        return _at(_clipped(at.year + 1, at.month, at.day), at.hour, at.minute, now)
    return at


def _is_place(text: str, found: "re.Match[str]", head_end: int) -> bool:
    before, after = text[: found.start()], text[found.end() : head_end]
    has_colon = head_end < len(text)
    return (
        has_colon
        or not re.search(r"\w", before)
        or not re.search(r"\w", after)
        or re.search(r"(?<!\w)me\W*$", before) is not None
        or re.match(r",? at [\d\w: ]{1,12}$", after) is not None
    )


def _later(found: "re.Match[str]", now: datetime) -> datetime:
    amount, unit = found["amount"], found["unit"].removesuffix("s")
    if unit == "month":
        months = now.month - 1 + _number(amount)
        return _at(_clipped(now.year + months // 12, months % 12 + 1, now.day), now.hour, now.minute, now)
    part = {"half an": 0.5, "a quarter of an": 0.25}.get(amount)
    length = timedelta(minutes=(part if part is not None else _number(amount)) * _MINUTES[unit])
    # a day is one of the calendar, and an hour 60 minutes, also over a change of the clock
    is_exact = unit in ("min", "minute", "hour")
    later = (now.astimezone(UTC) + length).astimezone(now.tzinfo) if is_exact else now + length
    whole = later.replace(second=0, microsecond=0)
    return whole if whole == later else whole + timedelta(minutes=1)


def _number(amount: str) -> int:
    return int(amount) if amount.isdecimal() else _AMOUNTS[amount]


def _date(found: "re.Match[str]", now: datetime) -> date:
    """Return the day. Raises BadInput for one that no calendar has, and for a "next Friday" that may be one of two."""
    if found["day"]:
        return (now + timedelta(days=_DAYS_AHEAD.get(found["day"], 0))).date()
    if found["weekday"]:
        return _weekday(found, now)
    try:
        return _calendar_date(found, now.year)
    except ValueError:
        raise BadInput(f"There is no day “{found.group().strip()}”.") from None


def _calendar_date(found: "re.Match[str]", year: int) -> date:
    if found["iso"]:
        return date.fromisoformat(found["iso"])
    if found["dotted"]:
        day, month, named = found["dotted"].split(".")
        return date(int(named or year), int(month), int(day))
    month_number = MONTHS.index(found["month"] or found["named"]) + 1
    return date(int(found["year"] or year), month_number, int(found["first"] or found["second"]))


def _weekday(found: "re.Match[str]", now: datetime) -> date:
    today = now.date()
    ahead = (DAYS.index(found["weekday"]) - today.isoweekday()) % 7
    coming = today + timedelta(days=ahead)
    if found["which"] != "next":
        return coming
    coming = coming if ahead else today + timedelta(days=7)
    if coming.isocalendar()[:2] == today.isocalendar()[:2]:
        later = coming + timedelta(days=7)
        raise BadInput(f"“{found.group().strip()}” may be {coming:%d %B} or {later:%d %B}. Give the date.")
    return coming


def _clipped(year: int, month: int, day: int) -> date:
    """Return a day, or the last one of its month."""
    while True:
        try:
            return date(year, month, day)
        except ValueError:
            day -= 1


def _at(day: date, hour: str | int, minute: str | int, now: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, int(hour), int(minute), tzinfo=now.tzinfo)


def _checked(at: datetime, now: datetime) -> datetime:
    if at <= now:
        raise BadInput(f"{at:%d %B %Y, %H:%M} is over. Give a time that is still to come.")
    if at - now > MAX_AHEAD:
        raise BadInput("A time lies at most five years ahead.")
    return at
