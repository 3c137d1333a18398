"""Read "every Monday at 8: send me the figures" into a cron line and the message, in four languages. Pure, no model."""

import re
import unicodedata
from dataclasses import dataclass

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.schedule_phrases import DAYS, ENGLISH_WORDS, HOURS_OF_DAY

MAX_TEXT = 2_000  # characters
DEFAULT_HOUR = 8  # of a day without a time
_DAY = "|".join(DAYS)
_TIME = re.compile(
    r"\b(?:at|@) (?:(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?:? ?(?:(?P<half>[ap])\.?m\b\.?|o'?clock|uhr|h\b)?"
    r"|(?P<name>noon|midnight|midday))"
)
_LIST_OF_DAYS = rf"(?:{_DAY})s?(?:(?:, | and |, and )(?:every )?(?:{_DAY})s?)*"
_WHEN = re.compile(
    r"\b(?:(?:on )?(?:every|each) (?:(?P<count>\d{1,2}) )?(?P<unit>minutes?|hours?|weekdays?|weekends?|working days?|"
    rf"days?|mornings?|noon|afternoons?|evenings?|nights?|weeks?|months?|years?|{_LIST_OF_DAYS})"
    r"|(?P<adverb>hourly|daily|nightly|weekly|monthly|yearly)"
    rf"|(?:on )?(?P<days>(?:{_DAY})s(?:(?:, | and |, and )(?:{_DAY})s)*)"
    r"|(?:on )?(?:the )?(?P<date>first|last|\d{1,2}(?:st|nd|rd|th)?)(?: day)? of (?:every|each|the) month)"
)
_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
}
_COLON = re.compile(r":(?!\d)")
_HELP = "Say when and what, e.g. “every Monday at 8: summarize the news”, or give `cron` and `message`."


@dataclass(frozen=True)
class ScheduleText:
    """A cron line of five fields, and the message to send."""

    cron: str
    message: str


def read_schedule(text: str) -> ScheduleText:
    """Return the cron line and the message of a sentence. Raises BadInput that names what is missing."""
    if len(text) > MAX_TEXT:
        raise BadInput(f"The sentence is longer than {MAX_TEXT:,} characters. Give `cron` and `message` instead.")
    for language in ("en", *ENGLISH_WORDS):
        english = _in_english(text, language)
        when = _WHEN.search(english.text)
        if when is None:
            continue
        behind = _COLON.search(english.text, when.end())  # what follows it is the message, times and all
        time = _TIME.search(english.text, 0, behind.start() if behind else len(english.text))
        cron = _cron_of(when, time)
        used = [english.place(*match.span()) for match in (when, time) if match is not None]
        return ScheduleText(cron, _message_of(text, used))
    raise BadInput(f"I see no time that comes again. {_HELP}")


@dataclass(frozen=True)
class _Rewritten:
    """A rewritten text, with the first and last place of each of its characters in the original."""

    text: str
    places: list[tuple[int, int]]

    def replaced(self, pattern: str, template: str) -> "_Rewritten":
        """Return the text with all matches of whole words replaced."""
        parts, places, end = [], [], 0
        for match in re.finditer(rf"(?<![a-z0-9]){pattern}(?![a-z0-9])", self.text):
            made = match.expand(template)
            parts += [self.text[end : match.start()], made]
            places += self.places[end : match.start()] + [self.place(*match.span())] * len(made)
            end = match.end()
        return _Rewritten("".join([*parts, self.text[end:]]), places + self.places[end:])

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part that is not empty stands in the original."""
        return self.places[start][0], self.places[end - 1][1]


def _in_english(text: str, language: str) -> _Rewritten:
    """Return a text in lower case without accents, its words of times in English."""
    folded = "".join(unicodedata.normalize("NFKD", char)[0].lower()[:1] or " " for char in text)
    made = _Rewritten(folded, [(at, at + 1) for at in range(len(text))])
    for row in filter(None, ENGLISH_WORDS.get(language, "").split(";")):
        pattern, _, template = row.strip(" \n").rpartition("=")
        made = made.replaced(pattern, template)
    return made


# The last three fields of units without days of the week.
_FIELDS = {
    **{"week": "* * 1", "month": "1 * *", "year": "1 1 *"},
    **{"weekday": "* * 1-5", "working day": "* * 1-5", "weekend": "* * 0,6"},
}


def _cron_of(when: "re.Match[str]", time: "re.Match[str] | None") -> str:
    """Return the cron line. Raises BadInput for a time or a count that is none."""
    unit = when["unit"] or when["days"] or _ADVERBS.get(when["adverb"], "")
    count = int(when["count"] or 1)
    hour, minute = _clock(time, unit)
    if when["date"]:
        return f"{minute} {hour} {_day_of_month(when['date'])} * *"
    if unit.startswith(("minute", "hour")):
        return _repeated(unit, count, minute if time is not None else 0)
    if count != 1:
        raise BadInput(
            f"“every {count} {unit}” is no line of a crontab. Name the days, e.g. “every Monday and Friday”."
        )
    return f"{minute} {hour} {_days_of_week(unit) or _FIELDS.get(unit.removesuffix('s'), '* * *')}"


def _days_of_week(unit: str) -> str:
    """Return the last three fields for named days, "" without any."""
    days = dict.fromkeys(str(DAYS.index(day)) for day in re.findall(_DAY, unit))
    return f"* * {','.join(days)}" if days else ""


def _repeated(unit: str, count: int, minute: int) -> str:
    """Return the cron line of every so many minutes or hours."""
    whole = 60 if unit.startswith("minute") else 24
    if count < 1 or whole % count:
        fitting = ", ".join(str(number) for number in range(1, whole) if whole % number == 0)
        raise BadInput(f"Every {count} {unit} does not divide {whole}. Take one of {fitting}.")
    step = "*" if count == 1 else f"*/{count}"
    return f"{step} * * * *" if whole == 60 else f"{minute} {step} * * *"


def _day_of_month(date: str) -> str:
    """Return the field of a day of the month; cronsim knows L as the last."""
    if date in ("first", "last"):
        return {"first": "1", "last": "L"}[date]
    day = int(date.rstrip("stndrh"))
    if not 1 <= day <= 31:
        raise BadInput(f"No month has a day {day}.")
    return str(day)


def _clock(time: "re.Match[str] | None", unit: str) -> tuple[int, int]:
    """Return hour and minute. Raises BadInput for a time that no clock shows."""
    if time is None:
        return next((hour for name, hour in HOURS_OF_DAY.items() if unit.startswith(name)), DEFAULT_HOUR), 0
    if time["name"]:
        return (0 if time["name"] == "midnight" else 12), 0
    hour, minute = _hour(int(time["hour"]), time["half"]), int(time["minute"] or 0)
    if hour > 23 or minute > 59:
        raise BadInput(f"There is no time “{time.group().strip()}”.")
    return hour, minute


def _hour(hour: int, half: str | None) -> int:
    """Return an hour of the day from one of a 12-hour clock (``half`` is "a" or "p"), 24 for one that it has not."""
    if half is None:
        return hour
    return hour % 12 + (12 if half == "p" else 0) if 1 <= hour <= 12 else 24


def _message_of(text: str, used: list[tuple[int, int]]) -> str:
    """Return the text behind the colon, or without the words of the time. Raises BadInput when nothing is left."""
    behind = _COLON.search(text, max(end for _, end in used))
    if behind is not None:
        message = text[behind.end() :]
    else:
        message = text
        for start, end in sorted(used, reverse=True):
            message = message[:start] + " " + message[end:]
    message = re.sub(r"[ \t]+", " ", message).strip(" ,;:–-")
    if not re.search(r"\w{2}", message):
        raise BadInput(f"I see when, but not what. {_HELP}")
    return message
