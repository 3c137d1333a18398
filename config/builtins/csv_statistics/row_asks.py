"""Questions whose second half is about what the first half found, and uses between meter readings.

"The average, and which days were above it", "which delivery was the latest and how much did it cost", "in which month
did we use most" of readings that only rise.
"""

import re
from itertools import pairwise
from statistics import median

from config.builtins.csv_statistics.columns import compile_caseless, measured_places, rounded, words_in
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import SYNONYMS, Query, label_column, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.rows_of_days import with_day_rows, with_extreme_day
from config.builtins.csv_statistics.running import cell_number, rows_passing, selected
from config.builtins.csv_statistics.sentences import NAMES, grid, shown
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import blanked, cell, fill_in, flattened, fold

MOST_ASKED_ROWS = 100
ASKING = r"(?:which|who|what|when|how many|welche[rsnm]?|wer|wann|wie ?viele|quel(?:le)?s?|qui|lesquel(?:le)?s|combien|quien(?:es)?|cual(?:es)?|que|cuant[oa]s|cuando)"
MIDDLE = r"(?P<mean>average|avg|mean|durchschnitt\w*|mittelwert|schnitt|mittel|moyenne|promedio|media)|(?P<median>median|mediane?|mediana)"
OVER = r"above|over|higher than|more than|better than|larger than|bigger than|exceed\w*|uber|hoher als|mehr als|besser als|daruber|druber|au[- ]dessus|superieure?s?(?= a)|plus que|depass\w*|(?:por )?encima|superior(?:es)?(?= a)|mas que|superan?"
UNDER = r"below|under|lower than|less than|worse than|smaller than|fewer than|unter|niedriger als|weniger als|schlechter als|darunter|drunter|en dessous|inferieure?s?(?= a)|moins que|(?:por )?debajo|inferior(?:es)?(?= a)|menos que"
THAT_FIGURE = r"(?: ?(?:de |a |del |d'|than |als )?(?:(?:the |that |this |dem |der |diesem |la |le |el |cette |esa )*(?:average|avg|mean|median|durchschnitt|mittelwert|schnitt|moyenne|mediane|promedio|media|mediana)|it|that|this|them|ihm|celle-ci|cela|ella|ello|eso)\b)?"
BEYOND_FIGURE = compile_caseless(
    rf"\b(?:{MIDDLE})\b(?P<between>[^?.!;]{{0,60}}?)[,;?.]? *(?:and|und|et|y|also|plus)?,? *\b(?P<asks>{ASKING})\b(?P<noun>[^?.!;\d]{{0,40}}?) (?:(?P<over>{OVER})|(?P<under>{UNDER})){THAT_FIGURE}(?=\W*(?:\Z|[?.!,;\n]|please|pls|bitte))"
)
IDLE_BEYOND = compile_caseless(
    r"\b(?:per|each|a|of|for|the|all|were|was|is|are|did|lie|lies|lay|scored?|have|has|had|go|went|come|came|waren|sind|war|lagen?|liegt|liegen|pro|je|jede[rnms]?|par|por|sont|etait|etaient|est|son|estan?|estuvieron|fueron|days?|tage?n?|jours?|dias?|people|persons?|person|row|rows|ones|and|und|et|y|what|whats|is|please|an|im|in|overall|total)\b"
)
BEYOND_TEXTS = {
    "en": ("{name} of {column}: **{value}**.", "Above it ({n}): {rows}.", "Below it ({n}): {rows}.", "none"),
    "de": ("{name} von {column}: **{value}**.", "Darüber ({n}): {rows}.", "Darunter ({n}): {rows}.", "keine"),
    "fr": ("{name} de {column} : **{value}**.", "Au-dessus ({n}) : {rows}.", "En dessous ({n}) : {rows}.", "aucune"),
    "es": ("{name} de {column}: **{value}**.", "Por encima ({n}): {rows}.", "Por debajo ({n}): {rows}.", "ninguna"),
}


def asked_of_found(table: Table, query: Query) -> Repeated | None:
    """Return the answer to a question about what its first half found, or about uses between readings; None for others."""
    return beyond_figure(table, query) or used_between(table, query) or of_found_row(table, query)


def only_measure(table: Table, text: str) -> int:
    """Return the one column of numbers that a question names, or the only one there is; -1 for none."""
    numeric = measured_places(table.columns)
    named = list(dict.fromkeys(one.column for one in mentioned(text, table.columns) if one.column in numeric))
    return named[0] if len(named) == 1 else numeric[0] if len(numeric) == 1 and not named else -1


def beyond_figure(table: Table, query: Query) -> Repeated | None:
    """Return a mean or median of all rows, and which of them are above or below it."""
    text = flattened(table.question).text
    match, place = BEYOND_FIGURE.search(text), only_measure(table, text)
    label = label_column(table.columns, {place})
    if match is None or place < 0 or label < 0 or query.filters:
        return None
    spans = [list(match.span()), *([one.start, one.end] for one in mentioned(text, table.columns))]
    spans += [list(found.span()) for found in IDLE_BEYOND.finditer(text)]
    column = table.columns[place]
    rows = [(row[label], cell_number(row[place], column)) for row in rows_passing(query, table.columns, table.again)[0]]
    numbers = [(name, value) for name, value in rows if value is not None]
    if len(numbers) < 2 or len({name for name, _ in numbers}) < len(numbers) or not leaves_nothing(table, spans):
        return None
    values = [value for _, value in numbers]
    figure = median(values) if match["median"] else sum(values) / len(values)
    is_over = match["over"] is not None
    kept = [(name, value) for name, value in numbers if (value > figure if is_over else value < figure)]
    language = query.language
    first, above, below, nobody = BEYOND_TEXTS[language]
    name = NAMES[language]["median" if match["median"] else "mean"]
    listed = ", ".join(
        f"**{cell(name)}** ({shown(rounded(value), language)})" for name, value in kept[:MOST_ASKED_ROWS]
    )
    words = {
        "name": name[:1].upper() + name[1:],
        "column": cell(column.name),
        "value": shown(rounded(figure), language),
    }
    told = fill_in(above if is_over else below, n=len(kept), rows=listed or nobody)
    return Repeated(f"{fill_in(first, **words)} {told}", spans)


METER = compile_caseless(r"reading|meter|odometer|mileage|zahlerstand|\bstand\b|kilometerstand|compteur|releve|lectura|contador|medidor")  # fmt: skip
USE_VERB = r"use[ds]?|using|consum\w+|need(?:ed)?|burn(?:ed|t)?|dr[io]ve[n]?|go through|went through|verbrauch\w*|gebraucht|gefahren|consomm\w+|utilis\w+|roule\w*|gast\w+|consum\w+|us[oóa]\w*"
MOST_USED = compile_caseless(
    rf"\b(?:(?:did|have|has|do) (?:i|we|he|she|they|it) (?:{USE_VERB})(?: up)? (?:the )?(?P<edge>most|least)|(?:highest|largest|biggest|greatest|most) (?:use|usage|consumption)|(?P<low>lowest|smallest|least) (?:use|usage|consumption)|(?:am )?(?P<edge2>meisten|wenigsten) (?:strom |wasser |gas )?(?:verbraucht|gebraucht|gefahren)|(?:hochste[rnsm]?|grosste[rnsm]?) verbrauch|(?:consomme|utilise|roule) (?:le )?(?P<edge3>plus|moins)|(?:plus (?:forte|grande|grosse)) consommation|(?:gast|consum|us)\w+ (?P<edge4>mas|menos)|mayor (?:consumo|gasto))\b"
)
LOW_EDGES = words_in("least wenigsten moins menos")
IDLE_USED = compile_caseless(
    r"\b(?:meters?|readings?|zahlerstande?|stande?|releves?|compteurs?|lecturas?|contador(?:es)?|at|the|end|start|beginning|of|each|every|month|week|day|year|in|on|for|which|what|when|did|we|i|kwh|m3|km|litres?|liters?|miles?|units?|electricity|gas|water|power|strom|wasser|these|are|this|is|was|had|with|and|(?:am )?ende|jedes|monats|welche[mrn]?|monat|woche|haben|hatten|wir|ich|wann|war|fin|chaque|mois|quel|dans|avons|nous|a|al|final|cada|mes|que|hemos|cuando|es|son|estas?|das|sind)\b|:"
)
USED_TEXTS = {
    "en": ("**{label}**: {value} (each reading less the one before). What was used before the first reading, {first}, is not known.", "used"),
    "de": ("**{label}**: {value} (jeder Stand minus den davor). Der Verbrauch vor dem ersten Stand, {first}, ist nicht bekannt.", "verbraucht"),
    "fr": ("**{label}** : {value} (chaque relevé moins le précédent). La consommation avant le premier relevé, {first}, n'est pas connue.", "consommé"),
    "es": ("**{label}**: {value} (cada lectura menos la anterior). El consumo anterior a la primera lectura, {first}, no se conoce.", "consumido"),
}  # fmt: skip


def used_between(table: Table, query: Query) -> Repeated | None:
    """Return between which readings of a meter most or least was used: readings that only rise."""
    text = flattened(table.question).text
    match = MOST_USED.search(text)
    places = [place for place in measured_places(table.columns) if METER.search(fold(table.columns[place].name))]
    numbers = measured_places(table.columns)
    if not places and match and len(numbers) == 1 and METER.search(blanked(text, *match.span())):
        places = numbers
    label = label_column(table.columns, set(places))
    if match is None or len(places) != 1 or label < 0 or query.filters:
        return None
    column = table.columns[places[0]]
    rows = [(row[label], cell_number(row[places[0]], column)) for row in table.again()]
    known = [(name, value) for name, value in rows if value is not None]
    spans = [list(match.span()), *([one.start, one.end] for one in mentioned(text, table.columns))]
    spans += [list(found.span()) for found in IDLE_USED.finditer(text)]
    if len(known) < len(rows) or len(known) < 3 or any(after[1] < before[1] for before, after in pairwise(known)):
        return None
    used = [(after[0], after[1] - before[1]) for before, after in pairwise(known)]
    is_least = match["low"] is not None or any(edge and edge.lower() in LOW_EDGES for edge in match.groups())
    best = (min if is_least else max)(used, key=lambda one: one[1])
    said, head = USED_TEXTS[query.language]
    value = shown(rounded(best[1]), query.language)
    sentence = fill_in(said, label=cell(best[0]), value=f"**{value}**", first=cell(known[0][0]))
    listed = [[name, rounded(value)] for name, value in used]
    table_shown = grid([table.columns[label].name, head], listed, query.language, MOST_ASKED_ROWS)
    return Repeated(f"{sentence}\n\n{table_shown}", spans)


OF_IT = compile_caseless(
    r"(?:[,;?.] ?|,? (?:and|und|et|y) )(?:also |auch |aussi |tambien )?(?P<half>(?:how (?:much|many|\w+)|what|wie ?viele?|wie|was|combien|quel(?:le)?s?|cuant[oa]s?|que|cual)\b[^?.!;]*?\b(?:it|its|that one|sie|es|er|ihr|sein|elle|il|son|sa|ella|el|este|esta|costo|cuesta|cost)\b[^?.!;\n]*)"
)


def of_found_row(table: Table, query: Query) -> Repeated | None:
    """Return another value of the one row that the first half of a question finds: "the latest, and what did it cost"."""
    text = flattened(table.question).text
    match = OF_IT.search(text)
    if match is None or not text[: match.start()].strip():
        return None
    first = table._replace(question=blanked(table.question, match.start(), len(text)))
    found = query_of(first.question, table.columns, query.language)
    found = with_day_rows(with_extreme_day(first, found, selected(table.again(), found.filters, table.columns)))
    place = named_value(table, match["half"])
    rows = [] if found.fault or found.group >= 0 or place < 0 else found_rows(table, found)
    if len(rows) != 1:
        return None
    spans = [list(match.span("half")), *map(list, found.spans)]
    cells = ", ".join(f"{cell(one.name)} {cell(value)}" for one, value in zip(table.columns, rows[0], strict=False))
    name, value = cell(table.columns[place].name), cell(rows[0][place])
    return Repeated(f"{name}: **{value}**. {cells}.", spans) if leaves_nothing(table, spans) else None


def found_rows(table: Table, found: Query) -> list[list[str]]:
    """Return the rows that a question finds by its conditions, or as the highest or lowest of one column."""
    rows = rows_passing(found, table.columns, table.again)[0]
    if found.filters and not found.operations and not found.degrees:
        return rows
    ways = set(found.operations)
    if not found.degrees or len(found.measures) != 1 or len(ways) != 1 or not ways <= {"max", "min"}:
        return []
    column, place = table.columns[found.measures[0]], found.measures[0]
    numbers = [(value, row) for row in rows if (value := cell_number(row[place], column)) is not None]
    end = (max if ways == {"max"} else min)((value for value, _ in numbers), default=None)
    return [row for value, row in numbers if value == end]


def named_value(table: Table, half: str) -> int:
    """Return the column that a question about a row names, by its name or by a word for it; -1 for none or several."""
    named = list(dict.fromkeys(one.column for one in mentioned(half, table.columns)))
    if len(named) == 1:
        return named[0]
    meant = [
        place
        for word, names in SYNONYMS
        if re.search(word, half, re.IGNORECASE)
        for place, column in enumerate(table.columns)
        if re.search(names, fold(column.name), re.IGNORECASE)
    ]
    return meant[0] if len(set(meant)) == 1 and not named else -1
