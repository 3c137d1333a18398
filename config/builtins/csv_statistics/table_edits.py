"""A pasted table given back changed: without columns or repeated rows, renamed, transposed, with a computed column, or a bare list in order."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from math import fsum

from config.builtins.csv_statistics.columns import ANY_CASE, MISSING, compile_caseless, measured_places
from config.builtins.csv_statistics.columns_named import Mention, mentioned
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.csv_statistics.table_forms import rows_in_order
from config.builtins.csv_statistics.table_products import with_computed
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, code_block, fill_in, flattened, fold

MOST_EDITED = 500  # rows
MOST_TALLIED = 30  # different answers
LONGEST_EDITED = 20_000  # characters
TAKE_OUT = r"(?:drop|remove|delete|exclude|hide|omit|leave out|get rid of|take out|eliminate|strip|losche?|entferne?|streiche?|supprime[rz]?|enleve[rz]?|retire[rz]?|elimina[r]?|quita[r]?|borra[r]?)"
DROPS_COLUMN = compile_caseless(rf"\b(?:{TAKE_OUT}|without|except(?: for)?|all but|ohne|ausser|sans|sauf|sin|salvo)\b")
GAPS = compile_caseless(
    rf"\b{TAKE_OUT} (?:all |any |the |alle |die |les |los |las )*(?:(?P<whole>empty|blank|leere[n]?|leer|vides?|vacias?) (?:rows?|lines?|records?|zeilen|lignes|filas)|(?:lignes|filas) (?P<after>vides?|vacias?)|(?:incomplete (?:rows?|lines?|records?)|(?:rows?|lines?|records?) (?:with|that have|having|which have) (?:a |any )?(?:missing|empty|blank|gaps?|no|nulls?)(?: (?:values?|cells?|fields?|data|entries))?))\b"
)
COLUMN_WORD = compile_caseless(r"\b(?:columns?|cols?|fields?|spalten?|colonnes?|columnas?)\b")
DEDUPED = compile_caseless(
    rf"\b{TAKE_OUT} (?:all |any |the |alle |die |doppelte |les |los |las )*(?:exact )?(?:duplicates?|duplicated|duplicate|repeated|repeating|double[sd]?|doppelte[nr]?|duplikate|dopplungen|doublons?|lignes en double|duplicad[oa]s?|repetid[oa]s?)(?: (?:rows?|lines?|entries|records?|values|zeilen|eintrage|lignes|filas?))?\b"
    r"|\b(?:take|throw|leave|kick|weed|sort|get|filter) (?:all |any |the |those )*(?:duplicates?|doubles?|dupes?|repeats?)(?: (?:rows?|lines?|entries))? (?:out|away)\b|\b(?:doppelte\w*|dubletten|duplikate)(?: (?:zeilen|eintrage))? (?:bitte )?(?:raus|weg)(?:nehmen|werfen|machen|lassen|streichen)?\b"
    r"|\bde-?dup(?:e|licate|lizieren)?\b(?: (?:the |these |this |my )?(?:rows?|table|list|lines?|csv|data))?|\b(?:keep )?only unique (?:rows?|lines?|records?)\b"
)
TURNED = compile_caseless(
    r"\b(?:transpos\w+|swap (?:the )?rows (?:and|with) (?:the )?columns|swap (?:the )?columns (?:and|with) (?:the )?rows|rows (?:to|into|as) columns|columns (?:to|into|as) rows|zeilen und spalten (?:ver)?tauschen|pivote[rz]? le tableau)\b"
)
RENAMED = compile_caseless(
    r"\b(?:renam\w+|change the name of|benenne?|umbenennen|renomm\w+|renombra\w*)\b(?P<old>[^\n]{1,60}?)\b(?:to|as|into|in|en|a|zu|nach)\b ?[\"'“]?(?P<new>[\w][\w .-]{0,40}?)[\"'”]?(?= um\b|[.,;:!?]|\s*$|\s*\n|\s{3})"
)
CELL_SIGNS = {
    r"semi-?colons?|strichpunkte?n?|semikolons?|semikola|points?[- ]virgules?|punto y coma|puntos y comas": ";",
    r"commas?|kommas?|kommata|virgules?|comas?": ",",
    r"tabs?|tabulators?|tabulator(?:en)?|tabulations?|tabuladores?|tabulador": "\t",
    r"pipes?|vertical bars?|barres? verticales?": "|",
}
DELIMITER_WORD = "|".join(f"(?:{words})" for words in CELL_SIGNS)
NEW_DELIMITER = compile_caseless(
    rf"\b(?:{DELIMITER_WORD})\b[^\n.?!]{{0,20}}?\b(?:to|into|with|by|in|zu|durch|mit|en|par|a|por|->)\b (?P<new>{DELIMITER_WORD})\b"
    rf"|\b(?P<new2>{DELIMITER_WORD}) instead of (?:the )?(?:{DELIMITER_WORD})\b"
    rf"|\b(?P<new3>{DELIMITER_WORD})[- ](?:separated|delimited)\b(?!\. +\w)|\b(?:separated?|delimited?|getrennt|separe[es]*|separad[oa]s?) (?:by|with|durch|mit|par|por) (?P<new4>{DELIMITER_WORD})\b"
)
ADDED = compile_caseless(
    r"\b(?:add|insert|append|create|make|include|fuge?|erganze|ajoute\w*|anade|agrega\w*) (?:me )?(?:an? |one |another |eine |une |una )?(?:new |extra |further |neue |nouvelle |nueva )?(?:(?P<named>[^\W\d]\w*) )?(?:column|col|field|spalte|colonne|columna)\b"
)
ADDED_NAME = compile_caseless(
    r"\b(?:called|named|for(?: the)?|with(?: the)?|namens|nomme[e]?|appele[e]?|llamad[oa])? ?[\"'“]?(?P<name>[^\W\d][\w ]{0,30}?)[\"'”]? ?(?:=|:|\b(?:which is|that is|as|equal to|gleich)\b)"
)
ORDER_LIST = compile_caseless(
    r"\b(?:sort\w*|order(?:ed)?|arrange[d]?|rank(?:ed)?|in (?:ascending|descending|numerical|increasing|decreasing) order|ordne|geordnet|tri(?:e[rz]?)?|trie|ordena\w*|ordne)\b"
)
LARGEST_FIRST = compile_caseless(
    r"\b(?:desc\w*|decreas\w*|(?:high|high ?est|large|largest|big|biggest|greatest) ?(?:first|to|-)|from (?:the )?(?:high\w*|larg\w*|big\w*|great\w*|max\w*)|revers\w*|absteigend|decroissant\w*|descendente\w*|de mayor a menor)\b|(?:biggest|largest|highest) first"
)
LIST_WORDS = compile_caseless(
    r"\b(?:sort\w*|order(?:ed)?|arrange[d]?|rank(?:ed)?|asc\w*|desc\w*|increas\w*|decreas\w*|numerical\w*|from|to|the|by|size|value|values|numbers?|list|these|this|them|in|high\w*|low\w*|small\w*|larg\w*|big\w*|great\w*|least|most|first|last|max|min|please|pls|can|you|me|for|it|and|revers\w*|aufsteigend|absteigend|zahlen|diese|bitte|liste|croissant\w*|decroissant\w*|nombres|ces|les|par|ordre|ordena\w*|numeros|estos|de|menor|mayor|a|ascendente\w*|descendente\w*|sortiere?|nach|ordne|trie[rz]?)\b|[^\w]+"
)
EDIT_TEXTS = {
    "en": {"falling": "The largest first:", "rising": "The smallest first:", "deduped": "{gone} repeated; {left} of {total} rows are left:", "left": "{left} of {total} rows are left:", "none": "No row repeats an earlier one.", "long": "I give back changed tables of up to 500 rows and 20,000 characters; this one is longer."},
    "de": {"falling": "Das Größte zuerst:", "rising": "Das Kleinste zuerst:", "deduped": "{gone} wiederholt; {left} von {total} Zeilen bleiben:", "left": "{left} von {total} Zeilen bleiben:", "none": "Keine Zeile wiederholt eine frühere.", "long": "Geänderte Tabellen gebe ich bis 500 Zeilen und 20.000 Zeichen zurück; diese ist länger."},
    "fr": {"falling": "Le plus grand d'abord :", "rising": "Le plus petit d'abord :", "deduped": "{gone} en double ; il reste {left} lignes sur {total} :", "left": "Il reste {left} lignes sur {total} :", "none": "Aucune ligne n'en répète une autre.", "long": "Je rends les tableaux modifiés jusqu'à 500 lignes et 20 000 caractères ; celui-ci est plus long."},
    "es": {"falling": "El mayor primero:", "rising": "El menor primero:", "deduped": "{gone} repetidas; quedan {left} de {total} filas:", "left": "Quedan {left} de {total} filas:", "none": "Ninguna fila repite una anterior.", "long": "Devuelvo tablas cambiadas de hasta 500 filas y 20.000 caracteres; esta es más larga."},
}  # fmt: skip


def edited_table(table: Table, query: Query, language: str) -> Repeated | None:
    """Return the table, or the bare list, changed as the question says."""
    text = table.folded
    mentions = [
        one for one in mentioned(text, table.columns) if one.start >= table.place[1] or one.end <= table.place[0]
    ]
    for edit in (list_in_order, tallied, without_gaps, with_totals):
        if (made := edit(table, text, mentions, language)) is not None:
            return made
    is_plain = not (set(query.operations) - {"count", "sort"} or query.group >= 0 or query.top)
    if is_plain and (query.filters or query.sort >= 0):
        table = table._replace(again=partial(iter, list(islice(rows_in_order(table, query), MOST_EDITED + 1))))
    edits: tuple[Callable[[Table, str, list[Mention], str], Repeated | None], ...] = (
        *((without_repeated_rows, with_delimiter, with_turned, with_renamed, without_columns) if is_plain else ()),
        with_added_column,
    )
    made = next((made for edit in edits if (made := edit(table, text, mentions, language)) is not None), None)
    return made._replace(spans=[*made.spans, *map(list, query.spans)]) if made else None


def list_in_order(table: Table, text: str, _mentions: list[Mention], language: str) -> Repeated | None:
    """Return a bare list of numbers sorted, where nothing else is asked of it."""
    match = ORDER_LIST.search(text)
    if match is None or table.delimiter != " " or len(table.columns) != 1 or LIST_WORDS.sub("", text):
        return None
    is_falling = LARGEST_FIRST.search(text) is not None
    cells = [row[0].strip() for row in table.again() if cell_number(row[0], table.columns[0]) is not None]
    cells.sort(key=lambda value: cell_number(value, table.columns[0]) or 0.0, reverse=is_falling)
    listed = ", ".join(cells)
    if not cells or len(listed) > LONGEST_EDITED:
        return None
    return Repeated(f"{EDIT_TEXTS[language]['falling' if is_falling else 'rising']} **{listed}**", [[0, len(text)]])


def tallied(table: Table, text: str, _mentions: list[Mention], language: str) -> Repeated | None:
    """Return how often each single word comes, with its share; the one asked for is bold."""
    if table.delimiter != " " or table.columns[0].values() is not None or table.rows > MOST_EDITED:
        return None
    counts = Counter(row[0] for row in table.again())
    asked = [value for value in counts if re.search(rf"(?<!\w){re.escape(fold(value))}(?!\w)", text, ANY_CASE)]
    lines = [
        fill_in("{mark}{value}{mark}: {mark}{count}{mark} / {total} ({mark}{share} %{mark})", mark="**" if value in asked or not asked else "", value=cell(value), count=count, total=table.rows, share=shown(round(100 * count / table.rows, 2), language))
        for value, count in sorted(counts.items(), key=lambda one: (one[0] not in asked, -one[1]))
    ]  # fmt: skip
    return Repeated("\n".join(f"- {line}" for line in lines[:MOST_TALLIED]), [[0, len(text)]])


def without_repeated_rows(table: Table, text: str, mentions: list[Mention], language: str) -> Repeated | None:
    """Return the rows without those that repeat an earlier one as a whole."""
    match = DEDUPED.search(text)
    if match is None or mentions:
        return None
    rows = edit_rows_of(table)
    kept = list(dict.fromkeys(map(tuple, rows)))
    said, gone = EDIT_TEXTS[language], len(rows) - len(kept)
    head = fill_in(said["deduped"], gone=gone, left=len(kept), total=len(rows)) if gone else said["none"]
    return table_answer(table, head, heads_of(table), kept, [match.span()], language)


def without_gaps(table: Table, text: str, mentions: list[Mention], language: str) -> Repeated | None:
    """Return the rows without those that are empty, or that lack a value."""
    match = GAPS.search(text)
    if match is None or mentions:
        return None
    is_whole, width = bool(match["whole"] or match["after"]), len(table.columns)
    rows = edit_rows_of(table)
    filled_cells = [sum(value.strip().lower() not in MISSING for value in row) for row in rows]
    kept = [row for row, count in zip(rows, filled_cells, strict=True) if count >= (1 if is_whole else width)]
    head = fill_in(EDIT_TEXTS[language]["left"], left=len(kept), total=len(rows))
    return table_answer(table, head, heads_of(table), kept, [match.span()], language)


def with_turned(table: Table, text: str, _mentions: list[Mention], language: str) -> Repeated | None:
    """Return rows as columns."""
    match = TURNED.search(text)
    if match is None:
        return None
    rows = [heads_of(table), *edit_rows_of(table)] if table.has_header else edit_rows_of(table)
    width = max(map(len, rows), default=0)
    made = [[row[place] if place < len(row) else "" for row in rows] for place in range(width)]
    return table_answer(table, "", made[0], made[1:], [match.span()], language)


def with_delimiter(table: Table, text: str, _mentions: list[Mention], language: str) -> Repeated | None:
    """Return the table with another character between its cells."""
    match = NEW_DELIMITER.search(text)
    if match is None:
        return None
    word = next(filter(None, (match["new"], match["new2"], match["new3"], match["new4"])))
    sign = next(sign for words, sign in CELL_SIGNS.items() if re.fullmatch(words, word, ANY_CASE))
    body = csv_block([*([heads_of(table)] if table.has_header else []), *edit_rows_of(table)], sign)
    if table.rows > MOST_EDITED or len(body) > LONGEST_EDITED:
        body = cell(EDIT_TEXTS[language]["long"])
    return Repeated(body, [[0, len(text)]])


def with_renamed(table: Table, text: str, mentions: list[Mention], language: str) -> Repeated | None:
    """Return the table with another name for one column."""
    match = RENAMED.search(text)
    if match is None or not table.has_header:
        return None
    old = [one for one in mentions if match.start("old") <= one.start < match.end("old")]
    if len({one.column for one in old}) != 1:
        return None
    heads = heads_of(table)
    heads[old[0].column] = flattened(table.question).text[match.start("new") : match.end("new")].strip()
    return table_answer(table, "", heads, edit_rows_of(table), [match.span()], language)


def without_columns(table: Table, text: str, mentions: list[Mention], language: str) -> Repeated | None:
    """Return the table without the columns that are to go."""
    match = DROPS_COLUMN.search(text)
    word = COLUMN_WORD.search(text) if match else None
    gone = [one for one in mentions if match and one.start > match.start()]
    if match is None or word is None or not gone or len({one.column for one in gone}) == len(table.columns):
        return None
    last = max(*(one.end for one in gone), word.end())
    kept = [place for place in range(len(table.columns)) if place not in {one.column for one in gone}]
    rows = [[row[place] if place < len(row) else "" for place in kept] for row in edit_rows_of(table)]
    heads = [heads_of(table)[place] for place in kept]
    return table_answer(table, "", heads, rows, [(match.start(), last)], language)


def with_added_column(table: Table, text: str, _mentions: list[Mention], language: str) -> Repeated | None:
    """Return the rows with a column that is computed from others."""
    match = ADDED.search(text)
    if match is None:
        return None
    larger, _ = with_computed(table)
    if len(larger.columns) != len(table.columns) + 1:
        return None
    heads = heads_of(larger)
    name = ADDED_NAME.search(text, match.end())
    if name or match["named"]:
        heads[-1] = (name["name"] if name else match["named"]).strip()
    return table_answer(table, "", heads, edit_rows_of(larger), [(match.start(), len(text))], language)


ADDS_IT = r"(?:add|append|insert|put|include|make|create|give me|fuge?|erganze|ajoute\w*|anade|agrega\w*)"
TOTAL_SAID = r"(?:totals?|sums?|summen?|gesamtsummen?|sommes?|totaux|sumas?|totales)"
TOTAL_ROW = compile_caseless(
    rf"\b{ADDS_IT} (?:me )?(?:an? |one |the |eine |une |una )?(?:(?:{TOTAL_SAID})[ -]?(?:row|line|zeile|fila|ligne)|(?:row|line|zeile|ligne|fila) (?:with|of|for|showing|mit|avec|de|con) (?:the |den |der |les |le |los |el |la )?{TOTAL_SAID})(?: (?:hinzu|an|ein|below|underneath|to (?:it|this|the (?:table|end))|at the (?:bottom|end)|at the very end|am ende|unten|ganz unten|en bas|a la fin|al final|abajo))*"
)
TOTAL_COLUMN = compile_caseless(
    rf"\b{ADDS_IT} (?:me )?(?:an? |one |the |eine |une |una )?(?:new |extra |further |neue |nouvelle |nueva )?(?:(?:{TOTAL_SAID})[ -]?(?:column|spalte|colonne|columna)|(?:column|spalte|colonne|columna) (?:with|of|for|showing|that (?:has|shows|holds)|mit|avec|de|con) (?:the |den |der |les |le |la |los |el )?{TOTAL_SAID})(?: (?:of|from|for|per|von|aus|pro|je|de|des|par|por))?(?: (?:both|all|each|every|the|beiden|allen|jede[rn]?|les deux|chaque|ambas|cada|row|line|zeile|ligne|fila|columns?|spalten|colonnes|columnas|numbers|values|two|three))*(?: (?:hinzu|an|ein))?"
)
TOTAL_NAMES = {"en": "total", "de": "Summe", "fr": "total", "es": "total"}


def with_totals(table: Table, text: str, mentions: list[Mention], language: str) -> Repeated | None:
    """Return the table with a row of the totals of its columns, or a column of those of its rows."""
    row, column = TOTAL_ROW.search(text), TOTAL_COLUMN.search(text)
    match = row or column
    if match is None or mentions or not leaves_nothing(table, [list(match.span())]):
        return None
    heads, rows, numeric = heads_of(table), edit_rows_of(table), measured_places(table.columns)
    if not numeric or (row is None and len(numeric) < 2):
        return None
    if row is not None:
        sums = {place: fsum(table.columns[place].values() or ()) for place in numeric}
        label = next((place for place in range(len(heads)) if place not in numeric), -1)
        last = [
            f"{sums[place]:.12g}" if place in sums else TOTAL_NAMES[language] if place == label else ""
            for place in range(len(heads))
        ]
        return table_answer(table, "", heads, [*rows, last], [match.span()], language)
    figures = [
        [cell_number(one[place], table.columns[place]) or 0.0 for place in numeric if place < len(one)] for one in rows
    ]
    wide = [[*one, f"{fsum(found):.12g}"] for one, found in zip(rows, figures, strict=True)]
    return table_answer(table, "", [*heads, TOTAL_NAMES[language]], wide, [match.span()], language)


def heads_of(table: Table) -> list[str]:
    """Return the names of the columns."""
    return [column.name for column in table.columns]


def edit_rows_of(table: Table) -> list[list[str]]:
    """Return the rows, and one more than an answer holds at most."""
    return [list(row) for row in islice(table.again(), MOST_EDITED + 1)]


def csv_block(rows: Iterable[Iterable[str]], delimiter: str) -> str:
    """Return rows as CSV in a code block."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return code_block(text.getvalue().rstrip("\n"), "")


def table_answer(
    table: Table,
    head: str,
    heads: list[str],
    rows: Iterable[Iterable[str]],
    spans: list[tuple[int, int]],
    language: str,
) -> Repeated:
    """Return a changed table in the form that it came in: CSV, or a Markdown table."""
    made = [list(row) for row in rows]
    has_heads = table.has_header or table.delimiter == "|"
    if table.delimiter == "|":
        body = grid(heads, made, language, MOST_EDITED)
    else:
        body = csv_block(
            [*([heads] if has_heads else []), *made], table.delimiter if table.delimiter in ",;\t" else ","
        )
    used = [list(span) for span in spans]
    if len(made) > MOST_EDITED or len(body) > LONGEST_EDITED:
        return Repeated(cell(EDIT_TEXTS[language]["long"]), used)
    return Repeated(f"{head}\n\n{body}" if head else body, used)
