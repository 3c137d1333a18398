"""The words in which the result of a told problem is said: whole things, the unit that was asked for, and how it was computed."""

import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

from config.builtins.unit_converter.problem_terms import DIMENSIONS, MONEY_DIMENSION, Size, Told, size_in
from config.builtins.unit_converter.told_problems import Solution
from config.builtins.unit_converter.unit_names import (
    FLAGS,
    NAME,
    UNITS,
    Unit,
    meanings,
    name_of,
    named,
    shown,
    told_rows,
)
from config.builtins.unit_converter.unit_stock import STANDS
from config.builtins.wording import Mapped, fill_in, localized

NEEDS_WHOLE = re.compile(
    r"\b(?:need\w*|buy|order|must|have to|required?|get in|will it take|does it take|should|brauch\w*|benotig\w*|kauf\w*|bestell\w*|muss|besoin|acheter|faut|faudra|necesit\w*|compr\w*|falta|precis\w*)\b",
    FLAGS,
)
ONE_NEEDS = re.compile(  # what one of them needs says nothing of rounding: "each bow needs 35 cm"
    r"\b(?:i|we) need [a-z]+ (?:of|that|with)\b|\b(?:each|every|one|an?|per|jede[rsn]?|ein[en]?|chaque|une?|cada|una?)(?: [a-z]+){1,2} (?:needs?|requires?|takes?|uses?|braucht|benotigt|demande|necesita)\b",
    FLAGS,
)
TAKES_WHOLE = re.compile(
    r"\b(?:can|could|fit|fits|get|gets|fill|make|makes|serve|serves|out of|from|satt|reicht|reichen|last|lasts|feed|kann|konnen|passen|bekomm\w*|krieg\w*|ergibt|peut|puis|peux|sale|salen|puedo|caben?|alcanza|suffi\w*|full|whole)\b",
    FLAGS,
)
WHOLE_TEXTS = {  # what is needed, what can be had, both
    "en": ("**{more}{thing}** (exactly {exact}; {less} would not be enough)", "**{less}{thing}** (exactly {exact})", "**{exact}{thing}** ({less} whole, {more} to have enough)"),
    "de": ("**{more}{thing}** (genau {exact}; {less} reichen nicht)", "**{less}{thing}** (genau {exact})", "**{exact}{thing}** ({less} ganze; {more}, damit es reicht)"),
    "fr": ("**{more}{thing}** (exactement {exact} ; {less} ne suffisent pas)", "**{less}{thing}** (exactement {exact})", "**{exact}{thing}** ({less} entiers ; {more} pour en avoir assez)"),
    "es": ("**{more}{thing}** (exactamente {exact}; {less} no bastan)", "**{less}{thing}** (exactamente {exact})", "**{exact}{thing}** ({less} enteros; {more} para que alcance)"),
}  # fmt: skip
MONTH_NOTE = {
    "en": "I counted 30 days for a month and 365 days for a year.",
    "de": "Ich habe einen Monat mit 30 und ein Jahr mit 365 Tagen gerechnet.",
    "fr": "J'ai compté 30 jours pour un mois et 365 jours pour une année.",
    "es": "He contado 30 días por mes y 365 días por año.",
}
MONTH_OR_YEAR = re.compile(r"\b(?:months?|years?|yrs?)\b", FLAGS)
SMALL_UNITS = {"mass": "g", "volume": "ml", "length": "m"}
USUAL_UNITS = {"mass": "kg", "volume": "l", "energy": "kWh", "data": "GB", "length": "km"}


def problem_answer(mapped: Mapped, text: str, solved: Sequence[Solution], language: str) -> dict[str, Any]:
    """Return the answer to a told problem, without ``used``: one line for each question."""
    lines, rows = [], []
    for one in solved:
        said, row = result_said(one, mapped.text, language, has_rest=any(other.goal.form == "rest" for other in solved))
        way = way_said(one, mapped, text)
        lines.append(f"{said}: {way}." if way else f"{said}.")
        rows.append({**row, "text": lines[-1].replace("**", "")})
    note = [MONTH_NOTE[language]] if MONTH_OR_YEAR.search(mapped.text) and "time" in dimensions_of(solved) else []
    note += [AREA_NOTE[language]] if any(is_by_area(one) for one in solved) else []
    answer = "\n\n".join([*lines, *note])
    dimension = next((name for name, pairs in DIMENSIONS.items() if pairs == solved[0].size.powers), "count")
    return told_rows(answer, rows, dimension, note, 0.9)


AREA_NOTE = {
    "en": "This is by area alone: cut edges may leave fewer, or need more.",
    "de": "Das ist nur nach der Fläche gerechnet: Durch Zuschnitt können es weniger werden oder mehr nötig sein.",
    "fr": "C'est calculé par la surface seule : les coupes peuvent en laisser moins, ou en demander plus.",
    "es": "Se calcula solo por superficie: los cortes pueden dejar menos, o pedir más.",
}


def is_by_area(one: Solution) -> bool:
    """Return whether a number of things is a quotient of areas, of which one thing has two sides."""
    is_count = one.goal.form == "count" and one.goal.unit is None
    pieces = [part for part, sign in one.parts if sign < 0 and CUT_SIDES.search(part.said)]
    piece = any(size.powers[-1:] == (("length", 2),) for part in pieces for size in part.sizes)
    return is_count and piece and not any(part.is_factor and "." in part.said for part, _ in one.parts)


CUT_SIDES = re.compile(r"\d ?[a-z]* ?(?:x|×|\*|by|mal|sur|por|,) ?\d", FLAGS)


def dimensions_of(solved: Sequence[Solution]) -> set[str]:
    """Return the names of the dimensions of all amounts."""
    return {name for one in solved for part, _ in one.parts for size in part.sizes for name, _ in size.powers}


def way_said(one: Solution, mapped: Mapped, text: str) -> str:
    """Return how a result was computed, in the figures of the message; "" where it rests on the result before."""
    if any(part.start < 0 for part, _ in one.parts):
        return ""
    told = [(part, sign) for part, sign in one.parts if part.said]
    if len(told) < 2 and not any(part.less[1] for part, _ in told):
        return ""
    ups = [said_of(part, mapped, text) for part, sign in told if sign > 0]
    downs = [said_of(part, mapped, text) for part, sign in told if sign < 0]
    return " ÷ ".join([" × ".join(ups) or "1", *downs])


def said_of(part: Told, mapped: Mapped, text: str) -> str:
    """Return an amount as the message writes it."""
    if part.is_factor:
        return part.said
    said, less = (
        re.sub(r"\s+", " ", text[slice(*mapped.span(*place))]).strip() for place in ((part.start, part.end), part.less)
    )
    if less:
        return f"({said} - {less})"
    return f"({said})" if re.search(r"\d ?\w* ?[x×*] ?\d| by ", said) else said


CURRENCY = re.compile(
    r"(?P<ahead>[€$£])|\b(?P<word>eur|euros?|usd|dollars?|gbp|pounds|chf|francs?|franken|dolares)\b", re.IGNORECASE
)


def money_said(value: Decimal, text: str, language: str) -> str:
    """Return an amount of money with the sign or word of the message."""
    told = localized(f"{round(value, 2):,.2f}", language)
    match = CURRENCY.search(text)
    if match is None:
        return told
    return f"{match['ahead']}{told}" if match["ahead"] and language == "en" else f"{told} {match.group()}"


def result_said(one: Solution, text: str, language: str, *, has_rest: bool) -> tuple[str, dict[str, Any]]:
    """Return the result of one question in bold, and as data."""
    size, goal = one.size, one.goal
    things = [name for name, power in size.powers if name.startswith("#") and power == 1]
    if things and len(size.powers) == 1:
        return whole_said(one, text, language, has_rest=has_rest), row_of(size.value, "count")
    if size.powers == ((MONEY_DIMENSION, 1),):
        return f"**{money_said(size.value, text, language)}**", row_of(size.value, "money")
    if goal.form == "rate" and goal.unit is None:
        value, said = per_unit(size, goal.thing, language)
        return f"**{said}**", row_of(value, goal.thing)
    if goal.form == "pace" and goal.unit:
        seconds = int(size.value / size_in(Decimal(1), goal.unit).value * 60 + Decimal("0.5"))
        return f"**{seconds // 60}:{seconds % 60:02d} {name_of(goal.unit, language, one=False)}**", row_of(
            Decimal(seconds) / 60, goal.unit.id
        )
    units = [goal.unit] if goal.unit else usual_units(size)
    values = [size.value / size_in(Decimal(1), unit).value for unit in units]
    said = " = ".join(amount_said(value, unit, language) for value, unit in zip(values, units, strict=True))
    return f"**{said}**", row_of(values[0], units[0].id)


def row_of(value: Decimal, name: str) -> dict[str, Any]:
    """Return a result as data."""
    return {"value": float(value), "from": "", "to": name, "result": float(value)}


def amount_said(value: Decimal, unit: Unit, language: str) -> str:
    """Return an amount with at most two decimals, more for a small one; hours with their minutes."""
    digits = 2 if abs(value) >= 1 else 4
    said = (
        named(round(value, digits).normalize(), unit, language) if value else f"0 {name_of(unit, language, one=False)}"
    )
    if unit.id in ("h", "min") and value % 1 and value >= 1:
        seconds = int(value * unit.factor + Decimal("0.5"))
        hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
        said += f" ({f'{hours} h ' if hours else ''}{minutes} min{f' {rest} s' if rest else ''})"
    return said


def usual_units(size: Size) -> list[Unit]:
    """Return the units in which people say a size."""
    name, power = size.powers[0]
    if name == "time":
        return time_units(size.value)
    if name == "length" and power == 2:
        return [UNITS["m2"]]
    if name == "length" and power == 3:
        return [UNITS["m3"]]
    if size.powers == DIMENSIONS["speed"]:
        return [UNITS["km/h"], UNITS["mph"]]
    if size.powers == DIMENSIONS["power"]:
        return [UNITS["kW"]]
    is_small = abs(size.value) < (1000 if name == "length" else 1)
    return [UNITS[SMALL_UNITS[name] if is_small and name in SMALL_UNITS else USUAL_UNITS[name]]]


def time_units(seconds: Decimal) -> list[Unit]:
    """Return the units for a time."""
    if seconds >= 2 * 86_400:
        return [UNITS["d"]]
    return [UNITS["h"]] if seconds >= 3600 else [UNITS["min"]] if seconds >= 60 else [UNITS["s"]]


def whole_said(one: Solution, text: str, language: str, *, has_rest: bool) -> str:
    """Return a number of things: rounded up where they are needed, down where they are made of a stock."""
    value, thing = one.size.value, f" {one.goal.thing}" if language == "en" and one.goal.thing else ""
    exact = localized(shown(round(value, 2)), language)
    if STANDS.fullmatch(one.goal.thing) and EVERY_ONE.search(text):
        return ends_said(value, language)
    if round(value, 9) == value.to_integral_value():
        return f"**{exact}{thing}**"
    counts = {
        "exact": exact,
        "thing": thing,
        "less": localized(shown(value.to_integral_value(ROUND_FLOOR)), language),
        "more": localized(shown(value.to_integral_value(ROUND_CEILING)), language),
    }
    needs, takes = (
        NEEDS_WHOLE.search(ONE_NEEDS.sub(" ", text)) is not None,
        TAKES_WHOLE.search(text, one.goal.start) is not None,
    )
    place = 1 if has_rest else 2 if needs == takes else 0 if needs else 1
    return fill_in(WHOLE_TEXTS[language][place], **counts)


EVERY_ONE = re.compile(r"\b(?:every|each|apart|alle|tous les|toutes les|cada|abstand)\b", FLAGS)
ENDS_TEXTS = {
    "en": "**{more}** with one at each end ({gaps} gaps)",
    "de": "**{more}** mit je einem an beiden Enden ({gaps} Abstände)",
    "fr": "**{more}** avec un à chaque bout ({gaps} intervalles)",
    "es": "**{more}** con uno en cada extremo ({gaps} intervalos)",
}


def ends_said(gaps: Decimal, language: str) -> str:
    """Return how many things stand in a row with one at each end; the gaps are no longer than told."""
    whole = gaps.to_integral_value(ROUND_CEILING)
    return fill_in(
        ENDS_TEXTS[language], more=localized(shown(whole + 1), language), gaps=localized(shown(whole), language)
    )


def per_unit(size: Size, told: str, language: str) -> tuple[Decimal, str]:
    """Return a rate in the two units that were asked for, such as grams per person."""
    value = size.value
    unit = next((one for one in unit_names_in(told)), None)
    if unit is not None:
        value = value / size_in(Decimal(1), unit).value
    for below in unit_names_in(told)[1:]:
        value = value * size_in(Decimal(1), below).value
    return value, f"{localized(shown(round(value, 2 if abs(value) >= 1 else 4)), language)} {told.strip()}"


def unit_names_in(told: str) -> list[Unit]:
    """Return the units that the words of a rate name, in order."""
    words = re.split(r" ?(?:/|\b(?:per|a|pro|par|por|each)\b) ?", told)
    return [meanings(word.strip())[0] for word in words if re.fullmatch(NAME, word.strip(), FLAGS)]
