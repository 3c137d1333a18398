"""Answers which rows of a table, or values of a column, are there more than once."""

import re
from collections import Counter
from typing import NamedTuple

from config.builtins.csv_statistics.columns import shortened
from config.builtins.csv_statistics.query import mentioned
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import cell, fill_in, flattened

REPEATS = re.compile(
    r"\b(?:duplicate[sd]?|duplication|dupes?|repeated (?:rows?|lines?|entries|values?)|identical (?:rows?|lines?)|more than once|twice|doppelte?\w*|dubletten|duplikate?|mehrfach\w*|"
    r"doublons?|en double|repetid[oa]s?|duplicad[oa]s?)\b",
    re.IGNORECASE,
)
LEFT_OVER = re.compile(
    r"\b(?:how many|rows?|lines?|entries|left|remain\w*|without (?:them|duplicates?|dupes)|are there|any|would|be|wie ?viele|zeilen|bleiben|ohne|gibt es|combien|lignes|restent?|sans|y a-t-il|cuantas|filas|quedan|sin|hay|"
    r"remove|drop|delete|entfern\w*|supprime\w*|elimina\w*|quita\w*)\b",
    re.IGNORECASE,
)
MOST_COUNTED_ROWS = 200_000
MOST_REPEATED = 10
REPEATED_TEXTS = {
    "en": {"rows": "**{repeats}** of {total} rows repeat an earlier one; without them **{left}** rows are left.", "none": "No row is there twice: all **{total}** rows are different.",
           "values": "**{count}** values of {column} are there more than once: {listed}. Without the repeats **{left}** of {total} rows are left.", "unique": "No value of {column} is there twice ({total} rows)."},
    "de": {"rows": "**{repeats}** von {total} Zeilen wiederholen eine frühere; ohne sie bleiben **{left}** Zeilen.", "none": "Keine Zeile kommt doppelt vor: alle **{total}** Zeilen sind verschieden.",
           "values": "**{count}** Werte von {column} kommen mehrfach vor: {listed}. Ohne die Wiederholungen bleiben **{left}** von {total} Zeilen.", "unique": "Kein Wert von {column} kommt doppelt vor ({total} Zeilen)."},
    "fr": {"rows": "**{repeats}** lignes sur {total} en répètent une autre ; sans elles il en reste **{left}**.", "none": "Aucune ligne en double : les **{total}** lignes sont différentes.",
           "values": "**{count}** valeurs de {column} apparaissent plusieurs fois : {listed}. Sans les répétitions il reste **{left}** lignes sur {total}.", "unique": "Aucune valeur de {column} n'est en double ({total} lignes)."},
    "es": {"rows": "**{repeats}** de {total} filas repiten otra anterior; sin ellas quedan **{left}** filas.", "none": "Ninguna fila está repetida: las **{total}** filas son distintas.",
           "values": "**{count}** valores de {column} aparecen más de una vez: {listed}. Sin las repeticiones quedan **{left}** de {total} filas.", "unique": "Ningún valor de {column} está repetido ({total} filas)."},
}  # fmt: skip


class Repeated(NamedTuple):
    """An answer about repeated rows: the sentence, and the parts of the question it is made from."""

    sentence: str
    spans: list[list[int]]


def repeated_rows(table: Table, language: str) -> Repeated | None:
    """Return the answer to a question about repeated rows or values of one column; None for others and for very long tables."""
    text = flattened(table.question).text
    if REPEATS.search(text) is None or table.rows > MOST_COUNTED_ROWS:
        return None
    named = mentioned(text, table.columns)
    spans = [list(match.span()) for pattern in (REPEATS, LEFT_OVER) for match in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in named]
    said, places = REPEATED_TEXTS[language], sorted({one.column for one in named})
    counts = Counter(
        tuple(row) if not places else tuple(row[place] for place in places if place < len(row)) for row in table.again()
    )
    words = {"repeats": table.rows - len(counts), "left": len(counts), "total": table.rows}
    if not places:
        return Repeated(fill_in(said["rows" if words["repeats"] else "none"], **words), spans)
    twice = [(", ".join(key), count) for key, count in counts.most_common() if count > 1]
    listed = ", ".join(f"{cell(shortened(key, 60))} ({count})" for key, count in twice[:MOST_REPEATED])
    listed += f", … +{len(twice) - MOST_REPEATED}" if len(twice) > MOST_REPEATED else ""
    column = ", ".join(cell(table.columns[place].name) for place in places)
    return Repeated(
        fill_in(said["values" if twice else "unique"], **words, count=len(twice), column=column, listed=listed), spans
    )
