"""Notes on how a date was read, in the language of the message."""

import re
from collections.abc import Sequence

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Found, made
from config.builtins.wording import fill_in

DAY_FIRST = {
    "de": "{text} lese ich als {day} (der Tag zuerst); mit dem Monat zuerst wäre es {other}.",
    "fr": "J'ai lu {text} comme {day} (le jour d'abord) ; avec le mois d'abord, ce serait {other}.",
    "es": "He leído {text} como {day} (primero el día); con el mes primero sería {other}.",
}
AMERICAN_ORDER = {
    "de": "{text} lese ich als {day} (der Monat zuerst, wie in den USA).",
    "fr": "J'ai lu {text} comme {day} (le mois d'abord, comme aux États-Unis).",
    "es": "He leído {text} como {day} (primero el mes, como en Estados Unidos).",
}
FIRST_OF_MONTH = {
    "de": "Ich habe den Ersten des Monats genommen.",
    "fr": "J'ai pris le premier du mois.",
    "es": "He tomado el primero del mes.",
}
FIGURES = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(?:\d{2}){1,2}")


def notes_in(dates: Sequence[Found], text: str, language: str) -> str:
    """Return the notes on some dates of a text, each once."""
    return " ".join(dict.fromkeys(note_in(one, text[one.start : one.end], language) for one in dates if one.note))


def note_in(one: Found, told: str, language: str) -> str:
    """Return the note on one date; one that has no translation stays English."""
    if language not in DAY_FIRST:
        return one.note
    if one.note == "I took the first of the month.":
        return FIRST_OF_MONTH[language]
    if "as in the United States" in one.note:
        return fill_in(AMERICAN_ORDER[language], text=told, day=day_in(one.day.isoformat(), language, weekday=False))
    figures = FIGURES.fullmatch(told)
    if (
        figures is None
        or "(day first)" not in one.note
        or (int(figures[1]), int(figures[3])) != (one.day.day, one.day.month)
    ):
        return one.note
    other = made(one.day.year, one.day.day, one.day.month)
    days = [day_in(day.isoformat(), language, weekday=False) for day in (one.day, other)]
    return fill_in(DAY_FIRST[language], text=told, day=days[0], other=days[1])
