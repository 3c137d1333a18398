"""Answers with a number that a message tells itself: the price of an amount in another unit, a cup that is told to be 250 ml."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_amounts import quantities
from config.builtins.unit_converter.unit_names import (
    FLAGS,
    FREE,
    NAME,
    NUMBER,
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
    told = number(price["n"] or price["m"])
    made = told_price(told, price["sign"] or price["word"], (amounts[0][0], *pair), language)
    return made, [price.span(), asked[0].span()]


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
    money = [f"{sign}{one}" if is_ahead else f"{localized(one, language)} {sign}" for one in figures]
    answer = f"{money[0]} / {named(value, unit, language)} ≈ **{money[1]}{LINK[language]}{name_of(target, language, one=True)}**"
    row = {
        "value": float(told),
        "from": "money",
        "to": target.id,
        "result": float(each),
        "text": answer.replace("**", ""),
    }
    return told_rows(answer, [row], "money", [], 0.93)


def by_told_factor(text: str, language: str) -> "tuple[dict[str, Any], list[tuple[int, int]]] | None":
    """Return a conversion with the factor that a message tells where it is not the usual one; None for other messages."""
    found = list(DEFINITION.finditer(text))
    pair = same_kind(found[0]["one"], found[0]["many"]) if len(found) == 1 else None
    if pair is None or pair[0] == pair[1] or pair[0].dimension in ("temperature", "fuel"):
        return None
    size = number(found[0]["n"])
    if abs(size * pair[1].factor / pair[0].factor - 1) < SAME_FACTOR or size <= 0:
        return None
    left = text[: found[0].start()] + " ; " + text[found[0].end() :]
    amounts, rest = quantities(left)
    wanted = {unit.id for match in FREE.finditer(rest) for unit in meanings(match.group())[:1]}
    if len(amounts) != 1 or len(wanted) != 1 or re.search(r"\d", rest):
        return None
    source = next((unit for unit in pair if unit in meanings(amounts[0][1])), None)
    target = next((unit for unit in pair if unit.id in wanted), None)
    if source is None or target is None or source == target:
        return None
    result = amounts[0][0] * size if source == pair[0] else amounts[0][0] / size
    told = text[slice(*found[0].span())].strip()
    answer = f"{named(amounts[0][0], source, language)} ≈ **{named(round(result, 4), target, language)}** ({told})"
    row = {
        "value": float(amounts[0][0]),
        "from": source.id,
        "to": target.id,
        "result": float(result),
        "text": answer.replace("**", ""),
    }
    return told_rows(answer, [row], source.dimension, [], 0.93), [found[0].span()]
