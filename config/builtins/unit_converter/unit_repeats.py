"""Words about several amounts: "each" for every one of them, a number that a dispute says again, and calories of food by the day."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, NUMBER, number
from config.builtins.wording import Mapped

FOR_EVERY_ONE = re.compile(  # behind a question for several amounts, each of which has its own result
    r"(?<!for )(?<!per )(?<!in )\b(?:each|apiece|respectively|jeweils|beides|beide|chacune?|a chaque fois|respectivement|cada un[oa]|respectivamente)(?= ?(?:[?.!,;)]|\Z| (?:please|pls|bitte|svp|por favor)))",
    re.IGNORECASE,
)
WHO_IS_RIGHT = re.compile(
    r"\b(?:who(?:'?s| is| was)? (?:right|wrong|correct)|which of us is right|wer (?:hat|hatte|von uns hat) recht|qui a (?:raison|tort)|quien (?:tiene (?:la )?razon|esta en lo cierto))\b",
    re.IGNORECASE,
)
SAID_AGAIN = re.compile(  # "I say its exactly 1.6"
    rf"\b(?:(?:i|he|she|we|they|ich|er|sie|je|il|elle|yo|el|ella) )?(?:say|said|says|think|thought|reckon|sage|meint?|sagt|denke|dis|dit|pense|digo|dice|creo)? ?(?:that |dass |que )?(?:it'?s |it is |es sind |es ist |c'est |son |es )?(?:(?:exactly|just|only|genau|exactement|exactamente|the same) )*(?<![\w.,])(?P<n>{NUMBER})(?![\w%]|[.,]\d)",
    FLAGS,
)
BARE_NUMBER = re.compile(rf"(?<![\w.,]){NUMBER}", FLAGS)
FOOD_CALORIES = re.compile(  # nobody eats or saves small calories by the day
    r"(?<![\w.,])(?P<n>\d[\d.,]*) ?(?:cals?|calories?|kalorien?|calor[ií]as?)\b(?: (?:less|fewer|more|weniger|mehr|de moins|de plus|en moins|en plus|menos|mas|más))?(?= ?(?:/|an?|per|each|every|pro|am|jeden|par|chaque|al|por|cada) ?(?:day|week|meal|tag|woche|mahlzeit|jour|semaine|repas|d[ií]a|semana|comida)\b)",
    re.IGNORECASE,
)
CHANGED_BY_DAY = re.compile(
    r"\b(?:day|week|tag|woche|jour|semaine|dia|semana) (?:less|fewer|more|weniger|mehr|de moins|de plus|en moins|en plus|menos|mas)\b",
    re.IGNORECASE,
)
FOOD_NOTE = {
    "en": "I took calories of food, which are kilocalories (kcal).",
    "de": "Gerechnet mit Kalorien bei Speisen, also Kilokalorien (kcal).",
    "fr": "J'ai pris des calories alimentaires, c'est-à-dire des kilocalories (kcal).",
    "es": "He tomado calorías de los alimentos, es decir, kilocalorías (kcal).",
}


RUNS_EACH = re.compile(
    r",? ?(?:each|every|per|a) (?:time|go|run|use|cup|load|cycle)\b|,? (?:jedes mal|pro (?:mal|durchgang)|a chaque fois|cada vez)\b",
    re.IGNORECASE,
)
RUNS_A_DAY = re.compile(  # "5 teas a day"
    r"(?<![\w.,])(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (?!times?\b|hours?|hrs?\b|minutes?|mins?\b|kwh|watts?)[a-z]{2,12} (?P<per>(?:a|per|each|every) day)\b",
    re.IGNORECASE,
)
RUN_OF_DEVICE = re.compile(r"\d ?(?:k?w|watts?|kilowatts?)\b", re.IGNORECASE)


def with_runs_a_day(made: Mapped) -> Mapped:
    """Return a message in which a device runs so many times a day where it tells what it runs for: "3 minutes each time, 5 teas a day"."""
    if not (RUN_OF_DEVICE.search(made.text) and RUNS_EACH.search(made.text) and RUNS_A_DAY.search(made.text)):
        return made
    return made.sub(RUNS_A_DAY, r"\g<n> times \g<per>").sub(RUNS_EACH, lambda match: " " * len(match.group()))


def for_every_one(conversions: Iterable[dict[str, Any]], flat: str) -> list[list[int]]:
    """Return the places of "each" in a folded message whose answer has a result for every one of several amounts."""
    amounts = {(one["from"], one["value"]) for one in conversions}
    return [list(match.span()) for match in FOR_EVERY_ONE.finditer(flat)] if len(amounts) > 1 else []


def said_again(flat: str, used: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the places where a dispute says the number of an amount that was read again, with the question who is right."""
    asked = WHO_IS_RIGHT.search(flat)
    if asked is None:
        return []
    found = [(match, any(start <= match.start() < end for start, end in used)) for match in BARE_NUMBER.finditer(flat)]
    known = {number(match.group()) for match, is_read in found if is_read}
    again = [list(match.span()) for match in SAID_AGAIN.finditer(flat) if number(match["n"]) in known]
    return [*again, list(asked.span())]


NUMBER_AGAIN = re.compile(  # "a 26 inch bag or 65cm? the locker is 65"
    rf"\b(?:the|my|our|his|her|mein\w*|der|die|das|le|la|mon|ma|el|mi) [a-z]+ (?:is|has|ist|hat|fait|mide|tiene|es) (?:only |just |nur |exactly )?(?P<n>{NUMBER})(?= ?(?:[?.!,;]|\Z))",
    FLAGS,
)


def number_again(flat: str, used: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the places where a sentence says the number of an amount that was read again, without its unit."""
    found = [(match, any(start <= match.start() < end for start, end in used)) for match in BARE_NUMBER.finditer(flat)]
    known = {number(match.group()) for match, is_read in found if is_read}
    return [list(match.span()) for match in NUMBER_AGAIN.finditer(flat) if number(match["n"]) in known]
