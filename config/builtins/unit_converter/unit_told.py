"""Answers with a number that a message tells itself: the price of an amount in another unit, a cup that is told to be 250 ml."""

import re
from decimal import Decimal
from typing import Any, NamedTuple

from config.builtins.unit_converter.table import UK
from config.builtins.unit_converter.unit_amounts import quantities, quantities_with_places
from config.builtins.unit_converter.unit_names import (
    FLAGS,
    FREE,
    NAME,
    NUMBER,
    UNITS,
    Unit,
    meanings,
    name_of,
    named,
    number,
    told_rows,
)
from config.builtins.unit_converter.unit_remarks import DEFINITION, SAME_FACTOR, same_kind
from config.builtins.wording import localized

MONEY_TOLD = re.compile(
    rf"(?P<sign>[$€£]) ?(?P<n>{NUMBER})|(?P<m>{NUMBER}) ?(?P<word>[$€£]|euros?\b|eur\b|dollars?\b|usd\b|gbp\b|chf\b|franken\b|francs?\b)",
    FLAGS,
)
PER_UNIT = re.compile(
    rf"(?:\b(?:per|for (?:a|one|each)|each|pro|je|par|por|le|au|al|el)|\b(?:kostet|kosten|cost|costs|coute|revient|cuesta|sale|is) (?:das|der|die|an?|one|the|le|la|une?|el|una?)|/) ?(?:1 )?(?P<unit>(?:{NAME})(?![A-Za-z0-9]))",
    FLAGS,
)
PRICE_WISHED = re.compile(
    r"\b(?:how much|what|price|cost|costs|unit price|preis|grundpreis|kostet|macht|prix|coute|revient|precio|cuesta|sale)\b",
    re.IGNORECASE,
)
LINK = {"en": " per ", "de": " / ", "fr": " / ", "es": " / "}


def price_per_unit(text: str, language: str) -> "tuple[dict[str, Any], list[tuple[int, int]]] | None":
    """Return what one unit costs of an amount with its price, without ``used``, and what was read; None for other messages."""
    prices = list(MONEY_TOLD.finditer(text))
    if len(prices) != 1 or not PRICE_WISHED.search(text):
        return None
    price = prices[0]
    left = text[: price.start()] + " " * (price.end() - price.start()) + text[price.end() :]
    amounts, rest = quantities(left)
    asked = list(PER_UNIT.finditer(left))
    if len(amounts) != 1 or len(asked) != 1 or re.search(r"\d", rest) or is_rate_behind(text, price.end()):
        return None
    pair = same_kind(amounts[0][1], asked[0]["unit"])
    if pair is None or amounts[0][0] <= 0:
        return None
    if RATE_TOLD_FIRST.fullmatch(left[asked[0].end() : price.start()]):  # "le litre est à 1,92 €": of the amount
        return price_of_amount(price, (amounts[0][0], *pair), language), [price.span(), asked[0].span()]
    told = number(price["n"] or price["m"])
    made = told_price(told, price["sign"] or price["word"], (amounts[0][0], *pair), language)
    return made, [price.span(), asked[0].span()]


BARE_RATE = re.compile(  # "3.40 per lb", "$3.49 a gallon", "1,89 € le litre"
    rf"(?:(?P<sign>[$€£]) ?)?(?<![\w.,])(?P<n>{NUMBER}) ?(?P<word>[$€£]|euros?\b|eur\b|dollars?\b|bucks\b|usd\b|gbp\b|pounds(?= (?:a|per) (?:kg|kilo|litre|liter|mile|km))|quid\b|chf\b|franken\b|francs?\b|cents?\b|ct\b|pence\b|p\b)? ?(?:per|a|an|/|each|pro|je|par|por|le|la|el|der|die|das|the|for|les|los|las) ?(?:(?P<per>(?:1000|500|250|100|50|10|1)) ?)?(?P<unit>(?:{NAME})(?![A-Za-z0-9/]))",
    FLAGS,
)
RATE_TARGET = re.compile(
    rf"\b(?:per|pro|je|par|por|an?|le|au|al|el|der|die|das|the|in|to|into)(?: (?:a|one))? (?P<unit>(?:{NAME})(?![A-Za-z0-9/]))|/ ?(?P<over>(?:{NAME})(?![A-Za-z0-9/]))|\b(?P<price>kilo|kg|litre|liter|pound|gallon)s?[- ]?(?:price|preis)",
    FLAGS,
)
PRICE_WORD = re.compile(
    r"\b(?:prices?|priced|pricing|costs?|paid|pay|paying|charges?|rates?|preis\w*|kostet|kosten|zahl\w*|prix|coute\w*|tarif\w*|precios?|cuesta\w*|gas|petrol|diesel|benzin|sprit|essence|gasolina)\b",
    re.IGNORECASE,
)
RATE_KINDS = ("mass", "volume", "length", "area", "time", "energy", "data")
BRITISH_MONEY = re.compile(r"£|\b(?:gbp|pence|quid|p)\b", FLAGS)


def price_in_other_unit(text: str, language: str) -> "tuple[dict[str, Any], list[tuple[int, int]]] | None":
    """Return a price of one unit as the price of another unit, without ``used``, and what was read; None for other messages."""
    rates = list(BARE_RATE.finditer(text))
    if len(rates) != 1 or not (
        rates[0]["sign"] or rates[0]["word"] or PRICE_WORD.search(text) or AT_PRICE.search(text[: rates[0].start()])
    ):
        return None
    rate = rates[0]
    left = text[: rate.start()] + " " * (rate.end() - rate.start()) + text[rate.end() :]
    bought = bought_amount(left, rate)
    left = left[: bought[0]] + " " * (bought[1] - bought[0]) + left[bought[1] :]
    if re.search(r"\d|%", left) or quantities(left)[0] or len(set(MONEY_SIGNS.findall(left))) > 0:
        return None
    goals = [match for match in RATE_TARGET.finditer(left)]
    pairs = [(match, same_kind(rate["unit"], rate_name(match))) for match in goals]
    size = number(rate["per"] or "1")
    fitting = [
        (match, pair)
        for match, pair in pairs
        if pair and pair[0].dimension in RATE_KINDS and (pair[0] != pair[1] or size != 1)
    ]
    if not fitting or len({pair[1].id for _, pair in fitting}) != 1:
        return None
    source, target = fitting[0][1]
    if BRITISH_MONEY.search(rate.group()) and source.id in UK and not rate["unit"].lower().startswith("us"):
        source = UNITS[UK[source.id]]
    if BRITISH_MONEY.search(rate.group()) and target.id in UK:
        target = UNITS[UK[target.id]]
    told = number(rate["n"])
    made = told_price(told, rate["sign"] or rate["word"] or "", (size, source, target), language)
    named_again = [match.span() for match in RATE_TARGET.finditer(left) if same_kind(rate["unit"], rate_name(match))]
    return made, [rate.span(), bought, *named_again, *(match.span() for match in PRICE_WORD.finditer(text))]


AT_PRICE = re.compile(r"(?:\b(?:at|for|zu|fur|a)|@) ?\Z", FLAGS)
PER_OTHER = re.compile(rf"(?:\b(?:per|pro|par|por|je)|/) ?(?:(?:{NAME})(?![A-Za-z0-9]))", FLAGS)


def bought_amount(left: str, rate: "re.Match[str]") -> tuple[int, int]:
    """Return the place of the one amount that is bought at a rate, where the price of another unit is asked for."""
    amounts, _, places = quantities_with_places(left)
    if len(amounts) != 1 or PER_OTHER.search(left) is None:
        return 0, 0
    return places[0] if same_kind(amounts[0][1], rate["unit"]) else (0, 0)


def rate_name(match: "re.Match[str]") -> str:
    """Return the name of the unit that a price is wanted for."""
    return str(match["unit"] or match["over"] or match["price"])


MONEY_SIGNS = re.compile(r"[$€£]|\b(?:euros?|eur|dollars?|usd|gbp|chf|franken|francs)\b", FLAGS)


RATE_TOLD_FIRST = re.compile(
    r" ?(?:is|est|costs?|coute|kostet|cuesta|vale|es|sale)(?: (?:at|a|to|now|about|currently))? ?", FLAGS
)


def price_of_amount(price: "re.Match[str]", measured: tuple[Decimal, Unit, Unit], language: str) -> dict[str, Any]:
    """Return what an amount costs at a price of one unit."""
    value, unit, target = measured
    told, sign = number(price["n"] or price["m"]), price["sign"] or price["word"]
    total = round(told * value * unit.factor / target.factor, 2)
    is_ahead = sign in ("$", "€", "£") and language == "en"
    money = f"{sign}{total:,.2f}" if is_ahead else f"{localized(f'{total:,.2f}', language)} {sign}"
    answer = f"{named(value, unit, language)} × {localized(f'{told:f}', language)} ≈ **{money}**"
    text = answer.replace("**", "")
    row = {"value": float(told), "from": "money", "to": target.id, "result": float(total), "text": text}
    return told_rows(answer, [row], "money", [], 0.93)


def is_rate_behind(text: str, at: int) -> bool:
    """Say whether a price is already one for each unit: "$3.49 a gallon"."""
    return (
        re.match(rf" ?(?:per|a|an|/|each|pro|je|par|por|le|el|the) ?(?:{NAME})(?![A-Za-z0-9])", text[at:], FLAGS)
        is not None
    )


def told_price(told: Decimal, sign: str, measured: tuple[Decimal, Unit, Unit], language: str) -> dict[str, Any]:
    """Return the answer with the price of one unit."""
    value, unit, target = measured
    each = told / (value * unit.factor / target.factor)
    each = round(each, 2 if each >= Decimal("0.1") else 4)
    figures = [f"{one:,.2f}" if one >= Decimal("0.1") or not one else f"{one:f}" for one in (told, each)]
    is_ahead = sign in ("$", "€", "£") and language == "en"
    money = [f"{sign}{one}" if is_ahead else f"{localized(one, language)} {sign}".strip() for one in figures]
    answer = f"{money[0]} / {named(value, unit, language)} ≈ **{money[1]}{LINK[language]}{name_of(target, language, one=True)}**"
    row = {
        "value": float(told),
        "from": "money",
        "to": target.id,
        "result": float(each),
        "text": answer.replace("**", ""),
    }
    return told_rows(answer, [row], "money", [], 0.93)


TOLD_SIZE = re.compile(  # "assume 5 ml spoons", "with 250 ml cups", "cups of 250 ml", "5 ml to the teaspoon"
    rf"\b(?:assum\w*|with|using|use|based on|taking|take|if|given|mit|bei|angenommen|nimm|annahme|avec|en prenant|prends|suppos\w*|con|usando|suponiendo|asumiendo)\b[^.;?\d]{{0,15}}(?P<n>{NUMBER}) ?-?(?P<many>{NAME})(?![A-Za-z])[ -](?P<one>(?:{NAME})(?![A-Za-z])|spoons?|loffeln?|cuill\w+|cucharas?)"
    rf"|(?<![\w.,])(?P<n2>{NUMBER}) ?(?P<many2>{NAME})(?![A-Za-z]) (?:per|to the|to a|a|each|pro|je|par|por) (?P<one2>(?:{NAME})(?![A-Za-z])|spoon\b)"
    rf"|\b(?:a|an|of|der|mit|with|bei|avec|con|if|assum\w*|my|our|mein\w*|the) (?P<one3>(?:{NAME})(?![A-Za-z])|cuill\w+|cucharas?|loffeln?) (?:of|zu|mit|de|with|holding|holds) (?P<n3>{NUMBER}) ?(?P<many3>{NAME})(?![A-Za-z])(?= ?(?:[).,;?!]|\Z))",
    FLAGS,
)
SPOON = re.compile(r"spoon|loffel|cuill|cuchara", re.IGNORECASE)


MOST_UNLIKE = 3  # times as large as the usual size


class ToldSize(NamedTuple):
    """A size that a message tells of a unit: its unit and the one that it is told in, how many, and where."""

    one: Unit
    many: Unit
    size: Decimal
    span: tuple[int, int]


def told_size(text: str) -> ToldSize | None:
    """Return the one size of a unit that a message tells; None without one, or where it is the usual size."""
    found = list(DEFINITION.finditer(text))
    if len(found) == 1:
        names = (found[0]["one"], found[0]["many"], found[0]["n"])
    else:
        found = [] if found else list(TOLD_SIZE.finditer(text))
        if len(found) != 1:
            return None
        one, many, size = (
            found[0][name] or found[0][f"{name}2"] or found[0][f"{name}3"] for name in ("one", "many", "n")
        )
        names = (spoon_named(one, text), many, size)
    pair = same_kind(names[0], names[1]) if names[0] else None
    if pair is None or pair[0] == pair[1] or pair[0].dimension in ("temperature", "fuel"):
        return None
    size = number(names[2])
    if size <= 0 or abs(size * pair[1].factor / pair[0].factor - 1) < SAME_FACTOR:
        return None
    ratio = size * pair[1].factor / pair[0].factor
    if ratio * MOST_UNLIKE <= 1 or ratio >= MOST_UNLIKE:  # "15 mg per kilo" is a dose
        return None
    return ToldSize(*pair, size, found[0].span())


def spoon_named(name: str, text: str) -> str:
    """Return the spoon that a message names, for "spoons" alone; "" where it names several."""
    if not SPOON.fullmatch(name.lower()[:6].rstrip("s")) and not SPOON.match(name):
        return name
    if FREE.fullmatch(name):
        return name
    kinds = {unit.id for match in FREE.finditer(text) for unit in meanings(match.group())[:1]} & {"tsp", "tbsp"}
    return kinds.pop() if len(kinds) == 1 else ""


def by_told_factor(text: str, language: str) -> "tuple[dict[str, Any], list[tuple[int, int]]] | None":
    """Return a conversion with the factor that a message tells where it is not the usual one; None for other messages."""
    told = told_size(text)
    if told is None:
        return None
    left = text[: told.span[0]] + " ; " + text[told.span[1] :]
    amounts, rest = quantities(left)
    wanted = {unit.id for match in FREE.finditer(rest) for unit in meanings(match.group())[:1]}
    if len(amounts) != 1 or len(wanted) != 1 or re.search(r"\d", rest):
        return None
    source = next((unit for unit in meanings(amounts[0][1]) if unit.dimension == told.one.dimension), None)
    target = UNITS[wanted.pop()]
    if source is None or source == target or target.dimension != told.one.dimension or told.one not in (source, target):
        return None
    size = told.size * told.many.factor  # of the told unit, in the first unit of its kind
    factors = [size if unit == told.one else unit.factor for unit in (source, target)]
    result = amounts[0][0] * factors[0] / factors[1]
    said = f"1 {told.one.id if language != 'en' else told.one.one} = {named(told.size, told.many, language)}".replace(
        " US ", " "
    )
    words = named(round(result, 4), target, language)
    words = words.replace(" US ", " ") if target == told.one else words
    answer = f"{bare_name(named(amounts[0][0], source, language), source, told)} ≈ **{words}** ({said})"
    row = {
        "value": float(amounts[0][0]),
        "from": source.id,
        "to": target.id,
        "result": float(result),
        "text": answer.replace("**", ""),
    }
    return told_rows(answer, [row], source.dimension, [], 0.93), [told.span]


def bare_name(said: str, unit: Unit, told: ToldSize) -> str:
    """Return an amount without the country of a unit whose size is told."""
    return said.replace(" US ", " ") if unit == told.one else said
