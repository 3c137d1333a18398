"""The working days or weekends that are left of a month or a year, told closed days taken off."""

import calendar
import re
from datetime import date, timedelta

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import MONTH, MONTHS, Answer, Asked, added, shown
from config.builtins.wording import fill_in, fold

LEFT_WORDS = r"left|remain\w*|still|to go|to come|ubrig|noch"
LEFT_ASKED = re.compile(
    rf"\bhow many (?:(?:more|full|whole) )*(?P<what>working days|business days|work days|workdays|week ?days|saturdays|weekends)\b[^?.!]{{0,30}}?\b(?:{LEFT_WORDS})\b(?: left)?(?: (?:in|of|until the end of|for|for us in))?(?: the)? ?(?:month of )?(?P<when>{MONTH}|this month|this year|(?:ce|este) months?(?:-ci)?|year|month)\b"
    rf"|\bhow many (?P<what2>working days|business days|week ?days|saturdays)\b[^?.!]{{0,20}}?\b(?P<when2>in (?:{MONTH}))\b(?: still)? (?:left|remain\w*)(?: left)?"
    rf"|\bhow many (?P<what3>working days|business days|week ?days)\b (?:has|have|does|are in)(?: the)? (?P<when3>{MONTH})\b(?: have)? (?:still |left|noch)+",
    re.IGNORECASE,
)
MON_TO_FRI = re.compile(r"\bbusiness week\b|\bmon(?:day)?s?(?: to | ?[-–] ?| through )fri(?:day)?s?\b", re.IGNORECASE)
DAY_OFF = re.compile(
    r"\b(?:closed|shut|off|free|without|except(?: for)?|excluding|not counting|not working|zu|geschlossen|frei|ohne|ausser|fermes?|sauf|sans|cerrad[oa]s?|cerramos|sin|salvo)\b"
    r"[^.?!;\d]{0,25}?(?P<n>\d{1,2})(?:st|nd|rd|th|\.)?(?: ?(?:and|,|und|et|y|&|(?P<range>to|until|till|through|[-–]|bis|au|al))(?: the| on| den| le| el)* ?(?P<n2>\d{1,2})(?:st|nd|rd|th|\.)?)?(?! ?(?:days?|:|%))"
    r"|\b(?:on (?:the )?|the )(?P<n3>\d{1,2})(?:st|nd|rd|th|\.)?(?: (?:and|und|et|y)(?: the)? (?P<n4>\d{1,2})(?:st|nd|rd|th|\.)?)?[^.?!;\d]{0,20}?\b(?:closed|shut|off|free|zu|geschlossen|frei|ferme\w*|cerrad\w+|cerramos|cierran|libre)\b",
    re.IGNORECASE,
)
WEEKEND_GONE = re.compile(  # from today on, it is not counted anyway
    r"\b(?:not counting|without|excluding|not including|leaving out|apart from|ohne|sans compter|sin contar)? ?(?:the|this|that|last|le|el) (?:one|weekend|saturday|gerade|that)? ?(?:that |which )?(?:has |is |was )?(?:just )?(?:(?:gone|past|passed|over|ended|had|vergangene[ns]?)(?: by)?)(?: (?:nicht mitgezahlt|not counted|excluded))?",
    re.IGNORECASE,
)
LEFT_TEXTS = {
    "en": "**{count} working {noun}**, Monday to Friday, from {first} to {last}{off}. Public holidays are not taken off.",
    "de": "**{count} {noun}**, Montag bis Freitag, von {first} bis {last}{off}. Feiertage sind nicht abgezogen.",
    "fr": "**{count} {noun}**, du lundi au vendredi, du {first} au {last}{off}. Les jours fériés ne sont pas retirés.",
    "es": "**{count} {noun}**, de lunes a viernes, del {first} al {last}{off}. Los festivos no se descuentan.",
}
LEFT_NOUNS = {
    "en": ("day", "days"),
    "de": ("Arbeitstag", "Arbeitstage"),
    "fr": ("jour ouvré", "jours ouvrés"),
    "es": ("día laborable", "días laborables"),
}
WITHOUT_TEXTS = {"en": ", without {days}", "de": ", ohne {days}", "fr": ", sans {days}", "es": ", sin {days}"}
WEEKEND_TEXTS = {
    "en": "**{count} weekends**: {listed}.",
    "de": "**{count} Wochenenden**: {listed}.",
    "fr": "**{count} week-ends** : {listed}.",
    "es": "**{count} fines de semana**: {listed}.",
}

WORKING_WEEK = 5  # days, Monday to Friday
MOST_WEEKENDS = 14  # that are listed


def days_left_of_month(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return how many working days are left of a month without told closed days, or weekends without the one just gone."""
    question = LEFT_ASKED.search(asked.text)
    if question is None or asked.durations:
        return None
    bounds = bounds_left(question["when"] or question["when2"] or question["when3"] or "", asked.today)
    if bounds is None:
        return None
    what = (question["what"] or question["what2"] or question["what3"]).lower()
    if what in ("saturdays", "weekends"):
        return weekends_left(asked, question, bounds, language)
    if any(
        not question.start() <= one.start < question.end() and not is_off_day(asked, one.start) for one in asked.dates
    ):
        return None
    first, last = bounds
    ending = OFF_TO_THE_END.search(asked.text)
    if ending is not None and not asked.dates:
        bounds = until_off(bounds, int(ending["n"]))
        if bounds is None or (first.month != last.month and DAY_OFF.search(OFF_TO_THE_END.sub(" ", asked.text))):
            return None
        return working_days_told(bounds, [], language), [question.span(), ending.span()]
    offs = [one for one in DAY_OFF.finditer(asked.text) if not question.start() <= one.start() < question.start("what")]
    numbers = {n for one in offs for n in days_off(one)}
    if first.month != last.month or any(n > last.day or n < 1 for n in numbers):
        return None
    free = [day for n in sorted(numbers) if (day := first.replace(day=n)) >= first and day.weekday() < WORKING_WEEK]
    used = [question.span(), *(one.span() for pattern in (DAY_OFF, MON_TO_FRI) for one in pattern.finditer(asked.text))]
    return working_days_told(bounds, free, language), used


def working_days_told(bounds: tuple[date, date], free: list[date], language: str) -> Answer:
    """Return the answer with the days from Monday to Friday between two days, some free ones taken off."""
    first, last = bounds
    days = [first + timedelta(days=step) for step in range((last - first).days + 1)]
    count = sum(day.weekday() < WORKING_WEEK for day in days) - len(free)
    said = {"first": first, "last": last}
    words = {key: shown(day) if language == "en" else day_in(day.isoformat(), language) for key, day in said.items()}
    named = ", ".join(shown(day) if language == "en" else day_in(day.isoformat(), language) for day in free)
    off = fill_in(WITHOUT_TEXTS[language], days=named) if free else ""
    sentence = fill_in(LEFT_TEXTS[language], count=count, noun=LEFT_NOUNS[language][count != 1], off=off, **words)
    output = {"kind": "business_days", "from": first.isoformat(), "to": last.isoformat(), "days": count}
    return sentence, output


OFF_TO_THE_END = re.compile(  # up to the end: "if I'm off from the 21st"
    r"\b(?:(?:off|away|on (?:leave|holiday|vacation)|closed|shut|not working|not there) (?:again )?(?:from|starting|as of|since)(?: on)?(?: the| dem| den)?"
    r"|(?:from|ab|as of)(?: the| dem| den| le| el)?(?= ?\d{1,2}(?:st|nd|rd|th|\.)? (?:urlaub|frei|off|on leave|zu|geschlossen|conge|vacaciones|libre)\b)) ?"
    r"(?P<n>\d{1,2})(?:st|nd|rd|th|\.)?(?!\w)(?! ?(?:to|until|till|through|bis|-|–|au|al|and|und)\b| ?[-–])(?: (?:urlaub|frei|off|on leave|zu|geschlossen|conge|vacaciones|libre)\b)?",
    re.IGNORECASE,
)


def until_off(bounds: tuple[date, date], day: int) -> tuple[date, date] | None:
    """Return bounds that end before a day of their last month; None where there is no such day."""
    first, last = bounds
    if not 1 <= day <= last.day:
        return None
    end = last.replace(day=day) - timedelta(days=1)
    return (first, end) if first <= end else None


def days_off(told: "re.Match[str]") -> set[int]:
    """Return the days of the month on which something is told to be closed."""
    if told["range"]:
        return set(range(int(told["n"]), int(told["n2"]) + 1))
    return {int(told[key]) for key in ("n", "n2", "n3", "n4") if told[key]}


def is_off_day(asked: Asked, start: int) -> bool:
    """Return whether a date stands where closed days are told."""
    return any(one.start() <= start < one.end() + 2 for one in DAY_OFF.finditer(asked.text))


def bounds_left(when: str, today: date) -> tuple[date, date] | None:
    """Return what is left of a named month or of this year: from today, or from the first of a month that is still to come."""
    named = when.lower().removeprefix("in ")
    if named in ("this year", "year"):
        return today, date(today.year, 12, 31)
    if named in ("this month", "month") or re.fullmatch(r"(?:ce|este) months?(?:-ci)?", named):
        return today, today.replace(day=calendar.monthrange(today.year, today.month)[1])
    month = MONTHS.get(named)
    if month is None:
        return None
    year = today.year + (month < today.month)
    first = today if month == today.month else date(year, month, 1)
    return first, date(year, month, calendar.monthrange(year, month)[1])


def weekends_left(
    asked: Asked, question: "re.Match[str]", bounds: tuple[date, date], language: str
) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the weekends that are left from today on, where the one just gone is told not to count."""
    gone = WEEKEND_GONE.search(asked.text)
    first, last = bounds
    if gone is None or asked.today.weekday() >= WORKING_WEEK or asked.dates:
        return None
    start = first + timedelta(days=(WORKING_WEEK - first.weekday()) % 7)
    days = [added(start, 7 * step, "day") for step in range(60) if added(start, 7 * step, "day") <= last]
    if not 1 < len(days) <= MOST_WEEKENDS:
        return None
    listed = ", ".join(f"{day.day}/{added(day, 1, 'day').day}.{added(day, 1, 'day').month}." for day in days)
    if language == "en":
        listed = ", ".join(f"{day.day}/{added(day, 1, 'day').day} {shown(day).split()[2]}" for day in days)
    listed = listed.rstrip(".")
    output = {"kind": "count", "count": len(days)}
    return (fill_in(WEEKEND_TEXTS[language], count=len(days), listed=listed), output), [question.span(), gone.span()]


MONTH_DAYS_ASKED = re.compile(
    rf"\bhow many (?:working|business|work) ?days\b(?: \((?:business week|mon(?:day)? ?(?:-|to) ?fri(?:day)?)\))?(?: (?:has|have|does|are|there|in|of|is|the|month))* (?P<month>{MONTH})\b(?: (?P<year>(?:19|20|21)\d\d))?(?: have| has)?",
    re.IGNORECASE,
)
TOLD_TAKEN_OFF = re.compile(
    r"\b(?:wenn|falls|if|when|und) (?:man|ich|wir|du|i|you|we|one) (?:(?:nur|only|just|dabei|davon) )*(?:the |den |am )?(?P<n>\d{1,2})\.?(?: (?:and|und) (?:the |den )?(?P<n2>\d{1,2})\.?)? (?:abzieh\w*|abrechne\w*|weglass\w*|weglaß\w*|nicht mit(?:zahl\w*|rechne\w*)|frei (?:hat|habe|haben|nimmt|nehme))\b",
    re.IGNORECASE,
)


def days_of_month_less(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the working days of a month, of which one or two told days are taken off; None for other messages."""
    question, taken = MONTH_DAYS_ASKED.search(asked.text), TOLD_TAKEN_OFF.search(fold(asked.text))
    if question is None or taken is None or asked.durations:
        return None
    if any(not question.start() <= one.start < question.end() for one in asked.dates):
        return None
    month = MONTHS[question["month"].lower()]
    year = int(question["year"] or asked.today.year + (month < asked.today.month))
    first, last = date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])
    numbers = {int(taken[key]) for key in ("n", "n2") if taken[key]}
    if any(not 1 <= n <= last.day for n in numbers):
        return None
    free = [day for n in sorted(numbers) if (day := first.replace(day=n)).weekday() < WORKING_WEEK]
    return working_days_told((first, last), free, language), [question.span(), taken.span()]
