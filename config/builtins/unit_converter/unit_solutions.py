"""The ways in which amounts and rates cancel to what is asked, and the answer that they give."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Any

from config.builtins.unit_converter.unit_names import (
    FLAGS,
    NAME,
    QUANTITY,
    UNITS,
    Unit,
    meanings,
    name_of,
    named,
    shown,
    told_rows,
)
from config.builtins.unit_converter.unit_rates import (
    COUNTED_KIND,
    EACH,
    MONEY_KIND,
    MOST_TERMS,
    SIZED_CONTAINER,
    Goal,
    Term,
    all_numbers_read,
    goals_of,
    known_kind,
    loose_terms,
    terms_of,
)
from config.builtins.wording import Mapped, localized

CALENDAR = {("yr", "mo"): 12, ("yr", "wk"): 52, ("yr", "d"): 365, ("mo", "d"): 30, ("wk", "d"): 7}
SHOWN_IN = {
    "time": ("h", "min"),
    "volume": ("l",),
    "length": ("km", "mi"),
    "energy": ("kWh",),
    "data": ("GB",),
    "mass": ("kg",),
    "area": ("m2",),
}


SMALLER_UNIT = {"mass": "g", "volume": "ml", "length": "m"}  # for less than a kilogram, a litre, a kilometre


SIDES_BY_POR = re.compile(r"\d ?(?:mm|cm|m|metros?) por \d", re.IGNORECASE)  # a Spanish "by", no "per"
HOW_MUCH_MORE = re.compile(r"\bhow (?:much|many) more\b", re.IGNORECASE)  # what is there already is taken off


def rated(mapped: Mapped, language: str) -> dict[str, Any] | None:
    """Return the answer to a question whose amounts and rates cancel to what it asks for, without ``used``; None for others."""
    text = mapped.text
    terms = list(terms_of(text))
    if not 1 <= len(terms) <= MOST_TERMS or "%" in text or not all_numbers_read(text, terms):
        return None
    if HOW_MUCH_MORE.search(text):
        return None
    if (SIZED_CONTAINER.search(text) or SIDES_BY_POR.search(text)) and any(
        one.is_rate and not one.kinds for one in terms
    ):
        return None
    goals = list(goals_of(text, terms))
    if not goals:
        return None
    terms += loose_terms(text, terms, goals[0])
    if len(terms) < 2 or not any(one.is_rate for one in terms):
        return None
    for goal in goals:
        found = best_solution(terms, goal.kind)
        if found is not None:
            spans = [one.span for one in terms] + [goal.span]
            is_calories = goal.unit is not None and goal.unit.id == "cal"
            goal = goal._replace(
                unit=(told_energy(text, found[1]) if is_calories else goal.unit) or told_energy(text, found[1])
            )
            made = rate_answer(*found, goal, terms, language)
            return {**with_second_goal(made, found, goal, text, terms, language), "spans": spans}
    return None


SECOND_GOAL = re.compile(  # "how many kilos and pounds"
    rf",? ?(?:and|or|und|oder|et|ou|y|o|&|/) ?(?:how many |wie viele |combien de |cuant[oa]s )?(?:in )?(?P<unit>{NAME})(?![A-Za-z0-9])(?! (?:a|per|each|pro|par|por)\b)",
    FLAGS,
)


def with_second_goal(
    made: dict[str, Any], found: tuple[Decimal, str], goal: Goal, text: str, terms: Sequence[Term], language: str
) -> dict[str, Any]:
    """Return an answer with its result in a second unit too, where the question names one behind the first."""
    second = SECOND_GOAL.match(text, goal.span[1]) if goal.unit is not None else None
    units = meanings(second["unit"]) if second else []
    unit = next((one for one in units if goal.unit is not None and one.dimension == goal.unit.dimension), None)
    if second is None or unit is None or unit == goal.unit:
        return made
    other = rate_answer(*found, goal._replace(unit=unit), terms, language)
    rows = made["output"]["conversions"] + other["output"]["conversions"]
    head, blank, notes = made["answer"].partition("\n\n")
    said = other["answer"].partition("\n\n")[0]
    return {**made, "answer": f"{head}\n\n{said}{blank}{notes}", "output": {**made["output"], "conversions": rows}}


def told_energy(text: str, kind: str) -> Unit | None:
    """Return the unit in which a message tells energy, which its answer keeps; None for other kinds."""
    units = (meanings(match["unit"])[0] for match in QUANTITY.finditer(text) if kind == "energy")
    return next((unit for unit in units if unit.dimension == kind), None)


def best_solution(terms: Sequence[Term], goal: str) -> tuple[Decimal, str] | None:
    """Return the product and dimension of the way with the fewest divisions; None where there is no way, or several."""
    ways = [(signs.count(-1), round(value, 12), kind) for value, kind, signs in solutions(with_things(terms), goal)]
    fewest = {way[1:] for way in ways if way[0] == min(ways)[0]}
    return fewest.pop() if len(fewest) == 1 else None


def solutions(terms: Sequence[Term], goal: str) -> Iterator[tuple[Decimal, str, tuple[int, ...]]]:
    """Yield (the product, its dimension, the signs) for each way in which all amounts together make the goal."""
    for signs in product((1, -1), repeat=len(terms)):
        kind = single_kind(terms, signs)
        if not kind or kind not in (goal or kind) or (not goal and (kind in ("time", EACH) or not known_kind(kind))):
            continue
        if turned_share(terms, signs):
            continue
        value = Decimal(1)
        for sign, term in zip(signs, terms, strict=True):
            value = value * term.value if sign > 0 else value / term.value if term.value else value
        yield value * time_factor(terms, signs), kind, signs


def single_kind(terms: Sequence[Term], signs: Sequence[int]) -> str:
    """Return the one dimension that is left of a product, "" where several are, or one is downwards."""
    left = Counter[str]()
    for sign, term in zip(signs, terms, strict=True):
        left.update({kind: sign * power for kind, power in term.kinds.items()})
    rest = [(kind, power) for kind, power in left.items() if power]
    return rest[0][0] if len(rest) == 1 and rest[0][1] == 1 else ""


def turned_share(terms: Sequence[Term], signs: Sequence[int]) -> bool:
    """Return whether a part of the time (9 hours a day) is not used the same way as the rate that runs for that part."""
    rates = [
        sign for sign, term in zip(signs, terms, strict=True) if term.kinds.get("time") == -1 and len(term.kinds) > 1
    ]
    wanted = rates[0] if rates else 1
    return any(sign != wanted for sign, term in zip(signs, terms, strict=True) if not any(term.kinds.values()))


def with_things(terms: Sequence[Term]) -> list[Term]:
    """Return amounts in which "240 ml each" counts the things that another amount names: the three cups."""
    if not any(EACH in term.kinds for term in terms):
        return list(terms)
    made, found = [], False
    for term in terms:
        if EACH in term.kinds or found or not term.nouns:
            made.append(term)
            continue
        found = True
        noun = term.nouns[0]
        kind = UNITS[noun].dimension if noun in UNITS else noun
        size = UNITS[noun].factor if noun in UNITS else Decimal(1)
        kinds = {EACH if one == kind else one: power for one, power in term.kinds.items()}
        made.append(term._replace(value=term.value / size, kinds=kinds))
    return made


def time_factor(terms: Sequence[Term], signs: Sequence[int]) -> Decimal:
    """Return what the units of time make together; 52 weeks, 365 days and 12 months make a year, 30 days a month."""
    ups = [unit for sign, term in zip(signs, terms, strict=True) for unit in (term.ups if sign > 0 else term.downs)]
    downs = [unit for sign, term in zip(signs, terms, strict=True) for unit in (term.downs if sign > 0 else term.ups)]
    for unit in [unit for unit in ups if unit in downs]:
        if unit in downs:
            ups.remove(unit)
            downs.remove(unit)
    factor = Decimal(1)
    while ups and downs:
        above, below = ups.pop(), downs.pop()
        factor *= ratio_of_times(above, below)
    for unit in ups:
        factor *= UNITS[unit].factor
    for unit in downs:
        factor /= UNITS[unit].factor
    return factor


def ratio_of_times(above: str, below: str) -> Decimal:
    """Return how many of one unit of time are in another, in whole days and weeks where people count so."""
    if (above, below) in CALENDAR:
        return Decimal(CALENDAR[above, below])
    if (below, above) in CALENDAR:
        return 1 / Decimal(CALENDAR[below, above])
    days = {"mo": 30, "yr": 365}
    sizes = [Decimal(days[unit] * 86_400) if unit in days else UNITS[unit].factor for unit in (above, below)]
    if {above, below} == {"mo", "wk"}:
        return Decimal(52) / 12 if above == "mo" else Decimal(12) / 52
    return sizes[0] / sizes[1]


def rate_answer(value: Decimal, kind: str, goal: Goal, terms: Sequence[Term], language: str) -> dict[str, Any]:
    """Return the answer with its result in the unit that is asked, else in the usual ones."""
    rows: list[dict[str, Any]] = []
    if known_kind(kind) and kind != MONEY_KIND:
        units = shown_units(value, kind, goal.unit)
        results = [value / (unit.factor or 1) for unit in units]
        said = " = ".join(rounded_amount(result, unit, language) for result, unit in zip(results, units, strict=True))
        if kind == "time" and value >= 60:
            seconds = int(value + Decimal("0.5"))
            said += f" ({seconds // 3600} h {seconds // 60 % 60} min {seconds % 60} s)"
        rows = [
            {"value": float(value), "from": "", "to": unit.id, "result": float(result), "text": said}
            for unit, result in zip(units, results, strict=True)
        ]
    else:
        text = f"{value:,.2f}" if kind == MONEY_KIND and round(value, 2) % 1 else shown(round(value, 2))
        is_named = kind not in (MONEY_KIND, EACH, COUNTED_KIND) and language == "en"
        said = localized(text, language) + (f" {kind}{'' if text == '1' else 's'}" if is_named else "")
        rows = [{"value": float(value), "from": "", "to": kind, "result": float(value), "text": said}]
    note = calendar_note(terms, language)
    dimension = kind if known_kind(kind) else "count"
    return told_rows(f"**{said}**{note}", rows, dimension, [note.strip()] if note else [], 0.9)


def shown_units(value: Decimal, kind: str, wanted: Unit | None) -> list[Unit]:
    """Return the units that a result is shown in: the wanted one, else a small one for little, else the usual ones."""
    if wanted is not None:
        return [wanted]
    if kind == "mass" and abs(value) < Decimal("0.001"):
        return [UNITS["mg"]]
    if kind in SMALLER_UNIT and abs(value) < (1000 if kind == "length" else 1):
        return [UNITS[SMALLER_UNIT[kind]]]
    if kind == "time" and value >= 172_800:
        return [UNITS["d"], UNITS["h"]]
    usual = [UNITS[one] for one in SHOWN_IN.get(kind, ())]
    return usual or [next(unit for unit in UNITS.values() if unit.dimension == kind)]


def rounded_amount(result: Decimal, unit: Unit, language: str) -> str:
    """Return an amount with at most four decimals."""
    return (
        named(round(result, 4) if abs(result) >= 1 else result, unit, language)
        if result
        else f"0 {name_of(unit, language, one=False)}"
    )


NOTE_IN = {
    "en": "\n\nI counted 30 days for a month, 52 weeks or 365 days for a year.",
    "de": "\n\nIch habe einen Monat mit 30 Tagen, ein Jahr mit 52 Wochen oder 365 Tagen gerechnet.",
    "fr": "\n\nJ'ai compté 30 jours pour un mois, 52 semaines ou 365 jours pour une année.",
    "es": "\n\nHe contado 30 días por mes y 52 semanas o 365 días por año.",
}


def calendar_note(terms: Sequence[Term], language: str) -> str:
    """Return how long a month and a year were taken, "" where neither meets days or weeks."""
    times = {unit for term in terms for unit in (*term.ups, *term.downs)}
    return NOTE_IN[language] if times & {"mo", "yr"} and times & {"d", "wk", "h", "min", "s"} else ""
