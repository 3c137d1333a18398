"""The next birthday behind a day of birth, as a further question, and the birthdays of those born on 29 February."""

import calendar
import re
from datetime import date
from typing import Any

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Answer, Asked, added, shown
from config.builtins.wording import fill_in, plural

NEXT_BIRTHDAY = re.compile(
    r"\bnext (?P<real>(?:real|actual|proper|true|leap)(?: day| year)? )?(?:birthdays?|bday)\b|\bnext (?P<real2>echte[rn]? |richtige[rn]? )?geburtstag\b|\b(?:next|prochain) (?P<real3>vrai )?anniversaire\b|\bnext (?P<real4>verdadero )?cumpleanos\b",
    re.IGNORECASE,
)


def with_next_birthday(answer: Answer | None, asked: Asked) -> Answer | None:
    """Return an answer about a day of birth with the next birthday where that is asked for, too; of 29 February in a leap year."""
    wanted, born = NEXT_BIRTHDAY.search(asked.text), min((one.day for one in asked.dates), default=None)
    if answer is None or wanted is None or born is None or born > asked.today:
        return answer
    years = asked.today.year - born.year
    coming = (added(born, 12 * count, "month") for count in range(years, years + 9))
    is_real = any(wanted.groupdict().values()) and born.month == 2
    day = next(one for one in coming if one >= asked.today and (not is_real or one.day == born.day))
    sentence, output = answer
    return f"{sentence} The next birthday is **{shown(day)}**.", output | {"next_birthday": day.isoformat()}


LEAP_DAY = (2, 29)
REAL_BIRTHDAY = re.compile(  # one that is on 29 February itself
    r"\b(?:real|actual|proper|true|leap(?: day| year)?|echte[rns]?|richtige?[rns]?|wirkliche?[rns]?|vraie?s?|verdader[oa]s?) (?:(?:leap|birth)(?:[- ]?days?| year)|bdays?|ones?|geburtstage?n?|anniversaires?|cumpleanos)\b"
    r"|\bgenuine birthdays?\b|\b(?:anniversaires?|cumpleanos) (?:vraie?s?|reel\w*|verdader[oa]s?|real\w*)\b",
    re.IGNORECASE,
)
GETS = re.compile(
    r"\bhow old (?:do|does|will|would) (?:i|he|she|they|we|it|[a-z]+) (?:be|get|turn|become)\b|\bhow old (?:then|on (?:it|that day))\b|\bwie alt wird\b",
    re.IGNORECASE,
)
HOW_MANY_BIRTHDAYS = re.compile(r"\bhow many\b[^?.!]*\bbirthdays\b", re.IGNORECASE)


def coming_birthday(text: str, born: date, on: date, usual: date) -> str:
    """Return the sentences about the next birthday after a day; for 29 February also when that day comes."""
    gets = f"; one turns **{usual.year - born.year}** then" if GETS.search(text) else ""
    if (born.month, born.day) != LEAP_DAY:
        return f"The next birthday is {shown(usual)}{gets}."
    leap_day = leap_day_after(on)
    if REAL_BIRTHDAY.search(text) and HOW_MANY_BIRTHDAYS.search(text):
        had = sum(map(calendar.isleap, range(born.year + 1, on.year + ((on.month, on.day) >= LEAP_DAY))))
        return f"So far there were **{plural(had, 'birthday')}** on a 29 February; the next one is {shown(leap_day)}."
    if REAL_BIRTHDAY.search(text):
        turns = f", at **{leap_day.year - born.year}**" if GETS.search(text) else ""
        return f"The next birthday on a 29 February is **{shown(leap_day)}**{turns}."
    years = usual.year - born.year - 1
    other = f"; with 1 March it would be {plural(years - 1, 'year')}" if (on.month, on.day) == (2, 28) else ""
    coming = "" if usual == leap_day else f" The next 29 February is {shown(leap_day)}."
    return f"The next birthday is {shown(usual)}. In common years I count 28 February{other}.{coming}"


def leap_day_after(day: date) -> date:
    """Return the next 29 February after a day."""
    years = (year for year in range(day.year, min(day.year + 9, 9999)) if calendar.isleap(year))
    return next((date(year, *LEAP_DAY) for year in years if date(year, *LEAP_DAY) > day), day)


def leap_birthday(born: date, on: date) -> dict[str, str]:
    """Return the next 29 February as output for somebody born on one, {} for others."""
    return {"leap_birthday": leap_day_after(on).isoformat()} if (born.month, born.day) == LEAP_DAY else {}


LEAP_TEXTS = {
    "de": " Der nächste 29. Februar ist **{day}**.",
    "fr": " Le prochain 29 février est **{day}**.",
    "es": " El próximo 29 de febrero es **{day}**.",
}
NEXT_TEXTS = {
    "de": " Der nächste Geburtstag ist **{day}**.",
    "fr": " Le prochain anniversaire est **{day}**.",
    "es": " El próximo cumpleaños es **{day}**.",
}


def birthday_said(output: dict[str, Any], language: str) -> str:
    """Return the sentence on the next birthday of an answer in German, French or Spanish; "" where it has none."""
    if language in LEAP_TEXTS and "leap_birthday" in output:
        return fill_in(LEAP_TEXTS[language], day=day_in(output["leap_birthday"], language))
    if language not in NEXT_TEXTS or output["kind"] != "difference" or "next_birthday" not in output:
        return ""
    return fill_in(NEXT_TEXTS[language], day=day_in(output["next_birthday"], language))
