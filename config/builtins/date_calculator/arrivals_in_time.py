"""Whether a way that begins at one time of day and takes some time ends before another: "will I make it to my 9:30 exam?"."""

import re
from typing import Any

from config.builtins.date_calculator.reading import Answer, Asked
from config.builtins.date_calculator.zones import CLOCK, clock, places
from config.builtins.wording import fill_in

IN_TIME_ASKED = re.compile(
    r"\b(?:will|do|can|would|could|shall|does) (?:i|we|he|she|they|it|that)(?: still| even| really)? (?:make (?:it|that)|get there|be there|arrive|catch|reach|be (?:back|home|ready|done|in time|on time)|get (?:to|home|back))\b"
    r"|\b(?:in|on) time\b|\btoo late\b|\b(?:is|will) (?:that|it|this) (?:be )?(?:enough|soon enough|early enough)\b"
    r"|\b(?:schaffe?n?|komme?n?|bin|sind|reicht) (?:ich|wir|das|es|er|sie)\b|\brechtzeitig\b|\bpunktlich\b"
    r"|\b(?:arrive(?:rai|rons)?|serai|serons|est)(?:-| )?(?:je|nous|ce)?[^?.!]{0,20}\b(?:a l'heure|a temps)\b|\b(?:a|at) (?:l'heure|temps)\b"
    r"|\b(?:llego|llegamos|llegare|llegaremos|alcanzo)\b|\ba tiempo\b",
    re.IGNORECASE,
)
ASKS_OTHER = re.compile(
    r"\b(?:when|what time|how (?:long|late|early|many|much)|until|till|left|from \d|between)\b|\b(?:minus|less|break|pause|plus)\b",
    re.IGNORECASE,
)
MINUTES_OF = {"minute": 1, "hour": 60}


def arrival_in_time(asked: Asked) -> Answer | None:
    """Answer whether a time of day is met by who sets off at an earlier one and needs some time; None for other questions."""
    clocks = list(CLOCK.finditer(asked.rest))
    is_asked = IN_TIME_ASKED.search(asked.text) is not None and ASKS_OTHER.search(asked.text) is None
    if len(clocks) != 2 or not is_asked or asked.dates or places(asked.rest):
        return None
    if not asked.durations or any(unit not in MINUTES_OF for _, unit in asked.durations):
        return None
    ends = ends_of_wait(asked.rest, clocks)
    if ends is None:
        return None
    start, end = ends
    length = sum(count * MINUTES_OF[unit] for count, unit in asked.durations)
    there, gap = start + length, end - start - length
    output = {
        "kind": "clock",
        "time": shown_clock(there),
        "minutes": gap,
        "yes": gap >= 0,
        "deadline": shown_clock(end),
    }
    return arrival_said(output, "en"), output


TO_BE_MET = re.compile(
    r"\b(?:before|by|until|till|no later than|vor|bis|spatestens|avant|antes de|ago)(?: the| la| las| l')? ?\Z",
    re.IGNORECASE,
)
HALF_A_DAY = 12 * 60  # minutes


def ends_of_wait(text: str, clocks: list["re.Match[str]"]) -> tuple[int, int] | None:
    """Return the minutes of the time at which something begins and of the one that is to be met.

    The latter stands behind "before" or is the later one; one before the first is in the evening where the other is.
    None where a night may lie between them.
    """
    times = [60 * one.hour + one.minute for one in map(clock, clocks)]
    to_meet = [at for at, one in enumerate(clocks) if TO_BE_MET.search(text[: one.start()])]
    if len(to_meet) != 1:
        return (min(times), max(times)) if times[0] - times[1] < HALF_A_DAY else None
    start, end = times[1 - to_meet[0]], times[to_meet[0]]
    is_spoken_half = end < start and end + HALF_A_DAY > start and not clocks[to_meet[0]]["half"]
    return start, end + HALF_A_DAY if is_spoken_half else end + 2 * HALF_A_DAY if end < start else end


def shown_clock(minutes: int) -> str:
    """Return minutes since midnight as a time of day."""
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


ARRIVAL_TEXTS = {
    "en": ("**{yes}**: that ends at **{there}**, {gap} {side} {end}.", "Yes", "No", "before", "after"),
    "de": ("**{yes}**: Das ist um **{there}** Uhr zu Ende, {gap} {side} {end} Uhr.", "Ja", "Nein", "vor", "nach"),
    "fr": ("**{yes}** : cela finit à **{there}**, {gap} {side} {end}.", "Oui", "Non", "avant", "après"),
    "es": ("**{yes}**: termina a las **{there}**, {gap} {side} las {end}.", "Sí", "No", "antes de", "después de"),
}


def arrival_said(output: dict[str, Any], language: str) -> str:
    """Return the sentence on whether somebody is in time; "" for other answers."""
    if "deadline" not in output:
        return ""
    text, yes, no, before, after = ARRIVAL_TEXTS[language]
    side = before if output["minutes"] >= 0 else after
    return fill_in(
        text,
        gap=f"{abs(output['minutes'])} min",
        yes=yes if output["yes"] else no,
        there=output["time"],
        side=side,
        end=output["deadline"],
    )
