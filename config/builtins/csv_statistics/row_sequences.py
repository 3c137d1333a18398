"""Questions about the rows one after the other, or each against the whole: shares, changes, gaps in numbers, a limit that is passed."""

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from config.builtins.csv_statistics.columns import ANY_CASE, Column, FoundText, compile_caseless, is_identifier
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, rows_passing
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, decimal_of, fill_in, fold

MOST_GAPS = 1_000  # numbers of a sequence that are looked for
SHARES_OF_ALL = compile_caseless(
    r"\b(?:(?:share|percentage|percent|proportion|part|anteil|prozentsatz|prozent|part|pourcentage|porcentaje|cuota|proporcion|what (?:percent|percentage|share)(?: of (?:the )?(?:total|whole|sum))?)(?: in (?:%|per ?cent|prozent|pourcent\w*|porcentaje))?(?: of (?:the )?(?:total|whole|sum))?(?: (?:for|of|per|by|does|is|pro|je|von|de|par|por|has|hat))? "
    r"(?:each|every|jede[rnms]?|chaque|cada)(?: \w+)?(?: (?:of|in|am|an|du|del) (?:the |der |dem )?(?:total|whole|gesamt\w*|ganzen))?|each (?:one|row|value|\w+)(?:'s)? (?:share|percentage|percent|part)|as (?:a )?(?:percentages?|percent|share) of (?:the )?(?:total|whole|sum)|in (?:%|percent) of (?:the )?(?:total|whole|sum)|"
    r"(?:percentages?|prozentuale[rns]?|share|anteil|pourcentage|porcentaje) (?:per|by|pro|je|par|por) (?!cent\b)\w+(?: in (?:%|percent|prozent))?|(?:percentage|percent|prozentuale) (?:breakdown|distribution|verteilung)|(?:how (?:many|much) |what |which )?(?:per ?cent(?:age)?|%|share)(?: of (?:the )?\w+)?(?: in (?:%|per ?cent|percentages?))? (?:(?:did|does|do|has|have|is|was|went to|goes to) )?(?:each|every|everyone|everybody|they (?:each|all)|all of them)(?: (?:one|of them|person|\w+))?(?: (?:get|got|have|had|make up|makes up|received?|won|gotten))?|(?:wie ?viel|welchen?|was)? ?(?:prozent\w*|anteil)(?: (?:der|am|vom) \w+)? (?:hat|haben|hatte|bekam(?:en)?|entfallt|entfallen|macht|kriegt|erhielt)(?: auf)? (?:jede[rsnm]?|jeweils|die einzelnen|alle)(?: \w+)?(?: (?:bekommen|erhalten|gekriegt|aus))?(?: (?:an|am|von|vom)(?: (?:den|der|dem|allen))? \w+)?|quel(?:le)? (?:pourcentage|part)(?: des? \w+)? (?:(?:a|ont|represente|fait) )?(?:obtenu |eu |recu )?(?:pour )?(?:chaque \w+|chacune?)(?: (?:a|obtenu|eu|recu|represente))*|(?:what |which )?(?:share|percentage|percent|proportion|part) of (?:the |our |my |all |his |her |their )?(?:(?:total|whole|overall) )?\w+ (?:(?!is\b|was\b|are\b|does\b|did\b|goes\b|went\b|has\b|comes\b|each\b|every\b)\w+ )?(?:(?:is|was|are|does|did|goes to|went to|has|comes from) )?(?:each|every)(?: (?:of (?:these|them)|one|single))?(?: \w+)?(?: (?:make|makes|take|takes|make up|takes up|account for|get|represent))?(?:,? in (?:%|percent))?|how (?:much|many) (?:%|percent)? ?of (?:the |our |my )?(?:total|whole|sum|\w+) (?:is|does|did|goes to|went to) (?:each|every)(?: \w+)?(?: (?:make up|take up|take|get|make))?(?:,? in (?:%|percent))|que (?:porcentaje|parte)(?: de \w+)? (?:(?:tiene|obtuvo|saco|representa|ha obtenido|consiguio) )?(?:cada \w+|todos)(?: (?:obtuvo|saco|tiene))?)(?!\w)"
)
CHANGES_OF_ROWS = compile_caseless(
    r"\b(?:(?:change|growth|difference|increase|development|veranderung|differenz|wachstum|evolution|variation|croissance|cambio|variacion|diferencia|crecimiento)s?(?: in (?:%|percent))? (?:from |between |per |by |von |zu |de |entre |d'un |d'une )*(?:(?P<one>\w+) (?:to|on|over|zu|a l'autre|au|a) (?:the )?(?:(?P=one)|next|previous|last|nachsten)|(?:each|one|a) \w+ (?:to|and|over) (?:the )?(?:next|other|previous|one before)|(?:consecutive|successive) \w+)"
    r"|(?:month|week|year|day)-(?:to|on|over)-(?:month|week|year|day)(?: (?:change|growth|difference)s?)?|(?:month|week|year|day) (?:to|on|over) (?:month|week|year|day) (?:change|growth|difference)s?|(?:change|difference)s? (?:to|from|vs\.?|compared (?:to|with)) (?:the )?(?:previous|last|prior|preceding) (?:row|line|one|month|week|year|day|value)|(?:row|line) (?:to|by) (?:row|line) (?:changes?|differences?))(?: in (?:%|percent))?"
)
METER_USED = compile_caseless(
    r"\b(?:how much|how many \w+|what) (?:did|do|have|has) (?:i|we|he|she|they)(?: all)? (?:use[d]?|consume[d]?|burn(?:ed)?|drive|driven)(?: (?:up|of it))?(?: (?:each|every|per|in each|from) \w+(?: to \w+)?)?|(?:usage|consumption)(?: (?:per|of each|for each|each|by) \w+)?|(?:wie ?viel (?:habe ich|haben wir) )?(?:(?:je|pro|in jedem) \w+ )?verbraucht|verbrauch (?:je|pro) \w+|consommation (?:par|de chaque) \w+|combien (?:ai-je|avons-nous) consomme(?: (?:par|chaque) \w+)?|consumo (?:por|de cada) \w+|cuanto (?:gaste|consumi|consumimos) (?:por|cada) \w+"
)
METER_NAME = compile_caseless(r"reading|meter|odometer|zahlerstand|stand\b|compteur|releve|lectura|contador")
MISSING_NUMBER = compile_caseless(
    r"\b(?:(?:which|what|welche[rs]?|quel(?:le)?s?|que|cuales|any|is there (?:a|any)|are there)(?: \w+){0,3}? (?:is|are|was|were )? ?(?:missing|skipped|fehlt|fehlen|manque(?:nt)?|falta|faltan)|(?:missing|skipped|fehlende) (?:\w+ )?(?:numbers?|ids?|nummern?)|(?:gaps?|jumps?|holes?) in (?:the )?(?:\w+ )?(?:numbers?|numbering|sequence|ids?)|lucken? in (?:den |der )?\w*nummern?)\b"
)
NUMBERED_NAME = compile_caseless(r"\b(?:invoices?|numbers?|no|nr|id|ids|ticket|order|receipt|cheque|check|page|seat|rechnung\w*|nummer|beleg|bestell\w*|facture|numero|num|factura|pedido|code|position|week|kw|#)\b|number|nummer|_id$")  # fmt: skip
LIMIT_PASSED = compile_caseless(
    r"\b(?:(?:in |on |at |by )?(?:which|what) \w+ (?:did|do|does|have|has|is|was) (?:we|i|it|they|the total|the sum|the running total|sales|the \w+)?(?: \w+){0,2}? ?(?:pass(?:ed)?|exceed(?:ed)?|reach(?:ed)?|hit|cross(?:ed)?|go (?:over|above|past)|get (?:over|above|past))|when (?:did|do|does|is|was|were|have|has) (?:we|i|it|they|the total|the sum|the running total|the \w+)(?: \w+){0,2}? ?(?:pass(?:ed)?|exceed(?:ed)?|reach(?:ed)?|hit|cross(?:ed)?|go (?:over|above|past)|get (?:over|above|past))|"
    r"(?:in welche[mr] \w+|wann) (?:haben|hat|wurde[n]?|wird|war(?:en)?) (?:wir|ich|die summe|es)?|(?:quand|en quel \w+|dans quel \w+) (?:a-t-on|avons-nous|ai-je|on a) (?:depasse|atteint)|(?:cuando|en que \w+) (?:pasamos|superamos|llegamos a|alcanzamos))(?: (?:the |die |les? |los )?(?:mark of )?)? ?(?P<limit>\d[\d.,]*)(?: (?:euros?|dollars?|eur|usd|€|km|kg|units?))?(?: (?:uberschritten|erreicht|geknackt|uberstiegen))?"
    r"(?: (?:in total|in all|altogether|overall|cumulatively|together|total|insgesamt|zusammen|au total|en tout|en total))?"
)
TRIMMED = compile_caseless(
    r"\b(?:average|mean|avg|durchschnitt|mittelwert|schnitt|moyenne|promedio|media)\b[^.?!]{0,30}?\b(?:without|excluding|(?:if (?:i|we|you) )?(?:leav(?:e|ing) out|ignor(?:e|ing)|drop(?:ping)?|tak(?:e|ing) out|remov(?:e|ing))|minus|except(?: for)?|ohne|sans|sin) (?:both )?(?:the |den |die |das |la |le |el )?(?P<first>best|worst|highest|lowest|largest|smallest|top|bottom|most expensive|dearest|cheapest|teuerste[ns]?|billigste[ns]?|max\w*|min\w*|beste[ns]?|schlechteste[ns]?|hochste[ns]?|niedrigste[ns]?|grosste[ns]?|kleinste[ns]?|meilleure?|pire|plus (?:haute?|basse?|chere?)|moins chere?|mejor|peor|mas (?:alt[oa]|baj[oa]|car[oa]|barat[oa]))(?! \d| two| three)(?: (?!and\b|und\b|et\b|y\b|or\b)\w+)?(?: (?:and|und|et|y|or) (?:the |den |die |das |la |le |el )?(?P<second>best|worst|highest|lowest|largest|smallest|top|bottom|max\w*|min\w*|beste[ns]?|schlechteste[ns]?|hochste[ns]?|niedrigste[ns]?|grosste[ns]?|kleinste[ns]?|meilleure?|pire|plus (?:haute?|basse?)|mejor|peor|mas (?:alt[oa]|baj[oa]))(?: (?:one|value|score|result|wert|valeur|valor))?)?\b"
)
HIGHER_THAN = compile_caseless(
    r"\b(?P<more>better|higher|more|greater|larger|bigger|above|over|beats?|beat|exceeds?|besser|hoher|mehr|grosser|uber|meilleure?s?|plus (?:haute?|grande?|eleve\w*|de)|mejor|mas(?: alt[oa]s?)?|mayor)\b|\b(?P<less>worse|lower|less|fewer|smaller|below|under|schlechter|niedriger|weniger|kleiner|unter|pire|moins(?: bonne?)?|peor|menos|menor)\b"
)
WHO_OR_WHEN = compile_caseless(
    r"\b(?:who|which|what|where|when|in (?:which|what)|how many|wer|welche[rsnm]?|wo|wann|in welche[mrn]|wie viele|qui|quel(?:le)?s?|ou|quand|combien|quien(?:es)?|cual(?:es)?|donde|cuando|en que|cuant[oa]s)\b"
)
MORE_THAN_TWO = compile_caseless(  # "at or below", "A and B"
    r"\b(?:and|or|equal\w*|same|und|oder|gleich\w*|et|ou|egal\w*|y|o|igual\w*)\b"
)
JOINED_BY = compile_caseless(r"\W*(?:(?:than|als|que|compared (?:to|with)|the|in|at|of|for|im|in der|bei|en|de|dans|their|his|her|was|were|is|are|score[ds]?|did|do)\W+)*(?:the |der |die |das )?")  # fmt: skip
ORDER_TEXTS = {
    "en": {"share": "Share of all {column}{where}:", "percent": "share", "change": "{column} against the row before{where}:", "by": "change", "gaps": "Missing in {column}, from {low} to {high}: **{numbers}** ({n}).", "nogap": "**None** is missing in {column}, from {low} to {high}.", "passed": "**{label}**: the running total of {column} is then {total}, over {limit} for the first time.", "reached": "**{label}**: the running total of {column} is then exactly {limit}.", "never": "**Never**: all {column} together are {total}.", "trimmed": "Mean of {column} without {high} and {low}: **{mean}** ({n} values).", "higher": "{first} is higher than {second} in **{n}** of {all}{rows}", "lower": "{first} is lower than {second} in **{n}** of {all}{rows}"},
    "de": {"share": "Anteil an allen {column}{where}:", "percent": "Anteil", "change": "{column} gegenüber der Zeile davor{where}:", "by": "Änderung", "gaps": "In {column} fehlen von {low} bis {high}: **{numbers}** ({n}).", "nogap": "In {column} fehlt von {low} bis {high} **keine**.", "passed": "**{label}**: Die laufende Summe von {column} ist dann {total}, zum ersten Mal über {limit}.", "reached": "**{label}**: Die laufende Summe von {column} ist dann genau {limit}.", "never": "**Nie**: Alle {column} zusammen sind {total}.", "trimmed": "Mittelwert von {column} ohne {high} und {low}: **{mean}** ({n} Werte).", "higher": "{first} ist höher als {second} in **{n}** von {all}{rows}", "lower": "{first} ist niedriger als {second} in **{n}** von {all}{rows}"},
    "fr": {"share": "Part de l'ensemble de {column}{where} :", "percent": "part", "change": "{column} par rapport à la ligne précédente{where} :", "by": "variation", "gaps": "Il manque dans {column}, de {low} à {high} : **{numbers}** ({n}).", "nogap": "Il n'en manque **aucun** dans {column}, de {low} à {high}.", "passed": "**{label}** : le total cumulé de {column} est alors de {total}, pour la première fois au-dessus de {limit}.", "reached": "**{label}** : le total cumulé de {column} est alors exactement de {limit}.", "never": "**Jamais** : le total de {column} est de {total}.", "trimmed": "Moyenne de {column} sans {high} ni {low} : **{mean}** ({n} valeurs).", "higher": "{first} dépasse {second} dans **{n}** cas sur {all}{rows}", "lower": "{first} est inférieur à {second} dans **{n}** cas sur {all}{rows}"},
    "es": {"share": "Parte del total de {column}{where}:", "percent": "parte", "change": "{column} respecto a la fila anterior{where}:", "by": "cambio", "gaps": "Faltan en {column}, de {low} a {high}: **{numbers}** ({n}).", "nogap": "No falta **ninguno** en {column}, de {low} a {high}.", "passed": "**{label}**: el total acumulado de {column} es entonces {total}, por primera vez más de {limit}.", "reached": "**{label}**: el total acumulado de {column} es entonces exactamente {limit}.", "never": "**Nunca**: el total de {column} es {total}.", "trimmed": "Media de {column} sin {high} ni {low}: **{mean}** ({n} valores).", "higher": "{first} es mayor que {second} en **{n}** de {all}{rows}", "lower": "{first} es menor que {second} en **{n}** de {all}{rows}"},
}  # fmt: skip


def sequence_answer(table: Table, query: Query) -> Repeated | None:
    """Return the answer about rows in their order or against the whole."""
    text = table.folded
    for answer in (numbers_missing, limit_passed, mean_without_edges, shares_of_rows, changes_of_rows, columns_of_rows):
        found = answer(table, query, text)
        if found is not None:
            spans = [*found.spans, *([list(span) for span in query.spans] if query.filters else [])]
            return Repeated(found.sentence, spans) if leaves_nothing(table, spans) else None
    return None


def named_numbers(table: Table, text: str, but: Sequence[int] = ()) -> tuple[int, list[list[int]]]:
    """Return the one numeric column that is named, or the only one there is, and its places."""
    numeric = [place for place, column in enumerate(table.columns) if column.values() is not None and place not in but]
    named = [one for one in mentioned(text, table.columns) if one.column in numeric]
    places = list(dict.fromkeys(one.column for one in named))
    others = [place for place in numeric if not is_identifier(table.columns[place])]
    if all(is_identifier(table.columns[place]) for place in places):
        places = places if places and not others else others or numeric
    spans = [[one.start, one.end] for one in mentioned(text, table.columns)]
    spans += [list(match.span()) for match in DECIMALS_ASKED.finditer(text)]
    return (places[0] if len(places) == 1 else -1), spans


def numbered_rows(table: Table, query: Query, place: int) -> tuple[list[list[str]], list[float]]:
    """Return the rows that pass and have a number in a column, with these."""
    column = table.columns[place]
    rows, values = list[list[str]](), list[float]()
    for row in rows_passing(query._replace(sort=-1), table.columns, table.again)[0]:
        value = cell_number(row[place], column) if place < len(row) else None
        if value is not None:
            rows.append(row)
            values.append(value)
    return rows, values


def sums_of_labels(table: Table, query: Query, label: int, place: int) -> tuple[dict[str, float], list[float]]:
    """Return the sum of a column for each different label of the rows that pass, and the values of all."""
    rows, values = numbered_rows(table, query, place)
    sums: dict[str, float] = {}
    for row, value in zip(rows, values, strict=True):
        sums[row[label].strip()] = sums.get(row[label].strip(), 0.0) + value
    return sums, values


DECIMALS_ASKED = compile_caseless(
    r"\(?\b(?:(?:rounded |gerundet |arrondi\w* |redondead\w* )?(?:with |to |at |auf |mit |a |avec |con |su )?(?:(?P<n>[1-4])|(?P<one>one|eine[r]?|une|un|una)|(?P<two>two|zwei|deux|dos)) (?:decimal(?:e?s?|es)(?: places?)?|digits? after the (?:point|comma)|nachkommastellen?|chiffres? apres la virgule))\b\)?"
)


def decimals_asked(text: str) -> int:
    """Return to how many decimals a question wants its figures, two where it does not say."""
    match = DECIMALS_ASKED.search(text)
    if match is None:
        return 2
    return int(match["n"]) if match["n"] else 1 if match["one"] else 2


def shares_of_rows(table: Table, query: Query, text: str) -> Repeated | None:
    """Return what each row, or each group of rows of one name, has of the sum, in per cent."""
    match = SHARES_OF_ALL.search(text)
    place, spans = named_numbers(table, text) if match else (-1, [])
    label = label_column(table.columns, {place}) if query.group < 0 else query.group
    if match is None or place < 0 or label < 0:
        return None
    sums, values = sums_of_labels(table, query, label, place)
    total = sum(values)
    decimals = decimals_asked(text)
    if not total or any(value < 0 for value in values):
        return None
    listed = [
        [name, round(value, 9), f"{shown(round(100 * value / total, decimals), query.language)} %"]
        for name, value in sums.items()
    ]
    heads = [table.columns[label].name, table.columns[place].name, ORDER_TEXTS[query.language]["percent"]]
    return Repeated(with_rows("share", table.columns[place], heads, listed, table, query), [list(match.span()), *spans])


def with_rows(kind: str, column: Column, heads: list[str], listed: list[list[Any]], table: Table, query: Query) -> str:
    """Return a sentence about a column with a table below."""
    where = where_text(query.filters, table.columns, query.language)
    head = fill_in(ORDER_TEXTS[query.language][kind], column=cell(column.name), where=where)
    return f"{head}\n\n{grid(heads, listed, query.language, MOST_WISHED)}"


def changes_of_rows(table: Table, query: Query, text: str) -> Repeated | None:
    """Return what each row has more or less than the one before, as a figure and in per cent."""
    match = CHANGES_OF_ROWS.search(text) or METER_USED.search(text)
    place, spans = named_numbers(table, text) if match else (-1, [])
    label = label_column(table.columns, {place})
    if match is None or place < 0 or label < 0 or query.group not in (-1, label):
        return None
    if match.re is METER_USED and not METER_NAME.search(fold(table.columns[place].name)):
        return None
    rows, values = numbered_rows(table, query, place)
    if len(values) < 2:
        return None
    listed: list[list[Any]] = [[rows[0][label], values[0], "-", "-"]]
    for row, (before, value) in zip(rows[1:], pairwise(values), strict=True):
        share = f"{100 * (value - before) / before:+.1f} %" if before > 0 else "-"
        share = share.replace(".", ",") if query.language != "en" else share
        listed.append([row[label], value, signed(value - before, query.language), share])
    said = ORDER_TEXTS[query.language]["by"]
    heads = [table.columns[label].name, table.columns[place].name, said, f"{said} %"]
    return Repeated(
        with_rows("change", table.columns[place], heads, listed, table, query), [list(match.span()), *spans]
    )


def signed(value: float, language: str) -> str:
    """Return a difference with its sign."""
    return f"{'+' if value > 0 else ''}{shown(round(value, 9), language)}"


def numbers_missing(table: Table, query: Query, text: str) -> Repeated | None:
    """Return the whole numbers that a numbered column leaves out between its smallest and its largest."""
    match = MISSING_NUMBER.search(text)
    if match is None or query.group >= 0:
        return None
    numbered = [
        place
        for place, column in enumerate(table.columns)
        if column.values() is not None and NUMBERED_NAME.search(fold(column.name)) and is_sequence(column)
    ]
    mentions = mentioned(text, table.columns)
    named = [one for one in mentions if one.column in numbered]
    if len(named) < len(mentions) or not (named or NUMBERED_NAME.search(match.group())):
        return None  # "which customers are missing an email"
    places = list(dict.fromkeys(one.column for one in named)) or numbered
    if len(places) != 1:
        return None
    column = table.columns[places[0]]
    values = {int(value) for value in column.values() or ()}
    low, high = min(values), max(values)
    gaps = [number for number in range(low, high + 1) if number not in values]
    words = {"column": cell(column.name), "low": str(low), "high": str(high), "n": f"{len(gaps):,}"}
    sentence = fill_in(
        ORDER_TEXTS[query.language]["gaps" if gaps else "nogap"],
        numbers=", ".join(map(str, gaps[:MOST_WISHED])),
        **words,
    )
    words_read = re.finditer(r"\b(?:numbers?|ids?|nummern?|numeros?|is|are|was|there|the|in)\b", text, ANY_CASE)
    return Repeated(
        sentence,
        [list(match.span()), *([one.start, one.end] for one in named), *(list(one.span()) for one in words_read)],
    )


def is_sequence(column: Column) -> bool:
    """Return whether a column has different whole numbers, most of those between its smallest and its largest."""
    values = column.values() or ()
    if len(values) < 3 or any(value != int(value) for value in values) or len(set(values)) < len(values):
        return False
    spread = max(values) - min(values) + 1
    return spread <= MOST_GAPS and spread <= 2 * len(values)


def limit_passed(table: Table, query: Query, text: str) -> Repeated | None:
    """Return the row with which the running total of a column passes a limit."""
    match = LIMIT_PASSED.search(text)
    place, spans = named_numbers(table, text) if match else (-1, [])
    label = label_column(table.columns, {place})
    label = label if label >= 0 else next((at for at, one in enumerate(table.columns) if is_identifier(one)), -1)
    if match is None or place < 0 or label < 0 or query.filters:
        return None
    limit = float(decimal_of(match["limit"].rstrip(".,"), query.language))
    rows, values = numbered_rows(table, query, place)
    if any(value < 0 for value in values):
        return None
    said, name, seen = ORDER_TEXTS[query.language], cell(table.columns[place].name), [list(match.span()), *spans]
    figures = {"column": name, "limit": shown(limit, query.language)}
    for row, total in zip(rows, accumulate(values), strict=True):
        if total >= limit:
            kind = "passed" if total > limit else "reached"
            return Repeated(
                fill_in(said[kind], label=cell(row[label]), total=shown(round(total, 9), query.language), **figures),
                seen,
            )
    return Repeated(fill_in(said["never"], total=shown(round(sum(values), 9), query.language), **figures), seen)


def mean_without_edges(table: Table, query: Query, text: str) -> Repeated | None:
    """Return the mean of a column without its largest and its smallest value."""
    match = TRIMMED.search(text)
    place, spans = named_numbers(table, text) if match else (-1, [])
    if match is None or place < 0 or query.group >= 0 or is_same_end(match):
        return None
    values = sorted(numbered_rows(table, query._replace(filters=()), place)[1])
    if len(values) < 3 or query.filters:
        return None
    both = match["second"] is not None
    is_high_out = is_high(match["first"])
    kept = values[1:-1] if both else values[:-1] if is_high_out else values[1:]
    figures = {
        name: shown(value, query.language)
        for name, value in (("high", values[-1]), ("low", values[0]), ("mean", round(sum(kept) / len(kept), 6)))
    }
    if not both:
        said = TRIMMED_ONCE[query.language]
        figures["out"] = figures["high" if is_high_out else "low"]
        head = fill_in(said, column=cell(table.columns[place].name), n=f"{len(kept):,}", **figures)
        return Repeated(head, [list(match.span()), *spans])
    sentence = fill_in(
        ORDER_TEXTS[query.language]["trimmed"], column=cell(table.columns[place].name), n=f"{len(kept):,}", **figures
    )
    return Repeated(sentence, [list(match.span()), *spans])


TRIMMED_ONCE = {
    "en": "Mean of {column} without {out}: **{mean}** ({n} values).",
    "de": "Mittelwert von {column} ohne {out}: **{mean}** ({n} Werte).",
    "fr": "Moyenne de {column} sans {out} : **{mean}** ({n} valeurs).",
    "es": "Media de {column} sin {out}: **{mean}** ({n} valores).",
}


def is_same_end(match: FoundText) -> bool:
    """Return whether the two values that are taken out are named as the same end."""
    return match["second"] is not None and is_high(match["first"]) is is_high(match["second"])


def is_high(word: str) -> bool:
    """Return whether a word means the upper end."""
    return (
        re.match(
            r"(?:best|highest|largest|top|most|dear|max|hochst|gross|teuer|meilleur|plus (?:haut|cher)|mejor|mas (?:alt|car))",
            word,
            ANY_CASE,
        )
        is not None
    )


def columns_of_rows(table: Table, query: Query, text: str) -> Repeated | None:
    """Return the rows in which one column is above or below another one."""
    numeric = {place for place, column in enumerate(table.columns) if column.values() is not None}
    named = [one for one in mentioned(text, table.columns) if one.column in numeric]
    degrees = list(HIGHER_THAN.finditer(text))
    asked = WHO_OR_WHEN.search(text)
    if len(named) != 2 or named[0].column == named[1].column or len(degrees) != 1 or asked is None or query.group >= 0:
        return None
    first, second = named
    word = degrees[0]
    is_behind = first.end <= word.start() < second.start  # "maths higher than english"
    is_ahead = word.end() <= first.start and JOINED_BY.fullmatch(text[first.end : second.start]) is not None
    if not (is_behind or is_ahead) or MORE_THAN_TWO.search(text):
        return None
    columns = table.columns
    kept, matched = list[list[str]](), 0
    for row in rows_passing(query._replace(sort=-1), columns, table.again)[0]:
        a, b = (cell_number(row[one.column], columns[one.column]) if one.column < len(row) else None for one in named)
        if a is None or b is None:
            continue
        matched += 1
        if (a > b) if word["more"] else (a < b):
            kept.append(row)
    heads = [column.name for column in columns]
    listed = f":\n\n{grid(heads, [row[: len(heads)] for row in kept], query.language, MOST_WISHED)}" if kept else "."
    sentence = fill_in(
        ORDER_TEXTS[query.language]["higher" if word["more"] else "lower"], first=cell(columns[first.column].name), second=cell(columns[second.column].name),
        n=f"{len(kept):,}", all=f"{matched:,}", rows=listed,
    )  # fmt: skip
    spans = [[first.start, second.end], list(word.span()), list(asked.span())]
    return Repeated(
        sentence, [*spans, *(list(one.span()) for one in re.finditer(r"\b(?:than|als|que|in|did|was|is|were)\b", text))]
    )
