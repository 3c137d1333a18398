"""What people want of the rows themselves: only some columns, a running total, a total after a raise, an order by the one number."""

import re
from collections import deque
from itertools import accumulate, pairwise
from typing import Any

from config.builtins.csv_statistics.columns import (
    Column,
    FoundText,
    compile_caseless,
    is_identifier,
    is_year,
    numeric_places,
    words_in,
)
from config.builtins.csv_statistics.columns_named import Mention, mentioned
from config.builtins.csv_statistics.degrees import DIMENSIONS
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, rows_passing
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.wording import cell, decimal_of, fill_in, fold

COLUMNS_ONLY = compile_caseless(
    r"\b(?:only|just|nothing but|nur|bloss|seulement|uniquement|juste|solo|solamente|unicamente)\b"
)
SHOW = compile_caseless(
    r"\b(?:list|show|give|print|display|extract|pull|return|keep|liste|zeige?|gib|nenne|auflisten|affiche\w*|donne\w*|liste\w*|muestra\w*|dame|lista|extrae)\b"
)
BETWEEN_COLUMNS = compile_caseless(
    r"[\s,&+]*(?:(?:and|with|their|his|her|the|und|mit|et|avec|y|con|los|las|les|die|den)[\s,]+)*"
)
AHEAD_OF_COLUMNS = re.compile(
    r"(?:[\s,:]+(?:me|us|all|just|only|the|their|a list of|column|columns|mir|uns|alle|die|nur|moi|nous|tous|toutes|les|seulement|solo|todos|todas|los|las|la|le|el|der|das))*[\s:]*"
)
AFTER_COLUMNS = compile_caseless(
    r"(?:\W|\b(?:columns?|spalten?|colonnes?|columnas?|please|pls|bitte|svp|por favor|thanks|danke|merci|(?:of|for) (?:all|each|every)\w*)\b)*"
)
RUNNING = compile_caseless(
    r"\bcumulative\b(?! (?:total|sum|balance|amount))|\b(?:running|cumulative|cumulated|rolling|laufende[rns]?|kumuli\w+|cumule[es]*|cumulatif|acumulad[oa]s?) (?:total|sum|balance|amount|summe|saldo|somme|solde|suma)s?\b|\b(?:kumuliert|cumule|somme cumulee|total cumule|total acumulado|suma acumulada|saldo acumulado)\b"
)
SHARE_CHANGE = compile_caseless(
    r"(?P<before>\b(?:raise|increase|bump|cut|reduce|lower|drop|erhoh\w+|senk\w+|augment\w+|bais\w+|sub\w+|baj\w+)\b[^.?!]{0,30}?)?(?P<share>\d+(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento) ?(?P<word>more|less|higher|lower|raise|increase|rise|bump|cut|discount|off|reduction|decrease|mehr|weniger|erhohung|rabatt|nachlass|aufschlag|de plus|de moins|de remise|d'augmentation|mas|menos|de aumento|de descuento)?"
)
LESS_WORD = compile_caseless(
    r"\b(?:less|lower|cut|discount|off|reduction|decrease|reduce|drop|weniger|rabatt|nachlass|senk\w+|de moins|de remise|bais\w+|menos|de descuento|baj\w+)\b"
)
NEW_FIGURE = compile_caseless(
    r"\b(?:total|sum|average|mean|cost|summe|gesamt\w*|durchschnitt|somme|moyenne|suma|promedio|media)\b"
)
MEAN_WORD = compile_caseless(r"\b(?:average|mean|durchschnitt|moyenne|promedio|media)\b")
IN_ORDER = compile_caseless(
    r"\b(?:rank(?:ed|ing)?(?: (?:them|these|those|all|everyone|the \w+))?|(?:put|sort|order|arrange) (?:them|these|it|this)(?: in(?:to)? order)?|leaderboard|league table|rangliste|classement|clasificacion)\b"
)
EDGE_ROWS = compile_caseless(
    r"\b(?:the )?(?:last|final|letzten?|letzte|dernieres?|ultim[oa]s?) (?:(?P<n>\d{1,3}|two|three|five|ten) )?(?:rows?|lines?|entr(?:y|ies)|records?|zeilen?|eintrage?|lignes?|filas?)\b"
)
PLACED = compile_caseless(
    r"\b(?:who(?:'s| is| was| came| finished| ended)?|which \w+ (?:is|was|came|finished)|wer (?:ist|war|wurde)|qui est|quien (?:es|quedo)) (?:in |on |auf |en )?(?:the |der |die |le |la |el )?"
    r"(?:(?P<first>first|1st|leading|winning|on top|top|erste[rn]?|premier|primer[oa]?)|(?P<second>second|2nd|zweite[rn]?|deuxieme|segund[oa])|(?P<third>third|3rd|dritte[rn]?|troisieme|tercer[oa]?)|(?P<last>last|letzte[rn]?|dernier|ultim[oa]))\b"
)
EDGE_COUNTS = {"two": 2, "three": 3, "five": 5, "ten": 10}
SPELLED = compile_caseless(
    r"\b(?:(?P<start>start(?:s|ing)?|begin(?:s|ning)?) with|end(?:s|ing)? (?:with|in))(?: the)?(?: letters?)? ?[\"'“„«]?(?P<piece>[^\W\d_][^\s\"'”“»?.,!]{0,29})[\"'”“»]?"
)
WISH_TEXTS = {
    "en": {"running": "Running total of {column}:", "changed": "After {change}: {name} of {column} {before} becomes **{after}**{where}.", "order": "In order of {column}, the largest first:", "sum": "the total", "mean": "the average", "spelled": "**{count}** of {all} rows: {words}.", "heads": "running total"},
    "de": {"running": "Laufende Summe von {column}:", "changed": "Nach {change}: {name} von {column} {before} wird **{after}**{where}.", "order": "Nach {column} geordnet, das Größte zuerst:", "sum": "die Summe", "mean": "der Durchschnitt", "spelled": "**{count}** von {all} Zeilen: {words}.", "heads": "laufende Summe"},
    "fr": {"running": "Total cumulé de {column} :", "changed": "Après {change} : {name} de {column} passe de {before} à **{after}**{where}.", "order": "Par {column}, le plus grand d'abord :", "sum": "le total", "mean": "la moyenne", "spelled": "**{count}** lignes sur {all} : {words}.", "heads": "total cumulé"},
    "es": {"running": "Total acumulado de {column}:", "changed": "Tras {change}: {name} de {column} pasa de {before} a **{after}**{where}.", "order": "Por {column}, el mayor primero:", "sum": "el total", "mean": "la media", "spelled": "**{count}** de {all} filas: {words}.", "heads": "total acumulado"},
}  # fmt: skip
MOST_WISHED = 100  # rows of one answer


def wished_rows(table: Table, query: Query) -> Repeated | None:
    """Return the answer to a clear wish about the rows themselves."""
    text = table.folded
    mentions = [
        one for one in mentioned(text, table.columns) if one.start >= table.place[1] or one.end <= table.place[0]
    ]
    for wish in (
        running_total,
        top_of_groups,
        changed_figure,
        spelled_rows,
        placed_row,
        chosen_columns,
        in_order,
        last_rows,
    ):
        if (found := wish(table, query, text, mentions)) is not None:
            return found
    return None


def only_number(table: Table, mentions: list[Mention]) -> int:
    """Return the numeric column that is named, or the only one there is."""
    numeric = numeric_places(table.columns)
    numeric = [place for place in numeric if not is_identifier(table.columns[place])] or numeric
    named = list(dict.fromkeys(one.column for one in mentions if one.column in numeric))
    places = named or numeric
    return places[0] if len(places) == 1 else -1


def running_total(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return the rows with the sum so far, in their order or sorted as the question says."""
    match = RUNNING.search(text)
    place = only_number(table, mentions) if match else -1
    if match is None or place < 0 or query.group >= 0:
        return None
    column, said = table.columns[place], WISH_TEXTS[query.language]
    kept, _ = rows_passing(query, table.columns, table.again)
    sums = accumulate(cell_number(row[place], column) or 0.0 for row in kept)
    rows: list[list[Any]] = [
        [*row[: len(table.columns)], round(total, 9)] for row, total in zip(kept, sums, strict=True)
    ]
    heads = [*(one.name for one in table.columns), said["heads"]]
    head = fill_in(said["running"], column=cell(column.name)) + where_text(query.filters, table.columns, query.language)
    return Repeated(
        f"{head}\n\n{grid(heads, rows, query.language, MOST_WISHED)}", [*spans_of(query), list(match.span())]
    )


TOP_OF_EACH = compile_caseless(
    r"\b(?:the |who (?:was|is) (?:the )?)?(?:top|best|worst) (?:seller|product|item|scorer|player|customer|person|one|performer|employee|article|\w+er) (?:for |of |in |on )?(?:each|every|per) (?=\w)|"
    r"\b(?:(?:the )?(?:top|best|highest|largest|bottom|lowest|worst|(?:die )?(?:besten|hochsten|schlechtesten)|les|los|las|die) )?(?P<n>\d{1,2}|two|three|zwei|drei|deux|trois|dos|tres)(?: (?:best|highest|largest|lowest|worst|smallest|cheapest|besten|hochsten|grossten|schlechtesten|niedrigsten|meilleure?s|mejores|peores))?(?: \w+){0,2}? (?:(?:by|nach|par|por) \w+ )?(?:per|for each|for every|in each|in every|of each|from each|pro|je|in jede[rm]|par|de chaque|dans chaque|por|de cada|en cada) (?=\w)"
)
TOP_WORD = compile_caseless(r"\b(?:top|best|highest|largest|most|besten|hochsten|grossten|meilleure?s|mejores)\b")
BOTTOM_WORD = compile_caseless(
    r"\b(?:bottom|lowest|worst|smallest|cheapest|schlechtesten|niedrigsten|billigsten|pires|peores)\b"
)
SPOKEN_TOPS = {
    word: count
    for words in ("two three", "zwei drei", "deux trois", "dos tres")
    for count, word in enumerate(words.split(), 2)
}


def top_of_groups(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return the first rows of each group by a number: "top 2 per team"."""
    match = TOP_OF_EACH.search(text)
    group = next((one.column for one in mentions if match and one.start == match.end()), -1)
    place = only_number(table, [one for one in mentions if one.column != group]) if group >= 0 else -1
    is_low = BOTTOM_WORD.search(text) is not None
    if match is None or group < 0 or place in (-1, group) or is_low is (TOP_WORD.search(text) is not None):
        return None
    if {"sum", "mean", "median", "count"} & set(query.operations):
        return None
    kept, _ = rows_passing(query._replace(sort=place, falling=not is_low), table.columns, table.again)
    told = match["n"] or "1"
    most = SPOKEN_TOPS.get(told.lower()) or int(told)
    by_group: dict[str, list[list[Any]]] = {}
    for row in kept:
        if cell_number(row[place], table.columns[place]) is not None:
            by_group.setdefault(row[group], []).append(list(row))
    rows = [row for name in sorted(by_group) for row in by_group[name][:most]]
    spans = [*spans_of(query), list(match.span()), *([one.start, one.end] for one in mentions)]
    spans += [list(one.span()) for pattern in (TOP_WORD, BOTTOM_WORD) for one in pattern.finditer(text)]
    return Repeated(grid(names_of_all(table.columns), rows, query.language, MOST_WISHED), spans)


def changed_figure(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return a total or an average before and after all values change by so many per cent."""
    matches = [one for one in SHARE_CHANGE.finditer(text) if one["before"] or one["word"]]
    figure = NEW_FIGURE.search(text)
    place = only_number(table, mentions) if len(matches) == 1 and figure else -1
    if place < 0 or figure is None or query.group >= 0:
        return None
    match, column, said = matches[0], table.columns[place], WISH_TEXTS[query.language]
    kept, _ = rows_passing(query._replace(sort=-1), table.columns, table.again)
    numbers = [value for row in kept if (value := cell_number(row[place], column)) is not None]
    if not numbers:
        return None
    share = float(decimal_of(match["share"], query.language))
    is_less = LESS_WORD.search(f"{match['before'] or ''} {match['word'] or ''}") is not None
    is_mean = MEAN_WORD.search(text) is not None
    before = sum(numbers) / (len(numbers) if is_mean else 1)
    after = before * (1 + (-share if is_less else share) / 100)
    sentence = fill_in(
        said["changed"], change=f"{'-' if is_less else '+'}{match['share']} %", name=said["mean" if is_mean else "sum"], column=cell(column.name),
        before=shown(round(before, 9), query.language), after=shown(round(after, 9), query.language), where=where_text(query.filters, table.columns, query.language),
    )  # fmt: skip
    return Repeated(sentence, [*spans_of(query), list(match.span()), list(figure.span())])


ONLY_ROWS = compile_caseless(
    r"\b(?:only|just|nur|seulement|solo) (?:show|list|give|display|print|zeig\w*|liste|montre\w*|muestra\w*)\b"
)


def chosen_columns(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return the rows with the columns that are wanted alone: "list names only", "names and salaries please"."""
    settled = {one.column for one in query.filters}
    wanted = [one for one in mentions if one.column not in settled]
    if query.sort >= 0 and any(one.column != query.sort for one in wanted):
        wanted = [one for one in wanted if one.column != query.sort]
    if not wanted or query.operations or query.group >= 0 or query.top or query.degrees:
        return None
    run = [wanted[0]]
    for one, following in pairwise(wanted):
        if not BETWEEN_COLUMNS.fullmatch(text[one.end : following.start]):
            break
        run.append(following)
    only, show = only_of_columns(text, run), SHOW.search(text[: run[0].start])
    if query.filters and show and [one.column for one in wanted] == [0] and ONLY_ROWS.search(text[: run[0].start]):
        return None  # "only show orders above 100": the first column names what a row is
    is_bare = (
        len(run) == len(wanted) and not text[: run[0].start].strip() and AFTER_COLUMNS.fullmatch(text[run[-1].end :])
    )
    is_listed = show is not None and AHEAD_OF_COLUMNS.fullmatch(text[show.end() : run[0].start]) is not None
    is_listed = is_listed and len(run) == len(wanted) and bool(AFTER_COLUMNS.fullmatch(text[run[-1].end :]))
    is_sorted = query.sort >= 0 and len(run) < len(wanted)
    if not (only or is_bare or is_listed or (is_sorted and show)) or len(run) == len(table.columns):
        return None
    places = list(dict.fromkeys(one.column for one in run))
    kept, matched = rows_passing(query, table.columns, table.again)
    heads = [table.columns[place].name for place in places]
    rows: list[list[Any]] = [[row[place] for place in places] for row in kept]
    words = [list(one.span()) for one in (only, show) if one]
    where = where_text(query.filters, table.columns, query.language)
    head = f"**{matched:,}**{where}:\n\n" if where else ""
    return Repeated(head + grid(heads, rows, query.language, MOST_WISHED), [*spans_of(query), *words])


BARE_COLUMN_WORD = compile_caseless(r"\s*(?:columns?|spalten?|colonnes?|columnas?)?\s*")


def only_of_columns(text: str, run: list[Mention]) -> FoundText | None:
    """Return the "only" right beside columns; one ahead of "the red ones" is of rows."""
    for match in COLUMNS_ONLY.finditer(text):
        ahead = text[match.end() : run[0].start] if match.end() <= run[0].start else ""
        is_ahead = match.end() <= run[0].start and len(ahead.split()) < 5
        if is_ahead or (run[-1].end <= match.start() and BARE_COLUMN_WORD.fullmatch(text[run[-1].end : match.start()])):
            return match
    return None


def placed_row(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return who is first, second or last by the only number; less is better for times."""
    match = PLACED.search(text)
    place = only_number(table, mentions) if match and query.group < 0 else -1
    if match is None or place < 0 or is_year(table.columns[place]):
        return None
    column = table.columns[place]
    is_falling = re.search(DIMENSIONS["quality"].inverse, fold(column.name).lower()) is None
    kept, _ = rows_passing(query._replace(sort=place, falling=is_falling), table.columns, table.again)
    rank = next(at for at, name in enumerate(("first", "second", "third", "last")) if match[name])
    if len(kept) <= max(0, RANKS[rank]):
        return None
    row = kept[RANKS[rank]]
    label = next((at for at, one in enumerate(table.columns) if one.values() is None), 0)
    sentence = (
        f"{cell(table.columns[label].name)}: **{cell(row[label])}** ({cell(column.name)}: **{cell(row[place])}**)."
    )
    return Repeated(sentence, [*spans_of(query), list(match.span())])


RANKS = (0, 1, 2, -1)


def last_rows(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return the last rows as they stand in the table."""
    match = EDGE_ROWS.search(text)
    if match is None or mentions or query.operations or query.filters:
        return None
    told = match["n"] or "1"
    count = min(MOST_WISHED, EDGE_COUNTS.get(told.lower()) or int(told))
    rows: list[list[Any]] = [list(row) for row in deque(table.again(), maxlen=count)]
    return Repeated(
        grid(names_of_all(table.columns), rows, query.language, MOST_WISHED), [*spans_of(query), list(match.span())]
    )


def spelled_rows(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return the rows whose name begins or ends with given letters, or how many there are."""
    match = SPELLED.search(text)
    texts = [place for place, column in enumerate(table.columns) if column.values() is None]
    named = [one.column for one in mentions if one.column in texts]
    if match is None or not texts or query.group >= 0 or set(query.operations) - {"count"}:
        return None
    place, piece = (named or texts)[0], match["piece"].lower()
    kept, _ = rows_passing(query._replace(filters=()), table.columns, table.again)
    rows: list[list[Any]] = [
        list(row) for row in kept if spells(fold(row[place]).lower(), piece, at_start=match["start"] is not None)
    ]
    head = fill_in(
        WISH_TEXTS[query.language]["spelled"], count=f"{len(rows):,}", all=f"{len(kept):,}", words=cell(match.group())
    )
    body = f"\n\n{grid(names_of_all(table.columns), rows, query.language, MOST_WISHED)}" if rows else ""
    return Repeated(head + body, [*spans_of(query), list(match.span())])


def spells(value: str, piece: str, *, at_start: bool) -> bool:
    """Return whether a value begins, or ends, with a piece."""
    return value.startswith(piece) if at_start else value.endswith(piece)


def in_order(table: Table, query: Query, text: str, mentions: list[Mention]) -> Repeated | None:
    """Return rows by the only number, largest first, where no column is named."""
    match = IN_ORDER.search(text)
    place = only_number(table, []) if match and query.sort < 0 and not mentions and not query.operations else -1
    if match is None or place < 0:
        return None
    kept, _ = rows_passing(query._replace(sort=place, falling=True), table.columns, table.again)
    head = fill_in(WISH_TEXTS[query.language]["order"], column=cell(table.columns[place].name))
    rows: list[list[Any]] = [list(row) for row in kept]
    return Repeated(
        f"{head}\n\n{grid(names_of_all(table.columns), rows, query.language, MOST_WISHED)}",
        [*spans_of(query), list(match.span())],
    )


EST_FIRST = compile_caseless(
    r"\b[a-z]+est first\b|\b[a-z]+ste[nsr]? zuerst\b|\bplus [a-z]+ d'abord\b|\bmas [a-z]+ primero\b"
)


EXTREMES = words_in("max min most least")


def in_said_order(table: Table, query: Query) -> Query:
    """Return "the slowest first" as an order of rows instead of one extreme."""
    if query.group >= 0 and query.measures and not query.top and EST_FIRST.search(fold(table.question)):
        return query._replace(operations=tuple(name for name in query.operations if name not in EXTREMES), degrees=())
    is_extreme = len(query.operations) == 1 and query.operations[0] in ("max", "min", "most", "least")
    if not (
        is_extreme and query.filters and query.measures and not query.top and EST_FIRST.search(fold(table.question))
    ):
        return query
    is_falling = query.operations[0] in ("max", "most")
    return query._replace(operations=(), sort=query.measures[0], falling=is_falling, shows=True)


def names_of_all(columns: list[Column]) -> list[str]:
    """Return the names of columns."""
    return [column.name for column in columns]


def spans_of(query: Query) -> list[list[int]]:
    """Return the places of what a query is made from."""
    return [list(span) for span in query.spans]
