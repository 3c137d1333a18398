"""The better of several offers: each a price with what one gets for it, compared for the same amount, in four languages."""

import re
from fractions import Fraction
from typing import Any, NamedTuple

from config.builtins.calculator.arithmetic import Value
from config.builtins.calculator.consumed import consumed_spans
from config.builtins.calculator.measured_amounts import Quantity, quantities_of
from config.builtins.wording import decimal_of, fill_in, flattened, localized, merged, with_digits

ASKS_CHEAPER = re.compile(
    r"\b(?:cheap\w*|better (?:deal|value|offer|buy|price|bargain)|best (?:deal|value|offer|buy|price|bargain)|(?:is|which|what) (?:is )?better|less|good deal|worth|billiger\w*|gunstig\w*|guenstig\w*|besser\w*|"
    r"lohnt|preiswert\w*|moins cher\w*|meilleur\w*|avantageu\w*|rentable|interessant\w*|(?:mas )?barat[oa]\w*|mejor\w*|conviene|compensa|rentable)\b"
)
NEEDED = re.compile(  # "need 9": what so many cost in packs of 3 is another question
    r"\b(?:need|needs|want|buy|buying|get|brauche\w*|nehme\w*|besoin de|il faut|j'en veux|necesito|quiero|compro) (?:about |exactly |only )?\d{1,4}\b(?! ?(?:g|kg|ml|l|cl|oz|lb)\b)"
)
PARTED = re.compile(r"\b(?:or|vs\.?|versus|against|than|and|oder|gegen|als|und|ou|contre|que|et|o|contra|y)\b|[;,\n/]")
PRICED = r"(?: (?:for|at|fur|zu|pour|a|por|@) ?[$€£]?\d[\d.,]*| [$€£]?\d+[.,]\d\d\b)"
BARE_OFFERS = re.compile(  # "500 g for 6.99 vs 2 lb for 12.50": two offers and nothing else that is asked
    r"\A(?!.*\b(?:how|what|total|together|each|per|wie|was|zusammen|combien|cuanto|ensemble|juntos)\b)[^?!;]*?\d"
    rf"[^?!;]*?{PRICED}[^?!;]*? (?:or|vs\.?|versus|oder|ou|o|u|contre|contra|gegen) [^?!;]*?\d[^?!;]*?{PRICED}"
)
PER_UNIT = re.compile(
    r"\b(?:per|pro|par|por|a|au|le|al|el|je) (?:kilo\w*|kg|lit\w+|l|100 ?g|100 ?ml|pound|lb|oz|ounce|piece|item|unit|stuck|unite|piece|unidad|one|each)\b"
)
SHOWN_PER_HUNDRED = re.compile(r"\b(?:per|pro|par|por|a|au|je|les|pour|/) ?(?:the )?100 ?(?P<unit>g|ml)\b")
PRICE_WORDS = re.compile(r"\b(?:for|at|fur|zu|pour|a|por)\b")
PRICE_LEAD = re.compile(
    r"(?:\b(?:for|at|costs?|is|fur|zu|kostet|kosten|pour|a|coute(?:nt)?|por|cuestan?|vale[ns]?|@)|[:=@]) ?(?:only |nur )?\Z"
)
MULTIPLIED = re.compile(
    r" ?(?:x|×|\*|packs? of|cans? of|bottles? of|mal|a) ?\Z| [a-z]{3,15} (?:of|de|d'|zu|zu je|a|mit|mit je|con|with|each) ?\Z"
)
SHOWN_UNITS = {"mass": ("kg", Fraction(1000)), "volume": ("l", Fraction(1000)), "length": ("m", Fraction(1))}
ONE = {"en": "{price} each", "de": "{price} pro Stück", "fr": "{price} l'unité", "es": "{price} por unidad"}
SAYS_BETTER = {
    "en": ("**{best}** is the better deal: {rows}.", "Both cost the same: {rows}.", "{price} per {unit}"),
    "de": ("**{best}** ist günstiger: {rows}.", "Beide kosten gleich viel: {rows}.", "{price} pro {unit}"),
    "fr": ("**{best}** est plus avantageux : {rows}.", "Les deux coûtent autant : {rows}.", "{price} par {unit}"),
    "es": ("**{best}** sale más barato: {rows}.", "Los dos cuestan lo mismo: {rows}.", "{price} por {unit}"),
}


class Offer(NamedTuple):
    """What one gets, in base units of a kind, for a price; ``place`` is where the rewritten text has it, ``text`` what the message says."""

    kind: str
    amount: Fraction
    price: Fraction
    place: tuple[int, int]
    text: str = ""


ROUND_THING = re.compile(
    r"\b(?:pizzas?|cakes?|torten?|kuchen|flans?|tartes?|gateaux?|tartas?|pies?|diameter|durchmesser|diametre|diametro|rund\w*|round)\b|ø"
)


ONE_MEANT = re.compile(  # "the 1.2 kg one", "the big one": no number
    r"(?<![\w.,])(?P<head>\d[\d.,]*[ -]?(?:g|kg|gr|grams?|ml|cl|l|lit(?:re|er)s?|oz|ounces?|lbs?|packs?|pcs?|pieces?)|(?:the|a|this|that) [a-z]+|the \d[\d.,]*) ones?\b",
    re.IGNORECASE,
)


def better_offer(message: str, language: str) -> dict[str, Any] | None:
    """Return which of several offers is the best one, with the price of each; None for other messages."""
    flat = flattened(message)
    made = with_digits(flat.sub(ONE_MEANT, r"\g<head>") if language == "en" else flat, language)
    text = made.text.lower()
    is_asked = ASKS_CHEAPER.search(text) is not None
    if not (is_asked or BARE_OFFERS.search(text)) or NEEDED.search(text):
        return None
    offers = [one._replace(text=message[slice(*made.span(*one.place))]) for one in offers_of(text, language)]
    if len(offers) < 2 or len({one.kind for one in offers}) > 1:
        return None
    if offers[0].kind == "length" and ROUND_THING.search(text):
        return None  # a pizza is as large as its area
    unit, size = SHOWN_UNITS.get(offers[0].kind, ("1", Fraction(1)))
    if offers[0].kind in ("mass", "volume") and (hundred := SHOWN_PER_HUNDRED.search(text)):
        unit, size = f"100 {hundred['unit']}", Fraction(100)
    ordered = sorted(offers, key=lambda one: one.price / one.amount)
    better, equal, per = SAYS_BETTER[language]
    per = ONE[language] if offers[0].kind == "count" else per
    rows = [
        f"{fill_in(per, price=price_text(one.price / one.amount * size, language), unit=unit)} ({one.text})"
        for one in ordered
    ]
    is_tie = ordered[0].price / ordered[0].amount == ordered[-1].price / ordered[-1].amount
    said = fill_in(equal if is_tie else better, best=ordered[0].text, rows=", ".join(rows))
    results = [offer_row(one, size, unit) for one in ordered]
    used = consumed_spans(
        message, language, (ASKS_CHEAPER, PARTED, PER_UNIT) if is_asked else (PARTED, PER_UNIT, PRICE_WORDS)
    )
    return {
        "answer": said,
        "output": {"results": results},
        "confidence": 0.97,
        "status": "SUCCESS",
        "used": merged(used, len(message)),
    }


def offer_row(one: Offer, size: Fraction, unit: str) -> dict[str, Any]:
    """Return one offer as data: its price for one unit."""
    value = Value(one.price / one.amount * size)
    number = float(value.number)
    return {
        "expression": f"{one.text}: / {unit}",
        "result": f"{number:.10g}",
        "value": float(f"{number:.15g}"),
        "exact": Fraction(f"{number:.10g}") == value.number,
        "fraction": "",
    }


def offers_of(text: str, language: str) -> list[Offer]:
    """Return the offers of a folded text, () unless every number of it belongs to one."""
    per_unit = [match.span() for match in PER_UNIT.finditer(text)]
    found = [
        one for one in quantities_of(text) if not any(start <= one.start < end for start, end in per_unit)
    ]  # "which is cheaper per 100 g" names no offer
    groups: list[list[Quantity]] = []
    for place, one in enumerate(found):
        between = text[found[place - 1].end : one.start] if place else ""
        if not groups or (PARTED.search(between) and len(groups[-1]) > 1):
            groups.append([])
        groups[-1].append(one)
    offers = [offer_of(group, text, language) for group in groups]
    return [] if None in offers else [one for one in offers if one is not None]


def offer_of(group: list[Quantity], text: str, language: str) -> Offer | None:
    """Return the offer of some quantities: a price and an amount, or a count of amounts; None for others."""
    prices = [one for one in group if one.kind == "money"]
    if not prices:
        led = [one for one in group if one.kind == "plain" and PRICE_LEAD.search(text[: one.start])]
        prices = led[-1:] or [one for one in group if one.kind == "plain" and re.search(r"[.,]\d\d$", one.text)][-1:]
    rest = [one for one in group if one not in prices]
    if len(prices) != 1 or not rest or any(one.kind == "share" for one in rest):
        return None
    measured = [one for one in rest if one.kind not in ("plain", "money")]
    counts = [one for one in rest if one.kind == "plain"]
    if len(measured) > 1 or len(counts) > 1 or not amounts_multiply(counts, measured, text):
        return None
    amount = Fraction(1)
    for one in rest:
        amount *= one.amount(language)
    price = Fraction(decimal_of(prices[0].text, language))
    start, end = min(one.start for one in group), max(one.end for one in group)
    if amount <= 0:
        return None
    return Offer(measured[0].kind if measured else "count", amount, price, (start, end))


def amounts_multiply(counts: list[Quantity], measured: list[Quantity], text: str) -> bool:
    """Return whether a count beside a measure counts it: "6 x 330 ml"."""
    return not (counts and measured) or MULTIPLIED.match(text[counts[0].end : measured[0].start]) is not None


def price_text(price: Fraction, language: str) -> str:
    """Return a price for people, with as many decimals as tell it apart."""
    places = 2 if price >= Fraction(1, 2) else 4
    return localized(f"{float(price):,.{places}f}", language)
