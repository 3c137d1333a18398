"""Sums of all numbers of a range, and the cheaper of several offers: "sum of the numbers from 1 to 250", "3 for 4.99 or 5 for 7.99"."""

import re
from fractions import Fraction

from config.builtins.calculator.purchases import amounts_of
from config.builtins.wording import GROUPS, decimal_of, fold

RANGE = re.compile(
    rf"\b(?:sum|add(?: up)?|total|summe|addiere|zusammen|somme|additionne|suma)\b[^.?!\d]*\b(?:numbers?|integers?|zahlen|nombres?|entiers|chiffres|numeros?|enteros|naturales?)\b[^.?!\d]*"
    rf"(?P<first>{GROUPS})(?: ?(?:to|through|till|until|bis|jusqu'a|a|al|hasta|and|und|et|y)(?: zu[mr]?)? ?| ?[-–.]+ ?)(?P<last>{GROUPS})(?!\S*\d)",
    re.IGNORECASE,
)
EVERY_OTHER = {
    0: re.compile(r"\b(?:even|gerade[nr]?|pairs?|pares)\b", re.IGNORECASE),
    1: re.compile(r"\b(?:odd|ungerade[nr]?|impairs?|impares)\b", re.IGNORECASE),
}
OFFER = re.compile(
    rf"(?<![\w.,])(?P<count>\d{{1,4}})(?:er)?[- ]?(?:[a-z]+[- ]){{0,2}}?(?:(?:for|at|costs?|is|are|fur|zu|kostet|kosten|pour|coutent?|coute|a|por|cuestan?)(?: only| nur)? |[:=] ?)?(?:[€$£] ?)?(?P<price>{GROUPS})(?! ?%)",
    re.IGNORECASE,
)
ASKS_CHEAPER = re.compile(
    r"\b(?:cheap\w*|better (?:deal|value|offer|buy|price)|best (?:deal|value|offer|buy|price)|less|billiger\w*|gunstiger\w*|guenstiger\w*|besser\w*|lohnt|moins cher\w*|meilleur\w*|avantageu\w*|mas barat[oa]\w*|mejor\w*|conviene)\b",
    re.IGNORECASE,
)


def range_sum(message: str, language: str) -> str:
    """Return the sum of all whole (even, odd) numbers of a range as an expression; "" for other messages."""
    text = fold(message).replace("\n", " ")
    match = RANGE.search(text)
    if match is None or len(amounts_of(text)) != 2:
        return ""
    first, last = (decimal_of(match[name], language) for name in ("first", "last"))
    if first % 1 or last % 1 or first > last:
        return ""
    step = 1
    for parity, pattern in sorted(EVERY_OTHER.items(), reverse=True):
        if pattern.search(text):
            step, first, last = 2, first + (first % 2 != parity), last - (last % 2 != parity)
            break
    return f"({first} + {last}) * {(last - first) // step + 1} / 2" if first <= last else ""


def cheaper_offer(message: str, language: str) -> tuple[str, ...]:
    """Return the price of one thing in each of several offers as expressions, the cheapest first; () for other messages."""
    text = fold(message).replace("\n", " ")
    offers = [(match["count"], match["price"]) for match in OFFER.finditer(text) if int(match["count"])]
    if len(offers) < 2 or len(amounts_of(text)) != 2 * len(offers) or not ASKS_CHEAPER.search(text):
        return ()
    ordered = sorted(offers, key=lambda one: Fraction(decimal_of(one[1], language)) / int(one[0]))
    return tuple(f"{price} / {count}" for count, price in ordered)
