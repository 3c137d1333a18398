"""When the clocks of a place change: the day, how far it is, and whether another day is before or after it."""

import calendar
import re
from datetime import UTC, datetime, timedelta

from config.builtins.date_calculator.reading import Answer, Asked, shown
from config.builtins.date_calculator.validity import CHANGE_REMARK, CLOCK_CHANGE
from config.builtins.date_calculator.zones import CLOCK, Place, hours, next_change, places
from config.builtins.wording import CannotError, plural

BESIDE_CHANGE = re.compile(
    r"\b(?P<before>before|ago|earlier than|avant|antes)\b|\b(?P<after>after|later than|apres|despues)\b|\bsame day\b",
    re.IGNORECASE,
)


CHANGES_WORDS = re.compile(
    rf"(?:\b(?:the|die) )?{CLOCK_CHANGE}(?: (?:forward|back|ahead|on|over|to (?:summer|winter) ?time))?|(?<=before) or (?=after)|\b(?:come|before|after)\b",
    re.IGNORECASE,
)


def clock_change(asked: Asked, question: Asked) -> Answer | None:
    """Answer when the clocks of a place next change; None without a place."""
    named = places(asked.rest)
    if CHANGE_REMARK.search(asked.text) and CLOCK.search(asked.text) and len(named) > 1:
        return None  # a time is wanted elsewhere, and its day says which clock holds
    if not named:
        raise CannotError("Say where: clocks change on different days, and in many places never.")
    if SUMMER_NOW.search(asked.text) and not asked.durations:
        return summer_time(asked, named[0])
    if len(asked.dates) == 1 and not asked.durations and BESIDE_CHANGE.search(asked.rest):
        return beside_change(asked, named[0])
    found = next_change(named[0], asked.now, asked.text)
    if found is None:
        raise CannotError(f"In {named[0].name} the clocks do not change in the next two years.")
    day, change = found
    way = "forward" if change > 0 else "back"
    far = plural((day - asked.today).days, "day")
    said = f"In {named[0].name} the clocks next go {way} on **{shown(day)}**, by {abs(change):g} h ({far} from now)."
    return said, {"kind": "date", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()]}


SUMMER_NOW = re.compile(
    r"\bis (?:it|there|[a-z ]{2,20}) (?:still |currently |now |already |on )*(?:in |on )?(?:dst|daylight[- ]saving\w*(?: time)?|summer ?time)\b|\b(?:ist|gilt|haben wir) (?:in \w+ )?(?:gerade |noch |schon )*sommerzeit\b",
    re.IGNORECASE,
)


def summer_time(asked: Asked, place: Place) -> Answer:
    """Answer whether a place has summer time today, or on the one day that is named."""
    day = asked.dates[0].day if asked.dates else asked.today
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=place.zone)
    is_summer = bool(noon.dst())
    said = f"**{'Yes' if is_summer else 'No'}**: on {shown(day)} {place.name} has {'summer' if is_summer else 'standard'} time (UTC{hours(noon)})."
    output = {"kind": "weekday", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()], "yes": is_summer}
    return said, output


def beside_change(asked: Asked, place: Place) -> Answer:
    """Answer whether a day is before or after the change of the clocks in its year. Raises CannotError without a change."""
    day = asked.dates[0].day
    start = datetime(day.year - 1, 12, 31, 12, tzinfo=UTC)
    found = next_change(place, start, asked.text)
    other = next_change(place, start + timedelta(days=(found[0] - start.date()).days), asked.text) if found else None
    near = [one for one in (found, other) if one and one[0].year == day.year]
    if not near:
        raise CannotError(f"In {place.name} the clocks do not change in {day.year}.")
    change, ahead = min(near, key=lambda one: abs((one[0] - day).days))
    gap = (day - change).days
    way = "go forward" if ahead > 0 else "go back"
    both = len({"before", "after"} & {match.lastgroup for match in BESIDE_CHANGE.finditer(asked.rest)}) == 2
    relation = "on the same day" if not gap else f"{plural(abs(gap), 'day')} {'before' if gap < 0 else 'after'} that"
    said = f"in {place.name} the clocks {way} on {shown(change)}, and {shown(day)} is **{relation}**."
    if not gap:
        said = f"{shown(day)} is **the same day**: in {place.name} the clocks {way} on it."
    words = [match.lastgroup for match in BESIDE_CHANGE.finditer(asked.rest)]
    output = {"kind": "comparison", "name": "", "date": day.isoformat(), "days": abs(gap), "change": change.isoformat()}
    if both or words[0] is None:
        return f"{said[0].upper()}{said[1:]}", output
    yes = gap < 0 if words[0] == "before" else gap > 0
    return f"**{'Yes' if yes else 'No'}**: {said}", output | {"yes": yes}
