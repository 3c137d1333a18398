"""The pound of a market, 500 g in German and French, beside the pound of 453.59 g (lb): which is meant, and a note on it."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import UNITS, named
from config.builtins.wording import Mapped, fill_in, fold

MARKET_POUNDS = ("pfund", "livre")
ENGLISH_MEASURES = re.compile(  # beside them a pound is one of 453.59 g
    r"\b(?:lbs?|pounds?|englisch\w*|britisch\w*|amerikanisch\w*|us|usa|uk|imperial\w*|unzen?|stones?|inch(?:es)?|(?:quadrat)?zoll|fuss|fuß|england|amerika|"
    r"anglais\w*|americain\w*|britannique\w*|onces?|pieds?|pouces?|etats-unis|canada\w*|quebec\w*|angleterre|sterling)\b",
    re.IGNORECASE,
)
POUND_WORD = re.compile(r"\b(?:pfund|livres?)\b", re.IGNORECASE)
GERMAN_POUND = re.compile(
    r"\b(?:the )?(?:german|metric|continental) pounds?\b|\blivres? (?:allemandes?|metriques?)\b|\blibras? (?:alemanas?|metricas?)\b",
    re.IGNORECASE,
)
LIVRE_OF = re.compile(r"\blivres? (?=(?:de |d')(?!force|pression|poussee|poids|plus|moins)[a-z])", re.IGNORECASE)
POUND_NOTES = {
    "en": "I took the German Pfund of 500 g{other}.",
    "de": "Gerechnet mit dem Pfund von 500 g{other}.",
    "fr": "J'ai pris la livre de 500 g{other}.",
    "es": "He tomado la libra de 500 g{other}.",
}
AS_ENGLISH = {
    "en": "; as lb (453.59 g): {values}",
    "de": "; als lb (453,59 g): {values}",
    "fr": " ; en lb (453,59 g) : {values}",
    "es": "; en lb (453,59 g): {values}",
}
ENGLISH_LIVRE = "J'ai pris la livre anglaise (lb, 453,59 g) ; avec la livre de 500 g : {values}."


def with_market_pounds(made: Mapped, language: str) -> Mapped:
    """Return a folded text in which a pound of 500 g, and one of 453.59 g, is written by a name of its own."""
    if GERMAN_POUND.search(made.text):
        return made.sub(GERMAN_POUND, " ").sub(r"\b(?:pounds?|pfund|libras?|livres?)\b", "pfund")
    if ENGLISH_MEASURES.search(made.text):
        return made.sub(r"\bpfund\b", "pounds")
    return made.sub(LIVRE_OF, "halfkilos ") if language == "fr" else made


def pound_note(text: str, rows: Sequence[dict[str, Any]], language: str) -> str:
    """Return which pound was taken, with the value of the other one; "" where a message leaves no doubt, or names none."""
    flat = fold(text)
    if not POUND_WORD.search(flat) or ENGLISH_MEASURES.search(flat):
        return ""
    ids = {name for row in rows for name in (row["from"], row["to"])}
    market = [name for name in MARKET_POUNDS if name in ids]
    if not market and "lb" in ids and language == "fr" and re.search(r"\blivres?\b", flat, re.IGNORECASE):
        return fill_in(ENGLISH_LIVRE, values=other_values(rows, "lb", "livre", language))
    if not market:
        return fill_in(POUND_NOTES[language], other="") if re.search(r"\bpfund\b", flat, re.IGNORECASE) else ""
    values = other_values(rows, market[0], "lb", language)
    return fill_in(POUND_NOTES[language], other=fill_in(AS_ENGLISH[language], values=values) if values else "")


def other_values(rows: Sequence[dict[str, Any]], taken: str, other: str, language: str) -> str:
    """Return the results of conversions with another pound in place of the one that was taken."""
    said = []
    for row in rows:
        ends = [UNITS.get(other if name == taken else name) for name in (row["from"], row["to"])]
        if taken in (row["from"], row["to"]) and ends[0] is not None and ends[1] is not None:
            ratio = UNITS[other].factor / UNITS[taken].factor  # of a density too
            result = Decimal(str(row["result"])) * (ratio if row["from"] == taken else 1 / ratio)
            result = round(result, 4)
            said.append(named(result, ends[1], language))
    return ", ".join(said)
