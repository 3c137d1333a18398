"""How many tiles, boards or slabs cover a floor, a wall or a terrace: one area divided by the other, rounded up."""

import math
import re
from fractions import Fraction
from typing import Any

from config.builtins.calculator.consumed import consumed_spans
from config.builtins.calculator.word_problems import plain_text
from config.builtins.wording import GROUPS, decimal_of, fill_in, localized, merged

COVERED_UNIT = r"mm|cm|dm|m|in|inch(?:es)?|ft|foot|feet|yd|yards?|met(?:er|re|ro)s?|metern?|zentimetern?|centimet(?:er|re|ro)s?|\"|'"
METRES = {"mm": "1/1000", "cm": "1/100", "dm": "1/10", "m": "1", "in": "254/10000", "ft": "3048/10000", "yd": "9144/10000"}  # fmt: skip
UNIT_STEMS = (("mm", "mm"), ("cm", "cm"), ("zent", "cm"), ("cent", "cm"), ("dm", "dm"), ("me", "m"), ("in", "in"), ('"', "in"), ("f", "ft"), ("'", "ft"), ("y", "yd"), ("m", "m"))  # fmt: skip
TWO_SIDES = re.compile(
    rf"(?<![\w.,])(?P<one>{GROUPS}) ?(?P<first>(?:{COVERED_UNIT})(?!\w))? ?(?:x|×|\*|by|mal|par|por|auf|sur) ?"
    rf"(?P<other>{GROUPS}) ?(?P<second>(?:{COVERED_UNIT})(?!\w))?"
)
ONE_AREA = re.compile(
    rf"(?<![\w.,])(?P<area>{GROUPS}) ?(?:m2|m²|qm|sqm|sq\.? ?m(?:et(?:er|re)s?)?|square met(?:er|re)s?|quadratmetern?|metres? carres?|metros? cuadrados?)(?!\w)"
)
PIECES = r"(?:tiles?|slabs?|pavers?|paving stones?|boards?|planks?|panels?|sheets?|fliesen?|platten?|kacheln?|dielen?|carreaux|carrelages?|dalles?|lames?|planches?|baldosas?|azulejos?|losas?|tablas?)"
PIECE_WORDS = re.compile(rf"\b{PIECES}\b")
ASKS_PIECES = re.compile(rf"\b(?:how many|wie ?viele?|combien d[e']|cuant[oa]s|combien de) ?(?:of (?:these|those|the) |such |[\d.,x× ]+ ?(?:mm|cm|m|in|inch|ft) |(?:square|big|small|new|whole|full|complete|entire|more|ganze|volle|neue|entiers?|enteras?) )?{PIECES}\b")  # fmt: skip
ASKS_THEM = re.compile(
    r"\b(?:how many (?:of (?:them|these|those) )?(?:do|will|would|should|must) (?:i|we) (?:need|have to buy|buy)|how many (?:are needed|of them)"
    r"|wie ?viele? (?:davon )?(?:brauche?n?|benotige?n?) (?:ich|wir)|combien (?:m'|nous )?en faut[- ]il|combien (?:dois-je|faut-il) en (?:acheter|prendre)|cuant[oa]s (?:necesit\w+|hacen falta|me hacen falta))\b"
)
SURFACES = re.compile(
    r"\b(?:floors?|walls?|rooms?|kitchens?|bath(?:room)?s?|hall(?:way)?s?|terraces?|patios?|area|covers?|covering|tiled?|lay|boden|wand|zimmer|kuche|bad|flur|terrasse\w*|"
    r"sol|mur|salle|cuisine|piece|couvrir|suelo|pared|cocina|bano|terraza|cubrir|sized?|each|measur\w*|need\w*|brauch\w*|faut|necesit\w*)\b"
)
MORE_THAN_AREAS = re.compile(r"[%$€£]|\b(?:waste|spare|extra|cost\w*|price|gaps?|grout|joints?|verschnitt|fuge\w*|kost\w*|preis|chute\w*|cout\w*|prix|juntas?|cuesta\w*|precio)\b")  # fmt: skip
SAYS_PIECES = {
    "en": "**{count}** ({whole} m² / {piece} m² = {exact}). Pieces cut at an edge are not counted: a few more are needed for them.",
    "de": "**{count}** ({whole} m² / {piece} m² = {exact}). Verschnitt an den Rändern ist nicht gezählt: dafür braucht es einige mehr.",
    "fr": "**{count}** ({whole} m² / {piece} m² = {exact}). Les chutes aux bords ne sont pas comptées : il en faut quelques-unes de plus.",
    "es": "**{count}** ({whole} m² / {piece} m² = {exact}). Los cortes en los bordes no se cuentan: hacen falta algunas más.",
}  # fmt: skip


def pieces_to_cover(message: str, language: str) -> dict[str, Any] | None:
    """Return how many pieces of one area cover another, every number of the message read; None for other messages."""
    text = plain_text(message, language)
    if (ASKS_PIECES.search(text) or asks_them(text)) is None or MORE_THAN_AREAS.search(text):
        return None
    found = [(*match.span(), two_sides(match, language)) for match in TWO_SIDES.finditer(text)]
    found += [(*match.span(), Fraction(decimal_of(match["area"], language))) for match in ONE_AREA.finditer(text)]
    numbers = [match.start() for match in re.finditer(r"(?<![\w.,])\d[\d.,]*", text)]
    areas = sorted(area for _, _, area in found if area)
    is_whole = all(any(start <= place < end for start, end, _ in found) for place in numbers)
    if len(found) != 2 or len(areas) != 2 or not is_whole:
        return None
    piece, whole = areas
    exact, count = whole / piece, math.ceil(whole / piece)
    words = {
        "count": localized(f"{count:,}", language),
        "whole": area_text(whole, language),
        "piece": area_text(piece, language),
        "exact": area_text(exact, language),
    }
    result = {
        "expression": "pieces",
        "result": str(count),
        "value": float(count),
        "exact": exact == count,
        "fraction": "",
    }
    used = consumed_spans(message, language, (TWO_SIDES, ONE_AREA, ASKS_PIECES, ASKS_THEM, SURFACES, PIECE_WORDS))
    return {
        "answer": fill_in(SAYS_PIECES[language], **words),
        "output": {"results": [result]},
        "confidence": 0.93,
        "status": "SUCCESS",
        "used": merged(used, len(message)),
    }


def asks_them(text: str) -> "re.Match[str] | None":
    """Return the question for how many of the pieces that stand before it are needed: "… with tiles of 25 cm by 25 cm. How many do I need?"."""
    asked = ASKS_THEM.search(text)
    return asked if asked is not None and PIECE_WORDS.search(text[: asked.start()]) else None


def two_sides(match: "re.Match[str]", language: str) -> Fraction | None:
    """Return the area of two sides in square metres; a side without a unit has that of the other, None where none has one."""
    first, second = match["first"] or match["second"], match["second"] or match["first"]
    if first is None or second is None:
        return None
    sides = ((match["one"], first), (match["other"], second))
    area = Fraction(1)
    for number, unit in sides:
        area *= Fraction(decimal_of(number, language)) * Fraction(METRES[unit_of(unit)])
    return area or None


def unit_of(word: str) -> str:
    """Return the unit of length that a word names."""
    return word if word in METRES else next(unit for stem, unit in UNIT_STEMS if word.startswith(stem))


def area_text(number: Fraction, language: str) -> str:
    """Return a number for people, with at most four decimals."""
    return localized(f"{float(number):,.4f}".rstrip("0").rstrip("."), language)
