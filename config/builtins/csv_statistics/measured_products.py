"""The area or volume of rows that have a length, a width and perhaps a height, in the unit of the columns or as asked."""

import re
from math import fsum, prod
from typing import NamedTuple

from config.builtins.csv_statistics.columns import FoundText, compile_caseless, numeric_places
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.line_totals import EACH_ALONE, IDLE, IN_ALL, named_factors
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, rows_passing
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.csv_statistics.table_products import COUNT_NAME
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, flattened, fold

METRES_OF_UNIT = {
    "mm": 0.001,
    "cm": 0.01,
    "dm": 0.1,
    "m": 1.0,
    "km": 1000.0,
    "in": 0.0254,
    "ft": 0.3048,
    "yd": 0.9144,
    "l": 0.1,
}
EXTENT_COLUMN = re.compile(
    r"(?:length|width|height|depth|thickness|lange|breite|hohe|tiefe|dicke|starke|longueur|largeur|hauteur|profondeur|epaisseur|largo|longitud|ancho|anchura|alto|altura|profundidad|grosor|[lwhb])\b[\s(\[/-]*(?:in )?(?P<unit>mm|cm|dm|km|m|in|inch(?:es)?|ft|feet|yd)?[)\]]?"
)
LENGTH_UNIT_WORD = (
    r"(?P<unit{n}>mm|cm|dm|km|m|ft|yd|(?:milli|centi|deci|kilo)?met(?:re|er|ro)s?|feet|foot|inch(?:es)?|yards?)"
)
AREA_UNIT = compile_caseless(
    rf"(?:\b(?:in|en|as) )?(?:\bsquare {LENGTH_UNIT_WORD.format(n=1)}\b|\b{LENGTH_UNIT_WORD.format(n=2)} ?(?:\^?2|²|squared|sq|carres?|cuadrados?)(?!\w)|\bsq\.? ?{LENGTH_UNIT_WORD.format(n=3)}\b|\b(?P<unit4>qm|sqm)\b|\bquadrat{LENGTH_UNIT_WORD.format(n=5)}\w*)"
)
VOLUME_UNIT = compile_caseless(
    rf"(?:\b(?:in|en|as) )?(?:\bcubic {LENGTH_UNIT_WORD.format(n=1)}\b|\b{LENGTH_UNIT_WORD.format(n=2)} ?(?:\^?3|³|cubed|cubes?|cubicos?)(?!\w)|\bkubik{LENGTH_UNIT_WORD.format(n=3)}\w*|\b(?P<unit4>litres?|liters?|litern?|litros?)\b)"
)
AREA_ASKED = compile_caseless(r"\b(?:(?:surface )?areas?|surfaces?|(?:gesamt)?flachen?(?:inhalt)?|superficies?|aires?)\b")  # fmt: skip
VOLUME_ASKED = compile_caseless(r"\b(?:volumes?|volumen|rauminhalt|capacity|capacities)\b")
NO_TOTAL_AREA = compile_caseless(
    r"\b(?:average|mean|median|largest|biggest|smallest|most|least|max\w*|min\w*|per|which|sort\w*|durchschnitt\w*|mittel\w*|grosste\w*|kleinste\w*|welche\w*|moyenne|plus|moins|quel(?:le)?s? (?:planche|piece)\w*|media|promedio|mayor|menor|cual)\b"
)
AREA_IDLE = compile_caseless(
    r"\b(?:have (?:i|we) got|(?:do|did|does) (?:i|we|they|it|that|this) (?:have|need|come to|make|get|cover)|is (?:that|this|it)|comes? to|all (?:of )?(?:the |my |these |those |them)|in (?:total|all)|altogether|all together|overall|i\.?e\.?|so|that is|meaning|habe ich|haben wir|ist das|sind das|ergibt das|alle|ai-je|avons-nous|ca fait|fait|toutes?|tengo|tenemos|hay|son|todos?|todas?|totale?s?|totaux|insgesamt|zusammen|gesamt\w*|en tout|au total|en total)\b"
)
AREA_TEXTS = {
    "en": "{product}{where}, all rows together: **{total}**{own}.",
    "de": "{product}{where}, alle Zeilen zusammen: **{total}**{own}.",
    "fr": "{product}{where}, toutes les lignes ensemble : **{total}**{own}.",
    "es": "{product}{where}, todas las filas juntas: **{total}**{own}.",
}


class Extents(NamedTuple):
    """The columns that are multiplied, their units ("" for a count), the power and the unit that is wanted."""

    places: list[int]
    units: list[str]
    power: int
    wanted: str


def measured_product(table: Table, query: Query) -> Repeated | None:
    """Return the area or volume of all rows, with that of each where it is asked; None for other questions."""
    text = table.folded
    found = extents_asked(table, text)
    if found is None or NO_TOTAL_AREA.search(text):
        return None
    extents, spans = found
    label = label_column(table.columns, set(extents.places))
    each = [list(match.span()) for match in EACH_ALONE.finditer(text)]
    spans += [list(match.span()) for pattern in (IN_ALL, IDLE, AREA_IDLE) for match in pattern.finditer(text)] + each
    spans += [[one.start, one.end] for one in mentioned(text, table.columns) if one.column in (label, *extents.places)]
    spans += [list(span) for span in query.spans if query.filters]
    return Repeated(told_product(table, query, extents, label if each else -1), spans) if leaves_nothing(table, spans) else None  # fmt: skip


def extents_asked(table: Table, text: str) -> tuple[Extents, list[list[int]]] | None:
    """Return the columns of an area or a volume that is asked, and the places that ask; None where they are not certain."""
    power = 3 if VOLUME_ASKED.search(text) or VOLUME_UNIT.search(text) else 2
    asked, in_unit = ((AREA_ASKED, AREA_UNIT), (VOLUME_ASKED, VOLUME_UNIT))[power - 2]
    asks, target = list(asked.finditer(text)), in_unit.search(text)
    if not asks and target is None:
        return None
    units = {place: unit for place in numeric_places(table.columns) if (unit := unit_of_extent(table, place)) is not None}  # fmt: skip
    named = named_factors(text, table) if power == 2 else None
    places = list(named[:2]) if named is not None else list(units)
    if len(places) != power or any(not units.get(place) for place in places):
        return None
    counts = [
        at
        for at in numeric_places(table.columns)
        if COUNT_NAME.search(folded_column_name(table, at)) and at not in places
    ]
    if len(counts) > 1 or (counts and named is not None):
        return None
    spans = [list(match.span()) for match in asks] + ([list(target.span())] if target else [])
    spans += named[2] if named is not None else []
    own = [units[place] for place in places]
    wanted = length_unit_named(target) if target else own[0] if len(set(own)) == 1 else "m"
    return Extents([*places, *counts], [*own, *[""] * len(counts)], power, wanted), spans


def folded_column_name(table: Table, place: int) -> str:
    """Return the name of a column in plain small letters."""
    return flattened(fold(table.columns[place].name)).text.lower().replace("_", " ").strip()


def unit_of_extent(table: Table, place: int) -> str | None:
    """Return the unit of a column that is a length, a width or the like, "" without one; None for other columns."""
    match = EXTENT_COLUMN.fullmatch(folded_column_name(table, place))
    return None if match is None else short_length_unit(match["unit"] or "")


def short_length_unit(word: str) -> str:
    """Return the sign of a unit of length."""
    word = word.lower()
    if word in METRES_OF_UNIT or not word:
        return word
    names = (("milli", "mm"), ("centi", "cm"), ("zenti", "cm"), ("deci", "dm"), ("kilo", "km"), ("lit", "l"), ("inch", "in"), ("f", "ft"), ("y", "yd"))  # fmt: skip
    return next((sign for start, sign in names if word.startswith(start)), "m")


def length_unit_named(match: FoundText) -> str:
    """Return the unit of length of a square or cubic unit in a question."""
    return short_length_unit(next(word for name, word in match.groupdict().items() if name.startswith("unit") and word))


def told_product(table: Table, query: Query, extents: Extents, label: int) -> str:
    """Return the sentence with the sum of the products, and the product of each row with a label."""
    rows, values = rows_passing(query, table.columns, table.again)[0], list[float]()
    for row in rows:
        cells = [cell_number(row[at], table.columns[at]) if at < len(row) else None for at in extents.places]
        values.append(prod(one for one in cells if one is not None) if None not in cells else 0.0)
    factor = (
        prod(METRES_OF_UNIT[unit] for unit in extents.units if unit) / METRES_OF_UNIT[extents.wanted] ** extents.power
    )
    own, sign = [unit for unit in extents.units if unit], "²³"[extents.power - 2]
    wanted = "l" if extents.wanted == "l" else f"{extents.wanted}{sign}"
    total = f"{shown(rounded_product(fsum(values) * factor), query.language)} {wanted}"
    plain = f" ({shown(rounded_product(fsum(values)), query.language)} {own[0]}{sign})" if set(own) != {extents.wanted} and len(set(own)) == 1 else ""  # fmt: skip
    product = " × ".join(cell(table.columns[place].name) for place in extents.places)
    where = where_text(query.filters, table.columns, query.language)
    head = fill_in(AREA_TEXTS[query.language], product=product, where=where, total=total, own=plain)
    if label < 0:
        return head
    listed = [[row[label], rounded_product(value * factor)] for row, value in zip(rows, values, strict=True)]
    return f"{head}\n\n{grid([table.columns[label].name, wanted], listed, query.language, MOST_WISHED)}"


def rounded_product(value: float) -> float:
    """Return a figure without the noise of binary fractions."""
    return float(f"{value:.10g}")
