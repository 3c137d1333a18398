"""Asks back where a question leaves out a name of which a table only has codes: "except Italy" beside IT."""

import re

from config.builtins.csv_statistics.columns import Column
from config.builtins.csv_statistics.query import query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import cell, fill_in, fold

NAME_LEFT_OUT = re.compile(
    r"\b(?i:except(?: for)?|excluding|leaving out|other than|apart from|but not|au(?:ss|ß)er|bis auf|sauf|hormis|excepto|salvo|menos)(?: (?i:the|l'|la|le|el|fur|for))? (?P<name>[A-Z][^\W\d_]{3,}(?: [A-Z][^\W\d_]+)?)"
)
CODE = re.compile(r"[A-Z]{2,3}")
MOST_NAMED_CODES = 30
UNKNOWN_TEXTS = {
    "en": "I find no “{name}” in the table; {column} has {values}. Which of them shall I leave out?",
    "de": "Ich finde „{name}“ nicht in der Tabelle; {column} hat {values}. Was davon soll ich weglassen?",
    "fr": "Je ne trouve pas « {name} » dans le tableau ; {column} a {values}. Lesquels dois-je laisser de côté ?",
    "es": "No encuentro «{name}» en la tabla; {column} tiene {values}. ¿Cuáles dejo fuera?",
}


def unknown_name(table: Table, language: str) -> str:
    """Return the question which code is meant by a name that is left out; "" for other messages."""
    match = NAME_LEFT_OUT.search(fold(table.question))
    coded = next((column for column in table.columns if codes_of(column)), None)
    if match is None or coded is None:
        return ""
    name = table.question[slice(*match.span("name"))]
    known = {fold(column.name).lower() for column in table.columns}
    known |= {fold(text).lower() for column in table.columns for text in (column.texts or ())}
    start, end = match.span("name")
    read = query_of(table.question, table.columns, language).spans  # "Monday" beside MON
    if fold(name).lower() in known or any(one < end and start < other for one, other in read):
        return ""
    return fill_in(UNKNOWN_TEXTS[language], name=cell(name), column=cell(coded.name), values=", ".join(codes_of(coded)))


def codes_of(column: Column) -> list[str]:
    """Return the values of a column that has codes of two or three letters only; [] for others."""
    texts = sorted(column.texts or ())
    return texts if 1 < len(texts) <= MOST_NAMED_CODES and all(map(CODE.fullmatch, texts)) else []
