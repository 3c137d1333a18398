"""A table in another form: as JSON or as a Markdown table."""

import json
import re
from itertools import islice
from typing import Any, NamedTuple

from config.builtins.csv_statistics.columns import MISSING
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number
from config.builtins.wording import cell, fold

MOST_CONVERTED = 500  # rows
LONGEST_CONVERTED = 18_000  # characters
FORMS = re.compile(
    r"\b(?:in ?to|to|as|in|als|nach|zu|en|a|au format|al formato|make (?:it|this|that)|mach (?:es|das|daraus)) (?:valid |an? |ein[e]? |une? |una |the )?"
    r"(?P<form>json|markdown|md|html|xml|ya?ml|excel|xlsx|sql|latex)\b(?: (?:table|tabelle|tableau|tabla|format|array|list))?",
    re.IGNORECASE,
)
CONVERTED_TEXTS = {
    "en": {"done": "{rows} as {form}:", "long": "I cannot show it as {form}: it is longer than {most}.", "unknown": "I cannot write {form}, only JSON and Markdown."},
    "de": {"done": "{rows} als {form}:", "long": "Als {form} kann ich das nicht zeigen: es ist länger als {most}.", "unknown": "{form} kann ich nicht schreiben, nur JSON und Markdown."},
    "fr": {"done": "{rows} en {form} :", "long": "Je ne peux pas le montrer en {form} : c'est plus long que {most}.", "unknown": "Je ne peux pas écrire du {form}, seulement du JSON et du Markdown."},
    "es": {"done": "{rows} en {form}:", "long": "No puedo mostrarlo en {form}: es más largo que {most}.", "unknown": "No puedo escribir {form}, solo JSON y Markdown."},
}  # fmt: skip


class Converted(NamedTuple):
    """A table in another form: ``problem`` is the name of the text that says why there is none."""

    form: str
    text: str
    problem: str
    span: tuple[int, int]


def converted(table: Table) -> Converted | None:
    """Return the table in the form that its question asks for; None when it asks for none."""
    match = FORMS.search(fold(table.question))
    if match is None:
        return None
    form = {"json": "JSON", "markdown": "Markdown", "md": "Markdown"}.get(match["form"].lower(), "")
    if not form:
        return Converted(match["form"].upper(), "", "unknown", match.span())
    rows = list(islice(table.again(), MOST_CONVERTED + 1))
    text = as_json(table, rows) if form == "JSON" else as_markdown(table, rows)
    too_long = len(rows) > MOST_CONVERTED or len(text) > LONGEST_CONVERTED
    return Converted(form, "" if too_long else text, "long" if too_long else "", match.span())


def as_json(table: Table, rows: list[list[str]]) -> str:
    """Return rows as a JSON list of objects; figures stay numbers, an empty cell is null."""
    made = [
        {
            column.name: json_value(row[place] if place < len(row) else "", column)
            for place, column in enumerate(table.columns)
        }
        for row in rows
    ]
    return "```json\n[\n" + ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in made) + "\n]\n```"


def json_value(text: str, column: Any) -> str | float | int | None:  # noqa: ANN401 - a Column
    """Return a cell as a JSON value."""
    if text.lower() in MISSING:
        return None
    value = cell_number(text, column) if column.values() is not None else None
    if value is None:
        return text
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def as_markdown(table: Table, rows: list[list[str]]) -> str:
    """Return rows as a Markdown table."""
    lines = [[cell(column.name) for column in table.columns], ["---"] * len(table.columns)]
    lines += [[cell(value) for value in row] + [""] * (len(table.columns) - len(row)) for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
