"""Days as people say them: a weekday some weeks from now, the edges of a quarter, and the n-th day of a period that is counted."""

import calendar
import re
from datetime import date, timedelta

from config.builtins.date_calculator.reading import (
    COUNT,
    COUNTS,
    DATE,
    DAY,
    DAYS,
    DURATION,
    Answer,
    Asked,
    clamped,
    shown,
)
from config.builtins.wording import Mapped, blanked

DAY_IN_WEEKS = re.compile(
    rf"\b(?P<day>{DAY}),? (?:in (?P<n>\d{{1,2}}|{COUNT}) (?P<unit>weeks?|fortnights?)(?:'? time)?\b"
    r"|(?P<later>week)\b(?!\w| ?(?:number|no|\d)))"
    rf"|\bin (?P<n2>\d{{1,2}}|{COUNT}) (?P<unit2>weeks?)(?:'? time)? on (?:a |the )?(?P<day2>{DAY})\b",
    re.IGNORECASE,
)
QUARTER_NOW = re.compile(
    r"\b(?P<which>this|the current|current|the|next|the next|the coming|coming|last|the last|previous|the previous|diese[sn]?|das|des|nachste[sn]?|letzte[sn]?|ce|du|au|le|este|del|el)"
    r" (?:calendar )?(?:quarter|quartals?|trimestre)(?: (?P<after>next|last|prochain|dernier))?\b(?!-| (?:of (?:a|an|the)|past|to)\b)",
    re.IGNORECASE,
)
STARTS = re.compile(r"\b(?:first|start\w*|begin\w*|beginnt|anfang|debut|commence|empieza|inicio)\b", re.IGNORECASE)
ENDS_AT_EDGE = re.compile(
    r"\b(?:last|end(?:s|ing)?|ending|close[sd]?|finish\w*|over|endet|ende|fin|termine|finit|acaba|termina)\b",
    re.IGNORECASE,
)
FIRST_DAY = re.compile(r"\bday (?P<first>1|one|0|zero)\b", re.IGNORECASE)
NTH_DAY = re.compile(
    r"\b(?:day (?:number )?(?P<n>\d{1,5})|(?:the )?(?P<nth>\d{1,5})(?:st|nd|rd|th) day)\b(?! of)", re.IGNORECASE
)
SPOKEN_PARTS = (
    re.compile(r"\b(?:course|runs?|session|\d{1,2} (?:weekly )?lessons?|classes|weekly)\b", re.IGNORECASE),
    re.compile(r"\b\d{1,3}(?:st|nd|rd|th)? day (?:of|in) (?:the year )?(?:\d{4}\b)?", re.IGNORECASE),
    DAY_IN_WEEKS,
    QUARTER_NOW,
    FIRST_DAY,
    NTH_DAY,
    STARTS,
    ENDS_AT_EDGE,
)
QUESTION_WITH_DAY = re.compile(
    rf"\b(?:what|which|when)\b[^.?!;]*?(?:{DURATION.pattern}) (?:after|before|from|past|prior to) (?:the )?(?:{DATE.pattern})",
    re.IGNORECASE | re.ASCII,
)


def own_question(mapped: Mapped) -> Mapped:
    """Return a message without the days and durations of other sentences where its question has both of its own."""
    found = list(QUESTION_WITH_DAY.finditer(mapped.text))
    if len(found) != 1 or not DURATION.search(mapped.text[: found[0].start()]):
        return mapped
    start, end = found[0].span()
    text = blanked(blanked(mapped.text, 0, start), end, len(mapped.text))
    return Mapped(text, mapped.places)


def spoken_day(asked: Asked) -> Answer | None:
    """Return the answer to a question about such a day, None for others."""
    return (
        day_beside_another(asked)
        or last_session(asked)
        or day_of_that_year(asked)
        or counted_day(asked)
        or day_in_weeks(asked)
        or edge_of_quarter(asked)
    )


LAST_SESSION = re.compile(
    r"\b(?:last|final|closing|dernier|derniere) (?:session|class|lesson|meeting|rehearsal|training|workshop|lecture|seminar|evening|appointment|one|stunde|kurstag|kursabend|termin|treffen|einheit|seance|cours|lecon|clase|sesion)\b",
    re.IGNORECASE,
)
WEEKLY_COURSE = re.compile(
    r"\b(?:course|class(?:es)?|lessons?|sessions?|evening class|workshop|training|seminar|weekly|every week|once a week|kurs\w*|wochentlich|cours|stage|curso|clases)\b",
    re.IGNORECASE,
)
SESSIONS_TOLD = re.compile(
    r"\b(?P<n>\d{1,2}) (?:weekly )?(?:sessions|lessons|classes|meetings|evenings|termine|stunden|abende|seances|clases|sesiones)\b",
    re.IGNORECASE,
)
OTHER_RHYTHM = re.compile(
    r"\b(?:twice|daily|every day|every (?:other|second|2|3)|fortnightly|biweekly|monthly|2 times|3 times|zweimal|taglich|deux fois|dos veces)\b",
    re.IGNORECASE,
)


def last_session(asked: Asked) -> Answer | None:
    """Answer when the last session of a weekly course is whose first day and number of weeks are told."""
    if len(asked.dates) != 1 or not LAST_SESSION.search(asked.text) or not WEEKLY_COURSE.search(asked.text):
        return None
    told = SESSIONS_TOLD.search(asked.rest)
    weeks = [count for count, unit in asked.durations if unit == "week"]
    if OTHER_RHYTHM.search(asked.text) or len(asked.durations) != len(weeks) or len(weeks) + bool(told) != 1:
        return None
    count = int(told["n"]) if told else weeks[0]
    first = asked.dates[0].day
    day = first + timedelta(weeks=count - 1)
    return dated_answer(day, f" I counted {count} weekly sessions, the first on {shown(first)}.")


BESIDE_TOLD = re.compile(r"(?:the )?day (?:before|after|following)\b", re.IGNORECASE)
DATE_ASKED = re.compile(
    r"\b(?:what|which) (?:date|day)\b|\bwhen(?:'s| is| was)\b|\b(?:welches|quelle|que) (?:datum|date|fecha)\b",
    re.IGNORECASE,
)


def day_beside_another(asked: Asked) -> Answer | None:
    """Answer which date the day before or after another one is."""
    if len(asked.dates) != 1 or asked.durations or ASKS_LENGTH.search(asked.text) or not DATE_ASKED.search(asked.text):
        return None
    one = asked.dates[0]
    return dated_answer(one.day, "") if BESIDE_TOLD.match(asked.text, one.start) else None


DAY_OF_YEAR = re.compile(
    r"\b(?:(?P<n>\d{1,3})(?:st|nd|rd|th|\.)? day|day (?:number )?(?P<n2>\d{1,3})) (?:of|in) (?:the year )?(?:(?P<year>\d{4})\b|(?P<this>this|the|next) year\b)",
    re.IGNORECASE,
)


def day_of_that_year(asked: Asked) -> Answer | None:
    """Answer which date the n-th day of a year is."""
    match = DAY_OF_YEAR.search(asked.text)
    if match is None or asked.dates or asked.durations:
        return None
    year = int(match["year"]) if match["year"] else asked.today.year + ((match["this"] or "").lower() == "next")
    number = int(match["n"] or match["n2"])
    if not 1 <= number <= 365 + calendar.isleap(year):
        return None
    return dated_answer(date(year, 1, 1) + timedelta(days=number - 1), f" It is day {number} of {year}.")


def day_in_weeks(asked: Asked) -> Answer | None:
    """Answer which day "Thursday in two weeks" or "Monday week" is."""
    match = DAY_IN_WEEKS.search(asked.text)
    if match is None or len(asked.dates) != 1:
        return None
    wanted = DAYS[(match["day"] or match["day2"]).lower()]
    count = (match["n"] or match["n2"] or "1").lower()
    weeks = (int(count) if count.isdigit() else COUNTS[count]) * (2 if (match["unit"] or "").startswith("fort") else 1)
    ahead = (wanted - asked.today.weekday()) % 7
    coming = asked.today + timedelta(days=(ahead or 7) if match["later"] else ahead, weeks=weeks)
    if match["later"] or wanted >= asked.today.weekday():
        return dated_answer(coming, "")
    earlier = coming - timedelta(weeks=1)
    return dated_answer(earlier, f" Counted from the coming {calendar.day_name[wanted]}, it is {shown(coming)}.")


def edge_of_quarter(asked: Asked) -> Answer | None:
    """Answer on which day a quarter begins or ends that is named by "this" or "next"."""
    match = QUARTER_NOW.search(asked.text)
    asks_end, asks_start = ENDS_AT_EDGE.search(asked.text), STARTS.search(asked.text)
    if (
        match is None
        or asked.dates
        or asked.durations
        or not (asks_end or asks_start)
        or ASKS_LENGTH.search(asked.text)
    ):
        return None
    which = f"{match['which']} {match['after'] or ''}".lower()
    step = 1 if re.search(r"next|coming|nachst|prochain", which) else 0
    step = -1 if re.search(r"last|previous|letzt|dernier", which) else step
    months = asked.today.year * 12 + (asked.today.month - 1) // 3 * 3 + 3 * step
    first = date(months // 12, months % 12 + 1, 1)
    last = clamped(first.year, first.month + 2, 31)
    if asks_start and not (asks_end and ENDS_AT_EDGE.search(asked.text.replace(match.group(), " "))):
        return dated_answer(first, f" That quarter ends on {shown(last)}.")
    return dated_answer(last, f" That quarter began on {shown(first)}." if first <= asked.today else "")


ASKS_LENGTH = re.compile(r"\bhow (?:many|long)\b|\b(?:until|till|left)\b", re.IGNORECASE)


def counted_day(asked: Asked) -> Answer | None:
    """Answer which date "day 90" is where a day counts as day 1 (or 0)."""
    start = FIRST_DAY.search(asked.text)
    wanted = {int(match["n"] or match["nth"]) for match in NTH_DAY.finditer(asked.text)} - {0, 1}
    if start is None or len(wanted) != 1 or len(asked.dates) != 1:
        return None
    number = wanted.pop()
    base = 0 if start["first"].lower() in ("0", "zero") else 1
    day = asked.dates[0].day + timedelta(days=number - base)
    first = f" {shown(asked.dates[0].day)} is day {base}."
    said, output = dated_answer(day, first)
    return f"Day {number} is {said}", {**output, "from": asked.dates[0].day.isoformat()}


def dated_answer(day: date, note: str) -> Answer:
    """Return a day as an answer."""
    output = {"kind": "date", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()]}
    return f"**{shown(day)}**.{note}", output
