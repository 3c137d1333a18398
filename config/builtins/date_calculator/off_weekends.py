"""A day that moves off the weekend: "if that is a Saturday or Sunday, then the next Monday"."""

import re
from datetime import date
from typing import Any

from config.builtins.date_calculator.reading import Answer, added, shown
from config.builtins.wording import Mapped

FREE_DAYS = r"(?P<{0}>weekends?|(?:saturdays?|sat) ?(?:or|and|/|oder|ou|o) ?(?:on )?(?:an? )?(?:sundays?|sun)|saturdays?|sundays?)"
THAT_DAY = r"(?:it|it's|that|that's|this|the|due|last|day|date|deadline|is|falls?|fall|lands?|happens|to|be|on|in|an?|es|das|der|tag|termin|ist|fallt|auf|aufs|ein|eine|einem|am|ce|c'is|c'est|jour|date|tombe|un|le|cae|dia|fecha|el|en)"
MOVED_TO = (
    r"(?:(?:then|the|to|on|it|is|its|it's|use|take|due|counts?|goes|moves?|rolls?|shifts?|pay|paid|dann|gilt|der|den|am|auf|ist|alors|le|on|prend|entonces|el|al|se|a|we|i|instead|make|over|forward|back|up) |, ?|- ?){0,6}"
    r"(?:(?P<{0}>next|following|coming|previous|preceding|prior|last)(?: (?P<{1}>monday|friday|(?:working|business|work) day|week ?day))?|(?P<{2}>monday|friday|(?:working|business|work) day)(?: (?P<{3}>before|after|following|suivant|siguiente|precedent|anterior|davor|danach|counts))?)\b"
)


def weekend_target(*names: str) -> str:
    """Return the pattern of the day that is taken instead, its groups under some names."""
    pattern = MOVED_TO.replace("{0,6}", "{{0,6}}")
    return re.sub(r"\{([0-3])\}", lambda match: names[int(match[1])], pattern).replace("{{0,6}}", "{0,6}")


OFF_WEEKEND = re.compile(
    rf"[,;(]? ?\b(?:(?:but|and|or|aber|und|mais|et|pero|y) )?(?:(?:if|when|whenever|should|wenn|falls|sofern|si) (?:{THAT_DAY} ){{0,8}}?|(?:never|not) on (?:an? |the )?)"
    rf"{FREE_DAYS.replace('{0}', 'free')},?(?: (?:is|it|ist|falls?))?,? {weekend_target('way', 'day', 'alone', 'behind')}"
    rf"|[,;(]? ?\b(?:(?:but|and) )?(?:moves?|moved|rolls?|shifts?|push(?:es)?|bump(?:s|ed)?|postpone|next) {weekend_target('way2', 'day2', 'alone2', 'behind2')} (?:if|when|whenever) (?:{THAT_DAY} ){{0,8}}?{FREE_DAYS.replace('{0}', 'free2')}"
    rf"|[,;(]? ?\b{FREE_DAYS.replace('{0}', 'free3')} (?:are |is )?(?:moves?|moved|rolls?|shifts?|shifted|count|go|goes) {weekend_target('way3', 'day3', 'alone3', 'behind3')}",
    re.IGNORECASE,
)
MOVABLE_KINDS = frozenset(["date", "weekday"])
BACKWARDS = frozenset(["previous", "preceding", "prior", "last", "before", "precedent", "anterior", "davor", "friday"])


def moved_off_weekend(day: date, aside: "re.Match[str]") -> date:
    """Return a day, or the working day that a message takes instead of one on a weekend."""
    said = {key.rstrip("23"): value.lower() for key, value in aside.groupdict().items() if value}
    free = said["free"]
    only = 5 if free.startswith("saturday") and "sun" not in free else 6 if free.startswith("sunday") else None
    if day.weekday() < 5 or only not in (None, day.weekday()):
        return day
    is_back = bool(BACKWARDS & {said.get(key, "") for key in ("way", "day", "alone", "behind")})
    return added(day, 4 - day.weekday() if is_back else 7 - day.weekday(), "day")


def without_weekend_rule(mapped: Mapped) -> tuple[Mapped, "re.Match[str] | None", list[list[int]]]:
    """Return a message without the clause that moves a day off the weekend, that clause, and its places."""
    aside = OFF_WEEKEND.search(mapped.text)
    if aside is None:
        return mapped, None, []
    blank = mapped.sub(OFF_WEEKEND, lambda match: " " * len(match.group()))
    return blank, aside, [mapped.span(*aside.span())]


def with_weekend_moved(answer: Answer | None, aside: "re.Match[str] | None") -> Answer | None:
    """Return an answer that is one day with that day moved off a weekend; every other answer as it is."""
    if answer is None or aside is None or answer[1].get("kind") not in MOVABLE_KINDS:
        return answer
    text, output = answer
    falls = date.fromisoformat(output["date"])
    taken = moved_off_weekend(falls, aside)
    bold = f"**{shown(falls)}**"
    if taken == falls or bold not in text:
        return answer
    if output["kind"] != "date":  # what else is said of the day is no longer true of the other one
        weekday = shown(taken).partition(",")[0]
        named = {"kind": "date", "date": taken.isoformat(), "weekday": weekday}
        return f"{shown(falls)} is on a weekend, so **{shown(taken)}**.", named
    changed: dict[str, Any] = {**output, "date": taken.isoformat()}
    if "weekday" in output:
        changed["weekday"] = shown(taken).partition(",")[0]
    return text.replace(bold, f"{shown(falls)}, so **{shown(taken)}**", 1), changed
