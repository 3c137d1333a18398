"""The other side of a known ratio: "16:9 with a width of 1920, what height"."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import amounts_of

SIDE_RATIO = re.compile(r"(?<![\d:.,])(?P<one>\d{1,4}) ?: ?(?P<other>\d{1,4})(?![\d:.,]\d|:)")
RATIO_SIDES = (
    re.compile(r"\b(?:wid(?:th|e)|across|breite?|weite|largeur|large|anch[oa]|anchura|first|erste[rnms]?|premi\w+|primer[oa]?)\b"),
    re.compile(r"\b(?:height|high|tall|hoh?e|hoch|hauteur|haut|alt[oa]|altura|second|other|zweite[rnms]?|andere[rnms]?|deuxieme|second[ea]?|autre|segund[oa]|otr[oa])\b"),
)  # fmt: skip
RATIO_SIDE_ASKED = re.compile(
    r"\b(?:what(?:'s|s| is)?|how|which|find|wie|was|welche[rnms]?|quel(?:le)?|combien|que|cual|cuant[oa])\b"
)


def other_ratio_side(text: str) -> Problem:
    """Return the side that a ratio makes of the one that is known; none unless one number stands beside the ratio.

    The ratio is width to height, or first to second, as screens and pictures have it.
    """
    ratios = list(SIDE_RATIO.finditer(text))
    if len(ratios) != 1 or not RATIO_SIDE_ASKED.search(text):
        return Problem("")
    ratio = ratios[0]
    known = [one for one in amounts_of(text) if not ratio.start() <= one.start < ratio.end()]
    places = [[match.start() for match in side.finditer(text)] for side in RATIO_SIDES]
    if len(known) != 1 or known[0].share or len(places[0]) != 1 or len(places[1]) != 1 or "0" in ratio.groups():
        return Problem("")
    asked = max(match.end() for match in RATIO_SIDE_ASKED.finditer(text))
    gaps = [abs(place[0] - known[0].start) for place in places]
    wanted = [side for side in (0, 1) if 0 <= places[side][0] - asked <= 5]
    if len(wanted) != 1 or gaps[wanted[0]] < gaps[1 - wanted[0]]:
        return Problem("")
    over, under = (ratio["one"], ratio["other"]) if wanted[0] == 0 else (ratio["other"], ratio["one"])
    return Problem(f"{known[0].text} * {over} / {under}", (SIDE_RATIO, *RATIO_SIDES, RATIO_SIDE_ASKED))
