"""Which row is at an end of a quotient of two columns: "fastest per km", "population density", "am teuersten pro qm"."""

import re
from typing import NamedTuple

from config.builtins.csv_statistics.columns import (
    Column,
    compile_caseless,
    is_identifier,
    is_year,
    numeric_places,
    rounded,
)
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.degrees import DEGREE_WORDS, DIMENSIONS, GENERIC, SUPERLATIVES
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unit_ratios import BEST, POLES, RATIO_TEXTS, RATIO_USED, WORST, per_one
from config.builtins.wording import cell, fill_in, flattened, fold

# what a quotient is "per": words of a question, and the names of the columns that hold so many of it
MEASURED = (
    (r"qm|quadratmetern?|m2|m²|sqm|sq\.? ?m|square (?:met(?:er|re)|kilomet(?:er|re)|foot|feet|mile)s?|sq\.? ?(?:km|ft)|km2|km²|metres? carres?|metros? cuadrados?|area|flache|surface|superficie|hectares?|hektar|ha", r"qm|m2|m²|sqm|sq|area|flache|wohnflache|surface|superficie|size|grosse|km2|km²|ft2|hectares?|ha"),
    (r"km|kilomet(?:er|re)s?n?|miles?|kilometros?|meilen?", r"km|kilomet\w*|miles?|meilen|distance|distanz|strecke|distancia"),
    (r"kg|kilos?|kilogramm?s?|pounds?|lbs?|100 ?g|grams?|g", r"kg|kilos?|weight|gewicht|poids|peso|lbs?|pounds|grams?|g"),
    (r"lit(?:er|re)s?n?|litros?|l|gallons?", r"l|lit\w*|litros?|volume|gallons?"),
    (r"hours?|stunden?|heures?|horas?|hrs?", r"hours?|hrs?|h|stunden|std|heures?|horas?"),
    (r"minutes?|minuten?|minutos?|mins?", r"minutes?|minuten|minutos|mins?"),
    (r"nights?|days?|nachte?|tage?|nuits?|jours?|noches?|dias?", r"nights|days|nachte|tage|nuits|jours|noches|dias"),
    (r"persons?|people|heads?|capita|inhabitants?|residents?|citizens?|person(?:en)?|kopf|einwohner|personnes?|tete|habitants?|personas?|cabeza|habitantes?|employees?|workers?|mitarbeiter|guests?|visitors?|students?|pupils?", r"persons|people|heads?|population|inhabitants|residents|citizens|personen|einwohner|bevolkerung|personnes|habitants|personas|habitantes|poblacion|employees|staff|workers|mitarbeiter|guests|visitors|students|pupils"),
    (r"pages?|seiten?|paginas?", r"pages|seiten|paginas"),
    (r"games?|match(?:es)?|spiele?|partidos?|races?|rennen", r"games(?: played)?|matches(?: played)?|played|spiele|matchs|partidos|races|rennen"),
    (r"units?|pieces?|items?|stuck|pieces?|unidad(?:es)?|piezas?|orders?|tickets?|seats?|rooms?|beds?|clicks?|visits?|shots?|attempts?|portions?|servings?|cups?", r"units|pieces|items|stuck|unidades|piezas|qty|quantity|orders|tickets|seats|rooms|beds|clicks|visits|shots|attempts|portions|servings|cups"),
    (r"kwh", r"kwh"),
)  # fmt: skip
PER = r"(?:per|pro|je|par|por|for (?:each|every|one)|fur jede[nms]?|pour chaque|por cada|an?|au|al|le|la|el) "
DENSITY = compile_caseless(
    r"\b(?:(?:population |people )?density|densest|(?:most |least )?densely (?:populated|settled)|bevolkerungsdichte|dichteste[nr]?|dichte|(?:am )?dichtesten (?:besiedelt|bevolkert)|densite(?: de population)?|densidad(?: de poblacion)?)\b(?: (?:populated|besiedelt))?"
)
PEOPLE_NAME = compile_caseless(MEASURED[7][1])
AREA_NAME = compile_caseless(MEASURED[0][1])
TOLD_WITH_IT = compile_caseless(  # the quotient is in the answer
    r"(?:,|\?|;)? ?\b(?:and |und |et |y )?(?:(?:what|which) (?:pace|rate|price|ratio|speed|density) (?:was|is) (?:that|it)|(?:and |und |et |y )(?:at )?what (?:pace|rate|price|speed|cost)|(?:and |und |et |y )?how much (?:was|is) (?:that|it)(?: per \w+)?|(?:und )?wie ?viel (?:ist|macht|sind) das|(?:et )?combien (?:est-ce|ca fait)|(?:y )?cuanto es)\b"
)
ASKS_ROW = compile_caseless(
    r"\b(?:which|who(?:se)?|what|where|wer|welche[rsnm]?|wo|quel(?:le)?s?|qui|ou|cual(?:es)?|quien|que|donde|the|best|cheapest|rank|sort)\b"
)


END_WORD = compile_caseless(rf"\b(?:{SUPERLATIVES})\b")
GOOD_VALUE = compile_caseless(
    r"\b(?:(?P<good>best|better)|worst) (?:value|deal|offer|buy|price)\b|\bbeste[srnm]? (?:preis\w*|angebot|wert)\b|\bmeilleure? (?:affaire|offre|prix|rapport)\b|\bmejor (?:oferta|precio|valor)\b"
)


class RowQuotient(NamedTuple):
    """What is divided by what, whether the lowest is wanted, and the places that say so."""

    top: int
    bottom: int
    is_lowest: bool
    spans: list[list[int]]


def row_ratio(table: Table, query: Query) -> Repeated | None:
    """Return which row or group has the highest or lowest quotient of two columns."""
    text, columns = table.folded, table.columns
    label = label_column(columns, set())
    has_end = query.degrees or BEST.search(text) or WORST.search(text) or END_WORD.search(query.said)
    if not has_end or not ASKS_ROW.search(text):
        return None
    if label < 0:
        texts = [place for place, column in enumerate(columns) if column.values() is None and not column.dates]
        label = texts[0] if texts else -1
    found = density(text, columns) or per_measure(text, query, columns) or per_named(table, query)
    if found is None or label < 0:
        return None
    filters = tuple(one for one in query.filters if one.column not in (found.top, found.bottom))
    rows = quotients(table, filters, found, label)
    if not rows:
        return None
    language, pole = query.language, POLES[query.language][1 if found.is_lowest else 0]
    rows.sort(key=lambda row: row[1], reverse=not found.is_lowest)
    best = ", ".join(cell(name) for name, value in rows if value == rows[0][1])
    name = f"{cell(columns[found.top].name)} / {cell(columns[found.bottom].name)}"
    words = {"name": name, "where": where_text(filters, columns, language), "group": cell(columns[label].name)}
    head = fill_in(
        RATIO_TEXTS[language]["best"], **words, pole=pole, label=best, value=shown(rounded(rows[0][1]), language)
    )
    head += as_pace(rows[0][1], columns[found.top], columns[found.bottom])
    listed = grid([columns[label].name, name], [[one, rounded(value)] for one, value in rows], language, MOST_WISHED)
    spans = [*found.spans, *(list(span) for span in query.spans), [0, 0]]
    spans += [list(match.span()) for match in re.finditer(RATIO_USED, text, re.IGNORECASE)]
    spans += [list(match.span()) for pattern in (TOLD_WITH_IT, BEST, WORST) for match in pattern.finditer(text)]
    return Repeated(f"{head}\n\n{listed}", spans)


def density(text: str, columns: list[Column]) -> RowQuotient | None:
    """Return people by area, where a question asks for the density of them."""
    match = DENSITY.search(text)
    if match is None:
        return None
    names = plain_names(columns)
    people = [place for place, name in names.items() if PEOPLE_NAME.search(name)]
    areas = [place for place, name in names.items() if AREA_NAME.search(name) and place not in people]
    if len(people) != 1 or len(areas) != 1:
        return None
    is_lowest = WORST.search(text) is not None or re.search(r"\bleast\b", text, re.IGNORECASE) is not None
    return RowQuotient(people[0], areas[0], is_lowest, [list(match.span())])


def plain_names(columns: list[Column]) -> dict[int, str]:
    """Return the names of the columns that measure something, in small letters and without underscores."""
    places = (one for one in numeric_places(columns) if not (is_identifier(columns[one]) or is_year(columns[one])))
    return {
        place: re.sub(r"[_()\[\]]", " ", flattened(fold(columns[place].name)).text.lower()).strip() for place in places
    }


def per_measure(text: str, query: Query, columns: list[Column]) -> RowQuotient | None:
    """Return the quotient of "… per km", "pro qm", where one column tells how many of them."""
    names = plain_names(columns)
    for words, known in MEASURED:
        match = re.search(rf"\b{PER}(?:{words})(?:_\w+)?\b(?! (?:had|has|have|was|is|did)\b)", text, re.IGNORECASE)
        if match is None:
            continue
        bottoms = [place for place, name in names.items() if re.search(rf"(?:\A|\s)(?:{known})(?:\Z|\s)", name)]
        bottoms = [place for place in bottoms if not PER_NAME.search(names[place])]
        if len(bottoms) != 1 or (
            re.match(r"(?:an?|au|le|la|el|al) ", match.group(), re.IGNORECASE) and len(names) != 2
        ):
            return None
        top = divided(text, query, columns, bottoms[0], names)
        if top < 0:
            return None
        return RowQuotient(top, bottoms[0], wants_lowest(text, query, bottoms[0], names[top]), [list(match.span())])
    return None


def per_named(table: Table, query: Query) -> RowQuotient | None:
    """Return the quotient of two named columns: "the most clicks per view"."""
    text = flattened(table.question).text
    found = per_one(text, mentioned(text, table.columns), table.columns)
    if found is None or found.group >= 0 or not query.degrees:  # "which rep has …" names its groups
        return None
    spans = [[found.top.start, found.bottom.end]]
    name = plain_names(table.columns).get(found.top.column, "")
    is_lowest = wants_lowest(table.folded, query, found.bottom.column, name)
    return RowQuotient(found.top.column, found.bottom.column, is_lowest, spans)


PER_NAME = re.compile(r"\b(?:per|pro|je|par|por)\b|/")


def divided(text: str, query: Query, columns: list[Column], bottom: int, names: dict[int, str]) -> int:
    """Return the column that is divided: the one named, the one that a word of degree is about, or the only other."""
    named = [one.column for one in mentioned(text, columns) if one.column in names and one.column != bottom]
    meant = [one.column for one in query.degrees if one.column in names and one.column != bottom]
    others = [place for place in names if place != bottom]
    for places in (list(dict.fromkeys(named)), list(dict.fromkeys(meant)), others):
        if len(places) == 1:
            return -1 if PER_NAME.search(names[places[0]]) else places[0]
    return -1


def wants_lowest(text: str, query: Query, bottom: int, top: str) -> bool:
    """Return whether the lowest quotient is meant: "cheapest per kg", "fastest per km", but not "fastest per hour"."""
    if (value := GOOD_VALUE.search(text)) is not None and re.search(DIMENSIONS["price"].columns, top):
        return "worst" not in value.group().lower()
    for one in query.degrees:
        is_low = one.operation in ("min", "least")
        turned = one.column == bottom and one.dimension not in GENERIC and one.dimension != "any"
        return is_low is not turned
    end = END_WORD.search(query.said)
    word = DEGREE_WORDS.get(end.group().lower()) if end else None
    return word.pole == "min" if word else WORST.search(text) is not None


def quotients(table: Table, filters: tuple[Filter, ...], found: RowQuotient, label: int) -> list[tuple[str, float]]:
    """Return each name with its sum of one column divided by that of the other."""
    sums: dict[str, tuple[float, float]] = {}
    for row in selected(table.again(), filters, table.columns):
        top, bottom = (cell_number(row[place], table.columns[place]) for place in (found.top, found.bottom))
        if top is not None and bottom is not None:
            before = sums.get(row[label], (0.0, 0.0))
            sums[row[label]] = before[0] + top, before[1] + bottom
    return [(name, top / bottom) for name, (top, bottom) in sums.items() if bottom]


MINUTES_NAME = compile_caseless(r"\b(?:minutes?|minuten|minutos|mins?)\b")
DISTANCE_NAME = compile_caseless(r"\b(?P<unit>km|miles?)\b")


def as_pace(value: float, top: Column, bottom: Column) -> str:
    """Return minutes for one kilometre as minutes and seconds as well, "" for other quotients."""
    unit = DISTANCE_NAME.search(bottom.name.replace("_", " "))
    if unit is None or MINUTES_NAME.search(fold(top.name).replace("_", " ")) is None:
        return ""
    seconds = round(60 * value)
    return f" **{seconds // 60}:{seconds % 60:02} min/{unit['unit'].lower().rstrip('s')}**"
