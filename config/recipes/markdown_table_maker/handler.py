"""Makes Markdown tables of what people paste: CSV, tabs, semicolons, pipes, JSON lists, "key: value" lines; numbers stand to the right."""

import csv
import json
import re
from io import StringIO
from typing import Any

from config.recipes.common import clean, declares_used, nothing, solved

MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 300, 30, 300
LONGEST_TABLE = 20_000  # characters; the sandbox's answer has room for two of them
FENCE = re.compile(r"```[ \t]*\w*[^`\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
NUMBER = re.compile(r"[-+−]?(?:[€$£]\s?)?\d[\d.,' ]*(?:\s?[€$£%])?")
ASKS = re.compile(
    r"\b(?:table|markdown|tabelle|tabla|columns?|spalten?|rows?|csv|format|convert|turn|make|mach\w*|haz|convierte)\b",
    re.IGNORECASE,
)
HELP = "I make Markdown tables. Paste rows under your question: CSV, tabs, semicolons, a JSON list, or lines such as name: value."
SEPARATORS = ("\t", "|", ";", ",")


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message that holds rows, or speaks of the ones before."""
    text = clean(payload.get("text", ""))
    rows = rows_of(text)
    if (
        not rows
        and len(text) < 200
        and re.search(r"\b(it|that|this|them|again|sort|without|header|as a table)\b", text, re.IGNORECASE)
    ):
        earlier = [clean(turn.get("text", "")) for turn in payload.get("history", []) if turn.get("role") == "user"]
        rows = next((found for said in reversed(earlier) if (found := rows_of(said))), [])
    if not rows:
        return nothing(HELP)
    no_header = re.search(
        r"\b(?:no|without|ohne|sin)\b.{0,12}\b(?:header|heading|kopf\w*|überschrift\w*|cabecera|encabezado)",
        text,
        re.IGNORECASE,
    )
    return made(rows, header=no_header is None)


def rows_of(text: str) -> list[list[str]]:
    """Return the rows that a message holds, each of the same length; an empty list when it holds none."""
    fence = FENCE.search(text)
    body = fence.group(1) if fence else text
    rows = from_json(body) or from_lines(body if fence else data_lines(body), fenced=fence is not None)
    width = max(map(len, rows), default=0)
    if width < 1 or (width == 1 and len(rows) < 2) or (len(rows) < 2 and not fence and width < 3):
        return []
    return [[*row, *[""] * (width - len(row))] for row in rows]


def data_lines(text: str) -> str:
    """Return the lines that are data, without the sentence before and after them."""
    lines = text.strip("\n").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        _, colon, rest = text.partition(":")
        return (
            rest.replace(" / ", "\n").replace(";", "\n")
            if colon and ASKS.search(text.partition(":")[0]) and ";" in rest and "," in rest
            else ""
        )
    head, colon, rest = lines[0].partition(":")
    if colon and rest.strip() and ASKS.search(head) and not re.search(r"[,;|\t]", head):
        lines[0] = rest.strip()
    separator = separator_of([line for line in lines if line.strip()])
    if (
        lines
        and ASKS.search(lines[0])
        and (lines[0].rstrip().endswith((":", "?", ".", "please")) or separator == "" or separator not in lines[0])
    ):
        lines = lines[1:]
    while lines and (
        not lines[-1].strip() or (ASKS.search(lines[-1]) and (separator == "" or separator not in lines[-1]))
    ):
        lines = lines[:-1]
    return "\n".join(lines)


def from_json(text: str) -> list[list[str]]:
    """Return the rows of a JSON list of objects or of lists, with the keys as header; an empty list when there is none."""
    start = text.find("[")
    if start < 0 or not re.match(r"\[\s*[\[{]", text[start:]):
        return []
    try:
        value, _ = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        return []
    if all(isinstance(row, dict) for row in value):
        keys = list(dict.fromkeys(str(key) for row in value for key in row))
        return [keys, *([shown(row.get(key, "")) for key in keys] for row in value)]
    return [[shown(cell) for cell in row] if isinstance(row, list) else [shown(row)] for row in value]


def shown(value: object) -> str:
    """Return a JSON value as a cell."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def separator_of(lines: list[str]) -> str:
    """Return what parts the cells of lines: the sign that most lines have, in the order of how sure a sign it is; empty for none."""
    for sign in SEPARATORS:
        if sum(sign in line for line in lines) >= max(2, 0.6 * len(lines)):
            return sign
    return ""


def from_lines(text: str, *, fenced: bool) -> list[list[str]]:
    """Return the rows of lines with a separator, of "key: value" lines, or of words two spaces apart; fenced ones may be one column."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and not re.fullmatch(r"[\s|:+=-]+", line)]
    if not lines:
        return []
    sign = separator_of(lines) or (SEPARATORS[3] if len(lines) == 1 and "," in lines[0] else "")
    if sign == "|":
        return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    if sign:
        try:
            found = list(csv.reader(StringIO("\n".join(lines)), delimiter=sign, skipinitialspace=True))
        except csv.Error:
            return []
        return [[cell.strip() for cell in row] for row in found]
    pairs = [re.fullmatch(r"\s*[-*•]?\s*([^:]{1,80}):\s+(.+)", line) for line in lines]
    if all(pairs):
        return [["key", "value"], *([pair.group(1), pair.group(2)] for pair in pairs if pair)]
    spaced = [re.split(r"\s{2,}", line.strip()) for line in lines]
    return spaced if min(map(len, spaced)) > 1 or fenced else []


def made(rows: list[list[str]], *, header: bool) -> dict[str, Any]:
    """Return the answer: the table, cut where it would be too long."""
    width = min(len(rows[0]), MOST_COLUMNS)
    cells = [[cell_text(cell) for cell in row[:width]] for row in rows]
    head, body = (cells[0], cells[1:]) if header else ([f"column {place}" for place in range(1, width + 1)], cells)
    right = [
        bool(body) and all(NUMBER.fullmatch(row[at]) or not row[at] for row in body) and any(row[at] for row in body)
        for at in range(width)
    ]
    kept = body[:MOST_ROWS]
    while len(kept) > 1 and sum(len(cell) + 3 for row in kept for cell in row) > LONGEST_TABLE:
        kept = kept[: len(kept) // 2]
    widths = [max(3, *(len(row[at]) for row in [head, *kept])) for at in range(width)]
    widths = [min(size, 40) for size in widths]
    rule = (
        "|"
        + "|".join(
            "-" * (size + 1) + ":" if number else "-" * (size + 2) for size, number in zip(widths, right, strict=True)
        )
        + "|"
    )
    text = "\n".join([line(head, widths, right), rule, *(line(row, widths, right) for row in kept)])
    output = {"markdown": text, "columns": head, "row_count": len(kept), "left_out": len(body) - len(kept)}
    output["alignments"] = ["right" if number else "left" for number in right]
    more = f"\n\n{len(body) - len(kept):,} rows were left out." if len(body) > len(kept) else ""
    more += f"\n\n{len(rows[0]) - width:,} columns were left out." if len(rows[0]) > width else ""
    more += f"\n\nCells were cut to {LONGEST_CELL} characters." if any(too_long(row[:width]) for row in rows) else ""
    return solved(f"{text}\n\n```markdown\n{text}\n```{more}", output)


def too_long(row: list[str]) -> bool:
    """Say whether a cell of a row is cut."""
    return any(len(cell.strip()) > LONGEST_CELL for cell in row)


def cell_text(cell: str) -> str:
    """Return a cell as it may stand in a table."""
    return (
        re.sub(r"\s*\n\s*", "<br>", cell.strip())[:LONGEST_CELL]
        .replace("\\|", "|")
        .replace("|", "\\|")
        .replace("```", "'''")
    )


def line(row: list[str], widths: list[int], right: list[bool]) -> str:
    """Return one line of the table."""
    cells = (
        cell.rjust(size) if number else cell.ljust(size) for cell, size, number in zip(row, widths, right, strict=True)
    )
    return "| " + " | ".join(cells) + " |"
