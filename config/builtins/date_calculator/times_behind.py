"""The day on which a time began that is told up to today: "I have worked here for 1000 days today, when did I start?"."""

import re
from datetime import date

from config.builtins.date_calculator.phrases import LENGTH_NAMES, day_in
from config.builtins.date_calculator.reading import Answer, Asked, added, duration_matches, shown
from config.builtins.wording import fill_in, localized, plural

UP_TO_NOW = re.compile(  # what has lasted so long
    r"\b(?:(?:i|we|you|he|she|it|they|that)(?:'ve|'s| have| has)|have|has) (?:now |just |exactly |already )?(?:been|worked|lived|had|known|owned|run|existed|gone|stayed|held|rented|played|studied|driven|used|lasted|passed|not)\b"
    r"|\b(?:haven't|hasn't|have not|has not|'ve not) [a-z]+\b"
    r"|\bsince (?:genau |exakt |ungefahr |etwa |nun |jetzt |schon )*(?=\d)|\b(?:cela|ca) fait\b|\bdepuis (?:exactement |since )*(?=\d)|\blleva\w*\b|\bllevo\b|\bhace (?:exactamente )?(?=\d)",
    re.IGNORECASE,
)
NTH_DAY_TODAY = re.compile(r"\b(?P<n>\d{1,5})(?:st|nd|rd|th) day\b", re.IGNORECASE)
START_ASKED = re.compile(
    r"\b(?:when|(?:which|what) (?:exact )?(?:day|date|week ?day)|how long ago)\b[^?.!]{0,30}?\b(?:did|was|were|habe|hab|hat|haben|war|ai|as|a|avons|ont)\b[^?.!]{0,40}?"
    r"\b(?:start\w*|begin|began|begun|join\w*|quit|stop\w*|give up|wedding|marry|married|move\w*|meet|met|buy|bought|get|got|arrive\w*|sign\w*|open\w*|first|last|day one|angefangen|begonnen|gestartet|aufgehort|eingezogen|geheiratet|hochzeit|anfang|beginn|commence|debute|arrete|mariage|emmenage|admitted|arrested|hired|leave|left|break|broke|fall|fell|go|went|come|came|cut|last)\b"
    r"|\b(?:when|(?:which|what) (?:day|date))\b[^?.!]{0,20}?\b(?:empec\w+|empez\w+|comenc\w+|comenz\w+|deje|dejamos|dejo|boda|casamos|case)\b"
    r"|\b(?:start(?:ing)? (?:day|date)|first day)\b[^.!]{0,30}\?",
    re.IGNORECASE,
)
PLAIN_UNITS = frozenset(["day", "week", "month", "year"])
STARTED_TEXTS = {
    "en": "{length} before {end} is **{day}**.",
    "de": "{length} vor {end}: **{day}**.",
    "fr": "{length} avant {end} : **{day}**.",
    "es": "{length} antes de {end}: **{day}**.",
}
TODAY_COUNTED = {
    "en": " If today is itself day {n}, it is {day}.",
    "de": " Ist heute selbst der {n}. Tag, ist es {day}.",
    "fr": " Si aujourd'hui est lui-même le jour {n}, c'est {day}.",
    "es": " Si hoy mismo es el día {n}, es {day}.",
}
END_COUNTED = {
    "en": " If that last day is itself day {n}, it is {day}.",
    "de": " Ist der letzte Tag selbst der {n}. Tag, ist es {day}.",
    "fr": " Si le dernier jour est lui-même le jour {n}, c'est {day}.",
    "es": " Si el último día es el día {n}, es {day}.",
}
WILL_HAVE = re.compile(  # "on 1 December I'll have been here for 5 years"
    r"(?:'ll|\bwill) have (?:been|worked|lived|had|known|owned|run|played)\b", re.IGNORECASE
)
UNTIL_DAY = re.compile(  # in front of the day up to which it lasted
    r"\b(?:for|since|lasted|full|whole|exactly)\b[^.?!]*\b(?:until|till|up to|up until|ending|ended)(?: and including| on)* (?:the )?\Z",
    re.IGNORECASE,
)
ONE_SPAN = 1


def started_before(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the day on which a time began that is told up to today, or up to a day; None for other questions."""
    start = START_ASKED.search(asked.text)
    if start is None or len(asked.dates) > ONE_SPAN:
        return None
    named = asked.dates[0] if asked.dates else None
    is_today = named is None or asked.text[named.start : named.end].lower() == "today"
    nth = NTH_DAY_TODAY.search(asked.text)
    if nth is not None and named is not None and is_today and not asked.durations:
        day = added(asked.today, 1 - int(nth["n"]), "day")
        length = length_told(int(nth["n"]) - 1, "day", language)
        return told_start(asked.today, day, language, length), [nth.span(), start.span()]
    if len(asked.durations) != ONE_SPAN or asked.durations[0][1] not in PLAIN_UNITS:
        return None
    since = UP_TO_NOW.search(asked.text) if is_today else WILL_HAVE.search(asked.text)
    since = since or UNTIL_DAY.search(asked.text[: named.start if named else 0])
    if since is None and named is not None:
        return None
    if since is None:
        return None
    count, unit = asked.durations[0]
    end = asked.today if named is None else named.day
    told = told_start(end, added(end, -count, unit), language, length_told(count, unit, language))
    if unit == "day":
        day = added(end, 1 - count, "day")
        said = shown(day) if language == "en" else day_in(day.isoformat(), language)
        text = (TODAY_COUNTED if is_today else END_COUNTED)[language]
        told = (told[0] + fill_in(text, n=count, day=said), told[1])
    return told, [since.span(), start.span(), *(one.span() for one in duration_matches(asked.rest))]


def length_told(count: int, unit: str, language: str) -> str:
    """Return a length of time in words."""
    if language == "en":
        return plural(count, unit)
    return f"{localized(f'{count:,}', language)} {LENGTH_NAMES[language][unit][count != 1]}"


def told_start(end: date, day: date, language: str, length: str) -> Answer:
    """Return the answer with the day of a start."""
    said = {
        key: shown(one) if language == "en" else day_in(one.isoformat(), language)
        for key, one in (("day", day), ("end", end))
    }
    output = {"kind": "date", "date": day.isoformat(), "from": end.isoformat()}
    return fill_in(STARTED_TEXTS[language], length=length, **said), output
