"""The way of an order in words, "cheapest first" or "from most to least expensive", and the key that it is meant of."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import Literal
from config.builtins.wording import fold

HIGH_FIRST_WORDS = (
    r"highest|high|largest|large|biggest|big|greatest|most (?!recent|to\b)[a-z]+|most(?= to )|dearest|priciest|costliest|heaviest|longest|long|tallest|hottest|warmest|strongest|busiest"
    r"|(?:hoch|hochste|grosste|gross|teuerste|schwerste|langste|meiste|warmste)[nrsm]?"
    r"|(?:la |le |les )?plus (?:chere?s?|haute?s?|grande?s?|gross?e?s?|longs?|longues?|lourde?s?|eleve\w*|gros)|(?:le |la |los |las )?(?:mas (?:car[oa]s?|alt[oa]s?|grandes?|larg[oa]s?|pesad[oa]s?)|mayor(?:es)?)"
)
LOW_FIRST_WORDS = (
    r"lowest|low|smallest|small|least [a-z]+|least(?= to )|fewest|cheapest|cheap|lightest|shortest|short|coldest|coolest|nearest|closest"
    r"|(?:niedrigste|kleinste|klein|billigste|gunstigste|leichteste|kurzeste|wenigste|kalteste|nachste)[nrsm]?"
    r"|(?:la |le |les )?(?:moins (?:chere?s?|haute?s?|grande?s?|eleve\w*|longs?)|plus (?:petite?s?|bas|basses?|courte?s?|legere?s?)|meilleur marche)|(?:le |la |los |las )?(?:mas (?:barat[oa]s?|baj[oa]s?|pequen[oa]s?|cort[oa]s?|liger[oa]s?)|menor(?:es)?|menos (?:car[oa]s?|alt[oa]s?))"
)
ORDER_KINDS = {
    "high": HIGH_FIRST_WORDS,
    "low": LOW_FIRST_WORDS,
    "old": r"oldest|old|alteste[nrsm]?|(?:le |la |les )?plus (?:vieux|vieilles?|ancien\w*|agee?s?)|(?:mas )(?:viej[oa]s?|antigu[oa]s?|mayores)",
    "young": r"youngest|young|jungste[nrsm]?|(?:le |la |les )?plus jeunes?|mas jovenes|mas joven",
    "late": r"newest|new|latest|late|most recent|neueste[nrsm]?|spateste[nrsm]?|(?:le |la |les )?plus recente?s?|(?:mas )(?:recientes?|nuev[oa]s?)",
    "early": r"earliest|early|soonest|fruheste[nrsm]?|(?:le |la |les )?plus tot|(?:mas )(?:temprano|pronto)",
    "fast": r"fastest|fast|quickest|schnellste[nrsm]?|(?:le |la |les )?plus rapides?|mas rapid[oa]s?",
    "slow": r"slowest|slow|langsamste[nrsm]?|(?:le |la |les )?plus lente?s?|mas lent[oa]s?",
    "best": r"best|top|beste[nrsm]?|(?:le |la |les )?meilleur\w*|(?:el |la |los |las )?mejor(?:es)?",
    "worst": r"worst|schlechteste[nrsm]?|(?:le |la |les )?(?:pires?|plus mauvaise?s?)|(?:el |la |los |las )?peor(?:es)?",
}
OPPOSITE_KINDS = {"old": "young", "late": "early", "fast": "slow", "best": "worst", "high": "low"}
OPPOSITE_KINDS |= {second: first for first, second in OPPOSITE_KINDS.items()}
ORDER_WORD = "|".join(ORDER_KINDS.values())
SPOKEN_FIRST = re.compile(
    rf"\b(?P<word>{ORDER_WORD})(?: (?:one|ones|values?|[a-z]{{3,12}}s))? (?:first|1st|at the top|on top|zuerst|zuoberst|oben|voran|als erste\w*|(?:en |d')?(?:premiere?s?|abord|tete|haut)|primer[oa]?s?|arriba)\b",
    re.IGNORECASE,
)
SPOKEN_FROM_TO = re.compile(
    rf"(?:\b(?:from|vom|von|der|du|de la|des|de|desde|del)(?: (?:the|der|den|dem|la|le|lo|el|los|las))? )?\b(?P<word>{ORDER_WORD}) (?:to|through|zum|bis zum|zu den|bis|zur|nach|au|a la|aux|a|al|hasta)(?: (?:the|der|den|la|le|lo|el|los|las))? (?P<last>{ORDER_WORD})\b",
    re.IGNORECASE,
)
ORDER_WISHED = re.compile(
    r"\b(?:sort\w*|order\w*|rank\w*|arrang\w*|put|list\w*|show|line up|sortier\w*|ordne\w*|reih\w*|stell\w*|zeig\w*|liste|tri\w*|class\w*|rang\w*|mets|mettre|orden\w*|pon\w*|lista|muestra)\b",
    re.IGNORECASE,
)
SPEED_KEYS = re.compile(r"speed|kmh|km_?h|mph|velocity|rate|tempo|vitesse|velocidad|geschwindigkeit", re.IGNORECASE)
LOW_IS_BEST = re.compile(
    r"rank|place\b|position|time|mins?\b|secs?\b|seconds|minutes|duration|price|cost|errors?|faults?|rang|platz|zeit|preis|kosten|fehler|temps|prix|cout|tiempo|precio|coste?",
    re.IGNORECASE,
)
BIRTH_KEYS = re.compile(r"born|birth|year|date|since|geboren|geburt|jahr|datum|annee|naissance|ano|nacimiento|fecha", re.IGNORECASE)  # fmt: skip
NUMBER_KEYS = re.compile(
    r"(?:.*[_-])?(?:id|nr|no|num|number|code|zip|plz|postcode|phone|sku|isbn|order|invoice|ref)", re.IGNORECASE
)
MEASURE_NOUNS = re.compile(
    r"time|duration|weight|distance|length|prices?|costs?|size|amount|value|score|points?|speed|age|height|quantity|total|"
    r"zeit|dauer|gewicht|entfernung|lange|preis|kosten|grosse|betrag|wert|punkte|alter|menge|temps|duree|poids|distance|"
    r"longueur|prix|cout|taille|montant|valeur|age|tiempo|duracion|peso|distancia|longitud|precio|coste?|tamano|importe|valor|edad",
    re.IGNORECASE,
)


class SpokenOrder(NamedTuple):
    """How an order is said: the kind of what comes first, its words, and their place."""

    kind: str
    said: str
    span: tuple[int, int]


def spoken_order(folded: str) -> SpokenOrder | None:
    """Return what a question wants first of a list; None where it names no order in words."""
    match = SPOKEN_FIRST.search(folded) or SPOKEN_FROM_TO.search(folded)
    if match is None:
        return None
    kind = order_kind_of(match["word"])
    last = match.groupdict().get("last")
    if last and order_kind_of(last) != OPPOSITE_KINDS[kind] and kind not in ("high", "low"):
        return None
    return SpokenOrder(kind, match["word"], match.span())


def order_kind_of(word: str) -> str:
    """Return the kind of order that a word such as "oldest" asks for."""
    return next(kind for kind, words in ORDER_KINDS.items() if re.fullmatch(words, re.sub(r"^(most|least)$", r"\1 x", word.strip()), re.IGNORECASE))  # fmt: skip


def is_falling_order(order: SpokenOrder, key: str, values: Sequence[Any]) -> bool:
    """Return whether the largest value of a key comes first in a spoken order."""
    name, is_number = fold(key), any(isinstance(one, Literal) for one in values)
    is_date = not is_number or BIRTH_KEYS.search(name) is not None
    falls = {
        "high": True,
        "late": True,
        "old": not is_date,
        "fast": SPEED_KEYS.search(name) is not None,
        "best": LOW_IS_BEST.search(name) is None,
    }
    return falls[order.kind] if order.kind in falls else not falls[OPPOSITE_KINDS[order.kind]]


def lone_measure(rows: Sequence[dict[str, Any]]) -> str:
    """Return the only key of entries that has numbers and no numbers of things; "" where there is not one alone."""
    keys = dict.fromkeys(key for row in rows for key in row)
    measured = [key for key in keys if any(isinstance(row.get(key), Literal) for row in rows)]
    named = [key for key in measured if NUMBER_KEYS.fullmatch(fold(key)) is None]
    return named[0] if len(named) == 1 else ""
