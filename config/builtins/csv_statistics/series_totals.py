"""Sums or means of each of several columns alike, as months beside each other, with those of each row where both are asked."""

import re
from math import fsum

from config.builtins.csv_statistics.column_relations import (
    ADDED_UP,
    MEAN_OF_ROW,
    OF_EACH,
    ROW_USED,
    SHORT_DAYS,
    TIME_WORDS,
    series_of,
    sums_of_rows,
)
from config.builtins.csv_statistics.columns import FoundText, compile_caseless, rounded
from config.builtins.csv_statistics.columns_named import TIME_NAME
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.csv_statistics.sentences import NAMES, grid
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.wording import fold

EACH_COLUMN = compile_caseless(
    rf"\b(?:(?:each|every|per|by|pro|je|nach|par|chaque|cada|por|jede[rsnm]?)(?: of the)? (?:{TIME_WORDS})|(?:monthly|weekly|daily|yearly|quarterly|column|monats|wochen|tages) ?(?:totals?|sums?|averages?|summen?))\b"
)
BESIDE_ROWS = compile_caseless(
    rf"\b(?:and|und|et|y|as well as|sowie|&|,) (?:(?:also|auch|aussi|tambien|(?:a |the )?(?:total|sum|average|mean)s?|(?:die )?summe) )*(?:for |of |de |von |fur |pour |para )?(?:each|every|per|by|pro|je|nach|par|chaque|cada|por|jede[rsnm]?)(?: of the)? (?:{TIME_WORDS})\b|\b(?:each|every|per|by|pro|je|nach|par|chaque|cada|por|jede[rsnm]?) (?:{TIME_WORDS}) (?:and|und|et|y|as well as|sowie|&) (?:also )?(?:for |of )?(?:each|every|per|by|pro|je|nach|par|chaque|cada|por|jede[rsnm]?) "
)
LINE_EACH = compile_caseless(r"\b(?:each|every|per|by|pro|je|par|chaque|cada|por) (?:rows?|lines?|zeilen?|lignes?|filas?)\b")  # fmt: skip


def column_totals(table: Table, query: Query) -> Repeated | None:
    """Return the sum or mean of each column of a series, below those of each row where both are asked."""
    text = table.folded
    series = series_of(table.columns)
    stems = each_of_stem(text, table, series)
    places = [*EACH_COLUMN.finditer(text), *stems]
    of_each = [one for one in OF_EACH.finditer(text) if one.start() not in {stem.start() for stem in stems}]
    label = label_column(table.columns, set())
    only = tuple(one for one in query.filters if one.column == label and one.sign == "=")
    means = MEAN_OF_ROW.search(text)
    if not series or not places or label < 0 or len(only) < len(query.filters) or not (means or ADDED_UP.search(text)):
        return None
    is_both = BESIDE_ROWS.search(text) is not None or are_joined(text, stems, of_each)
    is_both = is_both and (bool(of_each) or LINE_EACH.search(text) is not None)
    of_rows = sums_of_rows(table, query) if is_both else None
    if (is_both and of_rows is None) or (not is_both and (of_each or query.degrees)):
        return None
    rows = list(selected(table.again(), only, table.columns))
    listed = []
    for place in series:
        cells = (cell_number(row[place], table.columns[place]) for row in rows)
        figures = [value for value in cells if value is not None]
        if figures:
            listed.append([table.columns[place].name, rounded(fsum(figures) / (len(figures) if means else 1))])
    name = NAMES[query.language]["mean" if means else "sum"]
    body = grid([name_of_series(table, series, query.language), name], listed, query.language, MOST_WISHED)
    spans = [list(one.span()) for one in places] + [list(span) for span in query.spans]
    patterns = (ADDED_UP.pattern, MEAN_OF_ROW.pattern, ROW_USED, r"\b(?:and|und|et|y|need|a|for)\b")
    spans += [list(match.span()) for pattern in patterns for match in re.finditer(pattern, text, re.IGNORECASE)]
    if of_rows is None:
        return Repeated(f"{name[:1].upper()}{name[1:]}:\n\n{body}", spans)
    return Repeated(f"{of_rows.sentence}\n\n{body}", [*of_rows.spans, *spans])


def are_joined(text: str, one: list[FoundText], other: list[FoundText]) -> bool:
    """Return whether a place of one list stands beside one of the other, with "and" between."""
    joint = re.compile(
        r"\W*(?:and|und|et|y|as well as|sowie|&|,)\W*(?:(?:also|auch|for|of|fur|von|de|pour|para)\b\W*)*"
    )
    pairs = [sorted([first.span(), second.span()]) for first in one for second in other]
    return any(joint.fullmatch(text, before[1], behind[0]) for before, behind in pairs)


def each_of_stem(text: str, table: Table, series: list[int]) -> list[FoundText]:
    """Return where a question says "each exam" of columns that are numbered by that word: Exam1, Exam2."""
    names = [fold(table.columns[place].name).lower().strip() for place in series]
    stems = {re.sub(r"[ _-]?\d+\Z", "", name) for name in names}
    stem = re.escape(next(iter(stems))) if len(stems) == 1 else ""
    if not stem:
        return []
    each = r"each|every|per|by|pro|je|nach|par|chaque|cada|por|jede[rsnm]?"
    return list(re.finditer(rf"\b(?:{each})(?: of the)? {stem}(?:e?s|n|en)?\b(?! ?\d)", text, re.IGNORECASE))


SERIES_WORDS = {"en": ("month", "day", "column"), "de": ("Monat", "Tag", "Spalte"), "fr": ("mois", "jour", "colonne"), "es": ("mes", "día", "columna")}  # fmt: skip


def name_of_series(table: Table, series: list[int], language: str) -> str:
    """Return what the columns of a series are: months, days, or columns."""
    names = [fold(table.columns[place].name).lower().strip().rstrip(".") for place in series]
    if all(name[:3] in SHORT_DAYS for name in names):
        return SERIES_WORDS[language][1]
    return SERIES_WORDS[language][0 if all(TIME_NAME.fullmatch(name) for name in names) else 2]
