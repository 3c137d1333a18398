"""A figure for some of a thing in another unit, and the same for a portion: 1580 kJ per 100 g in kcal, and for a bowl of 45 g."""

import re
from decimal import Decimal
from typing import Any, NamedTuple

from config.builtins.unit_converter.unit_names import (
    FLAGS,
    FREE,
    NAME,
    NUMBER,
    UNITS,
    Unit,
    converted,
    meanings,
    named,
    number,
    told_rows,
)

PORTION = rf"(?P<n>{NUMBER}) ?-?(?P<unit>(?:{NAME})(?![A-Za-z0-9/]))"
FIGURE_OF = re.compile(
    rf"(?<![\w.,])(?P<of>{NUMBER}) ?(?P<kind>(?:{NAME})(?![A-Za-z0-9])) ?(?:per|for(?: each| every)?|/|pro|je|auf|pour|par|por|in|on|in each|each|every) ?(?P<many>{NUMBER})? ?(?P<base>(?:{NAME})(?![A-Za-z0-9/]))",
    FLAGS,
)
PORTION_TOO = re.compile(
    rf"(?:[?;,.]|\band\b|\bund\b|\bet\b|\by\b)[^?;\d]{{0,40}}\b(?:for|in|fur|bei|pour|dans|para|en|per|with|of|from|about)\b[^?.;\d]{{0,25}}{PORTION}",
    FLAGS,
)
SEVERAL_PORTIONS = re.compile(
    r"\b(?:twice|thrice|times|double|half|halves|third|quarter|daily|(?:a|per|each|every|pro|am|par|por|al) (?:day|week|month|year|person|time)|each|apiece|cost\w*|price|longer|long|max\w*|less|more|left|taglich|jeweils|chaque|cada|doppelt\w*|halb\w*|moitie|mitad|doble)\b",
    FLAGS,
)
PER_WORDS = {"en": "per", "de": "pro", "fr": "pour", "es": "por"}


class Portion(NamedTuple):
    """A figure of a thing, the amount that it is for, the portion and the unit wanted; and where all of them stand."""

    figure: tuple[Decimal, Unit]
    base: tuple[Decimal, Unit]
    share: tuple[Decimal, Unit]
    wanted: Unit
    places: list[tuple[int, int]]


def portion_read(text: str) -> Portion | None:
    """Return the figure and the portion that a message asks for; None for other messages."""
    figure = FIGURE_OF.search(text)
    share = PORTION_TOO.search(text, figure.end()) if figure else None
    if figure is None or share is None:
        return None
    amount, base = meanings(figure["kind"])[0], meanings(figure["base"])[0]
    part = next((unit for unit in meanings(share["unit"]) if unit.dimension == base.dimension), None)
    rest = text[: figure.start()] + " ; " + text[figure.end() : share.start("n")] + " ; " + text[share.end() :]
    goals = [
        (match, unit)
        for match in FREE.finditer(rest)
        for unit in meanings(match.group())
        if unit.dimension == amount.dimension
    ]
    wanted = list(dict.fromkeys(unit.id for _, unit in goals if unit != amount)) or [unit.id for _, unit in goals][:1]
    is_plain = not re.search(r"\d", rest) and not SEVERAL_PORTIONS.search(rest)
    if part is None or len(wanted) != 1 or not is_plain or amount.dimension in ("time", "temperature", base.dimension):
        return None
    places = [figure.span(), (share.start("n"), share.end())]
    many = number(figure["many"]) if figure["many"] else Decimal(1)
    return Portion((number(figure["of"]), amount), (many, base), (number(share["n"]), part), UNITS[wanted[0]], places)


def portion_answer(found: Portion, language: str) -> dict[str, Any] | None:
    """Return a figure in the unit wanted, for the amount that it is told for and for the portion."""
    whole = converted(*found.figure, found.wanted)
    base = found.base[0] * found.base[1].factor
    if base <= 0:
        return None
    share = whole * found.share[0] * found.share[1].factor / base
    rows = []
    for (value, unit), result in ((found.base, whole), (found.share, share)):
        told = named(value, unit, language)
        text = f"{PER_WORDS[language]} {told}: {named(round(result, 2), found.wanted, language)}"
        rows.append(
            {
                "value": float(value),
                "from": unit.id,
                "to": found.wanted.id,
                "result": float(f"{result:.12g}"),
                "text": text,
            }
        )
    head = named(*found.figure, language)
    lines = [
        f"{head} {PER_WORDS[language]} {named(*found.base, language)} ≈ **{named(round(whole, 2), found.wanted, language)}**"
    ]
    lines = [] if found.wanted == found.figure[1] else lines  # the message says it already
    lines.append(f"{named(*found.share, language)} ≈ **{named(round(share, 2), found.wanted, language)}**")
    told = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    return told_rows(told, rows[-len(lines) :], UNITS[found.wanted.id].dimension, [], 0.95)
