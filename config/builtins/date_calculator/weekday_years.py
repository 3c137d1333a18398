"""The next year in which a day falls on the weekday that a message tells for it: "in which year does that happen next?"."""

import calendar
import re
from datetime import date

from config.builtins.date_calculator.reading import DAY, DAYS, Answer, Asked, shown

WEEKDAY_OF_DAY = re.compile(
    rf"\b(?:is|was|will be|falls? on|fell on|lands? on|happens to be) (?:on )?an? (?P<day>{DAY})\b", re.IGNORECASE
)
YEAR_OF_WEEKDAY = re.compile(
    r"\b(?:(?:in )?(?:which|what) year|when)\b(?: (?:does|do|will|is|would|can|next|that|it|this|the same|so|be|again|happen|fall|occur|come|like|true|case|the|on|an?)){1,8}\b",
    re.IGNORECASE,
)
SO_AGAIN = re.compile(
    r"\b(?:happen|occur|come (?:around|round|up)|fall (?:like|that way|so)|be the case|be so|so again)\b", re.IGNORECASE
)
NEXT_YEAR_TOLD = re.compile(r"\b(?:next|again)\b", re.IGNORECASE)
WEEKDAY_CYCLE = 41  # years in which every weekday comes for every day, a 29 February too


def year_of_weekday(asked: Asked) -> Answer | None:
    """Return the next year in which a day falls on its told weekday; None for other questions."""
    told = WEEKDAY_OF_DAY.search(asked.text)
    question = YEAR_OF_WEEKDAY.search(asked.text, told.end()) if told else None
    if told is None or question is None or not NEXT_YEAR_TOLD.search(asked.text[question.start() :]):
        return None
    days = [one.day for one in asked.dates if one.end <= told.start()]
    named = [one for one in asked.dates if one.start >= question.start()]
    if not SO_AGAIN.search(asked.text[question.start() :]) or len(days) != 1 or named or asked.durations:
        return None
    day = days[0]
    if day.weekday() != DAYS[told["day"].lower()]:
        weekday = calendar.day_name[day.weekday()]
        output = {"kind": "weekday", "date": day.isoformat(), "weekday": weekday}
        return f"{day.day} {calendar.month_name[day.month]} {day.year} is a **{weekday}**.", output
    later = next(one for year in range(day.year + 1, day.year + WEEKDAY_CYCLE) if (one := same_weekday(day, year)))
    output = {
        "kind": "date",
        "from": day.isoformat(),
        "date": later.isoformat(),
        "weekday": calendar.day_name[later.weekday()],
    }
    return f"After {shown(day)}, that happens next in **{later.year}**: {shown(later)}.", output


def same_weekday(day: date, year: int) -> date | None:
    """Return a day in another year if it falls on the same weekday; None otherwise."""
    if day.month == 2 and day.day == 29 and not calendar.isleap(year):
        return None
    moved = day.replace(year=year)
    return moved if moved.weekday() == day.weekday() else None


def weekday_year_places(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the words that tell a day's weekday and ask for its next year."""
    patterns = (WEEKDAY_OF_DAY, YEAR_OF_WEEKDAY, SO_AGAIN, NEXT_YEAR_TOLD)
    return [match.span() for pattern in patterns for match in pattern.finditer(asked.text)]
