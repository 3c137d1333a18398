"""The difference of two columns in each row and in all, and the cells of a table that are empty."""

import re
from math import fsum
from typing import Any

from config.builtins.csv_statistics.columns import compile_caseless, measured_places
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS, Repeated
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.wording import cell, fill_in, fold

EACH_AND_ALL = compile_caseless(
    r"\b(?:(?:of|for|per) (?:each|every)(?: (?:one|row|[^\W\d_]{3,}))?|each|every one|je(?:de[rsnm]?)?(?: [^\W\d_]{3,})?|pro [^\W\d_]{3,}|chacune?|chaque [^\W\d_]{3,}|de cada un[oa]|cada [^\W\d_]{3,}) (?:and|und|et|y)(?: also)? (?:in total|(?:the |a |die |le |el )?(?:grand |overall )?total|all together|altogether|overall|in all|insgesamt|gesamt|zusammen|au total|en tout|en total|todo junto)\b"
    r"|\b(?:in total|insgesamt|au total|en total) (?:and|und|et|y) (?:for |of |per |pro |par |por |de )?(?:each|every|je|jede[rsnm]?|chacune?|chaque|cada)\b"
)
LESS_THAN_OTHER = r" ?(?:-|–|minus|less|weniger|moins|menos) ?"
WORDS_OF_REST = compile_caseless(
    r"\b(?:what|how (?:much|many)|which|is|are|was|left(?: over)?|remain\w*|over|rest|difference|difference between|show|give|me|the|und|was|wie ?viel|bleibt|ubrig|que|cuanto|queda|sobra|combien|reste)\b"
)
ALL_LINE = {
    "en": "In total: **{n}**.",
    "de": "Insgesamt: **{n}**.",
    "fr": "Au total : **{n}**.",
    "es": "En total: **{n}**.",
}
MOST_LINES = 60


def each_difference(table: Table, query: Query) -> Repeated | None:
    """Return a difference of two columns for each row and in total where a question asks for both; None for others."""
    text = table.folded
    asked = EACH_AND_ALL.search(text)
    if asked is None or table.rows > MOST_LINES:
        return None
    named = [one for one in mentioned(text, table.columns) if one.column in measured_places(table.columns)]
    pairs = [
        (one, other)
        for one in named
        for other in named
        if one.column != other.column and re.fullmatch(LESS_THAN_OTHER, text[one.end : other.start], re.IGNORECASE)
    ]
    label = label_column(table.columns, {one.column for pair in pairs for one in pair})
    if len(pairs) != 1 or label < 0:
        return None
    first, second = pairs[0]
    rows: list[list[Any]] = []
    for row in table.again():
        figures = [
            cell_number(row[one.column], table.columns[one.column]) for one in (first, second) if one.column < len(row)
        ]
        if len(figures) != 2 or None in figures:
            return None
        rows.append([row[label].strip(), round(figures[0] - figures[1], 10)])  # type: ignore[operator]  # no None in it
    names = [table.columns[one.column].name for one in (first, second)]
    heads = [table.columns[label].name, f"{names[0]} - {names[1]}"]
    total = fill_in(ALL_LINE[query.language], n=shown(round(fsum(value for _, value in rows), 10), query.language))
    spans = [list(asked.span()), [first.start, second.end], *(list(one.span()) for one in WORDS_OF_REST.finditer(text))]
    return Repeated(f"{total}\n\n{grid(heads, rows, query.language, MOST_LINES)}", spans)


WHICH_EMPTY = compile_caseless(
    r"\b(?:which|what|welche[rsn]?|quelles?|quels?|cuales|que) (?:cells?|fields?|boxes|spots|entries|zellen?|felder|cellules?|cases|champs|celdas?|campos?)(?: (?:in (?:here|it|the table)|hier))? (?:are|is|sind|ist|sont|est|estan|son)(?: still| noch| encore| todavia)? (?P<gap>empty|blank|missing|leer|vides?|vacias?|vacios?)\b"
    r"|\b(?:list|show|find|give me|zeig\w*|montre\w*|muestra\w*)(?: me| mir| moi)? (?:the |all |all the |die |alle |les |las |los )*(?:(?:empty|blank|leeren?) (?:cells?|fields?|zellen|felder)|(?:cellules|cases|champs|celdas|campos) (?:vides|vaci[ao]s))\b"
)
EMPTY_TEXTS = {
    "en": ("**{n}** cells are empty:", "No cell is empty.", "row {row}", "I did not count words such as “{word}” as empty."),
    "de": ("**{n}** Zellen sind leer:", "Keine Zelle ist leer.", "Zeile {row}", "Wörter wie „{word}“ zählen nicht als leer."),
    "fr": ("**{n}** cellules sont vides :", "Aucune cellule n'est vide.", "ligne {row}", "Les mots comme « {word} » ne comptent pas comme vides."),
    "es": ("**{n}** celdas están vacías:", "Ninguna celda está vacía.", "fila {row}", "Palabras como «{word}» no cuentan como vacías."),
}  # fmt: skip
WORDS_FOR_NOTHING = ("none", "n/a", "na", "null", "nan", "-", "keine", "nichts", "aucun", "ninguno")
MOST_EMPTY = 40


def empty_cells(table: Table, query: Query) -> Repeated | None:
    """Return which cells of a table are empty, each with its column and what names its row; None for other questions."""
    asked = WHICH_EMPTY.search(table.folded)
    if asked is None or table.rows > MOST_COUNTED_ROWS:
        return None
    named = {one.column for one in mentioned(table.folded, table.columns)}
    places = sorted(named) or range(len(table.columns))
    label = label_column(table.columns, set())
    some, no, row_word, note = EMPTY_TEXTS[query.language]
    gaps: list[tuple[int, str]] = []
    words = ""
    for number, row in enumerate(table.again(), 1):
        name = row[label].strip() if 0 <= label < len(row) else ""
        name = name or fill_in(row_word, row=number)
        for place in places:
            value = row[place].strip() if place < len(row) else ""
            words = words or (value if fold(value).lower() in WORDS_FOR_NOTHING else "")
            gaps += [] if value else [(place, cell(name))]
    lines = [
        f"- {cell(table.columns[place].name)}: {', '.join(name for at, name in gaps[:MOST_EMPTY] if at == place)}"
        for place in dict.fromkeys(at for at, _ in gaps[:MOST_EMPTY])
    ]
    head = fill_in(some, n=len(gaps)) + "\n\n" + "\n".join(lines) if gaps else no
    head += "\n- …" if len(gaps) > MOST_EMPTY else ""
    head += f"\n\n{fill_in(note, word=cell(words))}" if words else ""
    return Repeated(
        head, [list(asked.span()), *([one.start, one.end] for one in mentioned(table.folded, table.columns))]
    )
