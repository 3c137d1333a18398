"""Days that are counted from a told one: the 6500th day together, a plan that ends at a race, a loan and closed days, a trial period."""

import re
from datetime import date, timedelta

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.preparations import PLAN_BEGINS, PREPARED_LENGTH, TOLD_START
from config.builtins.date_calculator.reading import DAYS, Answer, Asked, Found, added, duration_matches, shown
from config.builtins.date_calculator.running_periods import PERIOD_OVER, RUNNING_PERIOD
from config.builtins.date_calculator.times_behind import length_told
from config.builtins.wording import fill_in, localized

Counted = tuple[Answer, list[tuple[int, int]]]
NTH_DAY_SINCE = re.compile(
    r"\b(?:when|which (?:day|date)|what (?:day|date))\b[^.?!\d]{0,40}?(?P<n>\d{3,5})(?:st|nd|rd|th|\.|e|eme|ème|º)? (?:day|tag|jour|dia)\b(?! (?:of (?:the |this |next |last )?(?:year|month|week)|des jahres|of \d|in \d))",
    re.IGNORECASE,
)
NTH_DAY_ELSE = re.compile(
    r"\b(?:before|ago|until|till|vor|bis|avant|antes|how (?:many|old|long)|work(?:ing)?|school|business|every|weekdays?)\b",
    re.IGNORECASE,
)
NTH_DAY_TEXTS = {
    "en": "{n} days after {start} is **{day}**. If that day counts as day 1, day {n} is {before}.",
    "de": "{n} Tage nach {start} ist **{day}**. Zählt dieser Tag als Tag 1, ist der {n}. Tag {before}.",
    "fr": "{n} jours après {start} : **{day}**. Si ce jour compte comme jour 1, le jour {n} est {before}.",
    "es": "{n} días después de {start}: **{day}**. Si ese día cuenta como día 1, el día {n} es {before}.",
}
PLAN_WEEKDAY = re.compile(
    rf"\b(?:which|what|on (?:which|what)) (?P<day>mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b[^.?!\d]*?\b{PLAN_BEGINS}\b(?! (?:again|back|wieder))",
    re.IGNORECASE,
)
PLAN_TEXTS = {
    "en": "**{day}**: then week {n} of the plan runs from {first} to {last}.",
    "de": "**{day}**: Dann geht Woche {n} des Plans von {first} bis {last}.",
    "fr": "**{day}** : la semaine {n} du plan va alors du {first} au {last}.",
    "es": "**{day}**: entonces la semana {n} del plan va del {first} al {last}.",
}
LENT = re.compile(r"\b(?:borrowed|lent|loan(?:ed)?|checked out|rented|hired)\b", re.IGNORECASE)
SHUT_WEEKDAY = re.compile(
    r"\b(?:closed|shut|not open) (?:(?:on|every|each) )*(?P<day>mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b"
    r"|\b(?P<day2>mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)(?: (?:it is|it's|they are|is|are))? (?:closed|shut)\b",
    re.IGNORECASE,
)
LAST_DAY_ASKED = re.compile(r"\b(?:last|due|final) (?:day|date)\b", re.IGNORECASE)
MAY_RETURN = re.compile(
    r"\b(?:can|could|may|will|is it)\b[^.?!\d]*\b(?:bring|return|give|hand|drop|take|open)\b[^.!\d]*\?", re.IGNORECASE
)
LOAN_OPEN = "**Yes**: the last day, {length} after {start}, is **{day}**."
LOAN_SHUT = "**No**: the last day, {length} after {start}, is **{day}**. The last open day before is {before}."
TRIAL_DAYS = re.compile(
    r"\bhow many days (?:(?:are )?left|remain\w*|still|more|is it)?(?: (?:from|as of|until|till|there|then|from now|now|it is|is it|to go|left|on))*(?= |[?.!]|\Z)",
    re.IGNORECASE,
)
WHEN_AHEAD = re.compile(r"\b(?:when|what (?:is|'s) the last day|until when)\b", re.IGNORECASE)
TRIAL_TEXTS = {
    "en": "The last day is **{day}**, **{n} days** from today.",
    "de": "Der letzte Tag ist **{day}**, von heute an sind es **{n} Tage**.",
    "fr": "Le dernier jour est **{day}**, dans **{n} jours**.",
    "es": "El último día es **{day}**, dentro de **{n} días**.",
}
LEAP_YEAR_ASKED = re.compile(
    r"\b(?:is|will|was|ist|est|es)\b[^.?!\d]*(?P<year>(?:1[6-9]|2\d)\d\d)[^.?!\d]*\bleap\b", re.IGNORECASE
)
ITS_WEEKDAY = re.compile(r"\b(?:which|what) (?:week ?day|day(?: of the week)?)\b", re.IGNORECASE)
LEAP_DAY_TEXTS = {
    "en": ("Yes: {year} is **a leap year**, and 29 February is a **{day}**.", "No: {year} is **no leap year**, so it has no 29 February."),
    "de": ("Ja: {year} ist **ein Schaltjahr**, und der 29. Februar ist ein **{day}**.", "Nein: {year} ist **kein Schaltjahr**, einen 29. Februar gibt es nicht."),
    "fr": ("Oui : {year} est **une année bissextile**, et le 29 février est un **{day}**.", "Non : {year} n'est **pas une année bissextile**, il n'y a pas de 29 février."),
    "es": ("Sí: {year} es **un año bisiesto**, y el 29 de febrero es **{day}**.", "No: {year} **no es bisiesto**, así que no tiene 29 de febrero."),
}  # fmt: skip


def day_told(day: date, language: str) -> str:
    """Return a day with its weekday in words of a language."""
    return shown(day) if language == "en" else day_in(day.isoformat(), language)


def counted_output(day: date) -> dict[str, str]:
    """Return the output of an answer that is a day."""
    return {"kind": "date", "date": day.isoformat()}


def nth_day_since(asked: Asked, language: str) -> Counted | None:
    """Return the n-th day counted from the one day that a message tells; None for other messages."""
    question = NTH_DAY_SINCE.search(asked.text)
    if question is None or len(asked.dates) != 1 or asked.durations or NTH_DAY_ELSE.search(asked.text):
        return None
    start, n = asked.dates[0].day, int(question["n"])
    day = added(start, n, "day")
    words = {"start": day_told(start, language), "day": day_told(day, language)}
    words |= {"before": day_told(day - timedelta(days=1), language), "n": localized(f"{n:,}", language)}
    return (fill_in(NTH_DAY_TEXTS[language], **words), counted_output(day)), [question.span()]


def plan_weekday(asked: Asked, language: str) -> Counted | None:
    """Return the weekday on which a plan of some weeks begins whose last week has its event; None for other messages."""
    question, lengths = PLAN_WEEKDAY.search(asked.text), duration_matches(asked.rest)
    if (
        question is None
        or len(lengths) != 1
        or asked.durations[0][1] != "week"
        or not PREPARED_LENGTH.search(asked.text)
    ):
        return None
    events = [one for one in asked.dates if not question.start() <= one.start < question.end()]
    if len(events) != 1 or events[0].day <= asked.today or TOLD_START.search(asked.text[: events[0].start]):
        return None
    weeks = asked.durations[0][0]
    earliest = events[0].day - timedelta(days=7 * weeks - 1)
    weekday = DAYS[question["day"].lower().rstrip("s")]
    day = earliest + timedelta(days=(weekday - earliest.weekday()) % 7)
    first = day + timedelta(days=7 * (weeks - 1))
    said = {"day": day, "first": first, "last": first + timedelta(days=6)}
    words = {key: day_told(one, language) for key, one in said.items()}
    return (fill_in(PLAN_TEXTS[language], n=weeks, **words), counted_output(day)), [question.span(), lengths[0].span()]


def loan_on_open_day(asked: Asked, language: str) -> Counted | None:
    """Return whether the last day of a loan is one on which its place is open; None for other messages."""
    shut, lengths = SHUT_WEEKDAY.search(asked.text), duration_matches(asked.rest)
    asks = LAST_DAY_ASKED.search(asked.text) and MAY_RETURN.search(asked.text)
    if shut is None or not asks or not LENT.search(asked.text) or len(lengths) != 1 or language != "en":
        return None
    starts: list[Found] = [one for one in asked.dates if not shut.start() <= one.start < shut.end()]
    (count, unit), is_one = asked.durations[0], len(SHUT_WEEKDAY.findall(asked.text)) == 1
    if len(starts) != 1 or not is_one or unit not in ("day", "week", "month"):
        return None
    start = starts[0].day
    if starts[0].open_year and start > asked.today:
        start = added(start, -1, "year")
    day = added(start, count, unit)
    is_shut = day.weekday() == DAYS[(shut["day"] or shut["day2"]).lower().rstrip("s")]
    said = {"start": start, "day": day, "before": day - timedelta(days=1)}
    words = {key: day_told(one, language) for key, one in said.items()}
    template = LOAN_SHUT if is_shut else LOAN_OPEN
    return (fill_in(template, length=length_told(count, unit, language), **words), counted_output(day)), [
        shut.span(),
        lengths[0].span(),
    ]


def trial_end_and_rest(asked: Asked, language: str) -> Counted | None:
    """Return the last day of a running period and the days until then; None for messages that do not ask for both."""
    rest, lengths = TRIAL_DAYS.search(asked.text), duration_matches(asked.rest)
    starts = [one for one in asked.dates if one.day != asked.today]
    if rest is None or len(lengths) != 1 or len(starts) != 1 or not RUNNING_PERIOD.search(asked.rest):
        return None
    over = [one for one in PERIOD_OVER.finditer(asked.text) if WHEN_AHEAD.search(asked.text[: one.start()])]
    count, unit = asked.durations[0]
    is_start = re.search(
        r"\b(?:from|since|starting|as of|on|started|began)(?: (?:the|dem|den|le|el))* ?\Z",
        asked.text[: starts[0].start],
    )
    last = added(starts[0].day, count, unit) - timedelta(days=1)
    if not over or not is_start or unit not in ("week", "month", "year") or last <= asked.today:
        return None
    n = (last - asked.today).days
    words = {"day": day_told(last, language), "n": localized(f"{n:,}", language)}
    return (fill_in(TRIAL_TEXTS[language], **words), {**counted_output(last), "days": n}), [
        rest.span(),
        lengths[0].span(),
    ]


def leap_day_of_year(asked: Asked, language: str) -> Counted | None:
    """Return whether a year is a leap year, and the weekday of its 29 February; None where not both are asked for."""
    question, weekday = LEAP_YEAR_ASKED.search(asked.text), ITS_WEEKDAY.search(asked.text)
    if question is None or weekday is None or len(asked.dates) != 1 or asked.durations:
        return None
    named, year = asked.dates[0], int(question["year"])
    if (named.day.month, named.day.day) != (2, 29) or (not named.open_year and named.day.year != year):
        return None
    yes, no = LEAP_DAY_TEXTS[language]
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    output = {"kind": "leap_year", "year": year, "leap": is_leap}
    name = re.split(r",? ", day_told(date(year, 2, 29), language))[0] if is_leap else ""
    return (fill_in(yes if is_leap else no, year=year, day=name), output), [question.span(), weekday.span()]
