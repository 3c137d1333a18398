"""Read times of day in English: "at 8", "at 7:30 pm and 9 pm", "at 6 in the evening". Pure."""

import re
from typing import NamedTuple

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.schedule_phrases import HOURS_OF_DAY

DEFAULT_HOUR = 8  # of a day without a time
PART = "morning|noon|afternoon|evening|night"
_CLOCK = (
    r"(?:(?P<hour>\d{1,2})(?!\d)(?::(?P<minute>\d{2}))?(?: ?(?P<half>[ap])\.?m\b\.?| ?o'?clock\b| ?uhr\b| ?h\b)?"
    r"(?:(?: in the| at)? (?P<part>morning|afternoon|evening|night)\b)?|(?P<name>noon|midnight|midday))"
)
_TIME = re.compile(rf"\b(?:at|@) {_CLOCK}")
_NEXT_TIME = re.compile(rf"(?:,| and|, and)(?P<at> at)? {_CLOCK}")
_ENDS = re.compile(r"\s*(?:[:,.]|$)")


class DayTimes(NamedTuple):
    """The minute and the hours of some times of a day, as fields of a cron line, and where they stand in the text."""

    minute: str
    hour: str
    span: tuple[int, int] | None


def day_times(text: str, end: int, part: str) -> DayTimes:
    """Return the times that the first ``end`` characters name, else the usual one of a part of the day ("" for none).

    Raises BadInput for a time that no clock shows, and for two that differ in their minutes.
    """
    first = _TIME.search(text, 0, end)
    if first is None:
        return DayTimes("0", str(HOURS_OF_DAY.get(part, DEFAULT_HOUR)), None)
    found, stop = [_clock(first, part)], first.end()
    while (more := _NEXT_TIME.match(text, stop, end)) and (_is_certain(more) or _ENDS.match(text, more.end())):
        found.append(_clock(more, part))
        stop = more.end()
    minutes, hours = {minute for _, minute in found}, sorted({hour for hour, _ in found})
    if len(minutes) > 1:
        raise BadInput("These times differ in their minutes. Make a schedule for each of them.")
    return DayTimes(str(minutes.pop()), ",".join(map(str, hours)), (first.start(), stop))


def _is_certain(time: "re.Match[str]") -> bool:
    """Return whether a number behind a time is a time too, and not the first word of the task."""
    return bool(time["at"] or time["minute"] or time["half"] or time["name"])


def _clock(time: "re.Match[str]", part: str) -> tuple[int, int]:
    """Return hour and minute. Raises BadInput for a time that no clock shows."""
    if time["name"]:
        return (0 if time["name"] == "midnight" else 12), 0
    hour, minute = _hour(int(time["hour"]), time["half"], time["part"] or part), int(time["minute"] or 0)
    if hour > 23 or minute > 59:
        raise BadInput(f"There is no time “{time.group().strip()}”.")
    return hour, minute


def _hour(hour: int, half: str | None, part: str) -> int:
    """Return an hour of the day from one of a 12-hour clock (``half`` is "a" or "p"), 24 for one that it has not.

    In the evening 6 is 18; at night 11 is 23, but 2 is 2.
    """
    if half is not None:
        return hour % 12 + (12 if half == "p" else 0) if 1 <= hour <= 12 else 24
    if part == "night":
        return {12: 0}.get(hour, hour + 12 if 6 <= hour < 12 else hour)
    return hour + 12 if part in ("afternoon", "evening") and 1 <= hour < 12 else hour
