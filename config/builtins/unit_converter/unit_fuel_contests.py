"""Which of two vehicles uses less fuel: "38 mpg or 8.1 l/100km, which one drinks less?"."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, UNITS, converted, named, row, told_rows
from config.builtins.unit_converter.units_compared import Placed
from config.builtins.wording import fill_in

FUEL_CONTEST = re.compile(
    r"\b(?P<verb>(?:us(?:es?|ing)|drinks?|burns?|consumes?|takes?|needs?|guzzles?|verbraucht|braucht|schluckt|frisst|consomme|brule|boit|gasta|consume|bebe)(?: (?:the|am|le|el))?) (?P<way>less|least|more|most|weniger|wenigsten|mehr|meisten|moins|plus|menos|mas)\b"
    r"|\b(?P<thrifty>(?:more|most) (?:economical|efficient|fuel[- ]efficient|frugal)|thriftier|cheaper to run|sparsamer|plus (?:econome|economique)|mas (?:economico|eficiente))\b"
    r"|\b(?P<thirsty>thirstier|less (?:economical|efficient)|durstiger|moins econom\w+|menos (?:economico|eficiente))\b",
    FLAGS,
)
USES_MORE = ("more", "most", "mehr", "meisten", "plus", "mas")
CONTEST_TEXTS = {
    "en": "**{winner}** uses {way}: {rows} (a difference of {gap}).",
    "de": "**{winner}** verbraucht {way}: {rows} (Unterschied: {gap}).",
    "fr": "**{winner}** consomme {way} : {rows} (différence : {gap}).",
    "es": "**{winner}** gasta {way}: {rows} (diferencia: {gap}).",
}
CONTEST_WAYS = {"en": ("less", "more"), "de": ("weniger", "mehr"), "fr": ("moins", "plus"), "es": ("menos", "más")}
BOTH_SAME = {
    "en": "Both use the same: {rows}.",
    "de": "Beide verbrauchen gleich viel: {rows}.",
    "fr": "Les deux consomment autant : {rows}.",
    "es": "Ambos gastan lo mismo: {rows}.",
}


def fuel_contest(text: str, placed: list[Placed], language: str) -> dict[str, Any] | None:
    """Return which of two consumptions is the smaller or the larger one, without ``used``; None for other messages."""
    asked = FUEL_CONTEST.search(text)
    if asked is None or len(placed) != 2 or any(one.amount[1].dimension != "fuel" for one in placed):
        return None
    per_way = UNITS["l100"]
    sizes = [converted(*one.amount[:2], per_way) for one in placed]
    is_more = asked["thirsty"] is not None or (asked["way"] or "").lower() in USES_MORE
    best = (max if is_more else min)(range(2), key=lambda at: sizes[at])
    names = [one.amount[2] or named(*one.amount[:2], language) for one in placed]
    told = [named(round(size, 2), per_way, language) for size in sizes]
    rows = ", ".join(
        name if one.amount[1] == per_way else f"{name} ≈ {size}"
        for one, name, size in zip(placed, names, told, strict=True)
    )
    gap = named(round(Decimal(abs(sizes[0] - sizes[1])), 2), per_way, language)
    text_of = CONTEST_TEXTS[language] if sizes[0] != sizes[1] else BOTH_SAME[language]
    answer = fill_in(text_of, winner=names[best], way=CONTEST_WAYS[language][is_more], rows=rows, gap=gap)
    made = [row(*one.amount[:2], per_way, one.amount[2], language) for one in placed]
    return told_rows(answer, made, "fuel", [], 0.93)
