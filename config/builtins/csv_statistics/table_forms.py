"""A table in another form: as JSON or as a Markdown table."""

import json
import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from config.builtins.csv_statistics.columns import MISSING, Column, compile_caseless
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number, rows_passing
from config.builtins.wording import cell, code_block, fold, plural

MOST_CONVERTED = 500  # rows
LONGEST_CONVERTED = 30_000  # characters with escapes; the sandbox's answer has room for twice as many
FORMS = compile_caseless(
    r"\b(?:in ?to|to|as|in|als|nach|zu|en|a|au format|al formato|make(?: (?:it|this|that|me))?|give me|wants?|needs?|generate|write|produce|mach(?:e|en)?(?: (?:mir|es|das|daraus))?|erzeuge|genere|haz(?:me)?|dame) (?:valid |an? |ein[e]? |une? |una |the )?"
    r"(?P<form>json|markdown|md|html|xml|ya?ml|excel|xlsx|sql|latex)\b(?: (?:table|tabelle|tableau|tabla|format|array|list))?"
)
CONVERTED_TEXTS = {
    "en": {"done": "{rows} as {form}:", "long": "I cannot show it as {form}: it is longer than {most}.", "unknown": "I cannot write {form}, only JSON and Markdown.", "part": "As {form} I write the rows of the table, or those that a condition picks. Ask for the figures in a message of their own."},
    "de": {"done": "{rows} als {form}:", "long": "Als {form} kann ich das nicht zeigen: es ist länger als {most}.", "unknown": "{form} kann ich nicht schreiben, nur JSON und Markdown.", "part": "Als {form} schreibe ich die Zeilen der Tabelle, oder die zu einer Bedingung. Fragen Sie nach Zahlen bitte in einer eigenen Nachricht."},
    "fr": {"done": "{rows} en {form} :", "long": "Je ne peux pas le montrer en {form} : c'est plus long que {most}.", "unknown": "Je ne peux pas écrire du {form}, seulement du JSON et du Markdown.", "part": "En {form}, j'écris les lignes du tableau, ou celles d'une condition. Demandez les chiffres dans un message à part."},
    "es": {"done": "{rows} en {form}:", "long": "No puedo mostrarlo en {form}: es más largo que {most}.", "unknown": "No puedo escribir {form}, solo JSON y Markdown.", "part": "En {form} escribo las filas de la tabla, o las de una condición. Pregunte por las cifras en un mensaje aparte."},
}  # fmt: skip


CONVERTED_ROWS: dict[str, Callable[[int], str]] = {
    "en": lambda rows: plural(rows, "row"),
    "de": lambda rows: f"{rows} Zeile{'' if rows == 1 else 'n'}",
    "fr": lambda rows: plural(rows, "ligne"),
    "es": lambda rows: plural(rows, "fila"),
}
PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][\d ,.'’]*)(?:[.,]\d+)?")  # 007, 5 % and $5 are texts that look like numbers
EXACT_DIGITS = 15  # of a number that every reader of JSON keeps


class Converted(NamedTuple):
    """A table, or the rows asked for, in another form: ``problem`` names the text that says why there is none."""

    form: str
    text: str
    rows: int
    problem: str
    span: tuple[int, int]


def converted(table: Table, query: Query) -> Converted | None:
    """Return the rows that a question asks for in the form that it names; None when it names none."""
    match = FORMS.search(fold(table.question))
    if match is None:
        return None
    form = {"json": "JSON", "markdown": "Markdown", "md": "Markdown"}.get(match["form"].lower(), "")
    if not form:
        return Converted(match["form"].upper(), "", 0, "unknown", match.span())
    if query.group >= 0 or query.top or set(query.operations) - {"count", "sort"}:
        return Converted(form, "", 0, "part", match.span())
    rows = list(islice(rows_in_order(table, query), MOST_CONVERTED + 1))
    text = as_json(table, rows) if form == "JSON" else as_markdown(table, rows)
    too_long = len(rows) > MOST_CONVERTED or len(json.dumps(text)) > LONGEST_CONVERTED
    return Converted(form, "" if too_long else text, len(rows), "long" if too_long else "", match.span())


def rows_in_order(table: Table, query: Query) -> Iterable[list[str]]:
    """Return the rows that pass the filters, sorted where that is asked for."""
    if not (query.filters or query.sort >= 0):
        return table.again()
    return rows_passing(query, table.columns, table.again)[0]


def as_json(table: Table, rows: list[list[str]]) -> str:
    """Return rows as a JSON list of objects; a column of plain numbers stays numbers, an empty cell is null."""
    plain = [
        column.values() is not None
        and all(is_plain(row[place]) for row in rows if place < len(row) and row[place].lower() not in MISSING)
        for place, column in enumerate(table.columns)
    ]
    made = [
        {
            column.name: json_value(row[place] if place < len(row) else "", column, is_number=plain[place])
            for place, column in enumerate(table.columns)
        }
        for row in rows
    ]
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in made)
    return code_block(f"[\n{lines}\n]", "json")


def is_plain(text: str) -> bool:
    """Say whether JSON writes a cell as a number unchanged: no code, no money, not long."""
    return PLAIN_NUMBER.fullmatch(text) is not None and len(re.sub(r"\D", "", text)) <= EXACT_DIGITS


def json_value(text: str, column: Column, *, is_number: bool) -> str | float | int | None:
    """Return a cell as a JSON value."""
    if text.lower() in MISSING:
        return None
    value = cell_number(text, column) if is_number else None
    if value is None:
        return text
    return int(value) if value.is_integer() else value


def as_markdown(table: Table, rows: list[list[str]]) -> str:
    """Return rows as a Markdown table."""
    lines = [[cell(column.name) for column in table.columns], ["---"] * len(table.columns)]
    lines += [[cell(value) for value in row] + [""] * (len(table.columns) - len(row)) for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
