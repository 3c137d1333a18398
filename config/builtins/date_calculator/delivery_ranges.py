"""The days between which something comes that takes so many to so many days: "delivery in 3 to 5 working days"."""

import re
from datetime import timedelta

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import DAYS, Answer, Asked, added, shown, worked
from config.builtins.wording import fill_in

LENGTH_RANGE = re.compile(
    r"(?<![\w.,:/-])(?P<low>\d{1,3}) ?(?:to|until|till|bis|or|[-–]|a|at|and|und|et|y|u|o) ?(?P<high>\d{1,3})[ -](?P<work>(?:business|working|work) )?(?P<unit>day|week|month)s?\b",
    re.IGNORECASE,
)
ENDS_ASKED = re.compile(
    r"\b(?:between (?:which|what|quels?|que)|(?:which|what) (?:days?|dates?)|when|earliest|latest|from when|window|fruhestens|spatestens|plus tot|plus tard)\b",
    re.IGNORECASE,
)
SENT_BEFORE = re.compile(
    r"\b(?:shipped|sent|ordered|posted|dispatched|bought|applied|paid|handed in|verschickt|abgeschickt|bestellt|versendet|abgesendet|j'ai commande|ai commande|commandee?s? the|expediee?s?|envoyee?s?|pedi|pedido|enviad[oa]|envie|compre)\b",
    re.IGNORECASE,
)
RANGE_TEXTS = {
    "en": "Between **{early}** ({low}) and **{late}** ({high}), counted from {start}.{note}",
    "de": "Zwischen **{early}** ({low}) und **{late}** ({high}), gezählt ab {start}.{note}",
    "fr": "Entre **{early}** ({low}) et **{late}** ({high}), compté à partir de {start}.{note}",
    "es": "Entre **{early}** ({low}) y **{late}** ({high}), contado desde {start}.{note}",
}
HOLIDAYS_KEPT = {
    "en": " The start day is not counted, and public holidays are not taken off.",
    "de": " Der erste Tag zählt nicht mit, und Feiertage sind nicht abgezogen.",
    "fr": " Le jour de départ n'est pas compté, et les jours fériés ne sont pas retirés.",
    "es": " El día de salida no se cuenta, y no se descuentan los festivos.",
}
RANGE_UNITS = {
    "en": {"day": "day", "work": "working day", "week": "week", "month": "month"},
    "de": {"day": "Tage", "work": "Werktage", "week": "Wochen", "month": "Monate"},
    "fr": {"day": "jours", "work": "jours ouvrés", "week": "semaines", "month": "mois"},
    "es": {"day": "días", "work": "días laborables", "week": "semanas", "month": "meses"},
}


def is_bare_weekday(asked: Asked) -> bool:
    """Return whether the first day of a message is told by its weekday alone."""
    told = asked.text[asked.dates[0].start : asked.dates[0].end].lower()
    return told in DAYS


def delivery_range(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the first and the last day on which something comes whose time is told from one number of days to another."""
    found = list(LENGTH_RANGE.finditer(asked.rest))
    if len(found) != 1 or len(asked.durations) > 1 or len(asked.dates) > 1:
        return None
    told = found[0]
    if not asked.durations and not re.search(r"\d ?[-–] ?\d", told.group()):  # "5-7 days" is no single length
        return None
    question = next(
        (one for one in ENDS_ASKED.finditer(asked.text) if not told.start() <= one.start() < told.end()), None
    )
    low, high = int(told["low"]), int(told["high"])
    if question is None or low >= high or re.search(r"\b(?:before|ago|earlier)\b", asked.text, re.IGNORECASE):
        return None
    start = asked.dates[0].day if asked.dates else asked.today
    if asked.dates and start > asked.today and SENT_BEFORE.search(asked.text) and is_bare_weekday(asked):
        start -= timedelta(days=7)  # "sent on Friday" was last Friday
    unit = told["unit"].lower()
    if told["work"] and unit != "day":
        return None
    ends = [worked(start, one) if told["work"] else added(start, one, unit) for one in (low, high)]
    said = [shown(day) if language == "en" else day_in(day.isoformat(), language) for day in (*ends, start)]
    name = RANGE_UNITS[language]["work" if told["work"] else unit]
    names = [f"{one} {name}{'s' if language == 'en' and one != 1 else ''}" for one in (low, high)]
    words = {"early": said[0], "late": said[1], "start": said[2], "low": names[0], "high": names[1]}
    note = HOLIDAYS_KEPT[language] if told["work"] else ""
    output = {"kind": "dates", "dates": [day.isoformat() for day in ends], "count": len(ends)}
    return (fill_in(RANGE_TEXTS[language], note=note, **words), output), [told.span(), question.span()]
