"""A bound without its unit behind a conversion: "640 sq ft in m2, landlord says over 60"."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_consumption import USED_FIGURE
from config.builtins.unit_converter.unit_names import FLAGS, NAME, UNITS, meanings, named
from config.builtins.wording import decimal_of, fill_in

BOUND_WORDS = {
    "over": r"over|more than|above|bigger than|larger than|longer than|heavier than|uber|mehr als|grosser als|plus de|mas de",
    "under": r"under|less than|below|smaller than|shorter than|lighter than|unter|weniger als|kleiner als|moins de|menos de",
    "least": r"at least|min(?:imum|\.)?|no less than|mindestens|au moins|al menos|como minimo",
    "most": r"at most|up to|max(?:imum|imal|\.)?|no more than|not more than|not over|hochstens|maximum de|au plus|au maximum|como maximo",
}
BOUND_TOLD = re.compile(
    r"(?:[,;:.?!(-]|\b(?:but|and|aber|und|mais|et|pero|y)\b) ?(?:but |and |aber |mais |pero )?(?:the |my |our |their |his |her |an? |der |die |das |mein\w* |unser\w* |le |la |l'|mon |ma |el |mi )?"
    r"(?:[a-z'-]+ ){1,3}?(?:says?|said|claims?|claimed|told (?:me|us)|thinks?|states?|promises?|promised|advertises?|shows?|allows?|requires?|wants?|needs?|(?:look|looks|looking|ask|asks|asking|hoping|hope) for|must (?:be|have)|should (?:be|have)|prefer|brauch\w*|such\w*|cherch\w*|busc\w*|limit is|limit|sagt|meint|behauptet|erlaubt|verlangt|dit|affirme|autorise|demande|dice|afirma|permite|exige)"
    r" (?:that |it'?s? |it is |is |they're |they are |(?:es|sie|er) (?:ist|sind|hat|sei) |es sei |que |c'est |qu'il fait |es |tiene |mide |i need |of |only ){0,3}"
    rf"(?P<way>{'|'.join(f'(?P<{key}>{words})' for key, words in BOUND_WORDS.items())}) (?P<n>{USED_FIGURE})(?: ?(?P<unit>(?:{NAME})(?![A-Za-z0-9])))?[\s.!?)]*\Z",
    FLAGS,
)
OPPOSITE_WAYS = {"least": "under", "most": "over"}
PLAIN_KINDS = frozenset(
    ["length", "mass", "volume", "area", "speed", "energy", "temperature", "pressure", "power", "data"]
)
BOUND_TEXTS = {
    "en": ("So it is **{way} {n}**", "So it is **not {way} {n}**", "{gap} more", "{gap} less"),
    "de": ("Es ist also **{way} {n}**", "Es ist also **nicht {way} {n}**", "{gap} mehr", "{gap} weniger"),
    "fr": ("C'est donc **{way} {n}**", "Ce n'est donc **pas {way} {n}**", "{gap} de plus", "{gap} de moins"),
    "es": ("Así que es **{way} {n}**", "Así que **no es {way} {n}**", "{gap} más", "{gap} menos"),
}
BOUND_NAMES = {
    "en": {"over": "over", "under": "under", "least": "at least", "most": "at most"},
    "de": {"over": "über", "under": "unter", "least": "mindestens", "most": "höchstens"},
    "fr": {"over": "plus de", "under": "moins de", "least": "au moins", "most": "au plus"},
    "es": {"over": "más de", "under": "menos de", "least": "al menos", "most": "como máximo"},
}


def bound_judged(made: dict[str, Any], bound: "re.Match[str]", language: str) -> dict[str, Any] | None:
    """Return a conversion with whether its result keeps a bound; None where it is no single conversion."""
    rows = made["output"]["conversions"] if made["status"] == "SUCCESS" else []
    if len(rows) != 1 or made["output"]["dimension"] not in PLAIN_KINDS or rows[0]["to"] not in UNITS:
        return None
    if rows[0]["to"] == rows[0]["from"]:
        return None
    if bound["unit"] and all(unit.id != rows[0]["to"] for unit in meanings(bound["unit"])):
        return None
    unit, result = UNITS[rows[0]["to"]], Decimal(repr(rows[0]["result"]))
    limit = decimal_of(bound["n"], language)
    way = next(key for key in BOUND_WORDS if bound[key])
    holds = {"over": result > limit, "under": result < limit, "least": result >= limit, "most": result <= limit}[way]
    true, false, more, less = BOUND_TEXTS[language]
    if not holds and way in OPPOSITE_WAYS:
        way, holds = OPPOSITE_WAYS[way], True
    told = fill_in(true if holds else false, way=BOUND_NAMES[language][way], n=named(limit, unit, language))
    gap = round(abs(result - limit), 2)
    said = f" ({fill_in(more if result > limit else less, gap=named(gap, unit, language))})" if gap else ""
    head, blank, notes = made["answer"].partition("\n\n")
    return {**made, "answer": f"{head}\n\n{told}{said}.{blank}{notes}", "used": [*made["used"], list(bound.span())]}
