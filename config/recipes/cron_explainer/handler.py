"""Explains cron schedules (five fields and the @ words, as Vixie cron and cronie read them) and computes their next runs.

Times are computed in the time of the message, UTC. A day matches when day of month or day of week does, once both are restricted.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from config.recipes.common import clean, declares_used, found_in, left_out_note, nothing, solved

MOST = 20  # schedules of one message
RUNS = 5
YEARS = 9  # how far runs are looked for: 29 February may be eight years away
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
WORDS = {
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0", "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
}  # fmt: skip
NAME = r"(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT)"
ITEM = rf"(?:\*|\d{{1,4}}|{NAME})(?:-(?:\d{{1,4}}|{NAME}))?(?:/\d{{1,4}})?"
FIELD = re.compile(rf"(?:{ITEM}(?:,{ITEM}){{0,60}}|\?|L|\d{{1,2}}[LW]|\d#\d)", re.IGNORECASE)
HELP = "I explain cron schedules, and see none here. Send me one with its five fields, e.g. */15 9-17 * * MON-FRI."


class Kind(NamedTuple):
    """One of the five fields."""

    name: str
    low: int
    high: int
    names: tuple[str, ...]


KINDS = (
    Kind("minute", 0, 59, ()),
    Kind("hour", 0, 23, ()),
    Kind("day_of_month", 1, 31, ()),
    Kind("month", 1, 12, tuple(month[:3].lower() for month in MONTHS)),
    Kind("day_of_week", 0, 7, tuple(day[:3].lower() for day in DAYS)),
)


class FieldError(ValueError):
    """A field that cannot be read; the message says why."""


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about one or several schedules."""
    found = found_in(payload, schedules)
    if not found:
        return nothing(HELP)
    start = started(clean(payload.get("text", "")), str(payload.get("now", "")))
    made = [explained(schedule, start) for schedule in found[:MOST]]
    left_out = len(found) - len(made)
    answer = "\n\n".join(map(paragraph, made)) + left_out_note(left_out, MOST)
    return solved(answer, {"schedules": made, "left_out": left_out})


def schedules(text: str) -> list[str]:
    """Return runs of words that look like the fields of a schedule, each once, in order."""
    found: dict[str, None] = {}
    for line in re.split(r"[\n`\"“”;]|'(?=[\s*\d])|(?<=[\s*\d])'", text):
        run: list[str] = []
        for word in [*line.split(), "end."]:
            word = word.strip("()[]:.") if not word.startswith("@") else word.rstrip(".,?!:)")
            word = word.rstrip("?!,") if len(word) > 1 else word
            if word.lower() in WORDS or word.lower() == "@reboot":
                found[word.lower()] = None
            elif FIELD.fullmatch(word):
                run.append(word)
            else:
                if whole := cut(run):
                    found[whole] = None
                run = []
    return list(found)


def cut(run: list[str]) -> str:
    """Return the schedule in a run of fields; dates and lists of numbers are none."""
    signs = sum(bool(re.search(r"[*/?]", word)) for word in run)
    if len(run) >= 5 and signs:
        return " ".join(run[: 7 if len(run) <= 7 and "?" in run else 6 if len(run) == 6 else 5])
    if len(run) >= 5 and not signs:
        return " ".join(run[:5]) if len(run) == 5 else ""
    return " ".join(run) if len(run) in (3, 4) and signs >= 2 else ""


def started(text: str, now: str) -> datetime:
    """Return from when runs are counted: a day that the message gives after a word such as "from", else its own time."""
    given = re.search(
        r"\b(?:after|from|since|starting|ab|nach|desde)\s+(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?", text
    )
    try:
        if given:
            year, month, day, hour, minute = (int(part or 0) for part in given.groups())
            return datetime(year, month, day, hour, minute, tzinfo=UTC)
        return datetime.fromisoformat(now).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.now(UTC)


def explained(schedule: str, start: datetime) -> dict[str, Any]:
    """Return what a schedule means, or why it is none."""
    made: dict[str, Any] = {
        "schedule": schedule,
        "valid": False,
        "meaning": "",
        "error": "",
        "fields": {},
        "next_runs": [],
    }
    if schedule == "@reboot":
        return {**made, "valid": True, "meaning": "Once, each time the machine (or cron) starts."}
    fields = WORDS.get(schedule, schedule).split()
    if len(fields) != 5:
        made["error"] = (
            f"a schedule has 5 fields (minute, hour, day of month, month, day of week), this one has {len(fields)}"
        )
        if len(fields) in (6, 7):
            made["error"] += "; with seconds or years it is one for Quartz or Spring, which I do not explain"
        return made
    try:
        values = [field_values(text, kind) for text, kind in zip(fields, KINDS, strict=True)]
    except FieldError as error:
        return {**made, "error": str(error)}
    named = {kind.name: sorted(set_) for kind, set_ in zip(KINDS, values, strict=True)}
    runs = next_runs(fields, values, start)
    meaning = f"{clock(fields, values)}{days(fields, values)}."
    if not runs:
        meaning += " There is no such day, so it never runs."
    return {
        **made,
        "valid": True,
        "meaning": meaning,
        "fields": named,
        "next_runs": [f"{run:%Y-%m-%d %H:%M}" for run in runs],
    }


def field_values(text: str, kind: Kind) -> set[int]:
    """Return the numbers a field stands for. Raises FieldError."""
    shown = kind.name.replace("_", " ")
    if re.search(r"[?LW#]", re.sub(NAME, "", text, flags=re.IGNORECASE), re.IGNORECASE):
        raise FieldError(f"{text} in the field {shown} is Quartz's; cron knows numbers, names, *, commas, - and /")
    values: set[int] = set()
    for item in text.split(","):
        part, _, step = item.partition("/")
        low, high = span(part, kind, shown)
        if step and not int(step):
            raise FieldError(f"a step of 0 in the field {shown} would never move on")
        if low > high:
            raise FieldError(f"the range {part} in the field {shown} runs backwards")
        if step and part != "*" and "-" not in part:
            high = kind.high
        values |= set(range(low, high + 1, int(step or 1)))
    return {0 if kind.name == "day_of_week" and value == 7 else value for value in values}


def span(part: str, kind: Kind, shown: str) -> tuple[int, int]:
    """Return the first and last number of ``*``, ``5``, ``MON`` or ``9-17``. Raises FieldError."""
    if part == "*":
        return kind.low, 6 if kind.name == "day_of_week" else kind.high
    ends = []
    for word in part.split("-"):
        if word.isdigit():
            number = int(word)
        elif word.lower() in kind.names:
            number = kind.names.index(word.lower()) + (1 if kind.name == "month" else 0)
        else:
            raise FieldError(f"{word} is no {shown}")
        if not kind.low <= number <= kind.high:
            raise FieldError(f"{shown} goes from {kind.low} to {kind.high}, not {number}")
        ends.append(number)
    return ends[0], ends[-1]


def clock(fields: list[str], values: list[set[int]]) -> str:
    """Return when on a day, in words."""
    minutes, hours = sorted(values[0]), sorted(values[1])
    step = re.fullmatch(r"\*/(\d+)", fields[0])
    hourly = "" if fields[1] == "*" else f" past {hours_told(fields[1], hours)}"
    if fields[0] == "*":
        return "Every minute" + ("" if fields[1] == "*" else f" of {hours_told(fields[1], hours)}")
    if step:
        within = "" if fields[1] == "*" else f" of {hours_told(fields[1], hours)}"
        return (f"Every {step.group(1)} minutes" if int(step.group(1)) > 1 else "Every minute") + within
    every = re.fullmatch(r"\*/(\d+)", fields[1])
    if every and len(minutes) == 1:
        return f"Every {every.group(1)} hours at minute {minutes[0]}, from midnight on"
    if fields[1] == "*":
        return f"Every hour at minute {joined(minutes)}"
    if len(minutes) * len(hours) <= 6 and "/" not in fields[1] and "-" not in fields[1]:
        return f"At {joined([f'{hour:02d}:{minute:02d}' for hour in hours for minute in minutes])}"
    return f"At minute {joined(minutes)}{hourly}"


def hours_told(field: str, hours: list[int]) -> str:
    """Return the hours of a field in words."""
    step = re.fullmatch(r"\*/(\d+)", field)
    if step:
        return f"every {step.group(1)} hours, from 0"
    span_ = re.fullmatch(r"(\d+)-(\d+)", field)
    if span_:
        return f"the hours from {int(span_.group(1)):02d} to {int(span_.group(2)):02d}"
    return f"{'hour' if len(hours) == 1 else 'the hours'} {joined([f'{hour:02d}' for hour in hours])}"


def days(fields: list[str], values: list[set[int]]) -> str:
    """Return on which days, in words."""
    monthdays = f"day {joined(sorted(values[2]))} of the month"
    step = re.fullmatch(r"\*/(\d+)", fields[2])
    if step:
        monthdays = f"every {step.group(1)} days of the month, from the 1st"
    weekdays = ranged(sorted(values[4]), DAYS, 0)
    parts = []
    if fields[2] != "*" and fields[4] != "*":
        both = fields[2].startswith("*") or fields[4].startswith("*")  # */2 restricts nothing in the either-or rule
        parts.append(f"on {monthdays} {'if it is' if both else 'and also on every'} {weekdays}")
    elif fields[2] != "*":
        parts.append(f"on {monthdays}")
    elif fields[4] != "*":
        parts.append(f"on {weekdays}")
    elif not fields[0].startswith("*") and not fields[1].startswith("*"):
        parts.append("every day")
    if fields[3] != "*":
        parts.append(f"in {ranged(sorted(values[3]), MONTHS, 1)}")
    return "".join(f", {part}" for part in parts)


def ranged(numbers: list[int], names: list[str], first: int) -> str:
    """Return names, three and more in a row as a range."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{names[numbers[0] - first]} to {names[numbers[-1] - first]}"
    return joined([names[number - first] for number in numbers])


def joined(things: list[Any]) -> str:
    """Return "a, b and c"."""
    words = [str(thing) for thing in things]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def next_runs(fields: list[str], values: list[set[int]], start: datetime) -> list[datetime]:
    """Return the next runs after a time; an empty list when there is none within nine years."""
    minutes, hours, monthdays, months, weekdays = values
    both = not fields[2].startswith("*") and not fields[4].startswith("*")
    day = start.replace(hour=0, minute=0, second=0, microsecond=0)
    runs: list[datetime] = []
    for _ in range(366 * YEARS):
        by_month, by_week = day.day in monthdays, day.isoweekday() % 7 in weekdays
        if day.month in months and ((by_month or by_week) if both else (by_month and by_week)):
            times = (day.replace(hour=hour, minute=minute) for hour in sorted(hours) for minute in sorted(minutes))
            runs += [time for time in times if time > start]
        if len(runs) >= RUNS:
            return runs[:RUNS]
        try:
            day += timedelta(days=1)
        except OverflowError:
            break
    return runs


def paragraph(made: dict[str, Any]) -> str:
    """Return what is said of one schedule."""
    if not made["valid"]:
        return f"`{made['schedule']}` is no cron schedule: {made['error']}."
    runs = "".join(f"\n- {run}" for run in made["next_runs"])
    return f"`{made['schedule']}`: **{made['meaning']}**" + (f"\nNext runs (UTC):{runs}" if runs else "")
