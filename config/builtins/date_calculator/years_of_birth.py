"""Ages by the year of birth alone, and the days to the next birthday."""

import calendar
import re

from config.builtins.date_calculator.reading import Answer, Asked, added, shown
from config.builtins.wording import plural

BORN_IN = re.compile(
    r"\b(?:born(?: in)?|birth year(?: is| of)?|year of birth:?|jahrgang|geboren(?: in)?|baujahr|nee? en|nacid[oa] en|naci en) (?P<born>(?:18|19|20)\d{2})\b(?![-/.]\d)",
    re.IGNORECASE,
)
OTHER_YEAR = re.compile(r"(?<![\d./-])(?P<year>(?:19|20|21)\d{2})\b(?![-/.]\d)")
HOW_OLD = re.compile(r"\b(?:how old|what age|age\b|old|turns?|wie alt|alt)\b", re.IGNORECASE)
TO_BIRTHDAY = re.compile(
    r"\b(?:days|weeks|months|long|left|time|tage|wochen|jours|dias)\b[^.?!]{0,30}\b(?:until|till|to|before|for)\b[^.?!]{0,30}\b(?:birthday|geburtstag|anniversaire|cumpleanos)\b",
    re.IGNORECASE,
)
BORN_ON = re.compile(r"\b(?:born|birth ?(?:date|day)|dob|turned)\b", re.IGNORECASE)


def by_birth_year(asked: Asked) -> Answer | None:
    """Return how old somebody turns of whom the year of birth is told; None for other questions."""
    born = BORN_IN.search(asked.rest)
    if born is None or asked.dates or not HOW_OLD.search(asked.text):
        return None
    rest = asked.rest[: born.start()] + asked.rest[born.end() :]
    others = {int(match["year"]) for match in OTHER_YEAR.finditer(rest)}
    if len(others) > 1:
        return None
    year = others.pop() if others else asked.today.year
    years = year - int(born["born"])
    if not 0 <= years <= 130:
        return None
    said = f"Born in {born['born']}, one turns **{years}** in {year} ({years - 1} before the birthday)."
    return said, {"kind": "age", "born": born["born"], "years": years, "year": year}


def to_next_birthday(asked: Asked) -> Answer | None:
    """Return the days to the next birthday of somebody whose day of birth is told; None for other questions."""
    days = [one.day for one in asked.dates if one.day < asked.today]
    if len(days) != 1 or not (TO_BIRTHDAY.search(asked.text) and BORN_ON.search(asked.text)):
        return None
    born = days[0]
    years = asked.today.year - born.year
    coming = added(born, 12 * years, "month")
    coming = coming if coming >= asked.today else added(born, 12 * (years + 1), "month")
    left, turns = (coming - asked.today).days, coming.year - born.year
    output = {"kind": "difference", "from": asked.today.isoformat(), "to": coming.isoformat(), "days": left}
    now = turns if coming == asked.today else turns - 1
    said = f"The next birthday is {shown(coming)}: **{plural(left, 'day')}** from today. One is **{now}** now and turns {turns}."
    return said, {**output, "weekday": calendar.day_name[coming.weekday()]}
