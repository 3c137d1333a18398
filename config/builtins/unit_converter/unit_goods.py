"""Several kitchen goods in one message, each with its own amount: "2 cups flour and 3/4 cup sugar in grams"."""

import re
from typing import Any

from config.builtins.unit_converter.unit_amounts import quantities_with_places
from config.builtins.unit_converter.unit_names import FREE, meanings
from config.builtins.unit_converter.unit_weighing import KINDS, substance_of, weighed

MOST_GOODS = 6
NO_MEASURES = re.compile(  # why it is weighed: "I only own scales, no cups"
    r"\b(?:but |because |since |as )?(?:(?:i|we) )?(?:only|just) (?:own|have|got|use)\b[^.?!,;]{0,20}\bscales?\b|\b(?:we |i )?(?:have |own |got |use )?no (?:measuring )?cups?\b(?: here| at home)?"
    r"|\b(?:ich |wir )?(?:habe|haben|hab)? ?(?:nur|keine) (?:eine )?(?:kuchen)?(?:waage|messbecher|cups?)\b|\b(?:je n'ai|on a) (?:qu'une|que la|pas de) (?:balance|tasses?|cups?)\b|\b(?:solo )?tengo (?:solo )?(?:una )?(?:balanza|bascula)\b",
    re.IGNORECASE,
)
ENDS_GOOD = re.compile(r"[,;.?!]|\b(?:and|plus|und|et|y)\b", re.IGNORECASE)
LEAST_GOODS = 2


def weighed_goods(text: str, told: str, language: str) -> tuple[dict[str, Any], list[list[int]]] | None:
    """Return the answer for several amounts of goods, and the places of the goods in ``told``; None for other messages.

    ``text`` is the folded message as it is read, of the same length as ``told``, which names the goods.
    """
    amounts, rest, places = quantities_with_places(text)
    targets = [unit for match in FREE.finditer(rest) for unit in meanings(match.group())[:1] if unit.dimension in KINDS]
    if not LEAST_GOODS <= len(amounts) <= MOST_GOODS or not targets or len(text) != len(told):
        return None
    lines: list[dict[str, Any]] = []
    spans: list[list[int]] = []
    for at, ((value, name, _label), (_, end)) in enumerate(zip(amounts, places, strict=True)):
        stop = places[at + 1][0] if at + 1 < len(places) else len(text)
        ending = ENDS_GOOD.search(text, end, stop)
        stop = ending.start() if ending else stop
        source = next((unit for unit in meanings(name) if unit.dimension in KINDS), None)
        good = substance_of(text[end:stop])
        if source is None or good is None or source.dimension == targets[0].dimension:
            return None
        made = weighed(value, source, targets[0], told[end:stop], text[end:stop], language)
        if made is None:
            return None
        place = made.pop("place")
        spans.append([end + place[0], end + place[1]])
        lines.append(made)
    return joined_goods(lines), spans


def joined_goods(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the answers for single goods as one: the amounts first, then the densities."""
    heads = [one["answer"].partition("\n\n")[0] for one in lines]
    notes = [note for one in lines for note in one["output"]["notes"]]
    output = {
        **lines[0]["output"],
        "conversions": [row for one in lines for row in one["output"]["conversions"]],
        "notes": notes,
    }
    return {**lines[0], "answer": "\n\n".join(["\n".join(f"- {head}" for head in heads), *notes]), "output": output}
