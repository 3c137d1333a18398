"""Pieces cut from several lengths, and lengths that so many pieces need: what is left of one plank is no part of the next piece."""

import re
from decimal import ROUND_FLOOR, Decimal
from typing import Any, NamedTuple

from config.builtins.unit_converter.unit_names import (
    FLAGS,
    NAME,
    NUMBER,
    QUANTITY,
    WORDS,
    Unit,
    converted,
    meanings,
    named,
    number,
    shown,
    told_rows,
)
from config.builtins.unit_converter.unit_stock import STOCK_CHANGED
from config.builtins.wording import Mapped, blanked, fill_in, localized

SPOKEN_COUNTS = {word: int(told) for word, told in WORDS.items() if told.isdigit() and 1 < int(told) < 100}
COUNT = rf"(?<![\w.,/-])(?P<n>\d{{1,3}}|{'|'.join(sorted(map(re.escape, SPOKEN_COUNTS), key=len, reverse=True))})"
STOCK = (  # what is sold by the length and cut
    r"(?:(?:floor|deck|skirting|wood(?:en)?|timber|plaster)?boards?|planks?|battens?|beams?|rods?|poles?|pipes?|tubes?|bars?|rails?|slats?|laths?|logs?|timbers?|strips?|rolls?|reels?|ribbons?|ropes?|cables?|wires?|strings?|cords?|lengths?|dowels?|canes?|sheets?|profiles?|mouldings?"
    r"|(?:holz|dach|fuss)?(?:brett|latte|leiste)(?:er|ern|n)?|balken|stangen?|rohre?n?|stabe?n?|staben|rollen?|bohlen?|seilen?|seile?|kabeln?|dielen?|profilen?|profile|schienen?|bander?n?|schnure?n?"
    r"|planches?|lattes?|poutres?|tuyaux?|barres?|tiges?|rouleaux?|tasseaux?|cordes?|rubans?|tubes?|tablas?|tablones|liston(?:es)?|vigas?|tubos?|barras?|varas?|rollos?|cuerdas?|cintas?)"
)
SIZE = rf"(?P<size>(?:{NUMBER})[ -]?(?:{NAME})(?![A-Za-z]))"
SIZE_LINKS = r"(?:,? (?:of|with|at|that|which|are|is|each|all|in|long|de|von|zu|je|mit|a|con|die|sind|jeweils|chacune?|cada|una?|uno|measuring|miden|mide|sont|font|mesurent|qui|que|lang|jede|jedes|jeder|every|one)){0,5}"
COUNTED_BEFORE = re.compile(rf"{COUNT} (?:(?!how\b)[a-z]+ ){{0,2}}?(?P<noun>[a-z]{{3,20}}){SIZE_LINKS},? {SIZE}", FLAGS)
COUNTED_SIZED = re.compile(
    rf"{COUNT}(?: ?[x×])? {SIZE}[ -](?:long )?(?:(?!how\b)[a-z]+ )??(?P<noun>[a-z]{{3,20}})", FLAGS
)
STOCK_COUNTED = re.compile(rf"{COUNT} (?:(?!how\b)[a-z]+ ){{0,2}}?(?P<noun>{STOCK})\b", FLAGS)
ASKED = re.compile(
    rf"\bhow many (?:(?:whole|full|complete|such|of the|of these|ganze|volle) )?(?:{SIZE}[ -])?(?P<thing>[a-z]{{3,20}})",
    FLAGS,
)
NO_PIECES = re.compile(
    r"(?:more|times|people|persons?|days?|hours?|minutes?|weeks?|kilos?|cuts?|schnitte|posts?|poles|lamps?|trees?|laps?|runden|gaps?|mal|fois|veces|does|do|can|are|is)\Z",
    FLAGS,
)
IN_PIECES = re.compile(
    r"\b(?:pieces?|slices?|strips?|cut|saw|chop|snip|slice|stucke?n?|scheiben?|schneide\w*|streifen|morceaux|tranches|bandes|coup\w+|decoup\w+|trozos|rodajas|tiras|cort\w+|sacar)\b",
    FLAGS,
)
BETWEEN_WORD = re.compile(r"from|of|out|into|in|with|for|aus|von|mit|dans|de|des|avec|salen|con|a|en|the|my", FLAGS)
SPACED = re.compile(r"\b(?:every|alle|tous les|toutes les|cada|apart|abstand|spaced|between)\b", FLAGS)
PUT_TOGETHER = re.compile(
    r"\b(?:end to end|joined|glued|in a row|sewn|knotted|tied|welded|laid|verbunden|aneinander|bout a bout|juntas|unidas)\b",
    FLAGS,
)
CUT_TEXTS = {
    "en": "**{count} whole ones**: {each} from each of the {n} ({stock} ÷ {piece} {sign} {ratio}{rest}).",
    "de": "**{count} ganze**: {each} aus jedem der {n} ({stock} ÷ {piece} {sign} {ratio}{rest}).",
    "fr": "**{count} entiers** : {each} dans chacun des {n} ({stock} ÷ {piece} {sign} {ratio}{rest}).",
    "es": "**{count} enteros**: {each} de cada uno de los {n} ({stock} ÷ {piece} {sign} {ratio}{rest}).",
}
NEED_TEXTS = {
    "en": "**{count}**: one gives {each} ({stock} ÷ {piece} {sign} {ratio}{rest}), and {n} are wanted.",
    "de": "**{count}**: aus einem werden {each} ({stock} ÷ {piece} {sign} {ratio}{rest}), und {n} werden gebraucht.",
    "fr": "**{count}** : un seul en donne {each} ({stock} ÷ {piece} {sign} {ratio}{rest}), et il en faut {n}.",
    "es": "**{count}**: de uno salen {each} ({stock} ÷ {piece} {sign} {ratio}{rest}), y hacen falta {n}.",
}
LEFT_OF_EACH = {
    "en": ", {rest} left of each",
    "de": ", je {rest} Rest",
    "fr": ", reste {rest} chacun",
    "es": ", sobran {rest} de cada uno",
}


class Cut(NamedTuple):
    """A number of lengths (or of pieces, where lengths are asked for), the sizes of both, and the places of all."""

    number: int
    stock: tuple[Decimal, Unit]
    piece: tuple[Decimal, Unit]
    places: list[tuple[int, int]]
    asks_stock: bool


def count_in(match: "re.Match[str]") -> int:
    """Return a count in figures or words."""
    return int(match["n"]) if match["n"].isdigit() else SPOKEN_COUNTS[match["n"].lower()]


def counted_size(text: str, starts: list[int], *, stock: bool) -> tuple["re.Match[str]", int] | None:
    """Return the count of the lengths (or of the pieces) and which of two sizes is theirs; None where that is not told."""
    is_cut = IN_PIECES.search(text) is not None
    for pattern in (COUNTED_SIZED, COUNTED_BEFORE):
        for match in pattern.finditer(text):
            is_stock = re.fullmatch(STOCK, match["noun"], FLAGS) is not None or (stock and is_cut)
            is_told = match.start("size") in starts and match.start("n") not in starts
            if is_told and is_stock == stock and not BETWEEN_WORD.fullmatch(match["noun"]):
                return match, starts.index(match.start("size"))
    return None


def sizes_of(text: str) -> list[tuple[int, int, Decimal, Unit]]:
    """Return the two lengths that a message tells, with their places; [] for messages with other amounts."""
    found = [match for match in QUANTITY.finditer(text) if match["number"] and not match["half"]]
    units = [meanings(match["unit"])[0] for match in found]
    if len(found) != len(list(QUANTITY.finditer(text))) or any(unit.dimension != "length" for unit in units):
        return []
    sizes = [(*one.span(), number(one["number"]), unit) for one, unit in zip(found, units, strict=True)]
    return sizes if len(sizes) == TWO else []


TWO = 2


def question_of(text: str) -> "re.Match[str] | None":
    """Return the one question for a number of things; None where other things are asked, or told of the lengths."""
    asked = list(ASKED.finditer(text))
    is_other = STOCK_CHANGED.search(text) or PUT_TOGETHER.search(text) or SPACED.search(text)
    if len(asked) != 1 or is_other or NO_PIECES.match(asked[0]["thing"]):
        return None
    return None if re.fullmatch(NAME, asked[0]["thing"], FLAGS) else asked[0]


def cut_of(text: str) -> Cut | None:
    """Return what is cut from what; None for other messages."""
    asked, sizes = question_of(text), sizes_of(text)
    if asked is None or not sizes:
        return None
    asks_stock = re.fullmatch(STOCK, asked["thing"], FLAGS) is not None
    told = counted_size(text, [one[0] for one in sizes], stock=not asks_stock)
    counted = [one for one in STOCK_COUNTED.finditer(text) if one.start() not in [start for start, *_ in sizes]]
    if told is None and not asks_stock and len(counted) == 1:
        lengths = [value * unit.factor for _, _, value, unit in sizes]
        told = counted[0], lengths.index(max(lengths))
    if told is None:
        return None
    places = [told[0].span("n"), *((start, end) for start, end, _, _ in sizes)]
    rest = text
    for start, end in places:
        rest = blanked(rest, start, end)
    mine, other = (sizes[place][2:] for place in (told[1], 1 - told[1]))
    stock, piece = (other, mine) if asks_stock else (mine, other)
    return None if re.search(r"\d", rest) else Cut(count_in(told[0]), stock, piece, places, asks_stock=asks_stock)


def pieces_cut(mapped: Mapped, language: str) -> tuple[dict[str, Any], list[list[int]]] | None:
    """Return how many pieces several lengths give, or how many lengths so many pieces need, with the places read; None for other messages."""
    cut = cut_of(mapped.text)
    if cut is None:
        return None
    ratio = converted(cut.stock[0], cut.stock[1], cut.piece[1]) / cut.piece[0] if cut.piece[0] > 0 else Decimal(0)
    each = ratio.to_integral_value(ROUND_FLOOR)
    if each < 1:
        return None
    count = Decimal(-(-cut.number // int(each))) if cut.asks_stock else each * cut.number
    left = round((ratio - each) * cut.piece[0], 3)
    rest = fill_in(LEFT_OF_EACH[language], rest=named(left.normalize(), cut.piece[1], language)) if left else ""
    rounded = round(ratio, 2)
    words = {
        "count": localized(shown(count), language),
        "each": localized(shown(each), language),
        "n": str(cut.number),
        "stock": named(*cut.stock, language),
        "piece": named(*cut.piece, language),
        "sign": "=" if rounded == ratio else "≈",
        "ratio": localized(shown(rounded), language),
        "rest": rest,
    }
    answer = fill_in((NEED_TEXTS if cut.asks_stock else CUT_TEXTS)[language], **words)
    row = {"value": float(cut.stock[0]), "from": cut.stock[1].id, "to": "count", "result": float(count)}
    made = told_rows(answer, [{**row, "text": answer.replace("**", "")}], "count", [], 0.93)
    return made, [mapped.span(*place) for place in cut.places]
