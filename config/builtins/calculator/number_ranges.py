"""Sums of all numbers of a range: "sum of the numbers from 1 to 250"."""

import re

from config.builtins.calculator.purchases import amounts_of
from config.builtins.wording import GROUPS, decimal_of, fold

SUM_OF_RANGE = re.compile(  # without a word for the numbers
    rf"\b(?:sum|summe|somme|suma) (?:of|from|all from|von|de) (?:all )?(?P<first>{GROUPS}) ?(?:to|through|bis|jusqu'a|a|hasta|\.\.\.?) ?(?P<last>{GROUPS})\W*\Z",
    re.IGNORECASE,
)
RANGE = re.compile(
    rf"\b(?:sum|add(?: up)?|total|summe|addiere|zusammen|somme|additionne|suma)\b[^.?!\d]*\b(?:numbers?|integers?|zahlen|nombres?|entiers|chiffres|numeros?|enteros|naturales?)\b[^.?!\d]*"
    rf"(?P<first>{GROUPS})(?: ?(?:to|through|till|until|bis|jusqu'a|a|al|hasta|and|und|et|y)(?: zu[mr]?)? ?| ?[-–.]+ ?)(?P<last>{GROUPS})(?!\S*\d)",
    re.IGNORECASE,
)
EVERY_OTHER = {
    0: re.compile(r"\b(?:even|gerade[nr]?|pairs?|pares)\b", re.IGNORECASE),
    1: re.compile(r"\b(?:odd|ungerade[nr]?|impairs?|impares)\b", re.IGNORECASE),
}
RANGE_WORDS = (RANGE, SUM_OF_RANGE, *EVERY_OTHER.values())


def range_sum(message: str, language: str) -> str:
    """Return the sum of all whole (even, odd) numbers of a range as an expression; "" for other messages."""
    text = fold(message).replace("\n", " ")
    match = RANGE.search(text) or SUM_OF_RANGE.search(text)
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
