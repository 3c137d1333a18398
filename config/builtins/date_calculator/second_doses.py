"""When something told without a question comes again: "tetanus, and then again after 90 days, 1st was today"."""

import re

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Answer, Asked, added, duration_matches, shown, worked
from config.builtins.date_calculator.times_behind import PLAIN_UNITS, length_told
from config.builtins.wording import fill_in

DUE_AGAIN = re.compile(
    r"\b(?:again|next(?: one| dose| jab| shot| appointment| visit)?|(?:2nd|second)(?= (?:one|dose|jab|shot|injection|vaccin\w+|appointment|visit|time|round|test|check)\b| ?(?:is |comes |then |due )*(?:after|in)\b(?! \d+ \w+ of))|booster|repeat(?:ed)?|follow-?up|refresher|wieder|nachste[nr]?|zweite[nr]?|auffrisch\w*|kontrolle|rappel|prochaine?|deuxieme|2e|siguiente|proxim[oa]|segunda?|refuerzo|revision)"
    r"\b[^.?!;:\d]{0,30}?(?:\b(?:after|in|nach|apres|despues of|within)\b |\b(?=\d))",
    re.IGNORECASE,
)
FIRST_GIVEN = re.compile(
    r"\b(?:1st|first|1\.|1er|1re|1ere|today|had|got|was|war|gehabt|bekommen|impfung|geimpft|erste[nr]?|premiere?|primera?|fait|puesto)\b",
    re.IGNORECASE,
)
OTHER_COUNT = re.compile(r"\b(?:1st|2nd|1er|1re|1ere|2e)\b|\b[12]\.(?= )", re.IGNORECASE)
ASKED_ELSE = re.compile(
    r"\b(?:how many|how long|how old|until|till|since|before|ago|every|each|each day|alle)\b", re.IGNORECASE
)
AGAIN_TEXTS = {
    "en": "{length} after {start} is **{day}**.",
    "de": "{length} nach {start} ist **{day}**.",
    "fr": "{length} après {start} : **{day}**.",
    "es": "{length} después de {start}: **{day}**.",
}


def second_dose(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the day on which something comes again, a told length behind its first one; None for other messages."""
    lengths, again = duration_matches(asked.rest), DUE_AGAIN.search(asked.text)
    if len(asked.dates) != 1 or len(lengths) != 1 or again is None or ASKED_ELSE.search(asked.text):
        return None
    if not again.start() < lengths[0].start() <= again.end() + 1 or not FIRST_GIVEN.search(asked.text):
        return None
    (count, unit), start = asked.durations[0], asked.dates[0].day
    if unit not in PLAIN_UNITS and unit != "work day":
        return None
    day = worked(start, count) if unit == "work day" else added(start, count, unit)
    said = [shown(one) if language == "en" else day_in(one.isoformat(), language) for one in (start, day)]
    if unit == "work day" and language != "en":
        return None
    words = {"length": length_told(count, unit.replace("work", "working"), language), "start": said[0], "day": said[1]}
    output = {"kind": "date", "date": day.isoformat(), "from": start.isoformat()}
    used = [again.span(), lengths[0].span(), *(one.span() for one in OTHER_COUNT.finditer(asked.text))]
    return (fill_in(AGAIN_TEXTS[language], **words), output), used
