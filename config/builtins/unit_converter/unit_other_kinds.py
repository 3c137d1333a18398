"""Questions for a weight where only energy is told: "500 kcal per hour, how much weight will I lose in 2 hours"."""

import re
from typing import Any

from config.builtins.unit_converter.unit_names import QUANTITY, meanings
from config.builtins.wording import nothing

BODY_LOSS = r"(?:lose|lost|losing|gain\w*|shed|drop|put on)"
LOST_WEIGHT_ASKED = re.compile(
    r"\b(?:how (?:much|many)|what) (?:body ?)?(?:weight|fat|mass|kilos?|kgs?|kilograms?|pounds?|lbs?|stones?)\b"
    rf"|\bhow (?:heavy|much (?:do|does|will|would|can|could) (?:i|we|he|she|they|you) weigh)\b|\bhow much (?:can|do|does|will|would|could|am|is) (?:i|we|he|she|you) (?:going to )?{BODY_LOSS}\b"
    r"|\bwie ?viele? (?:gewicht|fett|kilos?|kg|kilogramm|pfund)\b|\bwie schwer\b|\bwie ?viel (?:nehme|nimmt|nehmen|nimmst)\b[^?.!]*\b(?:ab|zu)\b|\bwie ?viel\b[^?.!]*\b(?:ab|zu)(?:nehme\w*|nimm\w*|zunehmen)\b"
    r"|\bcombien de (?:poids|kilos?|kg|graisse)\b|\bquel poids\b|\bcombien (?:je |vais-je |vais je |puis-je )?(?:perd\w*|maigri\w*|grossi\w*|pese\w*)\b"
    r"|\b(?:cuant[oa]s?|que) (?:peso|kilos?|kg|grasa)\b|\bcuanto (?:voy a |puedo )?(?:adelgaz\w*|engord\w*|pierd\w*|perder|peso|pesa\w*)\b",
    re.IGNORECASE,
)
ENERGY_NO_WEIGHT = {
    "en": "I cannot tell how much weight that is: energy does not convert into weight.",
    "de": "Wie viel Gewicht das ist, kann ich nicht sagen: Energie lässt sich nicht in Gewicht umrechnen.",
    "fr": "Je ne peux pas dire quel poids cela fait : l'énergie ne se convertit pas en poids.",
    "es": "No puedo decir cuánto peso es: la energía no se convierte en peso.",
}


def energy_for_weight(text: str, flat: str, language: str) -> dict[str, Any] | None:
    """Return that a message asks for a weight and tells energy or power, but no weight that goes with it; None for others.

    ``flat`` is the message folded.
    """
    if not LOST_WEIGHT_ASKED.search(flat):
        return None
    told = {meanings(one["unit"])[0].dimension for one in QUANTITY.finditer(flat)}
    has_energy = bool(told & {"energy", "power"}) and "mass" not in told
    return nothing(ENERGY_NO_WEIGHT[language], text) if has_energy else None
