"""What narrows a time that comes again: "except on Sundays", "between 9 and 17", "on weekdays", "Berlin time". Pure.

A limit is read where it stands next to the time: elsewhere the same words belong to the task.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from zoneinfo import available_timezones

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.schedule_phrases import DAYS

_DAY = "|".join(DAYS)
_SOME_DAYS = rf"(?:{_DAY})s?(?:(?:, | and |, and | or )(?:on )?(?:{_DAY})s?)*"
_SET_OF_DAYS = (
    rf"weekdays?|weekends?|working days?|every (?:{_DAY}) to (?:{_DAY})|(?:{_DAY}) to (?:{_DAY})|{_SOME_DAYS}"
)
_EXCEPT = re.compile(
    rf"[,(]?\s*(?:except|but not|excluding|apart from|other than|save)(?: for)?(?: on)?(?: the)? "
    rf"(?P<days>every weekday|every weekend|{_SET_OF_DAYS})\)?"
)
_ON_DAYS = re.compile(rf",?\s*(?:(?:but )?only )?(?:on )?(?P<days>every weekday|every weekend|{_SET_OF_DAYS})")
_HOUR = r"(?:at )?(\d{1,2})(?::00)?(?: ?([ap])\.?m\.?)?(?: ?o'?clock| uhr| ?h)?(?!:?\d)"
_WINDOW = re.compile(rf",?\s*(?:between|from) {_HOUR} ?(?:and|to|until|till|-) ?{_HOUR}")
_ZONE = re.compile(r",?\s*\(?(?:in )?(?:the )?(?P<zone>[a-z]+(?:[ -][a-z]+){0,2}) time(?: zone)?\)?(?![a-z])")
_EXACT_ZONE = re.compile(
    r",?\s*\(?(?:in )?(?:the )?(?:time zone )?(?P<zone>utc|gmt|[a-z_]+/[a-z_]+(?:/[a-z_]+)?)\)?(?![a-z/])"
)
_OWN = ("local", "my", "our", "own")


@dataclass(frozen=True)
class TimeLimits:
    """Days of the week that a time comes on or leaves out, its first and last hour, its zone; where they stand."""

    only: frozenset[int] | None = None
    without: frozenset[int] = frozenset()
    hours: tuple[int, int] | None = None
    zone: str = ""
    spans: tuple[tuple[int, int], ...] = field(default=())


def read_limits(text: str, spans: list[tuple[int, int]], end: int) -> TimeLimits:
    """Return the limits that stand right behind the parts of a time, or behind each other. Raises BadInput."""
    limits, places = TimeLimits(), [stop for _, stop in spans]
    while places:
        place = places.pop()
        found = next(_limits_at(text, place, end), None)
        if found is None or any(start <= place < stop for start, stop in (*spans, *limits.spans)):
            continue
        limits = _with(limits, found)
        places.append(found.end())
    return limits


def _limits_at(text: str, place: int, end: int) -> Iterator["re.Match[str]"]:
    for pattern in (_EXCEPT, _WINDOW, _ON_DAYS, _EXACT_ZONE, _ZONE):
        found = pattern.match(text, place, end) or pattern.match(text, _behind_space(text, place), end)
        if found and (pattern not in (_ZONE, _EXACT_ZONE) or _zone_of(found["zone"]) is not None):
            yield found


def _behind_space(text: str, place: int) -> int:
    return place + len(text[place:]) - len(text[place:].lstrip(" "))


def _with(limits: TimeLimits, found: "re.Match[str]") -> TimeLimits:
    spans = (*limits.spans, found.span())
    if found.re is _WINDOW:
        first, last = (_hour(found[at], found[at + 1]) for at in (1, 3))
        if first >= last:
            raise BadInput(f"“{found.group().strip()}” does not end on the same day. Make a schedule for each day.")
        return replace(limits, hours=(first, last), spans=spans)
    if found.re is _EXCEPT:
        return replace(limits, without=limits.without | days_of(found["days"]), spans=spans)
    if found.re is _ON_DAYS:
        return replace(limits, only=(limits.only or frozenset()) | days_of(found["days"]), spans=spans)
    return replace(limits, zone=_zone_of(found["zone"]) or "", spans=spans)


def _hour(hour: str, half: str | None) -> int:
    number = int(hour) % 12 + (12 if half == "p" else 0) if half else int(hour)
    if number > 24:
        raise BadInput(f"There is no hour {hour}.")
    return number


def days_of(words: str) -> frozenset[int]:
    """Return the days of the week that words name, Sunday as 0."""
    if "weekday" in words or "working" in words:
        return frozenset(range(1, 6))
    if "weekend" in words:
        return frozenset((0, 6))
    named = [DAYS.index(day) for day in re.findall(_DAY, words)]
    if " to " in words and len(named) == 2:
        first, last = named
        return frozenset(day % 7 for day in range(first, last + (8 if last < first else 1)))
    return frozenset(named)


@cache
def _zones() -> dict[str, str]:
    """Return the IANA zones by their full name and by their city, in lower case; no city of two zones."""
    zones, cities = {name.lower(): name for name in available_timezones()}, dict[str, set[str]]()
    for name in available_timezones():
        if "/" in name and not name.startswith(("Etc/", "posix/", "right/", "US/", "SystemV/")):
            cities.setdefault(name.rsplit("/", 1)[1].replace("_", " ").lower(), set()).add(name)
    return {city: min(names) for city, names in cities.items() if len(names) == 1} | zones


def _zone_of(words: str) -> str | None:
    """Return the IANA name of a zone, "" for the user's own, None for other words; "berliner" is Berlin."""
    if words in _OWN:
        return ""
    if words == "gmt":
        return "UTC"
    return _zones().get(words) or (_zones().get(words.removesuffix("er")) if words.endswith("er") else None)


def limited_cron(cron: str, limits: TimeLimits, *, is_repeated: bool) -> str:
    """Return a cron line within its limits. Raises BadInput for a limit that the line cannot have."""
    minute, hour, day, month, weekday = cron.split()
    if limits.hours is not None:
        if not is_repeated:
            raise BadInput("Say how often it comes between these hours, e.g. “every 2 hours between 9 and 17”.")
        hour = _hours_within(limits.hours, hour, is_by_minutes=minute.startswith("*"))
    if limits.only is not None or limits.without:
        weekday = _limited_days(limits, day, weekday)
    return f"{minute} {hour} {day} {month} {weekday}"


def _hours_within(hours: tuple[int, int], hour: str, *, is_by_minutes: bool) -> str:
    """Return the field of the hours; "every 15 minutes from 9 to 17" ends before 17:00."""
    first, last = hours
    last = min(last - 1 if is_by_minutes else last, 23)
    return f"{first}-{last}{hour.removeprefix('*')}" if first < last else str(first)


def _limited_days(limits: TimeLimits, day: str, weekday: str) -> str:
    """Return the field of the days of the week. Raises BadInput beside a day of the month, and for no day."""
    is_named_twice = limits.only is not None and weekday != "*"
    if day != "*" or is_named_twice or not set(weekday) <= set("0123456,-*"):
        raise BadInput("A day of the month cannot be bound to days of the week. Make a schedule for each of them.")
    days = (limits.only if limits.only is not None else _weekdays(weekday)) - limits.without
    if not days:
        raise BadInput("No day of the week is left.")
    return ",".join(map(str, sorted(days)))


def _weekdays(weekday: str) -> frozenset[int]:
    """Return the days of a cron line's last field."""
    if weekday == "*":
        return frozenset(range(7))
    days = set[int]()
    for part in weekday.split(","):
        first, _, last = part.partition("-")
        days |= set(range(int(first), int(last or first) + 1))
    return frozenset(days)
