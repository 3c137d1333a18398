"""Half birthdays: the day six months after a birthday."""

import calendar
import re
from datetime import date

from config.builtins.date_calculator.reading import Answer, Asked, added, shown

HALF_BIRTHDAY = re.compile(
    r"\bhalf[- ]?(?:birth ?days?|bdays?)\b|\bhalb(?:e[rnms]?)?[- ]?geburtstag(?:e|s|es)?\b|\bdemi[- ]anniversaires?\b|\bmedio[- ]cumpleanos\b",
    re.IGNORECASE,
)
HALF_IN_YEAR = re.compile(r"\b(?:(?P<which>this|next) year|(?:in|of) (?P<year>(?:19|20)\d\d))\b", re.IGNORECASE)


def half_birthday(asked: Asked) -> Answer | None:
    """Return the half birthday of somebody whose birthday is told: the next one, or that of a year; None for other questions."""
    if not HALF_BIRTHDAY.search(asked.text) or len(asked.dates) != 1:
        return None
    born, named = asked.dates[0].day, HALF_IN_YEAR.search(asked.rest)
    halves = [half_of(born, asked.today.year + count) for count in (0, 1)]
    day = next((one for one in halves if one >= asked.today), halves[-1])
    if named is not None:
        ahead = named["which"] and named["which"].lower() == "next"
        day = half_of(born, int(named["year"]) if named["year"] else asked.today.year + bool(ahead))
    output = {
        "kind": "date",
        "from": born.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    birthday = f"{born.day} {calendar.month_name[born.month]}"
    return f"The half birthday, six months after {birthday}, is **{shown(day)}**.", output


def half_of(born: date, year: int) -> date:
    """Return the half birthday that is in a year."""
    half = added(born, 6, "month")
    birth_year = year - (half.year - born.year)
    return added(added(born, 12 * (birth_year - born.year), "month"), 6, "month")
