"""A figure of a table held against one that is told: "is the total over 100?", "how much is left of my 500?"."""

from config.builtins.csv_statistics.column_relations import RELATES, SUM_LIMIT, sign_of_limit
from config.builtins.csv_statistics.columns import compile_caseless, measured_places
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import PAIR_TEXTS, Repeated
from config.builtins.csv_statistics.running import run
from config.builtins.csv_statistics.sentences import headline, shown
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import AnswerFault, blanked, cell, decimal_of, fill_in

FIGURE_CHECKED = compile_caseless(
    r"(?:\A|[.!?,;:\n])\W{0,3}(?:(?:and|so|und|et|y) )?(?:is|was|are|does|did|do|has|have|ist|sind|liegt|lag|kommt|est-ce que|est|depasse|es|supera|llega)\b[^.?!\n]{0,40}?\b(?:total|sum|average|mean|avg|median|altogether|in all|in total|combined|together|summe|gesamt\w*|insgesamt|zusammen|durchschnitt\w*|schnitt|mittelwert|somme|moyenne|mediane|en tout|au total|ensemble|suma|promedio|media|mediana|en total)\b[^.?!\n]{0,60}"
)
BUDGET_LEFT = compile_caseless(
    r"\b(?:(?:(?:what|how much)(?:'s| is| are| do (?:we|i))?|whats) (?:still )?(?:missing|needed|need|short|to go)|(?:was|wie ?viel) fehlt(?: uns| mir)?(?: noch)?|combien (?:manque-t-il|il manque)(?: encore)?|cuanto (?:nos |me )?falta)\b[^.?!\n\d]{0,25}?(?P<goal>\d[\d.,]*\d|\d)(?! ?%)[^.?!\n]{0,12}|"
    r"\b(?:(?:how much|what)(?:'s| is| do| does| did| have| has| will| would)?(?: (?:be|i|we|have|is|there|still))* ?(?:left|remain\w*|over|spare|to spare)(?: (?:over|to spend))?|(?:wie ?viel|was) (?:ist|bleibt|habe ich|haben wir|bleiben|(?!prozent)(?=[^.?!\n]{0,60}\b(?:ubrig|bleib\w*|rest)))(?: (?:mir|uns|noch|davon|von|vom))*|(?:combien|que) (?:reste-t-il|me reste-t-il|il (?:me )?reste|nous reste-t-il)(?: encore)?|cuanto (?:me |nos )?(?:queda|sobra))\b[^.?!\n]{0,30}?\b(?:of|from|out of|with|if (?:i|we) (?:have|had|start(?:ed)? with)|von|vom|aus|bei|de[ls]?|sur|d'un|con)\b[^.?!\n\d]{0,25}?(?P<n>\d[\d.,]*\d|\d)(?! ?%)[^.?!\n]{0,30}"
)
BUDGET_TEXTS = {
    "en": "**{left}** is left of {budget}: {column} adds up to {total}.",
    "de": "Von {budget} bleiben **{left}**: {column} ergibt zusammen {total}.",
    "fr": "Il reste **{left}** sur {budget} : {column} fait {total} en tout.",
    "es": "Quedan **{left}** de {budget}: {column} suma {total}.",
}


def checked_figure(table: Table, query: Query) -> Repeated | None:
    """Return whether a figure is over a limit, or what is left of a budget."""
    text = table.folded
    return budget_left(table, query, text) or part_of_total(table, query, text) or figure_at_limit(table, query, text)


def figure_at_limit(table: Table, query: Query, text: str) -> Repeated | None:
    """Return yes or no with the figure, for a question whether a sum or mean is over or under a number."""
    asked = FIGURE_CHECKED.search(text)
    limit = SUM_LIMIT.search(text, asked.start(), asked.end()) if asked else None
    if asked is None or limit is None:
        return None
    part = table._replace(question=blanked(table.question, *limit.span()))
    plain = query_of(part.question, table.columns, query.language)
    names = [name for name in plain.operations if name in ("sum", "mean", "median")]
    if len(names) != 1 or plain.group >= 0 or plain.degrees or plain.fault:
        return None
    spans = [list(asked.span()), *(list(span) for span in plain.spans)]
    try:
        result = run(plain, table.columns, table.again, table.rows)
    except AnswerFault:
        return None
    if result.kind != "figures" or len(result.figures) != 1 or not leaves_nothing(table, spans):
        return None
    sign = sign_of_limit(limit)
    holds = RELATES[sign](float(result.figures[0][2] or 0), float(decimal_of(limit["n"], query.language)))
    said = PAIR_TEXTS[query.language]["yes" if holds else "no"]
    return Repeated(f"{said} {headline(plain, result, table.columns)}", spans)


PART_OF_ALL = compile_caseless(
    r"\b(?P<n>\d{1,3}(?:[.,]\d+)?) ?(?:%|per ?cent|prozent|pour ?cent|por ciento)(?: \w+){0,2}? (?:of|on|from|von|vom|auf|aus|de|du|des|sur|del?|sobre) (?:the |my |our |it |der |die |das |le |la |el )*(?:(?:grand |whole )?total|sum|whole (?:amount|sum|thing)|everything|gesamt\w*|summe|ganzen?|somme|tout|suma|todo)\b"
)
PART_IDLE = compile_caseless(
    r"\b(?:how much|what|whats|what's|is|are|would|be|the|vat|tax|tip|service charge|discount|commission|wie ?viel|was|sind|ist|die|der|mwst|mehrwertsteuer|trinkgeld|rabatt|combien|quel(?:le)?|est|la|le|tva|remise|pourboire|cuanto|cual|es|el|iva|descuento|propina|at|of|on)\b"
)
PART_TEXTS = {
    "en": "{n} % of the sum of {column} ({total}) is **{part}**.",
    "de": "{n} % der Summe von {column} ({total}) sind **{part}**.",
    "fr": "{n} % de la somme de {column} ({total}) font **{part}**.",
    "es": "El {n} % de la suma de {column} ({total}) es **{part}**.",
}


def part_of_total(table: Table, query: Query, text: str) -> Repeated | None:
    """Return so many percent of the sum of the only column of amounts, or the one that is named."""
    asked = PART_OF_ALL.search(text)
    numeric = measured_places(table.columns)
    mentions = mentioned(text, table.columns)
    named = {one.column for one in mentions if one.column in numeric} or set(numeric)
    spans = [*([list(asked.span())] if asked else []), *(list(one.span()) for one in PART_IDLE.finditer(text))]
    spans += [[one.start, one.end] for one in mentions]
    if asked is None or len(named) != 1 or query.filters or query.group >= 0 or not leaves_nothing(table, spans):
        return None
    place = min(named)
    total = float(run(Query(("sum",), (place,)), table.columns, table.again, table.rows).figures[0][2] or 0)
    part = total * float(decimal_of(asked["n"], query.language)) / 100
    told = {"total": shown(round(total, 9), query.language), "part": shown(round(part, 9), query.language)}
    head = fill_in(PART_TEXTS[query.language], n=asked["n"], column=cell(table.columns[place].name), **told)
    return Repeated(head, spans)


def budget_left(table: Table, query: Query, text: str) -> Repeated | None:
    """Return what is left of a told budget when the only amounts are taken from it."""
    asked = BUDGET_LEFT.search(text)
    numeric = measured_places(table.columns)
    mentions = mentioned(text, table.columns)
    named = {one.column for one in mentions if one.column in numeric} or set(numeric)
    if asked is None or len(named) != 1:
        return None
    spans = [list(asked.span()), *([one.start, one.end] for one in mentions)]
    spans += [list(span) for span in query.spans if query.filters]
    if query.group >= 0 or not leaves_nothing(table, spans):
        return None
    place = min(named)
    summed = Query(("sum",), (place,), filters=tuple(one for one in query.filters if one.column != place))
    total = run(summed, table.columns, table.again, table.rows).figures[0][2] or 0
    budget = float(decimal_of((asked["n"] or asked["goal"]).rstrip(".,"), query.language))
    words = {"left": budget - total, "budget": budget, "total": total}
    told = {name: shown(round(float(value), 9), query.language) for name, value in words.items()}
    head = fill_in(BUDGET_TEXTS[query.language], **told, column=cell(table.columns[place].name))
    return Repeated(head, spans)
