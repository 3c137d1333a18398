"""The day of birth of somebody whose age is told in weeks or months, and whether a document is valid long enough."""

import calendar
import re
from datetime import date
from typing import Any

from config.builtins.date_calculator.reading import COUNTS, Answer, Asked, Found, added, parts, shown
from config.builtins.wording import CannotError, fill_in, plural

DAY_OF_BIRTH = re.compile(
    r"\b(?:when|what (?:date|day)|which (?:date|day)|on what (?:date|day))\b[^?.!\d]{0,25}\b(?:born|birth|birthday|birthdate|naci\w*)\b|\b(?:date of birth|birth ?date)\b[^\d]*\?"
    r"|\bwhat(?:'?s| is| was) (?:his|her|its|their|the [a-z]+'?s|[a-z]+'s) (?:birthday|birth ?date)\b",
    re.IGNORECASE,
)
AGE_IN_PARTS = re.compile(
    r"\b(?:is|are|am|turn(?:s|ed)?|was|ist|sind|at|tiene|a|cumple)\b(?: (?:exactly|just|already|now|today|genau|schon)){0,2} {1,40}(?P<parts>(?:\d{1,3} years?(?:,| and| und| et| y)+ )?\d{1,4} (?:days?|weeks?|months?)(?:(?:,| and| und| et| y)+ \d{1,3} (?:days?|weeks?|months?))?)(?=(?P<old> (?:old|of age|alt))?\b)",
    re.IGNORECASE,
)
PART = re.compile(r"(?P<count>\d{1,4}) (?P<unit>day|week|month|year)s?", re.IGNORECASE)


def day_of_birth(asked: Asked) -> Answer | None:
    """Return when somebody was born whose age in days, weeks or months is told, today or on the one day named; None for others."""
    told = AGE_IN_PARTS.search(asked.rest)
    if told is None or not DAY_OF_BIRTH.search(asked.text) or len(asked.dates) > 1:
        return None
    told_parts = [(int(part["count"]), part["unit"].lower()) for part in PART.finditer(told["parts"])]
    if len(told_parts) != len(asked.durations):  # "17 weeks old, 3 weeks before Easter"
        refuse_other_age(asked, told)
        return None
    on = asked.dates[0].day if asked.dates else asked.today
    day = on
    for count, unit in told_parts:
        day = added(day, -count, unit)
    said = " and ".join(plural(count, unit) for count, unit in told_parts)
    output = {
        "kind": "date",
        "from": on.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    return f"{said} old on {shown(on)}, one was born on **{shown(day)}**.", output


AGE_ASKED = re.compile(
    r"\bhow old\b|\b(?:what|which) age\b|\bwie alt\b|\bhow many (?:weeks|months|days) old\b|\bquel age\b|\bque edad\b|\bhow many (?:weeks|months|days)\b(?=[^.?!]*\b(?:old|alt|of age)\b)",
    re.IGNORECASE,
)


def age_at_day(asked: Asked) -> Answer | None:
    """Return how old somebody is on a day whose age in days, weeks or months is told for another day; None for others."""
    told = AGE_IN_PARTS.search(asked.rest)
    question = AGE_ASKED.search(asked.rest)
    if question is None or len(asked.dates) > MOST_DAYS_OF_AGE:
        return None
    refuse_age_in_years(asked)
    if told is None or not (told["old"] or AGE_VERB.match(told.group())):
        return None
    parts_told = [(int(part["count"]), part["unit"].lower()) for part in PART.finditer(told["parts"])]
    on, then = told_and_wanted_day(asked, told.start("parts"), question.start())
    if on is None or then is None or on == then or len(parts_told) != len(asked.durations):
        return None
    born = on
    for count, unit in parts_told:
        born = added(born, -count, unit)
    if then < born and added(then, 12, "month") > born:  # "How old will he be at Christmas?" of the coming one
        then = added(then, 12, "month")
    if then < born:
        return None
    years, months, days = parts(born, then)
    output: dict[str, Any] = {"kind": "age", "born": born.isoformat(), "on": on.isoformat(), "date": then.isoformat()}
    total = (then - born).days
    in_weeks = all(unit in ("day", "week") for _, unit in parts_told) and not MONTHS_WANTED.search(asked.rest)
    in_months = [(years, "year"), (months, "month"), (days, "day")]
    said = [(total // 7, "week"), (total % 7, "day")] if in_weeks else in_months
    output |= {"total_days": total, "told_age": [list(one) for one in parts_told], "age": [list(one) for one in said]}
    words = " and ".join(plural(count, unit) for count, unit in said if count)
    age = " and ".join(plural(count, unit) for count, unit in parts_told)
    return f"{age} old on {shown(on)}, one is **{words}** old on {shown(then)}.", output


MOST_DAYS_OF_AGE = 2
MONTHS_WANTED = re.compile(r"\b(?:how many|in) months\b", re.IGNORECASE)
AGE_VERB = re.compile(r"(?:a|at|tiene|tendra) ", re.IGNORECASE)
ONLY_YEARS = re.compile(
    r"\b(?:is|am|are|was|'s|i'm|ist|war|bin|a|tiene|tengo) (?P<years>\d{1,3}) years?(?: old| alt)?\b(?! (?:and|und|et|y) \d)",
    re.IGNORECASE,
)
YEARS_TEXT = (
    "Only an age in years is told, not the birthday: on {day} it is {years} or {more}. Tell me the day of birth."
)


def refuse_age_in_years(asked: Asked) -> None:
    """Raise CannotError where an age in years is told and the one on the day named is asked."""
    told, question = ONLY_YEARS.search(asked.rest), AGE_ASKED.search(asked.rest)
    if told is None or question is None or len(asked.dates) != 1 or asked.dates[0].start < question.start():
        return
    day, years = asked.dates[0].day, int(told["years"])
    day = added(day, 12, "month") if day <= asked.today else day
    if not 0 < (day - asked.today).days < DAYS_OF_YEAR:
        return
    raise CannotError(fill_in(YEARS_TEXT, day=shown(day), years=years, more=years + 1))


DAYS_OF_YEAR = 365


def told_and_wanted_day(asked: Asked, told: int, question: int) -> tuple[date | None, date | None]:
    """Return the day on which an age is told and the one on which it is asked, today for one that is not named; (None, None) for too many."""
    first, second = sorted((told, question))
    behind = [one.day for one in asked.dates if one.start >= second]
    before = [one.day for one in asked.dates if one.start < second]
    if told < question:  # "9 weeks old today. How old at Christmas?"
        of_told, wanted = before, behind
    else:  # "How old is a puppy at Christmas that is 9 weeks old today?"
        of_told, wanted = behind, [one.day for one in asked.dates if first <= one.start < second]
    if len(of_told) > 1 or len(wanted) > 1 or len(of_told) + len(wanted) != len(asked.dates):
        return None, None
    return (of_told or [asked.today])[0], (wanted or [asked.today])[0]


OTHER_AGE = "I see a birthday and another age asked for. Ask for the birthday first, then for the other day by itself."


def refuse_other_age(asked: Asked, told: "re.Match[str]") -> None:
    """Raise CannotError where an age is told with its day, and another age is named behind that day."""
    behind = asked.dates[0].start if asked.dates else -1
    if told["old"] and behind > told.end() and not PART.search(asked.rest[told.end() : behind]):
        raise CannotError(OTHER_AGE)


DOCUMENT = re.compile(
    r"\b(?:passports?|reisepass|pass|passeport|pasaporte|visa|visum|visado|id(?: card)?|ausweis|personalausweis|licen[cs]e|carte|documento?|dni|card)\b",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"\b(?:expir\w+|runs? out|valid (?:until|till|to|through)|good (?:until|till)|lauft|ablauf\w*|gultig until|perime\w*|caduca\w*|vence\w*)\b",
    re.IGNORECASE,
)
VALID_FOR = re.compile(
    rf"(?<![\w.,])(?P<count>\d{{1,3}}|{'|'.join(COUNTS)})(?: (?:more|further|full|additional|extra|another|weitere|volle))* (?P<unit>day|week|month|year)s?\b",
    re.IGNORECASE,
)
STAYS = re.compile(
    r"\b(?:valid\w*|validity|good|left on|remaining|months? left|days left|weeks left|years? left|gultig\w*|valables?|validite|valid[oa]s?|vigente)\b",
    re.IGNORECASE,
)
TRAVELLED = re.compile(
    r"\b(?:arriv\w*|enter\w*|entry|travel\w*|fly|flying|land\w*|return\w*|leav\w*|depart\w*|come back|back|einreis\w*|ankomm\w*|ankunft|ruckreise|abreise|entree|arrivee|retour|llegada|llego|entrada|entro|vuelta|salida)\b",
    re.IGNORECASE,
)
IS_ENOUGH = re.compile(
    r"\b(?:ok(?:ay)?|enough|fine|alright|all right|allowed|sufficient|suffic\w*|long enough|good enough|reicht|genugt|ausreichend|suffit|suffisant|basta|suficiente|vale|sirve|(?:can|may|will|am|do|does|has|is|kann|darf) (?:i|we|it|he|she|they|that|ich|wir))\b",
    re.IGNORECASE,
)
ASKS_NUMBER = re.compile(
    r"\b(?:how (?:many|long|much)|what (?:date|day)|which (?:date|day))\b|(?:\A|[.?!;] ?)(?:until )?when\b",
    re.IGNORECASE,
)


def stays_valid(asked: Asked) -> Answer | None:
    """Answer whether a document is valid as long after a journey's day as it must be; None for other questions."""
    text = asked.text
    words = (DOCUMENT, STAYS, TRAVELLED, IS_ENOUGH)
    if not all(pattern.search(text) for pattern in words) or ASKS_NUMBER.search(text) or len(asked.dates) != 2:
        return None
    needed = list(VALID_FOR.finditer(asked.rest))
    expiry = expiry_of(asked)
    if len(needed) != 1 or expiry is None:
        return None
    travel = next(one for one in asked.dates if one is not expiry)
    start = travel.day
    if (travel.shared_year or travel.open_year) and start > expiry.day:  # "expires 5 Feb 2027, we fly on Jan 10"
        start = min(added(start, -12, "month"), start, key=lambda day: (day < asked.today, day))
    word = needed[0]["count"].lower()
    count, unit = int(word) if word.isdigit() else COUNTS[word], needed[0]["unit"].lower()
    limit = added(start, count, unit)
    gap = abs((expiry.day - limit).days)
    side = "exactly that day" if not gap else f"{plural(gap, 'day')} {'before' if expiry.day < limit else 'after'} that"
    is_valid = expiry.day >= limit
    output = {"kind": "comparison", "yes": is_valid, "from": start.isoformat(), "date": limit.isoformat(), "days": gap}
    said = f"{plural(count, unit)} after {shown(start)} is {shown(limit)}"
    return f"**{'Yes' if is_valid else 'No'}**: {said}; it expires on {shown(expiry.day)}, {side}.", output


def expiry_of(asked: Asked) -> Found | None:
    """Return the one of two days on which a document ends: its clause says so, and that of the other day does not."""
    ending = [one for one in asked.dates if ENDS.search(clause_around(asked, one))]
    return ending[0] if len(ending) == 1 else None


def clause_around(asked: Asked, day: Found) -> str:
    """Return the words of a clause around a day, up to the next day or the end of the clause on each side."""
    before = re.split(r"[.;,?!]|\b(?:and|but|und|aber|et|mais|y|pero)\b", asked.rest[: day.start])[-1]
    after = re.split(r"[.;,?!]|\b(?:and|but|und|aber|et|mais|y|pero)\b", asked.rest[day.end :])[0]
    lowest = max((one.end for one in asked.dates if one.end <= day.start), default=0)
    highest = min((one.start for one in asked.dates if one.start >= day.end), default=len(asked.rest))
    return (
        asked.rest[max(lowest, day.start - len(before)) : day.start]
        + " "
        + asked.rest[day.end : min(highest, day.end + len(after))]
    )


VALID_PARTS = (STAYS, IS_ENOUGH, VALID_FOR, TRAVELLED, ENDS)
