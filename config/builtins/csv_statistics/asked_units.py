"""A figure in the unit that is asked for where the name of its column has another: metres of ``length_cm``."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.csv_statistics.columns import Column, FoundText, compile_caseless, measured_places
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_measures import asked_only
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import shown
from config.builtins.wording import Mapped, fold, merged, spoken_language

UNIT_FACTORS = {  # of each kind, in its base unit
    "length": {"mm": "0.001", "cm": "0.01", "dm": "0.1", "m": "1", "km": "1000", "in": "0.0254", "ft": "0.3048", "yd": "0.9144", "mi": "1609.344"},
    "mass": {"mg": "0.001", "g": "1", "kg": "1000", "t": "1000000", "oz": "28.349523125", "lb": "453.59237"},
    "volume": {"ml": "0.001", "cl": "0.01", "dl": "0.1", "l": "1"},
    "time": {"s": "1", "min": "60", "h": "3600", "d": "86400"},
}  # fmt: skip
UNIT_WORDS = """
mm millimeter millimetre millimeters millimetres; cm centimeter centimetre centimeters centimetres zentimeter zentimetern centimetros; dm decimeter;
m meter metre meters metres metern metro metros; km kms kilometer kilometre kilometers kilometres kilometern kilometros; in inch inches zoll;
ft feet foot; yd yard yards; mi mile miles meilen millas; mg milligram milligrams milligramm; g gr gram grams gramm gramme grammes gramo gramos;
kg kgs kilo kilos kilogram kilograms kilogramm kilogrammes kilogramos; t ton tons tonne tonnes tonnen toneladas; oz ounce ounces unzen; lb lbs pound pounds pfund;
ml milliliter millilitre milliliters millilitres; cl centiliter; dl deciliter; l liter litre liters litres litern litro litros;
s sec secs second seconds sekunden secondes segundos; min mins minute minutes minuten minutos; h hr hrs hour hours stunde stunden heure heures hora horas; d day days tag tage tagen jours dias
"""
UNIT_NAMES = {words.split()[0]: "|".join(words.split()) for words in UNIT_WORDS.split(";")}
UNIT_KIND = {unit: kind for kind, units in UNIT_FACTORS.items() for unit in units}
ANY_UNIT = "|".join(f"(?P<{unit}>{names})" for unit, names in UNIT_NAMES.items())
UNIT_OF_COLUMN = re.compile(rf"(?:^|[_\s(\[/-])(?:in )?(?:{ANY_UNIT})[)\]]?$")
ANY_COUNTED_UNIT = "|".join(f"(?P<{unit}_of>{names})" for unit, names in UNIT_NAMES.items())
UNIT_ASKED = compile_caseless(
    rf"\b(?:in|into|en|as) (?:the )?(?:{ANY_UNIT})(?!\w)|\b(?:how many|wie viele?|combien de|cuantos|cuantas) (?:{ANY_COUNTED_UNIT})(?!\w)"
)
ONE_FIGURE = re.compile(r"\*\*(?P<figure>[-\u2212]?\d[\d.,'\u202f\u00a0]*)\*\*")
UNREAD_ONE = re.compile(r"[^\n*“„«]*[“„«] ?(\w+) ?[“”»]\.\n\n")
CONVERTED_SAID = {"en": "In {unit}: **{value}**.", "de": "In {unit}: **{value}**.", "fr": "En {unit} : **{value}**.", "es": "En {unit}: **{value}**."}  # fmt: skip
COUNTED = ("number of", "Anzahl", "Nombre de", "Número de", "share", "Anteil", "Part ", "Proporción", "variance", "Varianz", "varianza")  # fmt: skip


def unit_in(match: FoundText | None) -> str:
    """Return the unit that a match names."""
    return (match.lastgroup or "").removesuffix("_of") if match is not None else ""


def unit_of(name: str) -> str:
    """Return the unit at the end of a column's name, "" without one."""
    return unit_in(UNIT_OF_COLUMN.search(fold(name).strip().lower()))


def with_unit_of_column(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks how much of a column in a unit, for how many of the unit: "how many metres is that"."""
    units = {column.name: unit_of(column.name) for column in (table.columns[at] for at in measured_places(table.columns))}  # fmt: skip

    def of_column(match: FoundText) -> str:
        unit = unit_in(match)
        own = [name for name, own in units.items() if own and UNIT_KIND[own] == UNIT_KIND[unit]]
        if not match.lastgroup or not match.lastgroup.endswith("_of") or len(own) != 1 or unit == units[own[0]]:
            return match.group()
        return f"how much {own[0]} in {unit}"

    return made.sub(UNIT_ASKED, asked_only(table, of_column, made)) if any(units.values()) else made


def with_asked_unit(made: dict[str, Any], table: Table | None) -> dict[str, Any]:
    """Return an answer of one figure with the same in the unit that the question asks for."""
    if table is None or made["status"] != "SUCCESS" or made.get("general"):
        return made
    question = table.folded
    asked = next((match for match in UNIT_ASKED.finditer(question)), None)
    unit = unit_in(asked)
    units = {column.name: unit_of(column.name) for column in (table.columns[at] for at in measured_places(table.columns))}  # fmt: skip
    own = {name: own for name, own in units.items() if own and UNIT_KIND[own] == UNIT_KIND.get(unit)}
    if asked is None or not own or unit in own.values():
        return made
    head, parted, rest = made["answer"].partition("\n\n|")
    named = [name for name in own if name in head]
    figures = [*ONE_FIGURE.finditer(head)]
    if len(named) != 1 or len(figures) != 1 or any(word in head for word in COUNTED):
        return made
    language = spoken_language(table.question, {})
    column = next(column for column in table.columns if column.name == named[0])
    value = value_of(figures[0]["figure"], head, language, column)
    if value is None:
        return made
    factors = UNIT_FACTORS[UNIT_KIND[unit]]
    result = float(value * Decimal(factors[own[named[0]]]) / Decimal(factors[unit]))
    said = CONVERTED_SAID[language].replace("{unit}", unit).replace("{value}", shown(round(result, 9), language))
    used = merged([*made["used"], list(asked.span())], len(table.question))
    unread = UNREAD_ONE.match(head)
    head = head[unread.end() :] if unread is not None and unread[1] in asked.group() else head
    return {**made, "answer": f"{head} {said}{parted}{rest}", "used": used}


def value_of(figure: str, head: str, language: str, column: Column) -> Decimal | None:
    """Return a figure as it was written: as a cell, else with the language's signs; None where they do not tell it."""
    if figure in (column.texts or ()) and (number := cell_number(figure, column)) is not None:
        return Decimal(str(number))
    is_english = head.startswith(("The ", "Place")) or language == "en"
    plain = re.sub(r"[\s'\u202f\u00a0]", "", figure).replace("\u2212", "-")
    plain = plain.replace(",", "") if is_english else plain.replace(".", "").replace(",", ".")
    return Decimal(plain) if re.fullmatch(r"-?\d+(?:\.\d+)?", plain) else None
