"""What is odd in a table: cells that are missing and whose they are, values far from all others, values that come again."""

import re
from collections import Counter
from itertools import islice
from statistics import mean, median, quantiles

from config.builtins.csv_statistics.columns import (
    MISSING,
    Column,
    compile_caseless,
    is_identifier,
    measured_places,
    rounded,
    shortened,
)
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS, Repeated
from config.builtins.csv_statistics.running import cell_number, is_gap_of
from config.builtins.csv_statistics.sentences import NAMES, TEXTS, shown
from config.builtins.csv_statistics.unread import SENTENCE, leaves_nothing
from config.builtins.wording import cell, fill_in

GAP = r"(?:missing|empty|blank|fehl(?:t|en|ende\w*)|leer\w*|manqu\w*|vides?|falta\w*|vaci[oa]s?)"
WHERE_MISSING = compile_caseless(
    rf"\b{GAP}\b.{{0,40}}?\b(?:and|und|et|y),? (?:(?:in )?(?:which|what|welche\w*|(?:les)?quel(?:le)?s?|cual(?:es)?|whose|who|wer|qui|quien\w*)(?: (?:ones?|days?|rows?|ones are they|are they|sind das|son))?|where)\b"
    rf"|\b(?:where|wo|ou|donde)(?: (?:is|are|do|does|est-ce qu'il|en))?(?: (?:any|some|the|a|alle|irgendwo|des|les|los|las)? ?(?:things?|data|information|cells?|values?|numbers?|daten|werte|angaben|zellen|donnees|cellules|valeurs|datos|celdas|valores)(?: (?:is|are|sind|ist))?)? ?{GAP}(?:-t-il)?(?: (?:what|something|anything|was|etwas|werte|quelque chose|algo|datos|des valeurs))?"
    rf"|\b(?:is anything|is something|are any|are there any|is there any|any(?:thing)?)(?: (?:cells?|values?|fields?|entries|data|bits|details|info))? (?:{GAP}|blanks|gaps|holes)\b(?: (?:cells?|values?|fields?|entries|data|bits|details|info))?(?=\W*(?:\Z|(?:in|here|there|from)\b))"
    rf"|\b(?:fehlt|fehlen)(?: hier| da| irgendwo)? (?:was|etwas|irgendwas|werte|daten|angaben)\b|\bil manque (?:quelque chose|des (?:valeurs|donnees))\b|\bfaltan? (?:algo|datos|valores|algun dato)\b"
    r"|\bwho(?:'s| has| have)? (?:forg[eo]t\w*|did ?n[o'’]?t|has ?n[o'’]?t|failed|left)(?: (?:to|something|anything|a (?:field|cell)|everything|fill\w*|enter\w*|put|answer\w*|complet\w*))* (?:in|out|blank|empty|something|anything|everything)\b"
    r"|\bwer hat (?:etwas|was|nicht alles)(?: nicht)? (?:vergessen|ausgefullt|eingetragen|auszufullen|einzutragen)(?: (?:vergessen|auszufullen|einzutragen))?\b|\bqui a oublie (?:de remplir )?quelque chose\b|\bquien (?:olvido|no) (?:rellen\w*|llen\w*) (?:algo|todo)\b"
    rf"|\b(?:what|was|que)(?:'?s| is| alles)? {GAP}\b|\b{GAP} (?:values? |cells? |werte |zellen |valeurs |celdas )?(?:per|in each|by|for each|pro|je|par|por|in jeder) (?:column|spalte|colonne|columna)"
)
MISSING_IDLE = compile_caseless(
    rf"\b(?:{GAP}|(?:just |only |nur |bitte |juste |solo )?(?:counts?|counting|zahl\w*|anzahl|compte[rz]?|cuenta\w*|contar)|(?:per|pro|je|par|por|in (?:each|every)) (?:columns?|spalten?|colonnes?|columnas?)|how many|wie ?viele|combien|cuant[oa]s)\b"
)
MISSING_TEXTS = {
    "en": ("Missing in {column}: **{n}**", "row"),
    "de": ("Es fehlen in {column}: **{n}**", "Zeile"),
    "fr": ("Il manque dans {column} : **{n}**", "ligne"),
    "es": ("Faltan en {column}: **{n}**", "fila"),
}
OUTLIER = compile_caseless(
    r"\b(?:(?:an? |any |one |some |the )*(?:out-?liers?|(?:weird|odd|strange|suspicious|funny|unusual|implausible|crazy|wrong) (?:(?:looking )?(?:values?|numbers?|ones?(?! (?:day|time|night|morning|evening|week|month)\b)|entr(?:y|ies)|figures?|readings?|data))|typos? in the numbers)"
    r"|(?:ein\w* |der |die )?(?:ausrei(?:ss|ß)er|seltsame\w* wert\w*|komische\w* (?:wert|zahl)\w*|auffallige\w* wert\w*)|(?:des |une? |les? )?valeurs? (?:aberrantes?|bizarres?|suspectes?|etranges?)|(?:algun |un |los )?(?:valor(?:es)?|datos?) (?:atipic[oa]s?|rar[oa]s?|extran[oa]s?|sospechos[oa]s?))\b"
)
WENT_WRONG = compile_caseless(  # why there may be one: "my tracker went crazy one day"
    r"(?<![^.!?\n]) ?[^.!?\n]{0,60}\b(?:went (?:crazy|wrong|mad|nuts|haywire|off)|glitch\w*|malfunction\w*|broke|acted up|played up|hat gesponnen|spinnt|verruckt gespielt|a deraille|a deconne|se volvio loc[oa]|fallo)\b[^.!?\n]{0,40}[.!?]"
)
WITHOUT_IT = compile_caseless(
    r"\b(?:the |der |den |die |das |la |le |el )?(?P<figure>mean|average|avg|median|total|sum|durchschnitt|mittelwert|schnitt|summe|moyenne|mediane|somme|media|promedio|mediana|suma)\b[^.?!\n]{0,25}?\b(?:without|excluding|leaving out|minus|if i (?:drop|remove|ignore)|ohne|sans|sin) (?:it|that(?: one)?|them|this(?: one)?|the outliers?|(?:den|die|das|ihn|sie|es)(?: ausrei(?:ss|ß)er)?|celle-ci|celui-ci|la|elle|lui|el|ella|ese|ellos?|eso)?\b"
)
FIGURE_NAMED = compile_caseless(r"\b(?:mean|averages?|avg|median|total|sum|highest|lowest|durchschnitt\w*|mittelwert|summe|moyenne|mediane|somme|media|promedio|mediana|suma)\b")  # fmt: skip
LEFT_FIGURES = {"median": ("median", median), "mediane": ("median", median), "mediana": ("median", median)} | dict.fromkeys(("total", "sum", "summe", "somme", "suma"), ("sum", sum))  # fmt: skip
OUTLIER_TEXTS = {
    "en": {"found": "Far from the other values of {column}: {found}.", "none": "**No** value of {column} is far from the others.", "rule": "The middle half is {low} to {high}; I count what is more than 1.5 times that width beyond it.", "left": "Without {them} the {name} is **{value}** (with {them} {whole})."},
    "de": {"found": "Weit weg von den anderen Werten von {column}: {found}.", "none": "**Kein** Wert von {column} liegt weit weg von den anderen.", "rule": "Die mittlere Hälfte reicht von {low} bis {high}; gezählt wird, was mehr als das 1,5-Fache dieser Breite außerhalb liegt.", "left": "Ohne {them}: {name} **{value}** (mit {them}: {whole})."},
    "fr": {"found": "Loin des autres valeurs de {column} : {found}.", "none": "**Aucune** valeur de {column} n'est loin des autres.", "rule": "La moitié centrale va de {low} à {high} ; je compte ce qui est au-delà de 1,5 fois cette largeur.", "left": "Sans {them} : {name} **{value}** (avec {them} : {whole})."},
    "es": {"found": "Lejos de los otros valores de {column}: {found}.", "none": "**Ningún** valor de {column} está lejos de los otros.", "rule": "La mitad central va de {low} a {high}; cuento lo que queda a más de 1,5 veces esa anchura.", "left": "Sin {them}: {name} **{value}** (con {them}: {whole})."},
}  # fmt: skip
LEAST_FOR_OUTLIERS = 5  # values
DIFFERENT = compile_caseless(r"\b(?:how many|number of|wie ?viele|combien d[e']|cuant[oa]s) (?:different|unique|distinct|verschiedene|unterschiedliche|differente?s?|distint[oa]s|diferentes)\b|\bcombien d(?:e |')[^\W\d_]+ (?:differente?s?|distincte?s?)\b|\bcuant[oa]s [^\W\d_]+ (?:distint[oa]s|diferentes)\b")  # fmt: skip
AGAIN = compile_caseless(
    r"\b(?:which|what|who|welche\w*|wer|(?:les)?quel(?:le)?s?|qui|cual(?:es)?|quien(?:es)?)(?: (?:ones?|of them|values?|davon))? (?:are|is|appear|come|occur|show up|sind|ist|kommen|sont|est|apparaissent|estan?|son|aparecen|se)(?: (?:in|there))* ?(?:doubled?|duplicate[sd]?|repeat(?:ed|s)?|twice|more than once|there twice|doppelt|mehrfach|en double|repetid[oa]s?|repiten|duplicad[oa]s?|plusieurs fois|dos veces|mas de una vez)\b"
)
AGAIN_TEXTS = {
    "en": "There more than once: {found}.",
    "de": "Mehrfach vorhanden: {found}.",
    "fr": "Présents plusieurs fois : {found}.",
    "es": "Repetidos: {found}.",
}
MOST_TOLD = 20


def cell_check(table: Table, query: Query) -> Repeated | None:
    """Return which cells are missing, which values are far from the others, or which come again."""
    if table.rows > MOST_COUNTED_ROWS:
        return None
    return missing_cells(table, query) or outliers(table, query) or different_and_repeated(table, query)


def labels_of(table: Table, place: int, language: str) -> list[str]:
    """Return what names each row: its label, its day or text, else its number."""
    label = label_column(table.columns, {place})
    if label > 0 and place != 0 and is_identifier(table.columns[0]) and table.columns[label].missing:
        label = 0  # "id 2" names a row better than a phone number that others lack
    days = [one for one, column in enumerate(table.columns) if column.dates and one != place]
    label = label if label >= 0 else days[0] if days else -1
    rows = islice(table.again(), MOST_COUNTED_ROWS)
    word = MISSING_TEXTS[language][1]
    names = [row[label].strip() if 0 <= label < len(row) else "" for row in rows]
    return [cell(shortened(name, 60)) if name else f"{word} {number}" for number, name in enumerate(names, 1)]


def is_gap(row: list[str], place: int, column: Column) -> bool:
    """Return whether a row has no value in a column."""
    text = row[place].strip() if place < len(row) else ""
    return is_gap_of(text, column) or (column.values() is not None and cell_number(text, column) is None)


def missing_cells(table: Table, query: Query) -> Repeated | None:
    """Return how many cells of the named columns, or of all, are missing, and of which rows."""
    text = table.folded
    match = WHERE_MISSING.search(text)
    mentions = mentioned(text, table.columns)
    spans = [list(one.span()) for pattern in (WHERE_MISSING, MISSING_IDLE) for one in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in mentions]
    if match is None or not leaves_nothing(table, spans):
        return None
    label = label_column(table.columns, set())
    named = [one.column for one in mentions if table.columns[one.column].missing and one.column != label]
    numeric = measured_places(table.columns)
    bare = MISSING_IDLE.sub(" ", text)
    is_of_numbers = (
        re.search(r"\b(?:numbers?(?! of\b)|zahl(?:en)?|nombres?|numeros?)\b", bare, re.IGNORECASE) is not None
    )
    places = list(dict.fromkeys(named)) or (numeric if is_of_numbers and numeric else list(range(len(table.columns))))
    rows = list(table.again())
    said = MISSING_TEXTS[query.language][0]
    lines = []
    for place in places:
        column, names = table.columns[place], labels_of(table, place, query.language)
        gone = [name for name, row in zip(names, rows, strict=False) if is_gap(row, place, column)]
        listed = ", ".join(gone[:MOST_TOLD]) + (", …" if len(gone) > MOST_TOLD else "")
        lines.append(fill_in(said, column=cell(column.name), n=len(gone)) + (f" ({listed})" if gone else ""))
    return Repeated("\n".join(f"- {line}" for line in lines) if len(lines) > 1 else lines[0] + ".", spans)


def outliers(table: Table, query: Query) -> Repeated | None:
    """Return the values beyond 1.5 interquartile ranges from the quartiles, and a figure without them."""
    text = table.folded
    match, without = OUTLIER.search(text), WITHOUT_IT.search(text)
    mentions = mentioned(text, table.columns)
    numeric = measured_places(table.columns)
    places = list(dict.fromkeys(one.column for one in mentions if one.column in numeric)) or numeric
    if match is None or len(places) != 1 or FIGURE_NAMED.search(WITHOUT_IT.sub(" ", text)):
        return None
    spans = [list(one.span()) for pattern in (OUTLIER, WITHOUT_IT) for one in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in mentions] + [list(one.span()) for one in re.finditer(r"\b(?:i (?:think|guess|believe|suppose)|there'?s|theres|there (?:is|are)|is (?:it|there)|what'?s|what is)\b", text, re.IGNORECASE)]  # fmt: skip
    spans = in_asking_sentences(text, spans, (OUTLIER, WITHOUT_IT)) + [
        list(one.span()) for one in WENT_WRONG.finditer(text)
    ]
    place, language = places[0], query.language
    column = table.columns[place]
    pairs = [
        (name, value)
        for name, row in zip(labels_of(table, place, language), table.again(), strict=False)
        if (value := cell_number(row[place] if place < len(row) else "", column)) is not None
    ]
    if len(pairs) < LEAST_FOR_OUTLIERS or not leaves_nothing(table, spans):
        return None
    low, _, high = quantiles([value for _, value in pairs], n=4, method="inclusive")
    reach = 1.5 * (high - low)
    far = [(name, value) for name, value in pairs if not low - reach <= value <= high + reach]
    said, name = OUTLIER_TEXTS[language], cell(column.name)
    found = ", ".join(f"**{shown(rounded(value), language)}** ({label})" for label, value in far[:MOST_TOLD])
    head = fill_in(said["found" if far else "none"], column=name, found=found)
    edges = {"low": shown(rounded(low), language), "high": shown(rounded(high), language)}
    head += f" {fill_in(said['rule'], **edges)}"
    if without is not None and far and len(far) < len(pairs):
        figure, compute = LEFT_FIGURES.get(without["figure"].lower(), ("mean", mean))
        gone = [value for _, value in far]
        left = compute([value for _, value in pairs if value not in gone])
        whole = compute([value for _, value in pairs])
        them = ", ".join(shown(rounded(value), language) for value in gone[:MOST_TOLD])
        words = {"value": shown(rounded(left), language), "whole": shown(rounded(whole), language), "them": them}
        head += f" {fill_in(said['left'], name=NAMES[language][figure], **words)}"
    return Repeated(head, spans)


def in_asking_sentences(text: str, spans: list[list[int]], patterns: "tuple[re.Pattern[str], ...]") -> list[list[int]]:
    """Return those of some places that stand in a sentence with what is asked; a sentence before it tells a story."""
    asking = [one.span() for one in SENTENCE.finditer(text) if any(pattern.search(one.group()) for pattern in patterns)]
    return [span for span in spans if any(start <= span[0] < end for start, end in asking)]


def different_and_repeated(table: Table, query: Query) -> Repeated | None:
    """Return how many different values a column has, and which of them come again, where both are asked."""
    text = table.folded
    different, again = DIFFERENT.search(text), AGAIN.search(text)
    mentions = mentioned(text, table.columns)
    places = {one.column for one in mentions}
    if different is None or again is None or len(places) != 1 or query.filters:
        return None
    spans = [list(different.span()), list(again.span()), *([one.start, one.end] for one in mentions)]
    place = places.pop()
    counts = Counter(row[place].strip() for row in table.again() if place < len(row))
    counts = Counter({value: count for value, count in counts.items() if value.lower() not in MISSING})
    if not leaves_nothing(table, spans) or not counts:
        return None
    listed = ", ".join(cell(shortened(value, 60)) for value in list(counts)[:MOST_TOLD])
    column = cell(table.columns[place].name)
    head = fill_in(TEXTS[query.language]["values"], column=column, n=f"{len(counts):,}", where="", listed=listed)
    found = ", ".join(f"**{cell(shortened(value, 60))}** ({count})" for value, count in counts.most_common(MOST_TOLD) if count > 1)  # fmt: skip
    return Repeated(f"{head} {fill_in(AGAIN_TEXTS[query.language], found=found or '**0**')}", spans)
