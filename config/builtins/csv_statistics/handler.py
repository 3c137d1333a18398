"""Statistics of a table that is pasted as CSV or in a file of the conversation, or of a bare list of numbers.

Standard deviation is that of a sample (n - 1). Quantiles interpolate between the nearest values (method 7 of Hyndman and Fan, what
spreadsheets and NumPy do by default). What cannot be read as a number is never guessed: the column is then text.
"""

import json
import math
import re
import statistics
from collections import Counter
from collections.abc import Callable
from typing import Any

from config.builtins.csv_statistics.reading import Table, found, found_whole, is_date, number

LONGEST = 200_000  # characters of a message that are looked at
MOST_COLUMNS = 40
MOST_BYTES = 40_000  # of the whole answer
MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "--", "?", "#n/a", "missing"})
STATISTICS = {
    "mean": r"\b(mean|average|avg)\b",
    "median": r"\bmedian\b",
    "min": r"\b(min(imum)?|smallest|lowest|least|cheapest)\b",
    "max": r"\b(max(imum)?|largest|highest|biggest|greatest|most expensive)\b",
    "sum": r"\b(sum|total|add up)\b",
    "stdev": r"\b(st(andar)?d\.?[ -]?dev(iation)?|stdev|sd|spread|sigma)\b",
    "q1": r"\b(q1|first quartile|lower quartile|25th percentile)\b",
    "q3": r"\b(q3|third quartile|upper quartile|75th percentile)\b",
    "missing": r"\b(missing|empty|blank|gaps?|nulls?)\b",
    "count": r"\b(count|how many (rows|values|entries|numbers))\b",
    "unique": r"\b(unique|distinct|different)\b",
}
NAMES = {"missing": "number of missing values", "count": "number of values", "unique": "number of different values"}
NAMES |= {
    "min": "minimum",
    "max": "maximum",
    "stdev": "standard deviation",
    "q1": "first quartile",
    "q3": "third quartile",
}


def handle(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message that names a file, holds a table, or asks of the one before."""
    text = clean(payload.get("text", ""))
    files = payload.get("files", [])
    refused: list[str] = []
    table = in_files(files, text, ctx.files.read, refused) if files else found(text)
    if table is None and not files and len(text) < 300:
        asked_before = [turn for turn in payload.get("history", []) if turn.get("role") == "user"]
        before = next((seen for turn in reversed(asked_before) if (seen := of_turn(turn, ctx))), None)
        table = before._replace(question=text) if before else None
    if table is None:
        return nothing(files, refused)
    return fitted(table, [described(name, values) for name, values in columns(table)])


def of_turn(turn: dict[str, Any], ctx: Any) -> Table | None:  # noqa: ANN401 - as above
    """Return the table that an earlier message was about."""
    files = turn.get("files", [])
    return in_files(files, "", ctx.files.read, []) if files else found(clean(turn.get("text", "")))


def in_files(files: list[str], question: str, read: Callable[[str], object], refused: list[str]) -> Table | None:
    """Return the table of the first file that holds one; a file that cannot be read (a picture, one that is gone) holds none."""
    for path in files:
        try:
            text = read(path)
        except RuntimeError as error:  # the host's no; the next file may do
            refused.append(str(error))
            continue
        table = found_whole(str(text).lstrip("\ufeff"))
        if table is not None:
            return table._replace(question=question)
    return None


def nothing(files: list[str], refused: list[str]) -> dict[str, Any]:
    """Return the answer when there is no table."""
    said = f"I see no table in {', '.join(files)}." if files else "I compute statistics of tables, and see none here."
    said = " ".join([said, *refused])
    return {
        "answer": f"{said} Paste CSV with a header line, or a list of numbers, or name an uploaded file.",
        "output": None,
        "confidence": 0.9,
        "status": "NULL",
    }


def clean(text: object) -> str:
    """Return a bounded text without what no database stores: NUL and halves of surrogate pairs."""
    return str(text)[:LONGEST].encode(errors="replace").decode().replace("\0", "\ufffd")


def fitted(table: Table, described_columns: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the whole answer, with fewer columns where it would be too long."""
    kept = described_columns
    while True:
        left_out = len(table.header) - len(kept)
        output = {
            "rows": len(table.rows),
            "columns": kept,
            "delimiter": {"\t": "tab", " ": "list"}.get(table.delimiter, table.delimiter),
            "header": table.has_header,
            "columns_left_out": left_out,
        }
        answer = {"answer": sentence(table, kept, left_out), "output": output, "confidence": 0.96, "status": "SUCCESS"}
        if len(json.dumps(answer)) <= MOST_BYTES or len(kept) == 1:
            return answer
        kept = kept[: max(1, len(kept) // 2)]


def columns(table: Table) -> list[tuple[str, list[str]]]:
    """Return each column's name and cells; a row that is too short has missing cells at its end."""
    return [
        (name[:100], [row[place] if place < len(row) else "" for row in table.rows])
        for place, name in enumerate(table.header[:MOST_COLUMNS])
    ]


def described(name: str, cells: list[str]) -> dict[str, Any]:
    """Return the statistics of one column."""
    present = [cell for cell in cells if cell.strip().lower() not in MISSING]
    base = {"name": name, "count": len(present), "missing": len(cells) - len(present), "unique": len(set(present))}
    numbers = [number(cell) for cell in present]
    if None in numbers:
        numbers = [number(cell, comma=True) for cell in present]
    values = [value for value in numbers if value is not None]
    if values and len(values) == len(present):
        whole = all(value.is_integer() for value in values) and not any("." in cell for cell in present)
        return {**base, "type": "integer" if whole else "number", **numeric(values)}
    if present and all(is_date(cell) for cell in present):
        return {**base, "type": "date", "min": min(present)[:40], "max": max(present)[:40]}
    if present and {cell.lower() for cell in present} <= {"true", "false", "yes", "no"}:
        return {**base, "type": "boolean", "top": top(present)}
    return {**base, "type": "text" if present else "empty", "top": top(present)}


def top(cells: list[str]) -> list[dict[str, Any]]:
    """Return the most frequent values."""
    return [{"value": value[:80], "count": count} for value, count in Counter(cells).most_common(5)]


def numeric(values: list[float]) -> dict[str, Any]:
    """Return the statistics of at least one number; the deviation of a single one is None."""
    ordered = sorted(values)
    quartiles = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    found_values = {
        "sum": math.fsum(ordered),
        "mean": math.fsum(ordered) / len(ordered),
        "median": statistics.median(ordered),
        "min": ordered[0],
        "max": ordered[-1],
        "q1": quartiles[0],
        "q3": quartiles[2],
    }
    deviation = spread(ordered) if len(ordered) > 1 else None
    return {key: rounded(value) for key, value in found_values.items()} | {
        "stdev": None if deviation is None else rounded(deviation)
    }


def spread(values: list[float]) -> float:
    """Return the standard deviation of a sample, by the two-pass sum: exact fractions would be slow on a long column."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def rounded(value: float) -> float | int:
    """Return a number with 10 significant digits, whole ones without a fraction."""
    short = float(f"{value:.10g}")
    return int(short) if short.is_integer() and abs(short) < 10**15 else short


def sentence(table: Table, kept: list[dict[str, Any]], left_out: int) -> str:
    """Return the answer: what was asked, then a table of all columns."""
    size = f"{plural(len(table.rows), 'row')}, {plural(len(table.header), 'column')}"
    size += "" if table.has_header or table.delimiter == " " else ", no header line"
    head = asked(table, kept) or f"{size}."
    lines = [
        "| column | type | n | missing | mean | median | min | max | st. dev. |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for one in kept:
        figures = " | ".join(shown(one.get(key)) for key in ("mean", "median", "min", "max", "stdev"))
        lines.append(f"| {cell(one['name'])} | {one['type']} | {one['count']} | {one['missing']} | {figures} |")
    texts = [f"{cell(one['name'])}: {frequent(one['top'][:3])}" for one in kept if one.get("top")]
    more = f"\n\nMost frequent: {'; '.join(texts)}." if texts else ""
    more += f"\n\n{left_out} more columns were left out." if left_out else ""
    return f"{head}\n\n" + "\n".join(lines) + more


def plural(count: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def frequent(values: list[dict[str, Any]]) -> str:
    """Return the most frequent values in words."""
    return ", ".join(f"{cell(each['value'])} ({each['count']})" for each in values)


def asked(table: Table, kept: list[dict[str, Any]]) -> str:
    """Return the figures that the question names, of the columns it names (of all with such a figure, when it names none)."""
    question = table.question.lower()
    wanted = [key for key, pattern in STATISTICS.items() if re.search(pattern, question)]
    named = [one for one in kept if re.search(rf"(?<!\w){re.escape(one['name'].lower())}s?(?!\w)", question)]
    said = []
    for one in named or kept[:6]:
        for key in wanted[:4]:
            if one.get(key) is not None:
                place = "" if table.header == ["values"] else f" of {one['name']}"
                said.append(f"The {NAMES.get(key, key)}{place} is **{shown(one[key])}**.")
    return " ".join(said)


def shown(value: object) -> str:
    """Return a figure for people: at most 6 significant digits beyond the whole part."""
    if value is None:
        return "-"
    if isinstance(value, float):
        text = f"{value:,.6g}" if abs(value) < 10**6 else f"{value:,.2f}"
        return text if "e" in text else text.rstrip("0").rstrip(".") if "." in text else text
    return f"{value:,}" if isinstance(value, int) else cell(str(value))


def cell(text: str) -> str:
    """Return a text that cannot break out of a table's cell."""
    return text.replace("|", "\\|").replace("\n", " ")
