"""Adds up working hours: spans such as 9:00-17:30 with their breaks, durations such as 7h 30m or 7.5 h, and pay at a rate."""

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from config.recipes.common import amount, declares_used, found_in, nothing, solved, table

DAY = 24 * 60  # minutes
MOST = 200  # entries that are listed; all are added up
CLOCK = r"(\d{1,2})(?:[:.h](\d{2}))?\s*(a\.?m\.?|p\.?m\.?|uhr)?"
SPAN = re.compile(
    rf"(?<![\d.:,/\-]){CLOCK}\s*(?:-|–|—|to|until|till|bis|a|hasta|and)\s*{CLOCK}(?![\d:/]|\.\d)", re.IGNORECASE
)
HOURS = r"(?:hours?|hrs?|std\.?|stunden?|horas?|h)"
MINUTES = r"(?:minutes?|mins?|minuten?|minutos?|m|')"
DURATION = re.compile(
    rf"(?<![\w.,:/\-])(?:(?P<hours>\d{{1,4}}(?:[.,]\d{{1,4}})?)\s*{HOURS}(?![a-z])(?:\s*(?:and|und|y)?\s*(?P<minutes>\d{{1,4}})\s*(?:{MINUTES}(?![a-z]))?)?"
    rf"|(?P<only>\d{{1,5}})\s*{MINUTES}(?![a-z])|(?P<clock>\d{{1,3}}:\d{{2}})(?![\d:]))",
    re.IGNORECASE,
)
BREAK = re.compile(r"break|lunch|pause|mittag|minus|less|descanso|pausa|comida|without|abzüglich|ohne", re.IGNORECASE)
BREAK_FIRST = re.compile(
    r"(?:break|lunch|pause|mittagspause|minus|less|abzüglich|ohne|descanso|pausa)\s*(?:of|von|de|:)?\s*(?:an?\s*)?$",
    re.IGNORECASE,
)
BREAK_AFTER = re.compile(
    r"^\s*(?:of\s*|for\s*)?(?:unpaid\s*)?(?:break|lunch|pause|mittag|descanso|pausa|de descanso)", re.IGNORECASE
)
HOUR_OFF = re.compile(
    r"\b(?:an|one|eine) (?:hour|stunde)\b\W*(?:of |for |unpaid )*(?:break|lunch|pause|mittag)", re.IGNORECASE
)
HALF_HOUR = re.compile(r"\bhalf an hour\b|\bhalbe stunde\b|\bmedia hora\b", re.IGNORECASE)
RATE = re.compile(
    r"([€$£]|EUR|USD|CHF|GBP)?\s?(\d+(?:[.,]\d{1,2})?)\s?([€$£]|EUR|USD|CHF|GBP|euros?|dollars?|pounds?)?\s*"
    r"(?:/|per|an|pro|je|por|a|the)\s*(?:hour|h\b|hr|stunde|std|hora)",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"hour|time|work|shift|total|sum|add|break|stunden|arbeit|zeit|horas|turno|jornada|clock|mon|tue|wed|thu|fri|sat|sun|\bdi\b|\bmi\b|\bdo\b|\bfr\b|\+",
    re.IGNORECASE,
)
NO_LABEL = r"(?!pause|break|lunch|minus|less|descanso|pausa)"
PIECES = re.compile(rf"\n|;|(?<=[a-z)])\.\s|,\s*(?={NO_LABEL}[A-Za-zÀ-ž]{{2,12}}\.?:?\s*\d)", re.IGNORECASE)
WORK = re.compile(
    r"\b(?:work\w*|shifts?|hours?|stunden|arbeit\w*|trabaj\w*|turno|horas|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)\b",
    re.IGNORECASE,
)
SUM = re.compile(r"add|sum|total|\+|together|worked|hours|stunden|arbeit|horas|suma", re.IGNORECASE)
HELP = 'I add up working hours. Send me e.g. "Mon 9:00-17:30 with 30 min break, Tue 8-16", or durations such as 7h 30m + 45 min.'


class Entry(NamedTuple):
    """One span or duration; times in minutes of the day, ``start`` -1 for a duration."""

    label: str
    start: int
    end: int
    pause: int
    minutes: int


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with working hours."""
    texts = found_in(payload, asked_of)
    if not texts:
        return nothing(HELP)
    problems: list[str] = []
    rate = RATE.search(texts[0])
    entries = entries_of(RATE.sub(" ", texts[0]), problems)
    if not entries:
        return nothing(" ".join(problems) or HELP)
    return summed(entries, rate, problems)


def asked_of(text: str) -> list[str]:
    """Return the text when it holds spans, or durations that are to be added."""
    spans = [match for match in SPAN.finditer(text) if likely(match)]
    sure = [match for match in spans if any(match.group(part) for part in (2, 3, 5, 6))]
    durations = len(list(DURATION.finditer(text)))
    if (sure and ABOUT.search(text)) or (spans and WORK.search(text)) or (durations > 1 and SUM.search(text)):
        return [text]
    return []


def likely(match: re.Match[str]) -> bool:
    """Say whether a span is one of the clock: 9-17 or 9:00-17:30, and not a score or a range of years."""
    first, second = int(match.group(1)), int(match.group(4))
    return first <= 24 and second <= 24


def entries_of(text: str, problems: list[str]) -> list[Entry]:
    """Return the entries, line by line and sentence by sentence."""
    found: list[Entry] = []
    for piece in PIECES.split(text):
        spans = [match for match in SPAN.finditer(piece) if likely(match)]
        rest = SPAN.sub(lambda match: " " * len(match.group()) if likely(match) else match.group(), piece)
        pauses, durations = durations_of(rest)
        label = label_of(piece)
        if spans:
            # a duration beside spans that no word calls a break is one more entry: "9-12 and 45 min"
            found += spanned(spans, pauses, label, problems)
        found += [Entry(label, -1, -1, 0, minutes) for minutes in durations]
        if pauses and not spans and durations:
            last = found.pop()
            found.append(last._replace(pause=pauses, minutes=max(0, last.minutes - pauses)))
    return found


def spanned(spans: list[re.Match[str]], pauses: int, label: str, problems: list[str]) -> list[Entry]:
    """Return spans as entries; a break is taken off the last one."""
    made = []
    for place, match in enumerate(spans):
        start, end = times(match)
        if start is None or end is None:
            problems.append(f"{match.group().strip()} holds a time that no clock shows.")
            continue
        pause = pauses if place == len(spans) - 1 else 0
        length = (end - start) % DAY or (0 if start == end else DAY)
        if pause > length:
            problems.append(f"The break of {hhmm(pause)} is longer than {match.group().strip()}.")
            pause = length
        made.append(Entry(label, start, end, pause, length - pause))
    return made


def times(match: re.Match[str]) -> tuple[int | None, int | None]:
    """Return start and end of a span in minutes of the day; None for a time that no clock shows. "9 to 5" ends in the afternoon."""
    hour, minute, half, hour_to, minute_to, half_to = match.groups()
    end = clock(hour_to, minute_to, half_to)
    start = clock(hour, minute, half)
    if start is None or end is None:
        return start, end
    if half is None and half_to is not None and half_to[0].lower() == "p" and start + 720 < end:
        start += 720 if start >= 60 and int(hour) < 7 else 0
    if half is None and half_to is None and minute is None and minute_to is None and end < start and int(hour_to) < 12:
        end += 720
    return start, end


def clock(hour: str, minute: str | None, half: str | None) -> int | None:
    """Return a time in minutes of the day, None when there is no such time."""
    hours, minutes = int(hour), int(minute or 0)
    if half and half[0].lower() in "ap":
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half[0].lower() == "p" else 0)
    return hours * 60 + minutes if minutes < 60 and hours * 60 + minutes <= DAY else None


def durations_of(text: str) -> tuple[int, list[int]]:
    """Return the minutes of all breaks, and the durations that are none."""
    pauses, durations = 0, []
    for match in DURATION.finditer(text):
        minutes = minutes_of(match)
        if BREAK_FIRST.search(text[max(0, match.start() - 40) : match.start()]) or BREAK_AFTER.search(
            text[match.end() : match.end() + 40]
        ):
            pauses += minutes
        else:
            durations.append(minutes)
    if HALF_HOUR.search(text) and BREAK.search(text):
        pauses += 30
    elif HOUR_OFF.search(text):
        pauses += 60
    return pauses, durations


def minutes_of(match: re.Match[str]) -> int:
    """Return a duration in minutes, rounded."""
    if match["clock"]:
        hours, _, minutes = match["clock"].partition(":")
        return int(hours) * 60 + int(minutes)
    if match["only"]:
        return int(match["only"])
    return int((amount(match["hours"]) * 60).quantize(Decimal(1), ROUND_HALF_UP)) + int(match["minutes"] or 0)


def label_of(piece: str) -> str:
    """Return the word or date before the first time, such as Monday."""
    match = re.match(r"\s*[-*•]?\s*(\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|[A-Za-zÀ-ž]{2,12})\.?:?\s+\d", piece)
    label = match.group(1) if match else ""
    return (
        "" if re.fullmatch(r"from|von|de|worked|add|sum|total|and|plus|hours|times?", label, re.IGNORECASE) else label
    )


def summed(entries: list[Entry], rate: re.Match[str] | None, problems: list[str]) -> dict[str, Any]:
    """Return the answer."""
    total = sum(entry.minutes for entry in entries)
    hours = (Decimal(total) / 60).quantize(Decimal("0.01"), ROUND_HALF_UP)
    pay = (
        (Decimal(total) / 60 * amount(rate.group(2), money=True)).quantize(Decimal("0.01"), ROUND_HALF_UP)
        if rate
        else None
    )
    money = (rate.group(1) or rate.group(3) or "") if rate else ""
    output = {
        "total_minutes": total,
        "total": hhmm(total),
        "decimal_hours": float(hours),
        "break_minutes": sum(entry.pause for entry in entries),
        "pay": None if pay is None else float(pay),
        "entries": [shown(entry) for entry in entries[:MOST]],
        "problems": problems,
    }
    lines = [f"**{hhmm(total)} hours** ({hours:f} as a decimal)"]
    if pay is not None:
        amount_told = f"{pay:,} {money}".strip()
        lines.append(f"Pay: **{amount_told}**")
    if len(entries) > 1:
        rows = [
            [
                one["label"],
                one["start"] and f"{one['start']}-{one['end']}",
                hhmm(one["break_minutes"]),
                hhmm(one["minutes"]),
            ]
            for one in map(shown, entries[:MOST])
        ]
        lines.append(table(["entry", "from-to", "break", "hours"], rows))
    if len(entries) > MOST:
        lines.append(f"All {len(entries):,} entries are added up; the first {MOST} are listed.")
    return solved("\n\n".join([*lines, *problems]), output)


def shown(entry: Entry) -> dict[str, Any]:
    """Return an entry as data."""
    start, end = (hhmm(entry.start), hhmm(entry.end)) if entry.start >= 0 else ("", "")
    return {"label": entry.label, "start": start, "end": end, "break_minutes": entry.pause, "minutes": entry.minutes}


def hhmm(minutes: int) -> str:
    """Return minutes as hours and minutes."""
    return f"{minutes // 60}:{minutes % 60:02d}"
