"""The day of birth of somebody whose age is told in weeks or months, and whether a document is valid long enough."""

import calendar
import re

from config.builtins.date_calculator.reading import COUNTS, Answer, Asked, Found, added, shown
from config.builtins.wording import CannotError, plural

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
    parts = [(int(part["count"]), part["unit"].lower()) for part in PART.finditer(told["parts"])]
    if len(parts) != len(asked.durations):  # "17 weeks old, 3 weeks before Easter"
        refuse_other_age(asked, told)
        return None
    on = asked.dates[0].day if asked.dates else asked.today
    day = on
    for count, unit in parts:
        day = added(day, -count, unit)
    said = " and ".join(plural(count, unit) for count, unit in parts)
    output = {
        "kind": "date",
        "from": on.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    return f"{said} old on {shown(on)}, one was born on **{shown(day)}**.", output


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
