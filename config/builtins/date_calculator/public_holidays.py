"""Public holidays by rule, for the countries whose nationwide ones are fixed by law: what a count of working days takes off."""

import re
from collections.abc import Callable
from datetime import date, timedelta

from config.builtins.date_calculator.reading import Asked, easter, nth_day

COUNTRY = re.compile(
    r"\b(?:(?P<scotland>scotland|northern ireland|schottland|nordirland|ecosse|escocia)|(?P<england>england|wales|uk|u\.k\.|united kingdom|britain|british|english|grossbritannien|angleterre|royaume-uni|inglaterra|reino unido)"
    r"|(?P<us>usa|u\.s\.a?\.?|(?<=in the )us|(?<=the )us(?= holidays)|us (?=federal|public|bank|holidays)|united states|america|american|federal holidays|etats-unis|estados unidos)"
    r"|(?P<germany>germany|german|deutschland\w*|deutsche[nr]? feiertage|bundesweit\w*|allemagne|alemania)"
    r"|(?P<france>france|french|frankreich|francia|jours feries francais))\b",
    re.IGNORECASE,
)
HOLIDAYS_OFF = re.compile(  # what asks for the holidays to be taken off, and what rules it out
    r"\b(?:(?:bank|public|national|federal|gesetzliche\w*|legal|statutory) ?holidays?|holidays?|feiertage?n?|jours feries|feries|festivos|feriados)\b",
    re.IGNORECASE,
)
HOLIDAYS_STAY = re.compile(
    r"\b(?:(?:ignor\w+|don'?t (?:worry|care|mind|bother)|do not worry|never mind|without worrying|regardless of|includ\w+|inclusive|apart from|forget|egal|trotz|mit|einschliesslich)[^.?!,;]{0,25}(?:holidays?|feiertage?n?|feries|festivos)|(?:holidays?|feiertage?n?|feries|festivos) (?:are )?(?:ignored|egal|don'?t (?:matter|count)|do not (?:matter|count)|zahlen mit|included))\b",
    re.IGNORECASE,
)
COUNTRY_NAMES = {
    "england": "England and Wales",
    "us": "the United States (federal)",
    "germany": "Germany (nationwide)",
    "france": "France",
}
FIRST_YEAR, LAST_YEAR = (
    2022,
    2100,
)  # rules in force since Juneteenth became a federal holiday; single extra days are not known


def england_holidays(year: int) -> set[date]:
    """Return the bank holidays of England and Wales, with the weekdays that stand in for those on a weekend."""
    fixed = {
        easter(year) - timedelta(days=2),
        easter(year) + timedelta(days=1),
        nth_day(year, 5, 0, 1),
        nth_day(year, 5, 0, -1),
        nth_day(year, 8, 0, -1),
    }
    for day in (date(year, 1, 1), date(year, 12, 25), date(year, 12, 26)):
        while day.weekday() >= 5 or day in fixed:
            day += timedelta(days=1)
        fixed.add(day)
    return fixed


def us_holidays(year: int) -> set[date]:
    """Return the federal holidays of the United States; one on a Saturday is kept on Friday, one on a Sunday on Monday."""
    fixed = [date(year, 1, 1), date(year, 6, 19), date(year, 7, 4), date(year, 11, 11), date(year, 12, 25)]
    kept = {day + timedelta(days={5: -1, 6: 1}.get(day.weekday(), 0)) for day in [*fixed, date(year + 1, 1, 1)]}
    moving = ((1, 0, 3), (2, 0, 3), (5, 0, -1), (9, 0, 1), (10, 0, 2), (11, 3, 4))
    return kept | {nth_day(year, *rule) for rule in moving}


def germany_holidays(year: int) -> set[date]:
    """Return the nine public holidays that all German states have."""
    moving = {easter(year) + timedelta(days=days) for days in (-2, 1, 39, 50)}
    return moving | {date(year, *day) for day in ((1, 1), (5, 1), (10, 3), (12, 25), (12, 26))}


def france_holidays(year: int) -> set[date]:
    """Return the eleven public holidays of metropolitan France."""
    moving = {easter(year) + timedelta(days=days) for days in (1, 39, 50)}
    fixed = ((1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25))
    return moving | {date(year, *day) for day in fixed}


RULES: dict[str, Callable[[int], set[date]]] = {
    "england": england_holidays,
    "us": us_holidays,
    "germany": germany_holidays,
    "france": france_holidays,
}


def country_of_holidays(asked: Asked) -> str:
    """Return the country whose holidays a message wants to be taken off, "" where it names none or wants them ignored."""
    if not HOLIDAYS_OFF.search(asked.text) or HOLIDAYS_STAY.search(asked.text):
        return ""
    named = {str(match.lastgroup) for match in COUNTRY.finditer(asked.text)}
    return named.pop() if len(named) == 1 and named <= set(RULES) else ""


def holidays_within(country: str, first: date, last: date) -> list[date]:
    """Return the holidays of a country on weekdays within a time; [] for years whose rules are not known here."""
    if first.year < FIRST_YEAR or last.year > LAST_YEAR:
        return []
    days = {day for year in range(first.year - 1, last.year + 2) for day in RULES[country](year)}
    return sorted(day for day in days if first <= day <= last and day.weekday() < 5)
