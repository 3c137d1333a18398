"""Read "every Monday at 8: send me the figures" into a cron line and the message, in four languages. Pure, no model."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.clock_text import PART, day_times
from kingdom.schedules.rules.english_times import RewrittenText, in_english
from kingdom.schedules.rules.once_text import read_once
from kingdom.schedules.rules.schedule_phrases import DAYS, ENGLISH_WORDS, MONTHS
from kingdom.schedules.rules.time_limits import TimeLimits, limited_cron, read_limits
from kingdom.schedules.rules.unread_time import TIME_HELP, time_check, without_parts

MAX_TEXT = 2_000  # characters
MAX_INTERVAL = 99  # days or weeks
_DAY, _MONTH = "|".join(DAYS), "|".join(MONTHS)
_LIST_OF_DAYS = rf"(?:{_DAY})s?(?:(?:, | and |, and )(?:every )?(?:{_DAY})s?)*"
_NTH = "(?:first|second|third|fourth|last|[1-4](?:st|nd|rd|th))"
_DATE = r"(?:first|lastwork|last|\d{1,2}(?:st|nd|rd|th)?)"
_OF_MONTH = r"(?: day)? (?:of|in) (?:every|each|the) month"
_WHEN = re.compile(
    r"\b(?:(?P<often>(?:twice|(?:\d+|three|four) times) (?:a|an|per|every) (?:hour|day|week|month|year))"
    rf"|(?:on )?(?:the |every |each )?(?P<nth>{_NTH}(?:(?:, | and |, and )(?:the )?{_NTH})*) (?P<of>{_DAY})"
    rf"(?P<of_part> (?:{PART}))?{_OF_MONTH}"
    rf"|(?:on )?(?:every|each) (?P<other>(?:other|second) \w+|\d{{1,3}} (?:days|weeks(?: (?:{_DAY}))?|years))"
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
_HOURS_A_DAY = {
    **{"twice": "8,20", "2 times": "8,20", "three times": "8,14,20", "3 times": "8,14,20"},
    **{"4 times": "8,12,16,20", "four times": "8,12,16,20"},
}
_COLON = re.compile(r":(?!\d)")
_COURTESY = re.compile(r"(?:please|bitte|por favor|s.il (?:te|vous) plait|and|und|then|dann|\W)*")


@dataclass(frozen=True)
class ScheduleText:
    """A cron line of five fields, and the message to send.

    ``interval``: only every so many days or weeks (``unit``) of those that the line names. ``once``: the only time that
    it comes, in its zone. ``time_zone``: the one that the words name, "" for that of the user.
    """

    cron: str
    message: str
    interval: int = 1
    unit: str = ""
    once: datetime | None = None
    time_zone: str = ""


def read_schedule(text: str, *, now: datetime | None = None) -> ScheduleText:
    """Return when and what a sentence says. Raises BadInput that names what is missing.

    ``now``, in the user's time zone, is what a time that comes once is counted from; None: such a time is not read.
    """
    if len(text) > MAX_TEXT:
        raise BadInput(f"The sentence is longer than {MAX_TEXT:,} characters. Give `cron` and `message` instead.")
    texts = [in_english(text, language) for language in ENGLISH_WORDS]
    for english in texts:
        when = next(filter(_comes_again, _WHEN.finditer(english.text)), None)
        if when is not None:
            return _read(text, english, when)
    once = (_once(text, english, now) for english in texts) if now is not None else iter(())
    found = next(filter(None, once), None)
    if found is None:
        raise BadInput(f"I see no time that comes again{'' if now is None else ', and no single one'}. {TIME_HELP}")
    return found


def _read(text: str, english: RewrittenText, when: "re.Match[str]") -> ScheduleText:
    """Return what a sentence says, whose English words are known and when it comes again."""
    behind = _COLON.search(english.text, when.end())  # what follows it is the message, times and all
    head_end = behind.start() if behind else len(english.text)
    times = day_times(english.text, head_end, _part_of(when))
    cron = _cron_of(when, times.minute, times.hour, has_time=times.span is not None)
    spans = [when.span(), *([times.span] if times.span is not None else [])]
    limits = read_limits(english.text, spans, head_end)
    spans += limits.spans
    time_check(english.text, spans, head_end, has_colon=behind is not None)
    cron = limited_cron(cron, limits, is_repeated=_unit_of(when).startswith(("minute", "hour")))
    interval, unit = _interval_of(when)
    message = _message_of(text, *_places(english, spans, behind))
    return ScheduleText(cron, message, interval, unit, time_zone=limits.zone)


def _once(text: str, english: RewrittenText, now: datetime) -> ScheduleText | None:
    """Return what a sentence says that names a single time, None for another one."""
    behind = _COLON.search(english.text)
    head_end = behind.start() if behind else len(english.text)
    found = read_once(english.text, now, head_end)
    if found is None:
        return None
    limits = read_limits(english.text, found.spans, head_end)
    if limits.zone and now.tzinfo != (zone := ZoneInfo(limits.zone)):
        again = _once(text, english, now.astimezone(zone))
        return None if again is None else replace(again, time_zone=limits.zone)
    if limits != TimeLimits(zone=limits.zone, spans=limits.spans):
        raise BadInput("A single time cannot be bound to days or hours. Give the date and the time.")
    spans, at = [*found.spans, *limits.spans], found.at
    time_check(english.text, spans, head_end, has_colon=behind is not None)
    message = _message_of(text, *_places(english, spans, behind))
    return ScheduleText(f"{at.minute} {at.hour} {at.day} {at.month} *", message, once=at)


def _places(
    english: RewrittenText, spans: list[tuple[int, int]], colon: "re.Match[str] | None"
) -> tuple[list[tuple[int, int]], int | None]:
    """Return where the parts of a time and the colon stand in the text as it was written."""
    return [english.place(*span) for span in spans], english.place(*colon.span())[0] if colon else None


def _comes_again(when: "re.Match[str]") -> bool:
    """Return whether a time comes again: a date alone ("on 3 May") does not, "every 3 May" does."""
    return not (when["month"] or when["named"]) or re.search(r"every|each|yearly", when.group()) is not None


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
    unit, count = _unit_of(when), int(when["count"] or 1)
    if unit.startswith(("minute", "hour")):
        return _repeated_cron(unit, count, minute, hour, has_time=has_time)
    hour = _usual_hours(when["often"], hour, has_time=has_time) if when["often"] else hour
    return f"{minute} {hour} {_date_fields(when) or _other_fields(when) or _unit_fields(unit, count)}"


def _repeated_cron(unit: str, count: int, minute: str, hour: str, *, has_time: bool) -> str:
    """Return the line of every so many minutes or hours. Raises BadInput beside a single time."""
    if has_time and (unit.startswith("minute") or hour != "0"):
        raise BadInput(f"“every {unit}” does not come at one time. Say e.g. “every 2 hours between 8 and 18”.")
    return _repeated(unit, count, minute if has_time else "0")


def _usual_hours(often: str, hour: str, *, has_time: bool) -> str:
    """Return the hours of "twice a day". Raises BadInput for another count, and beside a single time."""
    if often.endswith("day") and "," in hour:
        return hour
    usual = _HOURS_A_DAY.get(often.rsplit(" ", 2)[0]) if often.endswith("day") and not has_time else None
    if usual is None:
        raise BadInput(f"“{often}” does not say at which times. Name them, e.g. “every day at 8 and at 20”.")
    return usual


def _interval_of(when: "re.Match[str]") -> tuple[int, str]:
    """Return the number of days or weeks from one time to the next: (1, "") where a cron line says it all."""
    if not when["other"]:
        return 1, ""
    count, _, unit = when["other"].partition(" ")
    is_days = unit.split(" ")[0] in ("day", "days")
    number = 2 if count in ("other", "second") else int(count)
    return (1, "") if unit == "month" or number < 2 else (number, "day" if is_days else "week")


def _other_fields(when: "re.Match[str]") -> str:
    """Return the last three fields of "every other …", "" for another time. Raises BadInput for other units."""
    if not when["other"]:
        return ""
    count, _, unit = when["other"].partition(" ")
    first, _, day = unit.partition(" ")
    fields = {"day": "* * *", "days": "* * *", "week": "* * 1", "weeks": "* * 1", "weekend": "* * 0,6"}
    named = _days_of_week(day or first)
    if count.isdecimal() and not 1 <= int(count) <= MAX_INTERVAL:
        raise BadInput(f"“every {when['other']}” is too long. Take 1 to {MAX_INTERVAL}.")
    if named or first in fields:
        return named or fields[first]
    if first == "month":
        return "1 */2 *"
    example = "“every Monday and Friday” or “on the first Monday of every month”"
    raise BadInput(f"“every {when['other']}” is no line of a crontab. Name the days, e.g. {example}.")


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
    if date in ("first", "last", "lastwork"):
        return {"first": "1", "last": "L", "lastwork": "LW"}[date]
    day = int(date.rstrip("stndrh"))
    if not 1 <= day <= 31:
        raise BadInput(f"No month has a day {day}.")
    return str(day)


def _message_of(text: str, used: list[tuple[int, int]], colon: int | None) -> str:
    """Return the text without the words of the time. Raises BadInput when nothing is left.

    Only "please" and the like is left out with a time before a colon: "text my customers every Monday: we are open".
    """
    head = without_parts(text if colon is None else text[:colon], used)
    tail = "" if colon is None else text[colon + 1 :].strip(" ,;–-")
    if tail and _COURTESY.fullmatch(head.lower()):
        head = ""
    message = f"{head}: {tail}" if head and tail else head or tail
    if not re.search(r"\w{2}", message):
        raise BadInput(f"I see when, but not what. {TIME_HELP}")
    return message
