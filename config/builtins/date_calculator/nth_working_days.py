"""The n-th working day of a month: "rent is due on the third working day of december, which date is it?"."""

import calendar
import re
from datetime import date

from config.builtins.date_calculator.nth_words import ENDING_DE, ORDINAL_NUMBERS
from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import MONTH, MONTHS, Answer, Asked, added, shown
from config.builtins.date_calculator.working_days_left import WORKING_WEEK
from config.builtins.wording import fill_in

WORKING_DAY_NAME = r"(?:(?:working|business|work)[ -]?day|(?:arbeits|werk)tage?s?|(?:day|dia|jour) (?:laborable|habil|ouvre|ouvrable)|jour (?:ouvre|ouvrable))"
NTH_WORKING = re.compile(
    rf"\b(?:(?P<n>\d{{1,2}})(?:st|nd|rd|th|\.|e|er|eme|º|o)?|(?P<word>[a-zß]{{4,12}}))(?P<back>(?:[ -]to)?[ -]last)? {WORKING_DAY_NAME}"
    rf" (?:(?:of|in|im|des|de|en|du|d'|the|month|month of) ?)*(?P<month>{MONTH}|(?:this|next|the) month|month)\b(?:,? (?:of )?(?P<year>(?:19|20|21)\d\d)\b)?",
    re.IGNORECASE,
)
NTH_ASKED_ELSE = re.compile(r"\b(?:how (?:many|long|much|old)|until|till|before|after|from|since)\b", re.IGNORECASE)
NTH_WORKING_TEXTS = {
    "en": "Working day {n} of {month} is **{day}**, Monday to Friday counted. {holidays}",
    "de": "Arbeitstag {n} im {month} ist **{day}**, gezählt von Montag bis Freitag. {holidays}",
    "fr": "Jour ouvré n° {n} de {month} : **{day}**, du lundi au vendredi. {holidays}",
    "es": "Día laborable n.º {n} de {month}: **{day}**, de lunes a viernes. {holidays}",
}
NTH_BACK_TEXTS = {
    "en": "Working day {n} of {month}, counted from its end, is **{day}**, Monday to Friday counted. {holidays}",
    "de": "Arbeitstag {n} im {month}, vom Ende gezählt, ist **{day}** (Montag bis Freitag). {holidays}",
    "fr": "Jour ouvré n° {n} de {month} en partant de la fin : **{day}**, du lundi au vendredi. {holidays}",
    "es": "Día laborable n.º {n} de {month} contando desde el final: **{day}**, de lunes a viernes. {holidays}",
}
NTH_HOLIDAYS = {
    "en": "Public holidays are not taken off.",
    "de": "Feiertage sind nicht abgezogen.",
    "fr": "Les jours fériés ne sont pas retirés.",
    "es": "Los festivos no se descuentan.",
}
NTH_NEW_YEAR = {
    "en": "1 January is left out; other public holidays are not taken off.",
    "de": "Der 1. Januar ist ausgelassen; andere Feiertage sind nicht abgezogen.",
    "fr": "Le 1er janvier est exclu ; les autres jours fériés ne sont pas retirés.",
    "es": "El 1 de enero no cuenta; los demás festivos no se descuentan.",
}


def asks_nth_working_day(text: str) -> bool:
    """Return whether a message names the n-th working day of a month: a count of its working days is no answer then."""
    return any(working_day_number(one) for one in NTH_WORKING.finditer(text))


def working_day_number(told: "re.Match[str]") -> int:
    """Return which working day is told, 0 for a word that is no ordinal number."""
    if told["n"]:
        return int(told["n"])
    word = told["word"].lower().replace("ß", "ss")
    return next((ORDINAL_NUMBERS[one] for one in (word, ENDING_DE.sub("", word)) if one in ORDINAL_NUMBERS), 0)


def nth_working_day(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the n-th working day of a month, also counted from its end; None for other messages."""
    told = [one for one in NTH_WORKING.finditer(asked.text) if working_day_number(one)]
    if len(told) != 1 or asked.durations or NTH_ASKED_ELSE.search(asked.text):
        return None
    if any(not told[0].start() <= one.start < told[0].end() for one in asked.dates):
        return None
    year, month = month_of_working_day(told[0], asked.today)
    days = [date(year, month, n) for n in range(1, calendar.monthrange(year, month)[1] + 1)]
    working = [one for one in days if one.weekday() < WORKING_WEEK and (one.month, one.day) != (1, 1)]
    n, is_back = working_day_number(told[0]), told[0]["back"] is not None
    if not 1 <= n <= len(working):
        return None
    day = working[-n] if is_back else working[n - 1]
    named = f"{calendar.month_name[month]} {year}" if language == "en" else month_and_year_in(day, language)
    words = {"day": shown(day) if language == "en" else day_in(day.isoformat(), language), "month": named}
    without = NTH_NEW_YEAR if month == 1 and date(year, 1, 1).weekday() < WORKING_WEEK else NTH_HOLIDAYS
    sentence = fill_in(
        (NTH_BACK_TEXTS if is_back else NTH_WORKING_TEXTS)[language], n=n, holidays=without[language], **words
    )
    output = {"kind": "date", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()]}
    return (sentence, output), [told[0].span()]


def month_of_working_day(told: "re.Match[str]", today: date) -> tuple[int, int]:
    """Return the year and month that are told; a month without a year is this one or the next to come."""
    name = told["month"].lower()
    if name.endswith("month"):
        day = added(today.replace(day=1), int(name.startswith("next")), "month")
        return day.year, day.month
    month = MONTHS[name.rstrip(".")]
    return int(told["year"] or today.year + (month < today.month)), month


def month_and_year_in(day: date, language: str) -> str:
    """Return the month and year of a day in a language."""
    written = day_in(day.isoformat(), language, weekday=False)
    return re.sub(r"\A\d+\.? (?:de )?", "", written)
