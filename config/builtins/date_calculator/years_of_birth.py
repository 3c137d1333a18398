"""Ages by the year of birth alone, and the days to the next birthday."""

import calendar
import re

from config.builtins.date_calculator.next_birthdays import LEAP_DAY, REAL_BIRTHDAY, leap_day_after
from config.builtins.date_calculator.reading import Answer, Asked, added, parts, shown
from config.builtins.wording import plural

BORN_IN = re.compile(
    r"\b(?:born(?: in)?|birth year(?: is| of)?|year of birth:?|jahrgang|geboren(?: in)?|baujahr|nee? en|nacid[oa] en|naci en) (?P<born>(?:18|19|20)\d{2})\b(?![-/.]\d)",
    re.IGNORECASE,
)
OTHER_YEAR = re.compile(r"(?<![\d./-])(?P<year>(?:19|20|21)\d{2})\b(?![-/.]\d)")
HOW_OLD = re.compile(r"\b(?:how old|what age|age\b|old|turns?|wie alt|alt)\b", re.IGNORECASE)
TO_BIRTHDAY = re.compile(
    r"\b(?:days|weeks|months|long|left|time|tage|wochen|jours|dias)\b[^.?!]{0,30}\b(?:until|till|to|before|for|para|avant)\b[^.?!]{0,30}\b(?:birthday|geburtstag|anniversaire|cumpleanos)\b",
    re.IGNORECASE,
)
BORN_ON = re.compile(r"\b(?:born|birth ?(?:date|day)|dob|turned|naci|nacio|nacid[oa]|nacimiento)\b", re.IGNORECASE)


TURNS_TO = re.compile(
    r"\b(?:turn(?:s|ed|ing)?|becomes?|became|reach(?:es)?|hits?|be|is|wird|werde|werden|aura|ont|cumpl\w*|tendra)(?: (?:he|she|they|i|we|it|el|ella|il|elle))? (?P<age>\d{1,3})\b(?![.,:]\d)(?! (?:days|weeks|months|hours))",
    re.IGNORECASE,
)
ASKS_YEAR = re.compile(r"\b(?:(?:what|which|quelle|que) year|when)\b", re.IGNORECASE)


def by_birth_year(asked: Asked) -> Answer | None:
    """Return how old somebody turns of whom the year of birth is told; None for other questions."""
    born = BORN_IN.search(asked.rest)
    if born is None or asked.dates or not HOW_OLD.search(asked.text):
        return None
    rest = asked.rest[: born.start()] + asked.rest[born.end() :]
    others = {int(match["year"]) for match in OTHER_YEAR.finditer(rest)}
    if len(others) > 1:
        return None
    turns = TURNS_TO.search(rest)
    if turns and not others and ASKS_YEAR.search(asked.text):
        age, year = int(turns["age"]), int(born["born"]) + int(turns["age"])
        said = f"Born in {born['born']}, one turns {age} in **{year}**."
        return said, {"kind": "age", "born": born["born"], "years": age, "year": year}
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
    if REAL_BIRTHDAY.search(asked.text) and (born.month, born.day) == LEAP_DAY:
        coming = leap_day_after(asked.today)
    left, turns = (coming - asked.today).days, coming.year - born.year
    years, months, rest = parts(asked.today, coming)
    output = {"kind": "difference", "from": asked.today.isoformat(), "to": coming.isoformat(), "days": left}
    output |= {"weeks": left // 7, "years": years, "months": months, "remaining_days": rest, "turns": turns}
    now = turns if coming == asked.today else parts(born, asked.today)[0]
    said = f"The next birthday is {shown(coming)}: **{plural(left, 'day')}** from today. One is **{now}** now and turns {turns}."
    return said, {**output, "weekday": calendar.day_name[coming.weekday()]}


YEAR_OF_BIRTH = re.compile(
    r"\b(?:what|which|quelle|que) year\b[^.?!]*\b(?:born|birth|naci\w*)\b|\b(?:born|birth)\b[^.?!]*\b(?:what|which|quelle|que) year\b|\b(?:year of birth|birth year|geburtsjahr|jahrgang|year de naissance|year of nacimiento)\b",
    re.IGNORECASE,
)
AGE_TOLD = re.compile(
    r"\b(?:(?P<exact>turn(?:s|ed|ing)?|will be|celebrat\w+|wird|wurde|werde|aura|aurai|fete\w*|eu|tendra|tendre|cumpl\w+|hit|became|feiert\w*)|is|am|was|i'm|she's|he's|bin|ist|war|ai|a|tiene|tengo)(?: (?!(?:my|born|in|and|but)\b)[a-z']{1,12}){0,3} {1,40}(?P<age>\d{1,3})(?:th|st|nd|rd|\.)?(?![\d:/%]|[.,]\d)(?! ?(?:years? |ans |jahre? |anos )?(?:younger|older|junger|alter|plus|mas|months?|weeks?|days?|kg|cm))",
    re.IGNORECASE,
)
TOLD_YEAR = re.compile(r"\b(?:(?P<which>this|next|last) year|in (?P<year>(?:19|20|21)\d\d))\b", re.IGNORECASE)
I_WAS_BORN = re.compile(r"\b(?:(?:was|were|am) (?:i|we)|bin ich|wurde ich|suis-je|naci yo) ", re.IGNORECASE)
OF_ANOTHER = re.compile(
    r"\b(?:and |but )?(?:i'?m|i am|he's|he is|she's|she is) (?:\d{1,2}|[a-z]{3,6}) years (?:younger|older) than (?:her|him|them|me|us|she|he)\b"
    r"|\bso (?:i|he|she|we|they) only (?:gets?|ha(?:ve|s)|celebrates?)\b[^.?!,]*\byears?\b",
    re.IGNORECASE,
)


BORN_BEFORE = re.compile(
    r"\b(?:born|nee?|naci\w*|date of birth|birth ?(?:date|day)|dob)(?: (?:is|was|in|on|at|the|of|around|en|el))* ?:? ?\Z",
    re.IGNORECASE,
)


def birth_year(asked: Asked) -> Answer | None:
    """Return the year of birth of somebody whose age on a day, or in a year, is told; None for other questions."""
    told = AGE_TOLD.search(asked.rest) if YEAR_OF_BIRTH.search(asked.text) else None
    named = TOLD_YEAR.search(asked.text)
    if (
        told is None
        or len(asked.dates) > 1
        or asked.text.lower().count("younger") + asked.text.lower().count("older") > 1
    ):
        return None
    if named and BORN_BEFORE.search(asked.text[: named.start()]):
        return None
    if asked.dates and BORN_BEFORE.search(
        asked.rest[: asked.dates[0].start]
    ):  # "what year does she, born on …, turn 18"
        return None
    if OF_ANOTHER.search(asked.text) and I_WAS_BORN.search(asked.text):  # the age of somebody else is told
        return None
    year, years = year_told(asked, named), int(told["age"])
    if not 0 < years <= 130:
        return None
    is_ahead = bool(asked.dates) and not HAS_TURNED.search(asked.text) and asked.dates[0].day > asked.today
    if told["exact"] or is_ahead or (asked.dates and BIRTHDAY_WORD.search(asked.text)):
        said = f"Somebody who turns {years} in {year} was born in **{year - years}**."
        return said, {"kind": "age", "born": str(year - years), "years": years, "year": year}
    said = f"Somebody who is {years} in {year} was born in **{year - years}**, or in **{year - years - 1}** if the birthday is still to come."
    return said, {"kind": "age", "born": str(year - years), "years": years}


HAS_TURNED = re.compile(
    r"\b(?:turned|celebrated|became|hit|wurde|feierte|a (?:fete|eu)|cumplio|cumpli)\b", re.IGNORECASE
)
BIRTHDAY_WORD = re.compile(r"\b(?:birthday|geburtstag|anniversaire|cumpleanos)\b", re.IGNORECASE)


def year_told(asked: Asked, named: "re.Match[str] | None") -> int:
    """Return the year in which an age is told: that of the day named, else a year named, else this one."""
    if asked.dates:
        day = asked.dates[0]
        is_over = day.open_year and day.day > asked.today and HAS_TURNED.search(asked.text)
        return day.day.year - bool(is_over)
    if named is None:
        return asked.today.year
    return (
        int(named["year"])
        if named["year"]
        else asked.today.year + {"next": 1, "last": -1}.get(named["which"].lower(), 0)
    )


def birth_places(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of an age that is told, and of what is said beside it of somebody else."""
    patterns = (AGE_TOLD, TOLD_YEAR, OF_ANOTHER) if YEAR_OF_BIRTH.search(asked.text) else (OF_ANOTHER,)
    return [match.span() for one in patterns for match in one.finditer(asked.rest)]
