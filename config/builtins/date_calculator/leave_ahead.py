"""The working days that are left before a leave up to the end of the year: "I am off from 21 December until the new year"."""

import re
from datetime import date, timedelta

from config.builtins.date_calculator.reading import Answer, Asked, added, shown, working_days
from config.builtins.wording import CannotError, plural

LEAVE_TOLD = re.compile(
    r"\b(?:i am|i'm|im|we are|we're|i will be|i'll be|we will be|we'll be|i have|we have) (?:off|away|on (?:leave|holidays?|vacation)|(?:leave|holidays?|vacation)) (?:work )?(?:(?:as )?from|starting|between|since) (?:on )?(?:the )?\Z",
    re.IGNORECASE,
)
WORKING_DAYS_LEFT = re.compile(
    r"\bhow many (?:more )?(?:working|work|business) ?days\b[^.?!]{0,25}\b(?:left|remain(?:ing)?|to go|still)\b",
    re.IGNORECASE,
)
LEFT_COUNTED_FROM = re.compile(r"\b(?:count(?:ing|ed)?|starting|beginning|from)(?: from| with| on)? \Z", re.IGNORECASE)
LEAVE_UNTIL = re.compile(r",? (?:until|till|to|through|up to|and|-) (?:the )?(?:end of )?\Z", re.IGNORECASE)
OTHER_LEAVE = (
    "I cannot tell which of these days are to be counted. Ask for the working days from one day to another, "
    "for example *how many working days from 1 December to 18 December 2026?*"
)


def days_before_leave(asked: Asked) -> Answer | None:
    """Return the working days left in a year before a leave that lasts to its end; None for other questions.

    Raises CannotError where the leave ends within the year, or other days are named.
    """
    off = [place for place, one in enumerate(asked.dates) if LEAVE_TOLD.search(asked.text[: one.start])]
    if len(off) != 1 or not WORKING_DAYS_LEFT.search(asked.text):
        return None
    leave, others = asked.dates[off[0]], asked.dates[off[0] + 1 :]
    ends = [one for one in others if LEAVE_UNTIL.fullmatch(asked.text[leave.end : one.start])]
    starts = [one for one in asked.dates if LEFT_COUNTED_FROM.search(asked.text[: one.start]) and one is not leave]
    first = starts[0].day if starts else asked.today
    if starts and first >= leave.day and (starts[0].shared_year or starts[0].open_year):
        first = added(first, -12, "month")
    is_to_end = len(ends) == 1 and ends[0].day >= date(leave.day.year, 12, 31)
    used = 1 + len(ends) + len(starts)
    if not is_to_end or len(starts) > 1 or used != len(asked.dates) or not first < leave.day or asked.durations:
        raise CannotError(OTHER_LEAVE)
    if first.year != leave.day.year or (ends[0].day - date(leave.day.year, 12, 31)).days > 1:
        raise CannotError(OTHER_LEAVE)
    last = leave.day - timedelta(days=1)
    while last.weekday() > 4 and last > first:
        last -= timedelta(days=1)
    count = working_days(first, last)
    output = {"kind": "business_days", "from": first.isoformat(), "to": last.isoformat(), "business_days": count}
    said = plural(count, "working day")
    verb = "is" if count == 1 else "are"
    return (
        f"From {shown(first)} to {shown(last)}, before you are off, there {verb} **{said}** (both days counted; "
        "public holidays are not taken off).",
        output,
    )


def leave_places(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the clause that tells a leave, and of the day from which the days before it are counted."""
    found = []
    for one in asked.dates:
        for pattern in (LEAVE_TOLD, LEFT_COUNTED_FROM, LEAVE_UNTIL):
            match = pattern.search(asked.text[: one.start])
            found += [(match.start(), one.end)] if match else []
    return [*found, *(match.span() for match in WORKING_DAYS_LEFT.finditer(asked.text))]
