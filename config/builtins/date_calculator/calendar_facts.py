"""The weekday of a calendar week, the quarter of a day, and the n-th time of what comes again from a told day."""

import re
from datetime import date
from typing import Any

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import DAYS, Answer, Asked, Found, added, shown
from config.builtins.date_calculator.recurrence import dated_output
from config.builtins.wording import CannotError, fill_in

DAY_OF_CALENDAR_WEEK = re.compile(
    r"\b(?:the )?(?P<day>mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?) (?:(?:of|in|der|de|from)(?: the)?|the) (?:calendar |iso )?(?:week(?: number)?|kw|cw) ?(?P<week>\d{1,2})\b(?:,? ?(?:of |in |/ ?)?(?:the )?(?:year )?(?P<year>(?:19|20|21)\d\d))?",
    re.IGNORECASE,
)
QUARTER_ASKED = re.compile(
    r"\b(?:in )?(?:which|what|quel|que) (?:calendar )?(?:quarter|quartal|trimestre)(?: (?:of the year|des year|is|does|liegt|it|fall|falls|cae|tombe|in|the|est|es))*\b",
    re.IGNORECASE,
)
SERIES_PLACE = re.compile(
    r"\b(?:the )?(?P<n>\d{1,3})(?:st|nd|rd|th) (?:time|one|date|session|appointment|visit|collection|payment|instalment|installment|meeting|round|delivery|turn)\b"
    r"|\b(?:time|session|appointment|visit|collection|payment|instalment|installment|meeting|round|delivery) (?:number|no\.?|nr\.?) ?(?P<n2>\d{1,3})\b",
    re.IGNORECASE,
)
SERIES_STEP = re.compile(r"\bevery (?:\d{1,3} )?(?:days?|weeks?|months?|years?)\b", re.IGNORECASE)
SERIES_START = re.compile(
    r"\b(?:start\w*|begin\w*|from|first(?: (?:time|one|is|was|on|date|[a-z]{3,15}))*)(?: (?:is|was|on|the|from|at|with))*,?\s*\Z",
    re.IGNORECASE,
)
QUARTER_TEXTS = {
    "de": "Der {day} liegt im **{number}. Quartal**.",
    "fr": "Le {day} est dans le **{number}e trimestre**.",
    "es": "El {day} está en el **{number}.º trimestre**.",
}
FACT_PARTS = (DAY_OF_CALENDAR_WEEK, QUARTER_ASKED, SERIES_PLACE, SERIES_STEP)


def calendar_fact(asked: Asked) -> Answer | None:
    """Return the answer to one of these questions, None for others. Raises CannotError for a week that a year has not."""
    return day_of_calendar_week(asked) or quarter_of_day(asked) or nth_of_series(asked)


def day_of_calendar_week(asked: Asked) -> Answer | None:
    """Return the day that a weekday has in a calendar week."""
    match = DAY_OF_CALENDAR_WEEK.search(asked.text)
    others = [one for one in asked.dates if match and not match.start() <= one.start < match.end()]
    if match is None or others or asked.durations:
        return None
    year = int(match["year"] or asked.today.year)
    weekday = DAYS[match["day"].lower().rstrip("s")] + 1
    try:
        day = date.fromisocalendar(year, int(match["week"]), weekday)
    except ValueError:
        raise CannotError(f"{year} has no week {match['week']}.") from None
    return (
        f"The {match['day'].lower().rstrip('s').capitalize()} of week {match['week']} of {year} is **{shown(day)}**.",
        dated_output(day),
    )


def quarter_of_day(asked: Asked) -> Answer | None:
    """Return the quarter of the year that a day is in."""
    if not QUARTER_ASKED.search(asked.text) or len(asked.dates) != 1 or asked.durations:
        return None
    day = asked.dates[0].day
    number = (day.month + 2) // 3
    output = {"kind": "count", "count": number, "quarter": number, "date": day.isoformat(), "year": day.year}
    return f"{shown(day)} is in **Q{number}** of {day.year}.", output


def quarter_said(output: dict[str, Any], language: str) -> str:
    """Return the sentence about a day's quarter in German, French or Spanish; "" for other answers."""
    if "quarter" not in output:
        return ""
    return fill_in(
        QUARTER_TEXTS[language], number=output["quarter"], day=day_in(output["date"], language, weekday=False)
    )


def nth_of_series(asked: Asked) -> Answer | None:
    """Return the day of the n-th time of what comes every so many days, weeks or months from a told first day."""
    places = [int(match["n"] or match["n2"]) for match in SERIES_PLACE.finditer(asked.rest)]
    starts = [one for one in asked.dates if SERIES_START.search(asked.text[: one.start])]
    if len(places) != 1 or places[0] < 1 or len(asked.dates) != 1 or len(starts) != 1 or len(asked.durations) > 1:
        return None
    step = SERIES_STEP.search(asked.rest)
    if step is None:
        return None
    count, unit = asked.durations[0] if asked.durations else (1, step.group().split()[-1].rstrip("s"))
    first: Found = asked.dates[0]
    day = added(first.day, count * (places[0] - 1), unit)
    return f"Time {places[0]}, counted from {shown(first.day)} as the first, is **{shown(day)}**.", {
        **dated_output(day),
        "from": first.day.isoformat(),
    }
