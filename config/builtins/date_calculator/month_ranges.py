"""The n-th weekday of each month from one month to another: "every 3rd Thursday January to June 2027"."""

import calendar
import re
from datetime import date

from config.builtins.date_calculator.reading import DAY, DAYS, MONTH, MONTHS, Answer, Asked, clamped, made, shown
from config.builtins.date_calculator.recurrence import HOW_MANY, MAX_LISTED, ORDINAL, ORDINALS, YEAR_TOLD, is_nth
from config.builtins.wording import CannotError

MONTH_RANGE = re.compile(  # "a" and "at" are the words of other languages as the reader leaves them
    rf"(?<!\d )(?<!\d\. )(?<!\d(?:st|nd|rd|th) )\b(?P<first>{MONTH})\b\.?(?:,? (?:of )?(?P<year>\d{{4}}))?"
    rf"(?: ?[-–] ?|,? (?:to|until|till?|thru|through|and|a|at|up to|hasta)(?: the end of| including)? )"
    rf"(?P<last>{MONTH})\b\.?(?! \d{{1,2}}\b(?!\d))(?:,? (?:of )?(?P<end>\d{{4}}))?",
    re.IGNORECASE,
)
EACH_WEEKDAY = re.compile(
    rf"\b(?P<nth>{ORDINAL}|[1-5](?:st|nd|rd|th|e|er|ere|eme|o|a|er)?)\.?"
    rf"(?: ?(?:,|and|or|&|und|et|y)(?: the)? (?P<other>{ORDINAL})\.?)? (?P<day>{DAY})s?\b",
    re.IGNORECASE,
)
ASKS_NO_LIST = re.compile(
    r"\b(?:how (?:many|long|often)|difference|between the|wie (?:viele|oft|lange)|combien|cuant[oa]s|every other)\b",
    re.IGNORECASE,
)
BETWEEN_AHEAD = re.compile(r"\b(?:between|from) \Z", re.IGNORECASE)
MONTH_AHEAD = re.compile(rf"\b(?:{MONTH})\b\.?,? \Z", re.IGNORECASE)
MOST_RANGE_MONTHS = 60


def nth_in_range(asked: Asked) -> Answer | None:
    """Return the n-th weekday of each month of a range that a message names; None for other questions."""
    weekday, ends = EACH_WEEKDAY.search(asked.text), MONTH_RANGE.search(asked.text)
    if weekday is None or ends is None or asked.durations or ASKS_NO_LIST.search(asked.text):
        return None
    is_listed = " and " in ends.group() and not BETWEEN_AHEAD.search(asked.text[: ends.start()])
    if is_listed and MONTH_AHEAD.search(asked.text[: ends.start()]):
        return None
    if is_listed and (MONTHS[ends["last"].lower()] - MONTHS[ends["first"].lower()]) % 12 != 1:
        return None  # "January and February" are a range, "January and June" are not
    if len(EACH_WEEKDAY.findall(asked.text)) != 1 or names_month_day(asked):
        return None
    first, last = month_range_of(asked, ends)
    places = sorted(ORDINALS[ordinal_key(one)] for one in (weekday["nth"], weekday["other"]) if one)
    days = nth_days_between(first, last, DAYS[weekday["day"].lower()], places)
    name = calendar.day_name[DAYS[weekday["day"].lower()]]
    said = " and ".join(one.lower() for one in (weekday["nth"], weekday["other"]) if one)
    lines = "\n".join(f"- **{shown(one)}**" for one in days) or "None."
    output = {"kind": "dates", "dates": [one.isoformat() for one in days], "count": len(days)}
    return f"The {said} {name} of each month from {shown(first)} to {shown(last)}:\n\n{lines}", output


def weekdays_in_range(asked: Asked) -> Answer | None:
    """Return how many days of one weekday the months of a range have; None for other questions."""
    weekday, ends = HOW_MANY.search(asked.text), MONTH_RANGE.search(asked.text)
    if weekday is None or ends is None or asked.durations or names_month_day(asked) or " and " in ends.group():
        return None
    first, last = month_range_of(asked, ends)
    number = DAYS[weekday["day"].lower()]
    count = sum(1 for _ in range((number - first.weekday()) % 7, (last - first).days + 1, 7))
    name = calendar.day_name[number]
    said = f"From {shown(first)} to {shown(last)} there are **{count} {name}s** (both days counted)."
    span = {"from": first.isoformat(), "to": last.isoformat()}
    return said, {"kind": "count", "count": count, "weekday": name, **span}


def ordinal_key(word: str) -> str:
    """Return the key of an ordinal: "3e" and "3rd" are "3"."""
    return word[0] if word[0].isdigit() else word.lower()


def names_month_day(asked: Asked) -> bool:
    """Return whether a message names a day of a month: "every other Thursday from 7 January"."""
    said = (re.sub(r"\b\d{4}\b", "", asked.text[one.start : one.end]) for one in asked.dates)
    return any(re.search(rf"\d[^a-z]*(?:{MONTH})|(?:{MONTH})[^a-z]*\d|\d[./-]\d", one, re.IGNORECASE) for one in said)


def month_range_of(asked: Asked, ends: "re.Match[str]") -> tuple[date, date]:
    """Return the first day of a range of months and its last; a year told once is that of its last month."""
    one, other = MONTHS[ends["first"].lower()], MONTHS[ends["last"].lower()]
    told = {int(year.group()) for year in YEAR_TOLD.finditer(asked.text)}
    alone = told.pop() if len(told) == 1 and not (ends["year"] or ends["end"]) else 0
    if ends["year"]:
        start = int(ends["year"])
    elif ends["end"]:
        start = int(ends["end"]) - (one > other)
    else:
        start = alone or asked.today.year + (other < asked.today.month and one <= other)
    close = int(ends["end"]) if ends["end"] else start + (one > other)
    if not 0 <= (close - start) * 12 + other - one < MOST_RANGE_MONTHS:
        raise CannotError(f"I list the days of at most {MOST_RANGE_MONTHS} months, from the earlier one to the later.")
    return made(start, one, 1), clamped(close, other, 31)


def nth_days_between(first: date, last: date, weekday: int, places: list[int]) -> list[date]:
    """Return the days of a span that are the n-th of their weekday, for each of some places in a month."""
    every = range(first.toordinal(), last.toordinal() + 1)
    days = (date.fromordinal(number) for number in every)
    return [day for day in days if day.weekday() == weekday and any(is_nth(day, place) for place in places)][
        :MAX_LISTED
    ]
