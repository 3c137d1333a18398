"""Whether a day that a message names is in the calendar: "is 2026-02-30 a real date", "gibt es den 31. April?"."""

import calendar
import re
from datetime import date

from config.builtins.date_calculator.reading import DATE, MONTH, Answer, dated, shown
from config.builtins.wording import CannotError, fill_in

REAL_ASKED = re.compile(
    r"\b(?:real|actual|valid|existing|correct|possible|proper|legal|echte?[rsn]?|gultige?[rsn]?|wirkliche?[rsn]?|mogliche?[rsn]?|korrekte?[rsn]?|vraie?|valable|real) (?:calendar )?(?:date|day|datum|tag|jour|fecha|dia)\b"
    r"|\b(?:date|day|datum|tag|jour|fecha|dia) (?:real|valid[ae]?|valable|correct[ae]?|existante?|possible|posible)\b"
    r"|\b(?:exists?|existe|existiert|existe-t-(?:il|elle))\b|\b(?:is|was|isn't) there (?:a|an|any|really a|even a) (?=\d|the|[a-z]{3,9}\.? \d)|\b(?:gibt|gab) es (?:uberhaupt )?(?:de[nr]|the|einen?|an?|dieses) (?=\d)|\by a-t-il un |\bhay (?:un )?(?=\d)",
    re.IGNORECASE,
)
EXISTS_TEXTS = {
    "en": ("**Yes**: it is {day}.", "**No**: {why}"),
    "de": ("**Ja**, dieses Datum gibt es.", "**Nein**, dieses Datum gibt es nicht: {why}"),
    "fr": ("**Oui**, cette date existe.", "**Non**, cette date n'existe pas : {why}"),
    "es": ("**Sí**, esa fecha existe.", "**No**, esa fecha no existe: {why}"),
}
WHY_TEXTS = {
    "de": "der Monat {month} hat {days} Tage.",
    "fr": "le mois {month} a {days} jours.",
    "es": "el mes {month} tiene {days} días.",
}
NO_MONTH_TEXTS = {"de": "ein Jahr hat 12 Monate.", "fr": "une année a 12 mois.", "es": "un año tiene 12 meses."}
MISSING_DAY = re.compile(r"There is no \d+ (?P<month>[A-Z][a-z]+)(?: (?P<year>\d+))?")
YEAR_BEHIND = re.compile(  # "a 29 February in 2027"
    rf"(?<=\d )(?P<month>{MONTH})(?: in| of|,| im jahr| en| de)+ (?=(?:1[5-9]|2\d)\d\d\b)", re.IGNORECASE
)
DAY_AHEAD = re.compile(  # "a February 29 in 2100"
    rf"\b(?P<month>{MONTH}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: in| of|,)+ (?=(?:1[5-9]|2\d)\d\d\b)", re.IGNORECASE
)
YEAR_FIRST = re.compile(  # "gibt es 2100 einen 29 February"
    rf"\b(?P<asked>gibt es|gab es|is there|y a-t-il|hay)(?: (?:in|en|im year|im jahr))? (?P<year>(?:1[5-9]|2\d)\d\d),? (?P<day>(?:einen|den|a|un) \d{{1,2}}\.? (?:{MONTH}))\b",
    re.IGNORECASE,
)
OTHER_FIGURE = re.compile(r"\d")


def real_date(text: str, today: date, language: str) -> tuple[Answer, tuple[int, int]] | None:
    """Return whether the one day that a message asks for is in the calendar, with the place of the day; None for other messages."""
    asked = REAL_ASKED.search(text)
    named = [one for one in DATE.finditer(text) if one["iso"] or one["num"] or one["dmy"] or one["mdy"]]
    if asked is None or len(named) != 1 or OTHER_FIGURE.search(text[: named[0].start()] + text[named[0].end() :]):
        return None
    yes, no = EXISTS_TEXTS[language]
    try:
        found = dated(named[0], today, past=False)
    except CannotError as error:
        return (fill_in(no, why=why_not(str(error), language)), {"kind": "comparison", "yes": False}), named[0].span()
    if found is None:
        return None
    output = {"kind": "comparison", "yes": True, "date": found.day.isoformat()}
    return (fill_in(yes, day=shown(found.day)), output), named[0].span()


def why_not(error: str, language: str) -> str:
    """Return in a language why a day is not in the calendar."""
    told = MISSING_DAY.match(error)
    if language == "en":
        return error
    if told is None:
        return NO_MONTH_TEXTS[language]
    month = list(calendar.month_name).index(told["month"])
    days = calendar.monthrange(int(told["year"] or 2000), month)[1]
    return fill_in(WHY_TEXTS[language], month=f"{month}/{told['year']}" if told["year"] else month, days=days)
