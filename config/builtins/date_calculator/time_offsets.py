"""How far a place is ahead or behind, told in hours: no length of time that is added, but another time on its clocks."""

import re
from datetime import UTC, datetime, timedelta

from config.builtins.date_calculator.reading import COUNT, COUNTS, Answer, Asked, durations_of
from config.builtins.date_calculator.zones import CLOCK, clock, places
from config.builtins.wording import blanked

AHEAD = r"ahead|in front|voraus|weiter|vor (?:uns|mir)|en avance|d'avance|por delante|adelantad[oa]s?"
BEHIND = r"behind|zuruck|hinterher|hinter (?:uns|mir)|en retard|de retard|por detras|atrasad[oa]s?"
OFFSET_TOLD = re.compile(
    rf"(?:(?<=\()|\b(?:is|are|'s|'re|it's|they're|lies|place|city|country|town|somewhere|there|zone|sind|liegt|esta|estan|sont|which is|that is) )(?:(?:only|about|exactly|just|always|nur|genau) )?"
    rf"(?P<n>\d{{1,2}}|{COUNT}) hours?(?: (?:and )?(?P<m>30|45|15) minutes)? (?:(?P<ahead>{AHEAD})|(?P<behind>{BEHIND}))\b(?! (?:of )?(?:schedule|time\b|plan|the (?:rest|others|clock)|\d))",
    re.IGNORECASE,
)
ZONE_TALK = re.compile(
    r"\b(?:here|there|local|destination|time ?zones?|(?:what|which) time is it|what time (?:is|does)|zeitzone|ortszeit|dort|hier|la-bas|ici|heure locale|alli|alla|aqui|hora local|land|lands|landing|arriv\w*)\b",
    re.IGNORECASE,
)
NO_ZONE = re.compile(
    r"\b(?:late|delay\w*|due|schedule[d]?|supposed|watch|oven|alarm|clocks? (?:is|are|shows?|in|on|of)|verspat\w*|retard|retraso|uhr (?:geht|ist))\b",
    re.IGNORECASE,
)
ASKS_HERE = re.compile(
    r"\b(?:here|for me|for us|my time|our time|at home|at mine|hier|bei (?:mir|uns)|ici|chez (?:moi|nous)|aqui|para mi)\b",
    re.IGNORECASE,
)
ASKS_THERE = re.compile(
    r"\b(?:there|(?:for|at|with|by) (?:hers?|him|his|them|theirs?)|local|land|lands|dort|da|la-bas|alli|alla)\b",
    re.IGNORECASE,
)


ASKING_WORD = re.compile(
    r"\b(?:what|which|when|how late|wann|welche|wie spat|quelle|quand|que|cuando)\b", re.IGNORECASE
)


def last_question(text: str) -> str:
    """Return a text from its last asking word on, all of it without one."""
    found = list(ASKING_WORD.finditer(text))
    return text[found[-1].start() :] if found else text


def with_told_offset(asked: Asked) -> Answer | None:
    """Answer what the clocks of a place show that is told to be some hours ahead or behind; None for other messages."""
    match, clocks = OFFSET_TOLD.search(asked.rest), list(CLOCK.finditer(asked.rest))
    if match is None or len(clocks) != 1 or NO_ZONE.search(asked.text) or not ZONE_TALK.search(asked.text):
        return None
    durations = durations_of(blanked(asked.rest, *match.span()))
    if any(unit not in ("hour", "minute", "second") for _, unit in durations) or len(places(asked.rest)) > 1:
        return None
    word = match["n"].lower()
    hours = int(word) if word.isdigit() else COUNTS[word]
    away = timedelta(hours=hours, minutes=int(match["m"] or 0)) * (1 if match["ahead"] else -1)
    question = last_question(asked.rest)
    is_here = not durations and ASKS_HERE.search(question) is not None and not ASKS_THERE.search(question)
    away = -away if is_here else away
    day = asked.dates[0].day if asked.dates else asked.today
    start = datetime.combine(day, clock(clocks[0]), UTC)
    passed = timedelta(
        seconds=sum(count * {"hour": 3600, "minute": 60, "second": 1}[unit] for count, unit in durations)
    )
    there = start + passed + away
    days = (there.date() - start.date()).days
    when = {0: "", 1: " the next day", -1: " the day before"}.get(days, f" {days} days later")
    output = {
        "kind": "clock",
        "time": there.isoformat(timespec="minutes"),
        "minutes": int((there - start).total_seconds() // 60),
    }
    output["clock"] = f"{there:%H:%M}"
    minutes = int(passed.total_seconds()) // 60
    taken = f" and {minutes // 60} h {minutes % 60} min later" if minutes else ""
    return f"At {start:%H:%M}{taken} it is **{there:%H:%M}{when}** {'here' if is_here else 'there'}.", output


def without_told_offset(asked: Asked) -> Asked:
    """Return a message without how far one of its two known places is ahead or behind: their zones say it."""
    match = OFFSET_TOLD.search(asked.rest)
    if match is None or len(places(asked.rest)) < 2:
        return asked
    rest = blanked(asked.rest, *match.span())
    return asked._replace(text=blanked(asked.text, *match.span()), rest=rest, durations=durations_of(rest))
