"""Amounts in the order of their size: "put in order from lightest to heaviest: 3 lb, 1.4 kg, 50 oz"."""

import re
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, Unit, converted, named, row, told_rows
from config.builtins.unit_converter.units_compared import Placed

SMALL_WORDS = r"lightest|lighter|shortest|shorter|smallest|smaller|least|lowest|lower|coldest|colder|coolest|slowest|slower|narrowest|narrower|thinnest|youngest|menor|leger|leichtesten?|kurzesten?|kleinsten?|petite?|ligero"
LARGE_WORDS = r"heaviest|heavier|longest|longer|tallest|taller|biggest|bigger|largest|larger|most|highest|higher|hottest|warmest|warmer|fastest|faster|widest|wider|thickest|deepest|mayor|lourde?|schwersten?|langsten?|grossten?|grande?|pesado"
ORDER_WANTED = re.compile(
    r"\b(?:sort(?:ed)?|order(?= (?:these|those|them|the|by|from|this)\b)|ordered(?= (?:by|from)\b)|in order|rank(?:ed)?|arrange|line up|list|put|sortier\w*|ordne|reihe|range|trie[rz]?|class(?:e|er|ez)|ordena\w*|clasifica\w*)\b"
    rf"|\b(?:{SMALL_WORDS}|{LARGE_WORDS}) (?:to|bis|zum|au|a|al) (?:the |plus |mas )?(?:{SMALL_WORDS}|{LARGE_WORDS})\b",
    FLAGS,
)
LOW_WORDS = r"light|short|small|cold|cool|slow|low|little|narrow|thin|leicht|kurz|klein|kalt|langsam|niedrig|court|petit|corto|pequeno"
HIGH_WORDS = r"heavy|long|big|large|hot|warm|fast|high|tall|wide|thick|schwer|lang|gross|heiss|schnell|hoch|lourd|grand|pesado|largo|alto"
RISING = rf"(?:(?:from|von|de|du) (?:{LOW_WORDS}) (?=(?:to|nach|after|bis|a|au|until|zu)\b)|(?:{SMALL_WORDS})\b|ascending|increasing|aufsteigend\w*|croissant|ascendente|creciente)"
FALLING = rf"(?:(?:from|von|de|du) (?:{HIGH_WORDS}) (?=(?:to|nach|after|bis|a|au|until|zu)\b)|(?:{LARGE_WORDS})\b|descending|decreasing|absteigend\w*|decroissant|descendente|decreciente)"
WAY_OF_ORDER = re.compile(
    rf"\b(?:(?P<rising>{RISING})|(?P<falling>{FALLING})|(?P<plain>in order|der (?:grosse|reihe) after|by (?:size|weight|length|height|volume|distance|speed|temperature|mass|area)))",
    FLAGS,
)
ORDER_WORDS = re.compile(
    rf"{ORDER_WANTED.pattern}|\b(?:from |to |by |first|last|these|those|them|vom|zum|du|au|plus|de|a|in (?:the )?order(?: of)?)\b|{RISING}|{FALLING}|\b(?:size|weight|length|height|volume|distance|mass)\b",
    FLAGS,
)


def ordered(text: str, placed: list[Placed], wanted: Unit | None, language: str) -> dict[str, Any] | None:
    """Return amounts of one kind in the order that a message asks for, without the places used; None for other messages."""
    ways = list(WAY_OF_ORDER.finditer(text))
    way = next((one for one in ways if not one["plain"]), ways[0] if ways else None)  # "by weight, heaviest first"
    if len(placed) < 2 or way is None or not ORDER_WANTED.search(text):
        return None
    base = wanted or placed[0].amount[1]
    sizes = [(converted(*one.amount[:2], base), one) for one in placed]
    sizes.sort(key=lambda pair: pair[0], reverse=way["falling"] is not None)
    lines, rows = [], []
    for place, (size, one) in enumerate(sizes, 1):
        value, unit, label = one.amount
        told = label or named(value, unit, language)
        same = (
            ""
            if unit == base
            else f" ({'=' if round(size, 4) == size else '≈'} {named(round(size, 4), base, language)})"
        )
        lines.append(f"{place}. **{told}**{same}")
        rows.append(row(value, unit, base, label, language))
    return told_rows("\n".join(lines), rows, base.dimension, [], 0.95)
