"""Days told in a roundabout way, written as dates before a message is read: the last Friday of March beside another day, the next bank holiday, "5 weeks ago" in a comparison."""

import calendar
import re
from datetime import date, timedelta
from itertools import pairwise

from config.builtins.date_calculator.left_out import WORKING_DAYS
from config.builtins.date_calculator.public_holidays import COUNTRY, COUNTRY_NAMES, RULES
from config.builtins.date_calculator.reading import (
    COUNTS,
    DATE,
    DAY,
    DAYS,
    DURATION,
    MONTH,
    MONTHS,
    added,
    clamped,
    nth_day,
)
from config.builtins.date_calculator.recurrence import DAY_OF, NTH, ORDINAL, ORDINALS, edge_day, month_of
from config.builtins.date_calculator.two_days import BEFORE_OR_AFTER, WHO_IS_OLDER
from config.builtins.wording import Mapped, fill_in

SPAN_COUNTED = re.compile(  # a time between two days is what this asks for
    r"\b(?:how (?:many|long|far)|(?:working |business |work )?(?:days|weeks|months|nights)|countdown|number of)\b[^.?!]{0,80}?\b(?:between|from|until|till|to|before|since)\b",
    re.IGNORECASE,
)
ALWAYS = re.compile(
    r"\b(?:every|each|always|all|monthly)\b|\bhow many (?:mon|tues|wednes|thurs|fri|satur|sun)days\b", re.I
)
UNTIL = re.compile(r"\b(?:until|till|up to|to|before|since)(?: the)? \Z", re.IGNORECASE)
FIRST_TO_LAST = re.compile(  # "from the first to the last friday of march 2027"
    rf"\b(?P<first>{ORDINAL})(?: (?P<own>{DAY}))? (?P<joint>to|until|till|and) (?:the )?(?P<last>{ORDINAL}) (?P<day>{DAY}) (?P<month>(?:of|in) (?:{MONTH})(?: \d{{4}})?)\b",
    re.IGNORECASE,
)


def each_in_full(match: "re.Match[str]") -> str:
    """Return two n-th weekdays of one month, each with its month."""
    first, last = f"{match['first']} {match['own'] or match['day']}", f"{match['last']} {match['day']}"
    return f"{first} {match['month']} {match['joint']} {last} {match['month']}"


CHOICE = re.compile(r"\b(?:or|oder|ou|o)\b|,", re.IGNORECASE)
MOST_TOLD = 2  # days of one message that are told so


def with_days_told(mapped: Mapped, today: date, language: str) -> Mapped:
    """Return a message with such days as dates, each at the place of its words."""
    mapped = with_nth_days(mapped, today)
    mapped = with_next_holiday(with_days_of_years(mapped), today, language)
    return with_start_behind(with_spans_as_days(mapped, today))


def with_nth_days(mapped: Mapped, today: date) -> Mapped:
    """Return a message with the n-th weekdays of months as dates where the time to another day, or the earlier one, is asked for."""
    if SPAN_COUNTED.search(mapped.text):
        mapped = mapped.sub(FIRST_TO_LAST, each_in_full)
    text = mapped.text
    told = [one for pattern in (NTH, DAY_OF) for one in pattern.finditer(text) if one["month"]]
    bare = text
    for one in told:
        bare = bare.replace(one.group(), " " * len(one.group()))
    compares = CHOICE.search(bare) and (WHO_IS_OLDER.search(bare) or BEFORE_OR_AFTER.search(bare))
    if not 1 <= len(told) <= MOST_TOLD or ALWAYS.search(text) or not (compares or SPAN_COUNTED.search(bare)):
        return mapped
    others = list(DATE.finditer(bare))
    is_until = len(told) == 1 and UNTIL.search(text[: told[0].start()]) is not None
    if (len(told) + len(others) < MOST_TOLD and not is_until) or DURATION.search(bare):
        return mapped
    told.sort(key=lambda one: one.start())
    years = re.findall(r"\b(?:19|20)\d\d\b", text)
    days = dict(zip((one.group() for one in told), days_of(told, set(map(int, years)), today), strict=True))
    return mapped.sub("|".join(map(re.escape, days)), lambda match: days[match.group()].isoformat())


def days_of(told: "list[re.Match[str]]", years: set[int], today: date) -> list[date]:
    """Return the days of some n-th weekdays in their order: a year that is told once is that of all but for a turn of the year between."""
    only = years.pop() if len(years) == 1 else 0
    days = []
    for one in told:
        year, month, _ = month_of(one, today)
        days.append(day_of(one, only if only and not one["year"] else year, month))
    for at, (one, other) in enumerate(pairwise(told)):
        if days[at] > days[at + 1] and not (one["year"] and other["year"]):
            turned, step = (at, -1) if other["year"] or (not one["year"] and only) else (at + 1, 1)
            days[turned] = day_of(told[turned], days[turned].year + step, days[turned].month)
    return days


def day_of(match: "re.Match[str]", year: int, month: int) -> date:
    """Return the n-th weekday, or the first or last (working) day, of a month."""
    if match.re is DAY_OF:
        return edge_day(match, year, month, 1)
    return nth_day(year, month, DAYS[match["day"].lower()], ORDINALS[match["nth"].lower()])


NUMBERED_DAY = re.compile(
    r"\b(?:(?P<nth>\d{1,3})(?:st|nd|rd|th) day of (?:the year )?|day (?:number )?(?P<n>\d{1,3}) of (?:the year )?)(?P<year>\d{4})\b",
    re.IGNORECASE,
)


def with_days_of_years(mapped: Mapped) -> Mapped:
    """Return a message with "the 120th day of 2024" as a date beside another day."""
    if not DATE.search(NUMBERED_DAY.sub(" ", mapped.text)):
        return mapped
    return mapped.sub(NUMBERED_DAY, numbered_day)


def numbered_day(match: "re.Match[str]") -> str:
    """Return the day of a year with a number; the words themselves where the year has no such day."""
    year, number = int(match["year"]), int(match["nth"] or match["n"])
    is_one = 1 <= number <= 365 + calendar.isleap(year) and year
    return (date(year, 1, 1) + timedelta(days=number - 1)).isoformat() if is_one else match.group()


NEXT_HOLIDAY = re.compile(
    r"\b(?:next|coming|upcoming|prochaine?|proxim[oa]|nachste[rnsm]?|kommende[rnsm]?) (?:(?:uk|us|english|british|german|french|american) )?"
    r"(?:(?P<bank>bank) ?holiday|(?:public|federal|national|legal|gesetzliche[rnsm]?) (?:holiday|feiertags?)|(?P<de>feiertags?)|(?P<fr>(?:jour|day) ferie)|(?P<es>festivo|(?:dia|day) festivo))\b"
    r"(?: (?:in|en) (?:the )?(?:uk|us|usa|england|wales|germany|deutschland|france|frankreich))?",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(
    r"\b(?:scot\w*|ireland|irish|ulster|wien|austria|osterreich|schweiz|swiss|switzerland|bayern|canada|australia)\b",
    re.I,
)
HOLIDAYS_TAKEN = {
    "en": "I took the public holidays of {country}.",
    "de": "Ich habe die Feiertage von {country} genommen.",
    "fr": "J'ai pris les jours fériés de {country}.",
    "es": "He tomado los festivos de {country}.",
}
NAMES_IN = {
    "de": {"england": "England und Wales", "us": "den USA (Bund)", "germany": "Deutschland (bundesweit)", "france": "Frankreich"},
    "fr": {"england": "l'Angleterre et le pays de Galles", "us": "États-Unis (fédéraux)", "germany": "l'Allemagne (nationaux)", "france": "France"},
    "es": {"england": "Inglaterra y Gales", "us": "Estados Unidos (federales)", "germany": "Alemania (nacionales)", "france": "Francia"},
}  # fmt: skip


def holiday_country(text: str, language: str) -> str:
    """Return the country whose next holiday a message means, "" where it means none or one that is not known here."""
    told = NEXT_HOLIDAY.search(text)
    if told is None or ELSEWHERE.search(text):
        return ""
    named = {str(match.lastgroup) for match in COUNTRY.finditer(text)}
    if named:
        return named.pop() if len(named) == 1 and named <= set(RULES) else ""
    return "england" if told["bank"] else "germany" if language == "de" else "france" if language == "fr" else ""


def with_next_holiday(mapped: Mapped, today: date, language: str) -> Mapped:
    """Return a message with the next holiday of a country as a date."""
    country = holiday_country(mapped.text, language)
    if not country:
        return mapped
    days = sorted(day for year in (today.year, today.year + 1) for day in RULES[country](year))
    coming = next(day for day in days if day > today)
    return mapped.sub(NEXT_HOLIDAY, coming.isoformat())


def holiday_note(text: str, language: str) -> str:
    """Return the sentence that says of which country the holidays were taken, "" for other messages."""
    country = holiday_country(text, language)
    name = NAMES_IN.get(language, COUNTRY_NAMES).get(country, "")
    return fill_in(HOLIDAYS_TAKEN[language], country=name) if country else ""


SPAN_FROM_NOW = re.compile(
    rf"(?:(?P<in>\bin )(?P<n1>\d{{1,4}}|{'|'.join(COUNTS)}) (?P<u1>day|week|fortnight|month|year)s?\b(?:'? time)?(?! (?:ago|before|after|from|later))"
    rf"|(?<![\w.,])(?P<n2>\d{{1,4}}|{'|'.join(COUNTS)}) (?P<u2>day|week|fortnight|month|year)s? (?P<way>ago|from (?:now|today)|later than today))\b",
    re.IGNORECASE,
)


def with_spans_as_days(mapped: Mapped, today: date) -> Mapped:
    """Return a message with "5 weeks ago" as a date where it asks which of two days is the earlier one."""
    text = mapped.text
    told = list(SPAN_FROM_NOW.finditer(text))
    bare = SPAN_FROM_NOW.sub(lambda match: " " * len(match.group()), text)
    compares = (WHO_IS_OLDER.search(bare) and CHOICE.search(bare)) or BEFORE_OR_AFTER.search(bare)
    if not told or not compares or DURATION.search(bare) or len(told) + len(DATE.findall(bare)) != MOST_TOLD:
        return mapped

    def day_in_figures(match: "re.Match[str]") -> str:
        number, unit = (match["n1"] or match["n2"]).lower(), (match["u1"] or match["u2"]).lower()
        count = int(number) if number.isdigit() else COUNTS[number]
        is_past = (match["way"] or "").lower() == "ago"
        return added(today, -count if is_past else count, unit).isoformat()

    days = [date.fromisoformat(day_in_figures(one)) for one in told]
    return mapped.sub(SPAN_FROM_NOW, day_in_figures).sub(DATE, lambda match: beside(match, days[0]))


def beside(match: "re.Match[str]", told: date) -> str:
    """Return a day of a month without a year with the year in which it is nearest to another day; other days as they are."""
    text = match.group()
    if not (match["dmy"] or match["mdy"]) or re.search(r"\d{4}", text):
        return text
    month, number = MONTHS[re.findall(MONTH, text.lower())[-1]], int(re.findall(r"\d+", text)[0])
    days = (clamped(year, month, number) for year in range(told.year - 1, told.year + 2))
    return min(days, key=lambda day: abs((day - told).days)).isoformat()


START_BEHIND = re.compile(  # "working days after today until …": the first day is not one of them
    rf"\bafter (?:the )?(?P<day>{DATE.pattern})(?=[^.?!]{{0,25}}\b(?:until|till|up to|to|through|is)\b)",
    re.IGNORECASE | re.ASCII,
)


def with_start_behind(mapped: Mapped) -> Mapped:
    """Return a count of working days that begins after a day as one that begins on the next."""
    if not WORKING_DAYS.search(mapped.text) or DURATION.search(mapped.text):
        return mapped
    return mapped.sub(START_BEHIND, lambda match: f"from the day after {match['day']}")
