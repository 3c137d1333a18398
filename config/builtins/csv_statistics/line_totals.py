"""What each row comes to, and all of them: a count times the price of one, hours times the rate."""

import re
from itertools import pairwise
from math import fsum
from typing import Any

from config.builtins.csv_statistics.columns import Column, FoundText, compile_caseless, numeric_places
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, rows_passing
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.csv_statistics.table_products import COUNT_NAME, IMPLIED, OPERATORS, PRICE_NAME, per_unit_pair
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, flattened, fold

LINE = r"(?:lines?|rows?|items?|products?|articles?|positions?|entr(?:y|ies)|person|people|employees?|workers?|everyone|everybody|of them|zeilen?|positionen|position|artikel|produkte?s?|person|mitarbeiter\w*|lignes?|articles?|produits?|personnes?|lineas?|filas?|articulos?|productos?|personas?|empleados?|one)"
EACH = rf"(?:(?:for|per|of|by|pro|je|par|por|fur|de|pour|para|all)? ?(?:each|every|jede[rnms]?|chaque|cada)(?: (?:single )?{LINE})?|(?:per|pro|je|par|por|by) {LINE}|{LINE} by {LINE})"
LINE_TOTALS = compile_caseless(
    rf"\b(?:(?:line|row|item|sub) ?totals?|(?:zeilen|positions|zwischen)summen?|totaux par ligne|totales? por linea|(?:total|cost|amount|sum|pay|wages?|salary|betrag|summe|gesamtpreis|lohn|montant|total|salaire|importe|total|sueldo) {EACH}|"
    rf"(?:pay|owe) (?:to )?{EACH}|{EACH} (?:cost|costs|comes? to|in total|earns?|gets?|makes?)(?: in total)?)\b"
)
IN_ALL = compile_caseless(
    r"\b(?:totale? generale?|(?:the )?(?:grand |overall |invoice |order |final |whole )?totals?|(?:my |our |the )?(?:whole |total )?(?:wage|salary|pay|labou?r) (?:bill|costs?)|(?:pay|wages?|payroll|salary|lohn|lohne|salaires?|sueldos?|what i (?:have to )?pay) (?:for )?(?:everyone|everybody|all(?: of them)?|alle|tous|todos)|sum (?:it|them|that|everything)(?: all)?(?: up)?|add (?:it|them|that|everything|those)(?: all)? (?:up|together)|"
    r"together|overall|altogether|in all|gesamtsumme|gesamt\w*|insgesamt|zusammen|ensemble|au total|en total|suma total|(?:the )?payroll|how much (?:do i|do we|must i) pay(?: everyone| them| in total)?)\b"
)
EACH_ALONE = compile_caseless(rf"\b{EACH}\b")
MULTIPLY = compile_caseless(
    r"\b(?:multiply|multipliziere?|multiplie[rz]?|multiplica\w*)\b.{0,60}?\b(?P<by>by|with|and|mit|und|par|et|por|y)\b"
)
TIMES = next(words for sign, words, _ in OPERATORS if sign == "*")
TIMES_SIGN = compile_caseless(rf"\s*(?:{TIMES}|@)\s*")
IDLE = compile_caseless(
    r"\b(?:(?:der |das |die )?ganze[rsn]? (?:kram|zeug|sachen|bestellung|einkauf|rechnung)|(?:the )?(?:whole )?(?:lot|order|basket|shopping|thing|stuff|everything|all)|what does|kostet|was|mich|uns|alles|tout|todo|compute|calculate|work out|give|show|need|want|then|and|also|please|pls|bitte|after that|at the end|und dann|berechne\w*|calcule\w*|calcula\w*|puis|luego|entonces|how much|do i|do we|have to|need to|must|does|will)\b"
)
HOURS_NAME = compile_caseless(
    r"^(?:hours?(?: worked)?|hrs?|h|days?(?: worked)?|nights?|shifts?|stunden|std|tage|nachte|heures?|jours?|nuits?|horas?|dias?|noches?)$"
)
RATE_NAME = compile_caseless(
    r"^(?:(?:hourly |daily |pay |day )?(?:rate|wage|pay)|(?:price|cost|rate|pay|wage) (?:per|each|an|a) ?\w*|each|per (?:hour|unit|day|night|piece)|stundenlohn|(?:stunden)?satz|lohn|taux(?: horaire)?|tarif|tarifa|salaire horaire|sueldo por hora|stuckpreis)\b"
)
ROW_WORD = compile_caseless(r"\b(?:lines?|rows?|zeilen?|positionen|lignes?|lineas?|filas?)\b")
TOTAL_NAME = compile_caseless(
    r"\b(?:total|sum|amount due|line total|subtotal|summe|gesamt\w*|betrag|montant|somme|importe|revenue|umsatz)\b"
)
PAY_ASKED = compile_caseless(
    r"\b(?:pay|payroll|wages?|salar(?:y|ies)|lohn\w*|gehalt\w*|salaires?|payer|sueldos?|salarios?|pagar)\b"
)
COST_OF_ALL = compile_caseless(
    r"\b(?:was kostet|what does|how much (?:is|does|for|do i pay)|combien (?:coute|ca coute|pour)|cuanto cuesta|que cuesta)\b.*\b(?:everything|all|together|alles|ganze\w*|zusammen|tout|ensemble|todo)\b"
)
ORDER_TOTAL = compile_caseless(r"\b(?:(?:grand|invoice|order) total|gesamtsumme|total general|suma total)\b")
MOST_OR_LEAST = compile_caseless(
    r"\b(?:who|wer|qui|quien) (?:earn(?:s|ed)?|gets?|got|made|makes|verdient\w*|hat|bekommt|gagne|a gagne|gana|gano) (?:(?:am|the|le|la|el) )?(?:(?P<most>most|meisten|meiste|plus|mas)|(?P<least>least|wenigsten|moins|menos))(?: verdient)?\b"
)
TAKINGS = compile_caseless(  # what all lines brought, or came to
    r"\b(?:(?:how much|what)(?: money| cash)? (?:(?:did|do|have|has|had|does|is|was|are) )?(?:we |i |they |she |he |you |it |that |this |everything |all of (?:it|this|that) |the (?:whole )?(?:\w+ ){1,2})?(?:all )?(?:take|took|taken|bring|brought|earn|earned|make|made|raise[d]?|rake[d]?|collect(?:ed)?|spend|spent|pay|paid|charge[d]?|owe|cost|costs|come|comes|came|worth|took)\b(?: (?:in|to|up to|us|me|with|from|on|for) ?(?:it|this|that|the sale|the stall)?\b)?|what (?:i|we|they|she|he) (?:took|take|made|earned|brought|raised|spent|paid)(?: in)?|takings|(?:the )?(?:total|whole) (?:stock |inventory )?(?:amount|cost|price|bill|value|takings|income|money)(?: (?:of|in) (?:the |my |our |all )?(?:stock|inventory))?|"
    r"(?:wie ?viel|was)(?: geld)? (?:haben|habe|hat|hatten|hatte)? ?(?:wir|ich|sie|er|man)? ?(?:denn |alles |insgesamt |zusammen |damit )*(?:eingenommen|verdient|umgesetzt|ausgegeben|bezahlt|gezahlt|ausgeben|gekostet)|(?:gesamt)?einnahmen|gesamt(?:preis|betrag|kosten|erlos|wert)(?: (?:des|vom) (?:ganzen )?(?:lager(?:s|bestand(?:e?s)?)?|bestand(?:e?s)?|warenbestand(?:e?s)?))?|(?:was|wie ?viel) (?:macht|kostet|kommt|ergibt) (?:das|alles|da)(?: alles)?|"
    r"combien (?:d'argent )?(?:avons-nous|a-t-on|on a|ai-je|nous avons|j'ai|ont-ils)? ?(?:encaisse|gagne|depense|paye|rapporte|recolte|touche)|combien (?:ca|cela|tout) (?:coute|rapporte|fait)|(?:le )?(?:montant|prix|cout) total|(?:la )?valeur totale(?: d[ue] (?:mon |notre |tout le |l')?(?:stock|inventaire))?|"
    r"cuanto (?:dinero )?(?:(?:hemos|he|han) )?(?:ganado|recaudado|ingresado|gastado|pagado|ganamos|recaudamos|gastamos|cobramos|pagamos|facturamos|sacamos|cuesta)|(?:el )?(?:importe|precio|coste|valor) total(?: (?:del|de mi|de nuestro) (?:stock|inventario|almacen))?)(?!\w)"
)
BEST_LINE = compile_caseless(
    r"\b(?:(?:which|what)(?: one| of (?:them|these|the \w+)| \w+)? (?:brought|brings?|made|makes?|earned|earns?|took|takes?|raised|generated|gave|got|yield(?:s|ed)?)(?: (?:us|me|in))* (?:the )?(?P<most>most|least)(?: (?:money|revenue|cash|income|in|of (?:it|that)|overall))*|"
    r"(?:which|what)(?: one| of (?:them|these|the \w+)| \w+)? (?:is|are|was)(?: (?:the|altogether|overall|in total))* worth (?:the )?(?:most|least)(?: (?:in total|overall|altogether|money))*|welche[rsnm]?(?: \w+)? (?:ist|sind|war)(?: (?:davon|insgesamt|zusammen))* am (?:meisten|wenigsten) wert|quel(?:le)?s? \w+ (?:vaut|valent|valait)(?: (?:au total|en tout))? le (?:plus|moins)(?: (?:au total|en tout|cher))?|(?:que|cual(?:es)?(?: de ellos)?) ?\w* (?:vale[n]?|valia)(?: en total)? (?:mas|menos)(?: en total)?|welche[rsnm]? \w+ (?:brachte|bringt|hat|macht|machte|war)(?: (?:uns|am|das|den|die|davon))* (?P<meist>meisten?|wenigsten?)(?: (?:geld|umsatz|eingebracht|aus|ein|eingenommen|gebracht))*|"
    r"quel(?:le)? \w+ (?:(?:nous )?a )?(?:le (?:plus|moins) )?(?:rapporte|fait gagner)(?: le)?(?: (?P<plus>plus|moins))?(?: d'argent)?|(?:que|cual(?: \w+)?) ?\w* (?:dio|da|trajo|genero|recaudo|aporto|dejo) (?P<mas>mas|menos)(?: dinero)?)\b"
)
COUNTS_ASKED = compile_caseless(
    r"\b(?:how many|number of|wie ?viele|anzahl|combien de|cuant[oa]s|average|mean|median|durchschnitt\w*|moyenne|promedio|media)\b"
)
LINE_TEXTS = {
    "en": {"name": "{product} by {name}{where}:", "each": "{product} of each row{where}:", "all": "Together **{total}**.", "only": "{product} of all rows{where}, together: **{total}**."},
    "de": {"name": "{product} nach {name}{where}:", "each": "{product} je Zeile{where}:", "all": "Zusammen **{total}**.", "only": "{product} aller Zeilen{where}, zusammen: **{total}**."},
    "fr": {"name": "{product} par {name}{where} :", "each": "{product} par ligne{where} :", "all": "En tout **{total}**.", "only": "{product} de toutes les lignes{where}, en tout : **{total}**."},
    "es": {"name": "{product} por {name}{where}:", "each": "{product} por fila{where}:", "all": "En total **{total}**.", "only": "{product} de todas las filas{where}, en total: **{total}**."},
}  # fmt: skip


def line_totals(table: Table, query: Query) -> Repeated | None:
    """Return a count times a price for each row, and their sum."""
    text = table.folded
    named = named_factors(text, table)
    pair = (named[0], named[1]) if named else implied_factors(table.columns)
    each = [*LINE_TOTALS.finditer(text)] or ([*EACH_ALONE.finditer(text)] if named else [])
    whole = [
        match
        for match in IN_ALL.finditer(text)
        if not any(match.start() < one.end() and one.start() < match.end() for one in each)
    ]
    is_work = pair is not None and HOURS_NAME.search(fold(table.columns[pair[0]].name)) is not None
    best = MOST_OR_LEAST.search(text) if is_work else BEST_LINE.search(text)
    taken = [] if named else list(TAKINGS.finditer(text))
    whole += taken
    if pair is None or not (each or whole or best):
        return None
    if not (named or each or best or is_of_work(text, table, pair) or is_of_money(text, table, taken)):
        return None
    if query.group not in (-1, label_column(table.columns, set()), *pair):  # "by price" is no group
        return None
    spans = [*(named[2] if named else []), *([*match.span()] for match in (*each, *whole))]
    spans += [*(list(span) for span in query.spans if query.filters), *([list(best.span())] if best else [])]
    spans += in_same_sentences(text, spans, [list(match.span()) for match in IDLE.finditer(text)])
    if not leaves_nothing(table, spans):
        return None
    told = told_totals(table, query, pair, is_each=bool(each or best), is_whole=bool(whole))
    edge = edge_of_totals(table, query, pair, is_least=LEAST_WORD.search(best.group()) is not None) if best else ""
    return Repeated(f"{edge}{told}", spans)


LEAST_WORD = compile_caseless(r"\b(?:least|wenigsten?|moins|menos)\b")


def in_same_sentences(text: str, spans: list[list[int]], more: list[list[int]]) -> list[list[int]]:
    """Return the further places that share a sentence with one of the first."""
    ends = [match.end() for match in re.finditer(r"[.!?](?=\s|\Z)", text)]
    told = {sum(end <= start for end in ends) for start, _ in spans}
    return [one for one in more if sum(end <= one[0] for end in ends) in told]


SPENT_WORD = compile_caseless(
    r"\b(?:spen[dt]|pa(?:y|id)|ausgegeben|ausgeben|[bg]e?zahlt|depense|paye|gasta\w+|pagad?\w+)\b"
)
PRICE_OF_ONE = compile_caseless(r"unit|each|per\b|einzel|stuck|pro\b|unidad|pieza")


def is_of_money(text: str, table: Table, taken: list[FoundText]) -> bool:
    """Return whether the amount of all lines is wanted: no other column is named, no count."""
    if COUNTS_ASKED.search(text) or IMPLIED.search(text):
        return False
    pair = implied_factors(table.columns)
    is_of_one = pair is not None and PRICE_OF_ONE.search(fold(table.columns[pair[1]].name)) is not None
    if any(SPENT_WORD.search(match.group()) for match in taken) and not is_of_one:
        return False  # on a shopping list the price may be that of the line
    named = [one for one in mentioned(text, table.columns) if table.columns[one.column].values() is not None]
    outside = [one for one in named if not any(match.start() <= one.start < match.end() for match in taken)]
    return not outside


def edge_of_totals(table: Table, query: Query, pair: tuple[int, int], *, is_least: bool) -> str:
    """Return who has the largest or smallest sum of products, "" without names."""
    label = label_column(table.columns, set())
    if label < 0:
        return ""
    rows, columns = rows_passing(query, table.columns, table.again)[0], table.columns
    figures = [[cell_number(row[place], columns[place]) or 0.0 for place in pair] for row in rows]
    sums = sums_of_names([row[label] for row in rows], [first * second for first, second in figures])
    edge = (min if is_least else max)(value for _, value in sums)
    names = ", ".join(cell(name) for name, value in sums if value == edge)
    return f"**{names}**: {shown(edge, query.language)}.\n\n"


def named_factors(text: str, table: Table) -> tuple[int, int, list[list[int]]] | None:
    """Return two numeric columns that a question multiplies, and the places that say so."""
    places = [one for one in mentioned(text, table.columns) if table.columns[one.column].values() is not None]
    for first, second in pairwise(places):
        between = text[first.end : second.start]
        asked = MULTIPLY.search(text)
        is_product = TIMES_SIGN.fullmatch(between) is not None
        if is_product or (asked and asked.end("by") <= second.start and asked.start("by") >= first.end):
            start = first.start if is_product or asked is None else min(first.start, asked.start())
            return first.column, second.column, [[start, second.end]]
    return None


def implied_factors(columns: list[Column]) -> tuple[int, int] | None:
    """Return the one column that counts and the one that is the price of one, in a table without totals."""
    if (pair := per_unit_pair(columns)) is not None:
        return pair
    names = [flattened(fold(column.name)).text.replace("_", " ").strip() for column in columns]
    numeric = numeric_places(columns)
    counts = [place for place in numeric if COUNT_NAME.search(names[place]) or HOURS_NAME.search(names[place])]
    prices = [place for place in numeric if PRICE_NAME.search(names[place]) or RATE_NAME.search(names[place])]
    if len(counts) != 1 or len(prices) != 1 or counts == prices or any(TOTAL_NAME.search(name) for name in names):
        return None
    return counts[0], prices[0]


def is_of_work(text: str, table: Table, pair: tuple[int, int]) -> bool:
    """Return whether a question about everything together is one about pay, or about what an order comes to."""
    if PAY_ASKED.search(text):
        return HOURS_NAME.search(flattened(fold(table.columns[pair[0]].name)).text) is not None
    return COST_OF_ALL.search(text) is not None or ORDER_TOTAL.search(text) is not None


def told_totals(table: Table, query: Query, pair: tuple[int, int], *, is_each: bool, is_whole: bool) -> str:
    """Return the answer: the rows with their products, or their sum alone; the sum below the rows always."""
    columns, said = table.columns, LINE_TEXTS[query.language]
    rows, products = rows_passing(query, columns, table.again)[0], []
    for row in rows:
        first, second = (cell_number(row[place], columns[place]) if place < len(row) else None for place in pair)
        products.append(None if first is None or second is None else round(first * second, 9))
    is_of_rows = ROW_WORD.search(flattened(fold(table.question)).text) is not None
    label = -1 if is_of_rows else label_column(columns, set())
    product = " × ".join(cell(columns[place].name) for place in pair)
    total = shown(round(fsum(value for value in products if value is not None), 9), query.language)
    where = where_text(query.filters, columns, query.language)
    if is_whole and not is_each:
        return fill_in(said["only"], product=product, where=where, total=total)
    heads, listed = (
        [*(column.name for column in columns), product],
        [[*row[: len(columns)], value] for row, value in zip(rows, products, strict=True)],
    )
    if label >= 0 and columns[label].unique() < columns[label].count:
        heads, listed = [columns[label].name, product], sums_of_names([row[label] for row in rows], products)
    head = fill_in(said["each" if len(heads) > 2 else "name"], product=product, where=where, name=cell(heads[0]))
    return f"{head}\n\n{grid(heads, listed, query.language, MOST_WISHED)}\n\n{fill_in(said['all'], total=total)}"


def sums_of_names(names: list[str], values: list[float | None]) -> list[list[Any]]:
    """Return each name with the sum of its values, in the order of the table."""
    sums: dict[str, float] = {}
    for name, value in zip(names, values, strict=True):
        sums[name.strip()] = sums.get(name.strip(), 0.0) + (value or 0.0)
    return [[name, round(value, 9)] for name, value in sums.items()]
