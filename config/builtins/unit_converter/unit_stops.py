"""How long a drive takes whose way and speed are told, with the stops on it."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import KM_IN_MILE, USED_FIGURE, Consumed, filling_time
from config.builtins.unit_converter.unit_ways import TIME_ASKED
from config.builtins.wording import SMALL_NUMBERS, decimal_of

WAY_TOLD = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>km|kilomet\w+|kms|miles?|mi|meilen?|millas?)\b(?! ?(?:/|per|an?|pro|par|por|je) ?(?:h|hour|hr|stunde|heure|hora)\b)",
    re.IGNORECASE,
)
SPEED_TOLD = re.compile(
    rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?(?P<unit>mph|km/?h|kph|(?:km|kilomet\w+|miles?|millas?|meilen?) ?(?:/|per|an|a|pro|par|por|je|a l') ?(?:h|hour|hr|stunde|heure|hora))\b",
    re.IGNORECASE,
)
MANY = "|".join(sorted({word for table in SMALL_NUMBERS.values() for word in table}, key=len, reverse=True))
STOP_WORD = r"(?:stops?|stopping|stopped|breaks?|rests?|pause[ns]?|pausen?|zwischenstopps?|stopps?|halte|raste?|arrets?|pauses?|paradas?|descansos?|pausas?|coffee|lunch|charging|toilet|fuel|petrol)"
MINUTES = r"(?P<size>\d{1,3}|half an|an|one|1[.,]5|halbe|eine|une|una|media) ?-?(?P<of>min\w*|h|hrs?|hours?|stunden?|heures?|horas?)\b"
STOP_TOLD = re.compile(
    rf"\b(?P<times>\d|an?|one|once|twice|thrice|two|three|four|einmal|zweimal|dreimal|eine[rnm]?|zwei|drei|une? fois|deux fois|une?|deux|trois|una vez|dos veces|una?|dos|tres)?(?: times)? ?(?:\d{{0,0}})(?P<kind>{STOP_WORD})(?: [a-z]+)?(?: (?:once|(?P<after>twice|three times|zweimal|dreimal|deux fois|dos veces)|einmal|une fois|una vez))?(?: (?:for|of|a|von|zu|zu je|fur|je|de|pendant|durante|lasting|each|that takes?|that lasts?)){{0,2}} {MINUTES}(?P<each> each)?"
    rf"|\b(?:(?P<times2>\d|an?|one|two|three|eine[rnm]?|zwei|drei|une?|deux|trois|una?|dos|tres) )?(?P<size2>\d{{1,3}}|half an|an|one|halbe|eine|une|una|media)[ -]?(?P<of2>min\w*|h|hrs?|hours?|stunden?|heures?|horas?)[ -](?:[a-z]+ )?{STOP_WORD}\b",
    re.IGNORECASE,
)
TIMES_OF = {"once": 1, "twice": 2, "thrice": 3, "three times": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "une fois": 1, "un fois": 1, "deux fois": 2, "una vez": 1, "dos veces": 2}  # fmt: skip
COUNTED_TIMES = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "ein": 1, "eine": 1, "einer": 1, "einen": 1, "einem": 1, "zwei": 2, "drei": 3, "un": 1, "une": 1, "deux": 2, "trois": 3, "una": 1, "dos": 2, "tres": 3}  # fmt: skip
HALF = {"half an", "halbe", "media"}
ONE_OF = {"an", "one", "eine", "une", "una"}
STOP_TEXTS = {
    "en": "**{whole}**: {drive} on the way and {stops} of stops.",
    "de": "**{whole}**: {drive} Fahrt und {stops} Pause.",
    "fr": "**{whole}** : {drive} de route et {stops} d'arrêt.",
    "es": "**{whole}**: {drive} de viaje y {stops} de parada.",
}
STARTS_AT = re.compile(
    r"\b(?:leav\w*|start\w*|set(?:ting)? off|depart\w*|arriv\w*|los|abfahr\w*|part\w*|sal\w*)\b[^.?!]{0,20}\d|\b\d{1,2}[:.]\d\d\b|\d ?(?:am|pm|uhr)\b",
    re.IGNORECASE,
)


def drive_with_stops(text: str, language: str) -> Consumed | None:
    """Return how long a way takes at a speed with the stops that a folded message tells; None for other messages."""
    speeds, stops = list(SPEED_TOLD.finditer(text)), list(STOP_TOLD.finditer(text))
    without_speed = SPEED_TOLD.sub(lambda match: " " * len(match.group()), text)
    ways = list(WAY_TOLD.finditer(without_speed))
    if len(speeds) != 1 or len(ways) != 1 or len(stops) != 1 or not TIME_ASKED.search(text) or STARTS_AT.search(text):
        return None
    way, speed = (kilometres(match, language) for match in (ways[0], speeds[0]))
    pause = stop_minutes(stops[0])
    if speed <= 0 or pause <= 0:
        return None
    drive = way / speed * 3600
    whole = drive + 60 * pause
    told = {
        key: filling_time(value, language) for key, value in (("whole", whole), ("drive", drive), ("stops", 60 * pause))
    }
    sentence = STOP_TEXTS[language]
    for key, value in told.items():
        sentence = sentence.replace("{" + key + "}", value)
    return Consumed(sentence, float(whole), "s", "time", [ways[0], speeds[0], stops[0]])


def kilometres(match: "re.Match[str]", language: str) -> Decimal:
    """Return a way in kilometres, or a speed in kilometres per hour."""
    is_mile = match["unit"].lower().startswith(("mi", "mph", "mei"))
    return decimal_of(match["n"], language) * (KM_IN_MILE if is_mile else 1)


def stop_minutes(match: "re.Match[str]") -> Decimal:
    """Return how many minutes all stops take together."""
    size, of = (match["size"] or match["size2"]).lower(), (match["of"] or match["of2"]).lower()
    count = Decimal("0.5") if size in HALF else Decimal(1) if size in ONE_OF else Decimal(size.replace(",", "."))
    minutes = count * (1 if of.startswith("min") else 60)
    words = [(match[name] or "").lower() for name in ("times", "after", "times2")]
    said = next((word for word in words if word), "1")
    times = TIMES_OF.get(said) or COUNTED_TIMES.get(said) or int(said)
    if re.search(r"\b(?:twice|zweimal|deux fois|dos veces)\b", match.group(), re.IGNORECASE):
        times = 2
    return minutes * times
