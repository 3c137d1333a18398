"""Asks back where a question leaves out a name of which a table only has codes: "except Italy" beside IT."""

import re

from config.builtins.csv_statistics.columns import Column, compile_caseless
from config.builtins.csv_statistics.query import query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import cell, fill_in, fold

NAME_LEFT_OUT = re.compile(
    r"\b(?i:except(?: for)?|excluding|leaving out|other than|apart from|but not|au(?:ss|ß)er|bis auf|sauf|hormis|excepto|salvo|menos)(?: (?i:the|l'|la|le|el|fur|for))? (?P<name>[A-Z][^\W\d_]{3,}(?: [A-Z][^\W\d_]+)?)"
)
FIGURE_MADE = compile_caseless(  # of a price, a cost and a number, in a way that the table does not tell
    r"\b(?P<figure>profits?|margins?|gross margin|net profit|gewinne?|marge[ns]?|benefices?|beneficios?|ganancias?|margen(?:es)?) (?:per|by|for each|of each|on each|pro|je|nach|par|pour chaque|por|de cada)\b"
)
MADE_TEXTS = {
    "en": "The table has no column “{name}”, and I do not know how it is computed here: say it, for example “price minus cost, times sold”.",
    "de": "Die Tabelle hat keine Spalte „{name}“, und ich weiß nicht, wie sie hier gerechnet wird: Sagen Sie es, z. B. „Preis minus Kosten, mal Anzahl“.",
    "fr": "Le tableau n'a pas de colonne « {name} », et je ne sais pas comment elle se calcule ici : dites-le, par exemple « prix moins coût, fois quantité ».",
    "es": "La tabla no tiene la columna «{name}», y no sé cómo se calcula aquí: dígalo, por ejemplo «precio menos coste, por cantidad».",
}
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
    if figure := figure_unknown(table, language):
        return figure
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


def figure_unknown(table: Table, language: str) -> str:
    """Return that a profit for each of some things is no column of the table; "" for other messages."""
    match = FIGURE_MADE.search(fold(table.question))
    if match is None or re.search(r"[-+*/=]|\b(?:minus|less|times|mal|moins|fois|menos)\b", table.question):
        return ""
    stem = match["figure"].lower()[:5]
    if any(stem in fold(column.name).lower() for column in table.columns):
        return ""
    return fill_in(MADE_TEXTS[language], name=cell(match["figure"]))


def codes_of(column: Column) -> list[str]:
    """Return the values of a column that has codes of two or three letters only; [] for others."""
    texts = sorted(column.texts or ())
    return texts if 1 < len(texts) <= MOST_NAMED_CODES and all(map(CODE.fullmatch, texts)) else []
