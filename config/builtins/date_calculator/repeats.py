"""How often something that comes every few days, weeks or months falls within a time: "paid every 2 weeks from 4 December"."""

import re
from datetime import date

from config.builtins.date_calculator.reading import COUNTS, DAY, DAYS, Answer, Asked, Found, added, made, shown
from config.builtins.date_calculator.recurrence import EACH_NTH

RHYTHM = re.compile(
    rf"\b(?:(?:every|each|once (?:every|an?|per|each)|alle|jede[nrs]?|tou(?:te)?s les|chaque|cada) (?:(?P<other>other|second|2nd) |(?P<n>\d{{1,3}}|{'|'.join(COUNTS)}) )?(?:(?P<day>{DAY})s?\b(?! (?:of|in) (?:the|each|every|a) months?)|(?P<unit>day|week|fortnight|month|year)s?)"
    r"|(?:every|each|on the) (?P<date>first|\d{1,2}(?:st|nd|rd|th))(?: (?:of|in) (?:the|each|every) month)?|(?P<adverb>daily|weekly|biweekly|bi-weekly|fortnightly|monthly|quarterly|yearly|annual(?:ly)?))\b(?! (?:long|hours?))",
    re.IGNORECASE,
)  # fmt: skip
ADVERBS = {
    "daily": (1, "day"), "weekly": (1, "week"), "biweekly": (2, "week"), "bi-weekly": (2, "week"), "fortnightly": (2, "week"),
    "monthly": (1, "month"), "quarterly": (3, "month"), "yearly": (1, "year"), "annual": (1, "year"), "annually": (1, "year"),
}  # fmt: skip
REPEATS_ASKED = re.compile(
    rf"\b(?:wie oft|how many (?:fois|veces|mal)|combien de fois|cuantas veces)\b|\bhow (?:often|many (?:more )?(?!(?:{DAY})s?\b|days?\b|weeks?\b|fortnights?\b|months?\b|years?\b|hours?\b|minutes?\b|seconds?\b|weekends?\b|work|business)[a-z]+)(?: [a-z' ]+)?",
    re.IGNORECASE,
)
THIS_YEAR = re.compile(
    r"\b(?:this year|by the end of the year|until the end of the year|(?:in|of) (?P<year>20\d\d))\b", re.IGNORECASE
)
BEFORE_END = re.compile(r"\b(?:before|till just before)\W*\Z", re.IGNORECASE)
STARTS_ON = re.compile(
    r"\b(?:from|starting|starts?|beginning|begins?|since|first (?:one |is |on |payment |class |session )*(?:on )?)(?: on| the)?\W*\Z",
    re.IGNORECASE,
)
MOST_REPEATS = 100_000
MOST_NEXT = 60  # days that one answer lists


MONTHLY_WORDS = re.compile(  # what comes on a day of each month, said without "of each month"
    r"\b(?:month(?:ly|s)?|rent|salar\w*|wages?|paid|pays?|payments?|pay ?days?|bill\w*|subscription\w*|instal\w*|debit\w*|charge[sd]?|rates?|miete|gehalt|loyer|salaire|alquiler|sueldo)\b",
    re.IGNORECASE,
)


def is_one_day(rhythm: "re.Match[str]", text: str) -> bool:
    """Return whether "on the 11th" names a single day, not one of each month."""
    said = rhythm.group().lower()
    return said.startswith("on the") and "month" not in said and not MONTHLY_WORDS.search(text)


def repeats(asked: Asked) -> Answer | None:
    """Return how often something falls within two days, or from today to a day; None for other questions.

    The first day counts, and the last where it is hit and not excluded by "before".
    """
    rhythm = RHYTHM.search(asked.text)
    if rhythm is None or not REPEATS_ASKED.search(asked.text) or is_one_day(rhythm, asked.text):
        return None
    days = [one for one in asked.dates if one.end <= rhythm.start() or one.start >= rhythm.end()]
    span = repeats_span(asked, days)
    if span is None:
        return None
    start, last = span
    first, step, unit = first_of(rhythm, start)
    count, place = 0, first
    while place <= last and count < MOST_REPEATS:
        count, place = count + 1, added(first, (count + 1) * step, unit)
    if count == MOST_REPEATS or count == 0:
        return None
    final = added(first, (count - 1) * step, unit)
    output = {"kind": "repeats", "count": count, "from": first.isoformat(), "to": final.isoformat()}
    times = "once" if count == 1 else f"{count:,} times"
    return (
        f"From {shown(first)} to {shown(last)} that is **{times}**; the first is counted, the last is {shown(final)}.",
        output,
    )


NEXT_ONES = re.compile(
    rf"\b(?:next|following|upcoming|coming|nachsten?|kommenden|folgenden|naechsten|prochaine?s?|suivante?s?|proxim[oa]s|siguientes) (?P<n>\d{{1,2}}|{'|'.join(COUNTS)})\b(?! ?(?:days?|weeks?|months?|years?|hours?)\b)"
    rf"|\b(?P<n2>\d{{1,2}}|{'|'.join(COUNTS)}) (?:next|following|upcoming|coming|prochaine?s?|proxim[oa]s|suivante?s?|siguientes)\b(?! ?(?:days?|weeks?|months?|years?|hours?)\b)"
    rf"|\b(?:first|premiere?s|premiers?|primer[oa]s) (?P<n3>\d{{1,2}}|{'|'.join(COUNTS)})\b(?! ?(?:weeks?|months?|years?|hours?|of)\b)"
    rf"|\b(?P<n4>\d{{1,2}}|{'|'.join(COUNTS)}) (?:first|premiere?s|premiers|primer[oa]s)\b(?! ?(?:weeks?|months?|years?|hours?)\b)",
    re.IGNORECASE,
)
LAST_ONE = re.compile(
    r"\b(?:last|latest|previous|most recent|letzte\w*|zuletzt|derniere?|ultim[oa])\b[^.;]{0,30}\Z", re.IGNORECASE
)


RHYTHM_TOLD = re.compile(  # "most recently on 24 November" tells a day of the rhythm
    r"\b(?:every|each) (?:other|second) [a-z]+\b|\b(?:most recently|the last (?:time|one)(?: was)?|last (?:time|emptied|collected|done)|zuletzt|das letzte mal|la derniere fois|por ultima vez)(?: (?:on|am|le|el))?\b",
    re.IGNORECASE,
)


def next_ones(asked: Asked) -> Answer | None:
    """Return the next days of a rhythm whose last or first day is told: "every 2 weeks, last one 19 Nov, next three?"."""
    rhythm, wanted = RHYTHM.search(asked.text), NEXT_ONES.search(asked.text)
    if rhythm is not None and (verdict := on_rhythm(asked, rhythm)) is not None:
        return verdict
    days = [one for one in asked.dates if any(char.isdigit() for char in asked.text[one.start : one.end])]
    if EACH_NTH.search(asked.text):  # the n-th of its weekday in each month
        return None
    if rhythm is not None and wanted is None:
        return all_within(
            asked, rhythm, [one for one in asked.dates if one.end <= rhythm.start() or one.start >= rhythm.end()]
        )
    if rhythm is None or wanted is None or len(days) != 1:
        return None
    count = wanted_count(wanted)
    first, step, unit = first_of(rhythm, days[0].day)
    is_last = LAST_ONE.search(asked.text[: days[0].start]) is not None
    from_start = (wanted["n3"] or wanted["n4"]) is not None
    found: list[date] = []
    place = 1 if is_last else 0
    while len(found) < min(count, MOST_NEXT) and place < MOST_REPEATS:
        day = added(first, place * step, unit)
        place += 1
        if day >= asked.today or is_last or from_start:
            found.append(day)
    said = f"The {'first' if from_start else 'next'} {count} from {shown(days[0].day)} on"
    return days_listed(said, found) if count <= MOST_NEXT else None


def wanted_count(wanted: "re.Match[str]") -> int:
    """Return how many days are asked for."""
    told = next(filter(None, wanted.groups())).lower()
    return int(told) if told.isdigit() else COUNTS[told]


def days_listed(said: str, found: list[date]) -> Answer:
    """Return a list of days as an answer."""
    listed = "\n".join(f"- **{shown(one)}**" for one in found) or "None."
    return f"{said}:\n\n{listed}", {"kind": "dates", "dates": [one.isoformat() for one in found], "count": len(found)}


LIST_WISHED = re.compile(
    r"\b(?:which|what|list|all|name|give|show|tell|need|like|want|write|welche|alle|nenne?|gib|brauche|mochte|hatte gern|quelles?|toutes|donne\w*|voudrais|que|cuales|dame|todas|quiero|quisiera)\b[^.?!]{0,30}?\b(?:dates|days|termine|tage|fechas|jours|dias)\b|[,;:.] ?(?:the )?(?:dates|termine|fechas)\b"
    r"|\b(?:give me|list|show me|tell me|name|i want|i'd like|i need|nenne? mir|gib mir|ich brauche|donne-moi|dame|quiero) (?:them )?(?:all|alle|tous|toutes|todas|todos)\b(?= (?:of them|until|till|up to|through|in|before|by|from|the ones)\b)",
    re.IGNORECASE,
)
COUNT_ASKED = re.compile(r"\bhow (?:many|often|long)\b|\bwie oft\b", re.IGNORECASE)


VERDICT_ON = re.compile(r"\b(?:is|does|do|will|are|am|was|ist|sind|est-ce|es)\b[^?.!;]*?\Z", re.IGNORECASE)


def on_rhythm(asked: Asked, rhythm: "re.Match[str]") -> Answer | None:
    """Answer whether a day is one of a rhythm whose first or last day is told; None for other questions."""
    days = [one for one in asked.dates if any(char.isdigit() for char in asked.text[one.start : one.end])]
    own = 1 if rhythm["n"] else 0  # "every 2 weeks" is a length of time as well
    if len(days) != 2 or len(asked.durations) > own or COUNT_ASKED.search(asked.text) or LIST_WISHED.search(asked.text):
        return None
    begin = max((asked.text.rfind(sign, 0, days[1].start) for sign in ".,;!?"), default=-1) + 1
    if not VERDICT_ON.search(asked.text[begin : days[1].start]) or not asked.text.rstrip().endswith("?"):
        return None
    first, step, unit = first_of(rhythm, days[0].day)
    wanted = added(days[1].day, 12, "month") if days[1].open_year and days[1].day < first else days[1].day
    place, before = 0, first
    while (day := added(first, place * step, unit)) < wanted and place < MOST_REPEATS:
        place, before = place + 1, day
    if wanted < first or place >= MOST_REPEATS:
        return None
    output = {
        "kind": "comparison",
        "name": "",
        "yes": day == wanted,
        "date": wanted.isoformat(),
        "change": day.isoformat(),
        "days": (day - wanted).days,
    }
    if day == wanted:
        return f"**Yes**: {shown(wanted)} is one of them, counted from {shown(first)}.", output
    return f"**No**: {shown(wanted)} is none of them; the nearest are {shown(before)} and {shown(day)}.", output


def all_within(asked: Asked, rhythm: "re.Match[str]", days: list[Found]) -> Answer | None:
    """Return the days of a rhythm between two days where a list of them is asked for."""
    if len(days) != 2 or not LIST_WISHED.search(asked.text) or COUNT_ASKED.search(asked.text):
        return None
    told, end = days
    is_last = LAST_ONE.search(asked.text[: told.start]) is not None
    if end.day < told.day and is_last:  # "last time was 25 November … up to the end of January"
        end = end._replace(day=added(end.day, 12, "month"))
    first, step, unit = first_of(rhythm, min(told.day, end.day))
    last = max(told.day, end.day)
    found: list[date] = []
    skipped = 1 if is_last else 0
    while len(found) <= MOST_NEXT and (day := added(first, (len(found) + skipped) * step, unit)) <= last:
        found.append(day)
    return days_listed(f"From {shown(first)} to {shown(last)}", found) if len(found) <= MOST_NEXT else None


def is_rhythm_listed(asked: Asked) -> bool:
    """Return whether a message asks for the days of a rhythm between two days that it tells."""
    rhythm = RHYTHM.search(asked.text)
    days = [one for one in asked.dates if rhythm and (one.end <= rhythm.start() or one.start >= rhythm.end())]
    return len(days) == 2 and LIST_WISHED.search(asked.text) is not None


def repeats_span(asked: Asked, days: list[Found]) -> tuple[date, date] | None:
    """Return the first and last day within which something is counted; None unless the message names an end."""
    if len(days) == 2:
        start, end = sorted(days, key=lambda one: STARTS_ON.search(asked.text[: one.start]) is None)
        first = start.day
        if first > end.day and not re.search(
            r"\d{4}", asked.text[start.start : start.end]
        ):  # "until Easter … from 4 December": the one before it
            first = made(end.day.year - (start.day.replace(year=end.day.year) > end.day), first.month, first.day)
        return min(first, end.day), excluded(asked, end) if first <= end.day else first
    year = THIS_YEAR.search(asked.text)
    close = made(int(year["year"] or asked.today.year), 12, 31) if year else None
    if len(days) == 1:
        is_start = STARTS_ON.search(asked.text[: days[0].start]) is not None
        if is_start:
            return (days[0].day, close) if close and days[0].day <= close else None
        return (asked.today, excluded(asked, days[0])) if days[0].day > asked.today else None
    return (max(asked.today, made(close.year, 1, 1)), close) if close and not days else None


def excluded(asked: Asked, end: Found) -> date:
    """Return the last day that counts: the one before an end that is told with "before"."""
    return added(end.day, -1, "day") if BEFORE_END.search(asked.text[: end.start]) else end.day


def first_of(rhythm: "re.Match[str]", start: date) -> tuple[date, int, str]:
    """Return the first day of a rhythm from a day on, and its step as a number of units."""
    if rhythm["adverb"]:
        return start, *ADVERBS[rhythm["adverb"].lower()]
    if rhythm["date"]:
        number = 1 if rhythm["date"].lower() == "first" else int(re.sub(r"\D", "", rhythm["date"]))
        first = made(start.year, start.month, number)
        return (first if first >= start else added(first, 1, "month")), 1, "month"
    told = (rhythm["n"] or "1").lower()
    step = 2 if rhythm["other"] else int(told) if told.isdigit() else COUNTS[told]
    if rhythm["day"]:
        gap = (DAYS[rhythm["day"].lower()] - start.weekday()) % 7
        return added(start, gap, "day"), step, "week"
    return start, step, rhythm["unit"].lower()
