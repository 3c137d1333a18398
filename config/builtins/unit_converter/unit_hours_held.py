"""How much recording time a memory holds: "128 GB free, one hour takes 635 MB, how many full hours fit?"."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_consumption import USED_FIGURE, Consumed, said_number
from config.builtins.wording import decimal_of, fill_in

MEMORY_UNIT = r"(?P<unit>[kmgt]b|kilobytes?|megabytes?|gigabytes?|terabytes?|[kmgt]o(?=\b))"
HELD_TIME = r"(?:hours?|minutes?|days?|stunden?|minuten?|tage?|heures?|jours?|horas?|minutos?|dias?)"
MEMORY = re.compile(rf"(?<![\w.,])(?P<n>{USED_FIGURE}) ?{MEMORY_UNIT}\b", re.IGNORECASE)
TAKEN = re.compile(  # "one hour of band rehearsal takes 635 MB", "635 MB an hour"
    rf"\b(?:1|one|an?|each|every|per|eine?|jede|une?|chaque|una?|cada) (?P<time>{HELD_TIME})\b[^.?!;\d]{{0,60}}?(?P<n>{USED_FIGURE}) ?{MEMORY_UNIT}\b"
    rf"|(?<![\w.,])(?P<n2>{USED_FIGURE}) ?{MEMORY_UNIT.replace('unit', 'unit2')} ?(?:/|an?|per|each|every|pro|par|por) ?(?P<time2>{HELD_TIME})\b",
    re.IGNORECASE,
)
HELD_ASKED = re.compile(
    rf"\b(?:how many|wie ?viele|combien d[e']|cuant[oa]s) ?(?P<full>full |whole |complete |ganze |volle )?(?P<time>{HELD_TIME})\b",
    re.IGNORECASE,
)
POWER_OF_MEMORY = {"k": 1, "m": 2, "g": 3, "t": 4}
HELD_TEXTS = {
    "en": "**{count}** {time}: {all} ÷ {one} ≈ {ratio}.",
    "de": "**{count}** {time}: {all} ÷ {one} ≈ {ratio}.",
    "fr": "**{count}** {time} : {all} ÷ {one} ≈ {ratio}.",
    "es": "**{count}** {time}: {all} ÷ {one} ≈ {ratio}.",
}


def time_held(text: str, language: str) -> Consumed | None:
    """Return how many hours, minutes or days a memory holds of what takes so much of it in one; None for other questions."""
    taken, asked = list(TAKEN.finditer(text)), HELD_ASKED.search(text)
    if len(taken) != 1 or asked is None:
        return None
    one = taken[0]
    stock = [match for match in MEMORY.finditer(text) if not one.start() <= match.start() < one.end()]
    if len(stock) != 1 or (one["time"] or one["time2"])[:3].lower() != asked["time"][:3].lower():
        return None
    size = memory_bytes(one["n"] or one["n2"], one["unit"] or one["unit2"], language)
    if not size:
        return None
    ratio = memory_bytes(stock[0]["n"], stock[0]["unit"], language) / size
    words = {
        "count": said_number(Decimal(int(ratio)), language),
        "time": asked["time"].capitalize() if language == "de" else asked["time"].lower(),
        "all": stock[0].group().strip(),
        "one": f"{one['n'] or one['n2']} {one['unit'] or one['unit2']}",
        "ratio": said_number(round(ratio, 2), language),
    }
    return Consumed(fill_in(HELD_TEXTS[language], **words), float(int(ratio)), "h", "count", [one, stock[0], asked])


def memory_bytes(figure: str, unit: str, language: str) -> Decimal:
    """Return an amount of memory in bytes."""
    return decimal_of(figure, language) * Decimal(1000) ** POWER_OF_MEMORY[unit[0].lower()]
