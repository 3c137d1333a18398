"""Read "every Monday at 8: send me the figures" into a cron line and the message, in four languages. Pure, no model."""

import re
import unicodedata
from dataclasses import dataclass

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.clock_phrases import clock_rows
from kingdom.schedules.rules.clock_text import PART, day_times
from kingdom.schedules.rules.schedule_phrases import DAYS, ENGLISH_WORDS, MONTHS, schedule_rows

MAX_TEXT = 2_000  # characters
_DAY, _MONTH = "|".join(DAYS), "|".join(MONTHS)
_LIST_OF_DAYS = rf"(?:{_DAY})s?(?:(?:, | and |, and )(?:every )?(?:{_DAY})s?)*"
_NTH = "(?:first|second|third|fourth|last|[1-4](?:st|nd|rd|th))"
_DATE = r"(?:first|last|\d{1,2}(?:st|nd|rd|th)?)"
_OF_MONTH = r"(?: day)? (?:of|in) (?:every|each|the) month"
_WHEN = re.compile(
    r"\b(?:(?P<often>(?:twice|\d+ times|three times) (?:a|an|per|every) (?:hour|day|week|month|year))"
    rf"|(?:on )?(?:the |every |each )?(?P<nth>{_NTH}(?:(?:, | and |, and )(?:the )?{_NTH})*) (?P<of>{_DAY})"
    rf"(?P<of_part> (?:{PART}))?{_OF_MONTH}"
    r"|(?:on )?(?:every|each) (?P<other>(?:other|second) \w+|\d{1,3} (?:days|weeks|years))"
    r"|(?:on )?(?:(?:every|each) year,? |yearly,? )?(?:on )?(?:every |each |the )?"
    rf"(?:(?P<first>\d{{1,2}})(?:st|nd|rd|th)?\.?(?: of)? (?P<month>{_MONTH})"
    rf"|(?P<named>{_MONTH}) (?P<second>\d{{1,2}})(?:st|nd|rd|th)?)(?P<yearly>,? (?:every|each) year)?"
    r"|(?:on )?(?:every|each) (?:(?P<count>\d{1,3}) )?(?P<unit>minutes?|hours?|weekdays?|weekends?|working days?|"
    rf"days?|mornings?|noon|afternoons?|evenings?|nights?|weeks?|months?|years?|(?:{_DAY}) to (?:{_DAY})|"
    rf"{_LIST_OF_DAYS})(?:(?: in the| at)? (?P<part>{PART})s?\b)?"
    r"|(?<!the )(?<!my )(?<!our )(?<!your )(?P<adverb>hourly|daily|nightly|weekly|monthly|yearly)"
    r"|(?P<plural>weekdays|weekends)"
    rf"|(?:on )?(?P<days>(?:{_DAY})s(?:(?:, | and |, and )(?:{_DAY})s)*)(?: (?P<days_part>{PART})s?\b)?"
    rf"|(?:on )?(?:the |every |each )?(?P<date>{_DATE}(?:(?:, | and |, and )(?:the )?{_DATE})*){_OF_MONTH})"
)
_ADVERBS = {"hourly": "hour", "daily": "day", "nightly": "night"} | {
    f"{unit}ly": unit for unit in ("week", "month", "year")
}
_COLON = re.compile(r":(?!\d)")
# Before the colon: a part of the time that was not read. The schedule would come at another time than its user thinks.
_UNREAD = re.compile(
    rf"(?<![\w.])(?:\d{{1,2}}(?!\w)|(?:{_DAY})s?|half past|quarter (?:past|to)|"
    r"first|second|third|fourth|twice|except)(?!\w)"
)
_COURTESY = re.compile(r"(?:please|bitte|por favor|s.il (?:te|vous) plait|and|und|then|dann|\W)*")
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
    for language in ENGLISH_WORDS:
        english = _in_english(text, language)
        when = next(filter(_comes_again, _WHEN.finditer(english.text)), None)
        if when is not None:
            return _read(text, english, when)
    raise BadInput(f"I see no time that comes again. {_HELP}")


def _read(text: str, english: "_Rewritten", when: "re.Match[str]") -> ScheduleText:
    """Return what a sentence says, whose English words are known and when it comes again."""
    behind = _COLON.search(english.text, when.end())  # what follows it is the message, times and all
    head_end = behind.start() if behind else len(english.text)
    times = day_times(english.text, head_end, _part_of(when))
    cron = _cron_of(when, times.minute, times.hour, has_time=times.span is not None)
    spans = [when.span(), *([times.span] if times.span is not None else [])]
    if behind:
        _check_read(_without(english.text[:head_end], spans))
    colon = english.place(*behind.span())[0] if behind else None
    return ScheduleText(cron, _message_of(text, [english.place(*span) for span in spans], colon))


def _comes_again(when: "re.Match[str]") -> bool:
    """Return whether a time comes again: a date alone ("on 3 May") does not, "every 3 May" does."""
    return not (when["month"] or when["named"]) or re.search(r"every|each|yearly", when.group()) is not None


@dataclass(frozen=True)
class _Rewritten:
    """A rewritten text, with the first and last place of each of its characters in the original."""

    text: str
    places: list[tuple[int, int]]

    def replaced(self, pattern: str, template: str) -> "_Rewritten":
        """Return the text with all matches of whole words replaced."""
        parts, places, end = [], [], 0
        for match in re.finditer(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])", self.text):
            made = match.expand(template).rstrip(":")
            parts += [self.text[end : match.start()], made]
            places += self.places[end : match.start()] + [self.place(*match.span())] * len(made)
            end = match.end()
        return _Rewritten("".join([*parts, self.text[end:]]), places + self.places[end:]) if parts else self

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part that is not empty stands in the original."""
        return self.places[start][0], self.places[end - 1][1]


def _in_english(text: str, language: str) -> _Rewritten:
    """Return a text in lower case without accents, its words of times in English."""
    folded = "".join(unicodedata.normalize("NFKD", char)[0].lower()[:1] or " " for char in text)
    folded = re.sub("[‐-―]", "-", folded).replace("’", "'")
    made = _Rewritten(folded, [(at, at + 1) for at in range(len(text))])
    for pattern, template in (*clock_rows(language), *schedule_rows(language)):
        made = made.replaced(pattern, template)
    return made


# The last three fields of units without days of the week.
_FIELDS = {
    **{"week": "* * 1", "month": "1 * *", "year": "1 1 *"},
    **{"weekday": "* * 1-5", "working day": "* * 1-5", "weekend": "* * 0,6"},
}


def _unit_of(when: "re.Match[str]") -> str:
    return when["unit"] or when["days"] or when["plural"] or _ADVERBS.get(when["adverb"], "")


def _part_of(when: "re.Match[str]") -> str:
    """Return the part of the day that a time names, "" for none."""
    named = when["part"] or when["days_part"] or when["of_part"] or _unit_of(when)
    named = named.strip().removesuffix("s")
    return named if named in PART.split("|") else ""


def _cron_of(when: "re.Match[str]", minute: str, hour: str, *, has_time: bool) -> str:
    """Return the cron line. Raises BadInput for a date or a count that is none."""
    if (when["often"] and not (when["often"].endswith("day") and "," in hour)) or when["other"]:
        raise BadInput(_no_line(when))
    unit, count = _unit_of(when), int(when["count"] or 1)
    if unit.startswith(("minute", "hour")):
        return _repeated(unit, count, minute if has_time else "0")
    return f"{minute} {hour} {_date_fields(when) or _unit_fields(unit, count)}"


def _no_line(when: "re.Match[str]") -> str:
    said = when["often"] or f"every {when['other']}"
    if when["often"]:
        return f"“{said}” does not say at which times. Name them, e.g. “every day at 8 and at 20”."
    return (
        f"“{said}” is no line of a crontab. Name the days, e.g. “every Monday and Friday” or “on the first Monday of "
        "every month”."
    )


def _date_fields(when: "re.Match[str]") -> str:
    """Return the last three fields for a date or a day of a month, "" for another time."""
    if when["date"]:
        return f"{','.join(_day_of_month(day) for day in re.findall(_DATE, when['date']))} * *"
    if when["nth"]:
        day = DAYS.index(when["of"])
        return f"* * {','.join(_nth_day(nth, day) for nth in re.findall(_NTH, when['nth']))}"
    if when["month"] or when["named"]:
        month = MONTHS.index(when["month"] or when["named"]) + 1
        return f"{_day_of_month(when['first'] or when['second'])} {month} *"
    return ""


def _nth_day(nth: str, day: int) -> str:
    """Return one weekday of a month as cronsim reads it."""
    number = {"first": "1", "second": "2", "third": "3", "fourth": "4"}.get(nth, nth[0])
    return f"{day}L" if nth == "last" else f"{day}#{number}"


def _unit_fields(unit: str, count: int) -> str:
    """Return the last three fields for a unit of time. Raises BadInput for a count that a crontab does not have."""
    if unit.startswith("month") and count > 1:
        if 12 % count:
            raise BadInput(f"Every {count} months does not divide a year. Take one of 1, 2, 3, 4, 6, 12.")
        return f"1 */{count} *"
    return _days_of_week(unit) or _FIELDS.get(unit.removesuffix("s"), "* * *")


def _days_of_week(unit: str) -> str:
    """Return the last three fields for named days, "" without any."""
    days = list(dict.fromkeys(DAYS.index(day) for day in re.findall(_DAY, unit)))
    if " to " in unit and len(days) == 2:
        first, last = days
        if first < last:
            return f"* * {first}-{last}"
        days = [day % 7 for day in range(first, last + 8)]
    return f"* * {','.join(map(str, days))}" if days else ""


def _repeated(unit: str, count: int, minute: str) -> str:
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


def _check_read(left: str) -> None:
    """Raise BadInput for a part of a time, before the colon, that nothing was made of."""
    unread = _UNREAD.search(left)
    if unread is not None:
        raise BadInput(f"I do not understand “{unread.group()}” of this time. {_HELP}")


def _message_of(text: str, used: list[tuple[int, int]], colon: int | None) -> str:
    """Return the text without the words of the time. Raises BadInput when nothing is left.

    Only "please" and the like is left out with a time before a colon: "text my customers every Monday: we are open".
    """
    head = _without(text if colon is None else text[:colon], used)
    tail = "" if colon is None else text[colon + 1 :].strip(" ,;–-")
    if tail and _COURTESY.fullmatch(head.lower()):
        head = ""
    message = f"{head}: {tail}" if head and tail else head or tail
    if not re.search(r"\w{2}", message):
        raise BadInput(f"I see when, but not what. {_HELP}")
    return message


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + " " + text[end:]
    return re.sub(r"[ \t]+", " ", text).strip(" ,;:–-")
