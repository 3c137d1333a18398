"""Days picked from a list or a month: which of these fall on a weekend, the Fridays of December without Christmas Day."""

import calendar
import re
from datetime import date, timedelta

from config.builtins.date_calculator.left_out import LeftOut, left_out
from config.builtins.date_calculator.reading import DAY, DAYS, MONTH, MONTHS, Answer, Asked, clamped, made, shown

WHICH_OF_THESE = re.compile(
    rf"\b(?:which|any|welche[rsnm]?|lesquel\w*|quel\w*|cuales?)\b(?: (?:of|from|von|de|d')(?: (?:these|those|the|them|diese[nr]?|den|ces|estos|estas|following|folgenden))*)?(?: (?:dates?|days?|ones?|tage?n?|termine?n?|jours|dias|fechas))?[^.?!:;\d]{{0,25}}?\b(?:fall\w*|is|are|land\w*|liegt|liegen|fallen|tombe\w*|sont|caen|son)\b[^.?!:;\d]{{0,20}}?"
    rf"\b(?P<kind>week ?-?ends?|wochenenden?|fin (?:of|de) (?:week|semana)|week ?days?|working days?|(?:{DAY})s?)\b",
    re.IGNORECASE,
)
VERDICTS_OF_DAYS = {True: "**yes**", False: "no"}
MOST_PICKED = 20


def picked_days(asked: Asked) -> Answer | None:
    """Return the answer to a question which of several days are of a kind, or which dates a weekday has in a month; None for others."""
    return which_of_these(asked) or weekday_dates(asked)


def which_of_these(asked: Asked) -> Answer | None:
    """Answer which of the days of a list fall on a weekend, a working day or one weekday."""
    wanted = WHICH_OF_THESE.search(asked.text)
    if wanted is None or asked.durations:
        return None
    days = [one.day for one in asked.dates if not wanted.start() <= one.start < wanted.end()]
    if not 2 <= len(days) <= MOST_PICKED:
        return None
    kind = wanted["kind"].lower()
    numbers = {5, 6} if kind.startswith(("weekend", "week-end", "week end", "wochen", "fin")) else set(range(5))
    numbers = {DAYS[kind.rstrip("s")]} if kind.rstrip("s") in DAYS else numbers
    fitting = [day for day in days if day.weekday() in numbers]
    lines = "\n".join(f"- {shown(day)}: {VERDICTS_OF_DAYS[day.weekday() in numbers]}" for day in days)
    output = {"kind": "dates", "dates": [day.isoformat() for day in fitting], "count": len(fitting)}
    return f"**{len(fitting)}** of {len(days)}:\n\n{lines}", output


EVERY_DAY = re.compile(rf"\b(?:every|each|jeden?|chaque|cada|on|the) (?P<day>{DAY})s?\b(?! \d)", re.IGNORECASE)
DATES_OF_MONTH = re.compile(
    rf"\b(?:the |all |my |our )?(?:dates?|days) (?:in|for|of) (?P<month>{MONTH})\b(?: (?P<year>\d{{4}}))?|\b(?P<other>{MONTH})(?: (?P<told>\d{{4}}))? (?:dates|days)\b",
    re.IGNORECASE,
)
MOST_LEFT_OUT = 10


def weekday_dates(asked: Asked) -> Answer | None:
    """Answer which dates a weekday that comes every week has in a month, without those that are left out."""
    weekday, month = EVERY_DAY.search(asked.text), DATES_OF_MONTH.search(asked.text)
    if weekday is None or month is None or asked.durations:
        return None
    number = MONTHS[(month["month"] or month["other"]).lower()]
    told = month["year"] or month["told"]
    year = int(told) if told else asked.today.year + (number < asked.today.month)
    first, last = made(year, number, 1), clamped(year, number, 31)
    left = left_out(asked)
    out = out_of_month(left, year, number)
    if out is None:
        return None
    day = DAYS[weekday["day"].lower()]
    every = [first + timedelta(days=step) for step in range((day - first.weekday()) % 7, last.day, 7)]
    days = [one for one in every if one not in out]
    without = ", ".join(f"{one.day} {calendar.month_name[one.month]}" for one in every if one in out)
    note = f", without {without}" if without else ""
    lines = "\n".join(f"- **{shown(one)}**" for one in days) or "None."
    output = {"kind": "dates", "dates": [one.isoformat() for one in days], "count": len(days)}
    output |= {"left_out": {}} if without else {}
    return f"The {calendar.day_name[day]}s of {calendar.month_name[number]} {year}{note}:\n\n{lines}", output


def out_of_month(left: LeftOut, year: int, month: int) -> set[date] | None:
    """Return the days of a month that are left out; None where other things are left out than days."""
    if left.edges or len(left.days) + len(left.numbers) > MOST_LEFT_OUT or left.weekdays:
        return None
    last = calendar.monthrange(year, month)[1]
    numbered = {date(year, month, number) for number in left.numbers if number <= last}
    return numbered | {date(year, one.day.month, min(one.day.day, last)) for one in left.days if one.day.month == month}
