"""The amounts of a message with the names of their units: parts such as 6 ft 2 in make one, and so does "10 stone 4"."""

import re
from decimal import Decimal

from config.builtins.unit_converter.table import BARE, CHAINS
from config.builtins.unit_converter.unit_names import (
    BARE_PART,
    FLAGS,
    HALF_MORE,
    NAMES,
    QUANTITY,
    UNITS,
    WORDS,
    meanings,
    number,
)


def quantities(text: str) -> tuple[list[tuple[Decimal, str, str]], str]:
    """Return the amounts with the names of their units, parts such as 6 ft 2 in added up, and the text without them."""
    return quantities_with_places(text)[:2]


def quantities_with_places(text: str) -> tuple[list[tuple[Decimal, str, str]], str, list[tuple[int, int]]]:
    """Return the amounts, the text without them, and where each of them stands."""
    found: list[tuple[Decimal, str, str]] = []
    places: list[tuple[int, int]] = []
    rest, start, end = "", 0, 0
    asks = re.search(r"\b(how|convert|what|in|to|is)\b|\bwhich\b[^?]*\bor\b", text, FLAGS)
    for match in QUANTITY.finditer(text):
        if match["word"] in ("a", "an") and not asks:
            continue
        value = number(match["number"] or WORDS[match["word"].lower()]) + (
            Decimal("0.5") if match["half"] or match["halfword"] else 0
        )
        gap, end_before = text[end : match.start()], end
        rest, end = rest + gap, match.end()
        if half := HALF_MORE.match(text, end):
            value, end = value + Decimal("0.5"), half.end()
        lower = (
            chained(found[-1][1], match["unit"])
            if found and end_before and re.fullmatch(r" ?(?:and |, ?)?", gap) and "," not in gap
            else None
        )
        if lower is not None and not (value >= lower and "and" in gap):  # "1.5 l and 1500 ml" are two
            found[-1] = (found[-1][0] * lower + value, match["unit"], text[start : match.end()].strip())
        else:
            found.append((value, match["unit"], ""))
            start = match.start()
            places.append(match.span())
        bare, small = bare_part(text, match)
        if bare and small:
            half = HALF_MORE.match(text, bare.end())
            end = half.end() if half else bare.end()
            more = Decimal(bare.group(1)) + (Decimal("0.5") if half else 0)
            value = found[-1][0] * (chained(match["unit"], small) or 1) + more
            found[-1] = (value, small, text[start:end].strip())
        places[-1] = (start, end)
    return found, rest + text[end:], places


def bare_part(text: str, quantity: "re.Match[str]") -> "tuple[re.Match[str] | None, str | None]":
    """Return the bare number behind "6 foot" or "10 stone", and the unit that it counts; None for other units."""
    name = quantity["unit"]
    small = BARE.get(NAMES.get(name, NAMES.get(name.lower(), [UNITS["m"]]))[0].id)
    return (BARE_PART.match(text, quantity.end()) if small else None), small


def chained(larger: str, smaller: str) -> Decimal | None:
    """Return how many of the smaller unit one of the larger is, when people write the two side by side; None otherwise."""
    for big in meanings(larger):
        for small in meanings(smaller):
            for chain in (chain.split() for chain in CHAINS):
                if big.id in chain and small.id in chain and chain.index(big.id) < chain.index(small.id):
                    return big.factor / small.factor
    return None
