"""Counts in words before a unit of time ("ninety days"), and times that are repeated ("two halves of 35 minutes")."""

import re

from config.builtins.date_calculator.working_breaks import with_whole_breaks
from config.builtins.wording import SMALL_NUMBERS, Mapped

LEAST_SPOKEN = 13  # smaller ones are known to each reader
LARGE_COUNTS = {word: value for word, value in SMALL_NUMBERS["en"].items() if value >= LEAST_SPOKEN}
SPOKEN_COUNT = re.compile(
    rf"(?<![\w-])(?P<count>{'|'.join(sorted(map(re.escape, LARGE_COUNTS), key=len, reverse=True))})[ -]"
    r"(?=(?:more |further |full |whole |calendar |consecutive |working |business |school )?"
    r"(?:days?|weeks?|months?|years?|hours?|minutes?|mins?|nights?|workdays?|weekdays?)\b)",
    re.IGNORECASE,
)
ROUND_NAMES = (
    r"halves|halfs|half times?|periods?|quarters|thirds|sets|rounds|lessons?|classes|sessions?|blocks?|episodes?|acts|parts|"
    r"laps|shifts|talks|slots|intervals?|reps|halbzeiten|drittel|viertel|einheiten|folgen|runden|stunden zu|mi-?temps|"
    r"periodes?|seances?|episodios?|tiempos|periodos?|sesiones|clases|partes|breaks?|pauses?|pausen|pausas?|descansos?"
)
FEW = {word: value for words in SMALL_NUMBERS.values() for word, value in words.items() if 1 < value < LEAST_SPOKEN}
REPEATED_TIME = re.compile(
    rf"(?<![\w.,:/-])(?P<times>\d{{1,2}}|{'|'.join(sorted(map(re.escape, FEW), key=len, reverse=True))})"
    rf"(?: ?[x×*] ?| (?:{ROUND_NAMES}),?(?: (?:of|a|à|at|de|to|to each|zu je|zu|von je|je|von jeweils|von|mit je|mit|with|for|lasting))?(?: each)? |(?: mal| fois| times| veces) )"
    r"(?P<length>\d{1,3})[ -]?(?P<unit>(?:minutes?|mins?|min|minuten?|minutos?)\b|(?:hours?|hrs?|h|stunden?|heures?|horas?)\b(?! ?\d| (?:and|und|et|y) \d))(?: each| apiece| jeweils| chacune?| cada un[oa])?",
    re.IGNORECASE,
)


UNCOUNTED_BREAKS = re.compile(  # "ten minute breaks": nobody said how many
    r"(?<!two )(?<!three )(?<!\d )\b(?:[a-z]+|\d{1,3})[ -]?(?:min(?:ute|uten|utos)?)s?[ -]?(?:breaks|pauses|pausen|pausas|descansos)\b",
    re.IGNORECASE,
)


def with_counts_of_units(made: Mapped, language: str) -> Mapped:
    """Return a text in which counts in words of units are figures, and times that are repeated are their sum."""
    if language == "en":
        made = made.sub(SPOKEN_COUNT, lambda match: f"{LARGE_COUNTS[match['count'].lower()]} ")
    made = with_whole_breaks(made)
    return made if UNCOUNTED_BREAKS.search(made.text) else made.sub(REPEATED_TIME, repeated_time)


def repeated_time(match: "re.Match[str]") -> str:
    """Return "70 minutes" for "two halves of 35 minutes"."""
    told = match["times"].lower()
    times = int(told) if told.isdigit() else FEW[told]
    noun = " break" if BREAK_WORD.search(match.group()) else ""  # it says that the time is taken off
    return f"{times * int(match['length'])} {match['unit']}{noun}"


BREAK_WORD = re.compile(r"\b(?:breaks?|pauses?|pausen|pausas?|descansos?)\b", re.IGNORECASE)
