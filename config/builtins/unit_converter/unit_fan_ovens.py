"""Fan ovens beside gas marks: a gas mark is meant for an oven without a fan, and a fan oven is set lower."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import UNITS, converted
from config.builtins.wording import fill_in

FAN_OVEN = re.compile(
    r"\b(?:fan(?:[ -](?:assisted|forced))?|convection)(?: (?:electric )?ovens?)?\b|\bumluft\w*|\bheissluft\w*|\bchaleur tournante\b|\b(?:horno (?:de |con )?)?(?:conveccion|ventilador)\b",
    re.IGNORECASE,
)
FAN_DENIED = re.compile(
    r"\b(?:no|not a|without an?|non|ohne|kein\w*|sans|sin) (?:fan|convection|umluft\w*|heissluft\w*|chaleur|ventilador|conveccion)",
    re.IGNORECASE,
)
FAN_STEP = 20  # degrees Celsius
FAN_TEXTS = {
    "en": "A fan oven is usually set about 20 °C lower: about {heat} °C here.",
    "de": "Mit Umluft stellt man meist etwa 20 °C weniger ein: hier etwa {heat} °C.",
    "fr": "À chaleur tournante, on règle en général environ 20 °C de moins : ici environ {heat} °C.",
    "es": "Un horno con ventilador se pone normalmente unos 20 °C más bajo: aquí unos {heat} °C.",
}


def fan_note(text: str, rows: Sequence[dict[str, Any]], language: str) -> str:
    """Return how a fan oven is set for the one gas mark of a folded message; "" for other messages."""
    marks = {one["value"] for one in rows if one["from"] == "gasmark"}
    if len(marks) != 1 or not FAN_OVEN.search(text) or FAN_DENIED.search(text):
        return ""
    heat = converted(Decimal(str(marks.pop())), UNITS["gasmark"], UNITS["C"]) - FAN_STEP
    return fill_in(FAN_TEXTS[language], heat=str(int(round(heat, -1))))
