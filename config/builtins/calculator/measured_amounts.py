"""The quantities of a message with their roles: prices, measures, shares and counts, each with its place and its noun."""

import re
from fractions import Fraction
from typing import NamedTuple

from config.builtins.wording import GROUPS, Mapped, decimal_of

CURRENCY_WORD = r"€|\$|£|euros?\b|eur\b|dollars?\b|usd\b|pounds?\b(?= (?:for|each|per))|quid\b|bucks\b|francs?\b|franken\b|chf\b|dolares\b|pesos\b"
MEASURES = {
    **dict.fromkeys(("mg", "milligrams?"), ("mass", "1/1000")),
    **dict.fromkeys(("g", "gr", "grams?", "gramm?s?", "grammes?", "gramos?"), ("mass", "1")),
    **dict.fromkeys(
        ("kg", "kgs", "kilos?", "kilograms?", "kilogramm", "kilogrammes?", "kilogramos?"), ("mass", "1000")
    ),
    **dict.fromkeys(("lbs?", "pounds?", "pfund", "livres?", "libras?"), ("mass", "453.59237")),
    **dict.fromkeys(("oz", "ounces?"), ("mass", "28.349523125")),
    **dict.fromkeys(("ml", "millilit(?:er|re)s?", "mililitros?"), ("volume", "1")),
    **dict.fromkeys(("cl", "centilit(?:er|re)s?"), ("volume", "10")),
    **dict.fromkeys(("dl",), ("volume", "100")),
    **dict.fromkeys(("l", "lit(?:er|re)s?", "litros?"), ("volume", "1000")),
    **dict.fromkeys(("cm",), ("length", "1/100")),
    **dict.fromkeys(("m", "met(?:er|re)s?", "metros?"), ("length", "1")),
    **dict.fromkeys(("km",), ("length", "1000")),
}
UNIT_PATTERN = "|".join(sorted(MEASURES, key=len, reverse=True))
QUANTITY = re.compile(
    rf"(?P<sign>[$€£] ?)?(?<![\w.,])(?P<number>{GROUPS})"
    rf"(?:(?P<share> ?(?:%|percent\b|prozent\b|pour ?cents?\b|por ciento\b))|(?P<money> ?(?:{CURRENCY_WORD}))"
    rf"|(?P<unit>[ -]?(?:{UNIT_PATTERN})\b(?!')))?",
    re.IGNORECASE,
)


class Quantity(NamedTuple):
    """A number of a message: its text, what it measures, how many base units its unit has, and its place with its unit."""

    text: str
    kind: str  # money, share, mass, volume, length, or plain
    unit: str
    size: Fraction
    start: int
    end: int

    def amount(self, language: str) -> Fraction:
        """Return the quantity in base units."""
        return Fraction(decimal_of(self.text, language)) * self.size


def quantities_of(made: "Mapped | str") -> list[Quantity]:
    """Return the quantities of a folded text in order."""
    return [quantity(match) for match in QUANTITY.finditer(made if isinstance(made, str) else made.text)]


def quantity(match: "re.Match[str]") -> Quantity:
    """Return one quantity."""
    unit = (match["unit"] or "").strip(" -").lower()
    kind, size = "plain", "1"
    if match["share"]:
        kind = "share"
    elif match["money"] or match["sign"]:
        kind = "money"
    elif unit:
        kind, size = next(found for name, found in MEASURES.items() if re.fullmatch(name, unit))
    return Quantity(match["number"], kind, unit, Fraction(size), *match.span())
