"""An amount at a price for each unit, without a question: 45 litres at 1.42 a litre, 12.60 an hour for 37.5 hours; parts of a price taken off; sums of products."""

import re

from config.builtins.calculator.consumed import Problem

FIGURE_TOLD = r"\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
PRICE_COIN = r"(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|quid|gbp|chf|francs?|franken|p|pence|ct|cents?|dolares)"
UNIT_OF_PRICE = {
    "litre": r"l|lit(?:er|re)s?|litros?",
    "gallon": r"gal|gallons?|galones|galon",
    "kilo": r"kg|kgs|kilos?|kilogram(?:s|m|me|mes|os?)?",
    "gram": r"g|grams?",
    "pound": r"lbs?|pounds?",
    "kwh": r"kwh|kilowatt[- ]?hours?|kilowattstunden?",
    "m2": r"m2|m²|sq ?m|square met(?:er|re)s?|quadratmeter|qm|metres? carres?|metros? cuadrados?",
    "metre": r"m|met(?:er|re)s?|metros?",
    "yard": r"yards?|yds?",
    "foot": r"feet|foot|ft",
    "mile": r"miles?",
    "km": r"km|kms|kilomet(?:er|re)s?|kilometros?",
    "hour": r"h|hrs?|hours?|stunden?|std|heures?|horas?",
    "day": r"days?|tage?|jours?|dias?",
    "night": r"nights?|nachte?|nuits?|noches?",
    "minute": r"min|mins|minutes?|minuten?|minutos?",
}
ANY_UNIT_OF_PRICE = "|".join(f"(?:{names})" for names in UNIT_OF_PRICE.values())
PRICE_FOR_ONE = r"(?:/|\b(?:per|an?|each|every|the|pro|je|die|der|das|den|le|la|l'|par|por|al|el)\b ?)"
PRICE_PER = re.compile(
    rf"(?:(?:€|\$|£) ?)?(?<![\w.,])(?P<price>{FIGURE_TOLD}) ?{PRICE_COIN}? ?(?:de )?{PRICE_FOR_ONE} ?(?:an? )?(?P<per>{ANY_UNIT_OF_PRICE})(?![a-z0-9²])"
)
AMOUNT_TOLD = re.compile(rf"(?<![\w.,/€$£])(?P<amount>{FIGURE_TOLD}) ?(?P<unit>{ANY_UNIT_OF_PRICE})(?![a-z0-9²/])")
PRICE_FIGURES = re.compile(r"(?<![\w])\d[\d.,]*")
OTHER_WISH = re.compile(
    r"\b(?:how (?:many|long|far)|convert|in (?:kg|lbs?|pounds|litres|liters|gallons|miles|km|inches|cm|hours|minutes|seconds)|per (?:day|week|month|year|person)|a (?:day|week|month|year)|each (?:day|week|month|year)|percent|in a (?:week|month|year|day)|(?:week|month|year)ly|annual\w*|half|double|more|less|cheaper|without|except|tax|vat|discount|"
    r"wie ?viele|wie lange|umrechnen|pro (?:tag|woche|monat|jahr|person)|prozent|im (?:monat|jahr)|in der woche|am tag|monatlich|jahrlich|halb\w*|ohne|steuer|rabatt|combien de|par (?:jour|semaine|mois|an|personne)|sans|remise|cuant[oa]s|por (?:dia|semana|mes|ano|persona)|al (?:mes|ano|dia)|a la semana|au mois|mensuel\w*|sin|descuento)\b|%"
)
PRICED_WORDS = (
    AMOUNT_TOLD,
    PRICE_PER,
    re.compile(
        r"\b(?:at|for|and|cost\w*|price\w*|total|what(?:'?s| is| does| do)?|how much|is|that|the|it|i|we|you|earn\w*|make|made|get|gets|got|paid|pay|work\w*|did|used|use|bought|buy|fuel|petrol|diesel|this|last|week|month|today|please|"
        r"fur|zu|kostet|kosten|verdiene|verdient|arbeite|gearbeitet|habe|ich|das|was|insgesamt|bezahle|tanke|getankt|diese|woche|pour|a|coute\w*|gagne|travaille|combien|cuesta\w*|gano|trabaj\w*|cuanto|son|esta|semana)\b"
    ),
)


def unit_of_price(name: str) -> str:
    """Return which unit a name means, as the key of the table."""
    return next(key for key, names in UNIT_OF_PRICE.items() if re.fullmatch(names, name))


def amount_at_price(text: str) -> Problem:
    """Return what an amount costs, or brings in, at a price for each unit; none for other messages."""
    prices = list(PRICE_PER.finditer(text))
    amounts = [one for one in AMOUNT_TOLD.finditer(text) if not any(p.start() <= one.start() < p.end() for p in prices)]
    if len(prices) != 1 or len(amounts) != 1 or OTHER_WISH.search(text) or len(PRICE_FIGURES.findall(text)) != 2:
        return Problem("")
    if unit_of_price(prices[0]["per"]) != unit_of_price(amounts[0]["unit"]):
        return Problem("")
    return Problem(f"{amounts[0]['amount']} * {prices[0]['price']}", PRICED_WORDS)


PART_OFF = re.compile(
    r"\b(?:with |gets? |got |at |mit |avec |con )?(?:an? |ein(?:em|en)? |un )?(?P<over>[1-9]) ?/ ?(?P<under>[2-9]|10) (?:off|discount|reduction|rabatt|nachlass|billiger|reduziert|de (?:remise|reduction|descuento))\b(?: (?:with )?(?:an? |the |my )?[a-z]+)?"
)
PART_PRICE_ASKED = re.compile(
    r"\b(?:what (?:do|does|will|would) (?:i|we|it|he|she|they) (?:pay|cost)|how much|what(?:'?s| is)|price|pay|cost|left|now|was (?:zahle|kostet)|wie ?viel|combien|cuanto)\b"
)
PART_WORDS = (
    PART_OFF,
    PART_PRICE_ASKED,
    re.compile(
        r"\b(?:a|an|the|was|is|it|are|were|cost|costs|normally|usually|train|bus|i|we|do|does|of|for|ticket|price)\b"
    ),
)


def part_taken_off(text: str) -> Problem:
    """Return a price without the part that is taken off it: "58 with a 1/3 off railcard"; none for other messages."""
    parts = list(PART_OFF.finditer(text))
    rest = PART_OFF.sub(" ", text)
    figures = re.findall(rf"(?<![\w.,])(?:{FIGURE_TOLD})(?![\w%/]|[.,]\d)", rest)
    if (
        len(parts) != 1
        or len(figures) != 1
        or len(PRICE_FIGURES.findall(rest)) != 1
        or not PART_PRICE_ASKED.search(text)
    ):
        return Problem("")
    if re.search(r"%|\b(?:percent|then|plus|each|split|between|people|tax|vat|tip|another|extra)\b", rest):
        return Problem("")
    return Problem(f"{figures[0]} - {parts[0]['over']} / {parts[0]['under']} * {figures[0]}", PART_WORDS)


SUM_OF_PRODUCTS = re.compile(
    rf"\b(?:total|sum|summe|gesamtsumme|somme|suma) (?:of|for|from|von|aus|de) (?P<terms>(?:{FIGURE_TOLD}) ?[x*×] ?(?:[€$£] ?)?(?:{FIGURE_TOLD})(?:(?:,|,? (?:and|plus|und|et|y|\+|&)) (?:{FIGURE_TOLD}) ?[x*×] ?(?:[€$£] ?)?(?:{FIGURE_TOLD}))+)"
)


def sum_of_products(text: str) -> Problem:
    """Return the sum of several products: "total of 12 x 4.5 and 8 x 3.25"; none for other messages."""
    match = SUM_OF_PRODUCTS.search(text)
    if match is None or PRICE_FIGURES.search(text[: match.start()] + " " + text[match.end() :]):
        return Problem("")
    terms = re.split(r"(?<=\d),? (?:and|plus|und|et|y|\+|&) |, ", match["terms"])
    made = " + ".join(re.sub(r" ?[x×*] ?[€$£]? ?", " * ", term.strip()) for term in terms)
    return Problem(made, (SUM_OF_PRODUCTS, re.compile(r"\b(?:what(?:'?s| is)?|how much|the)\b")))
