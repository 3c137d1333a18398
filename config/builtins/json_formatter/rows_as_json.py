"""Turns pasted rows of CSV into a JSON list of objects: "convert this to JSON: name,age …"."""

import csv
import re
from collections import Counter
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import NUMBER, Literal
from config.builtins.wording import fold

TO_JSON = re.compile(
    r"\b(?:to|into|as|in|nach|als|en|a) (?:a |an |valid |proper |ein(?:e[nm]?)? |une? |gultiges )?json\b|\bjson (?:from|out of|aus|daraus|a partir|de)\b|\b(?:mach|make|turn|convert|wandle|bitte|donne|fais|haz)\b[^\n]{0,30}\bjson\b|\bcsv (?:2|->|→) ?json\b",
    re.IGNORECASE,
)
CELL_MARKS = ",;\t|"
MARKDOWN_RULE = re.compile(r"[\s|:+-]+")
MOST_ROWS = 500
LONGEST_LEAD = 200  # characters of the words before the rows


class PastedRows(NamedTuple):
    """Rows as objects, and where they stand in their message."""

    value: list[dict[str, Any]]
    place: tuple[int, int]


def pasted_rows(text: str) -> PastedRows | None:
    """Return the rows of a message that wants them as JSON; None for others."""
    lines = text.splitlines(keepends=True)
    mark, start, end = run_of_rows(lines)
    place = (sum(map(len, lines[:start])), sum(map(len, lines[:end])))
    around = f"{text[: place[0]]} {text[place[1] :]}"
    head = ""
    if end - start > 1 and not around.strip() and ":" in lines[0]:  # "to json: name;age"
        head = lines[0][: lines[0].index(":") + 1]
        around, place = head, (len(head), place[1])
    if end - start < 2 or len(around) > LONGEST_LEAD or TO_JSON.search(fold(around)) is None:
        return None
    body = text[place[0] : place[1]].splitlines()
    rows = [row for row in csv.reader(body, delimiter=mark, skipinitialspace=True) if row]
    if mark == "|":
        rows = [
            [cell.strip() for cell in row if cell.strip()] for row in rows if not MARKDOWN_RULE.fullmatch("|".join(row))
        ]
    names, *cells = rows
    names = [name.strip() for name in names]
    is_even = all(len(row) == len(names) for row in cells)
    if not is_even or len(set(names)) < len(names) or not all(names) or not 0 < len(cells) <= MOST_ROWS:
        return None
    value = [{name: plain_cell(cell) for name, cell in zip(names, row, strict=True)} for row in cells]
    return PastedRows(value, place)


def run_of_rows(lines: list[str]) -> tuple[str, int, int]:
    """Return the mark, the first and the last line of the longest run of lines with as many cells each."""
    best = ("", 0, 0)
    for mark in CELL_MARKS:
        counts = [re.sub(r'"[^"]*"', "", line).count(mark) if line.strip() else 0 for line in lines]
        usual = Counter(count for count in counts if count).most_common(1)
        width = usual[0][0] if usual else 0
        start = 0
        while width and start < len(lines):
            end = start
            while end < len(lines) and counts[end] == width:
                end += 1
            best = (mark, start, end) if end - start > best[2] - best[1] else best
            start = max(end, start + 1)
    return best


def plain_cell(cell: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return a cell as a number, true, false or null where it is written as one, else as a text."""
    cell = cell.strip()
    if NUMBER.fullmatch(cell):
        return Literal(cell)
    return {"": None, "true": True, "false": False, "null": None}.get(cell.lower(), cell)
