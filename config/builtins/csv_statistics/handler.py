"""Statistics of a table that is pasted as CSV or in a file of the conversation, or of a bare list of numbers.

Standard deviation is that of a sample (n - 1). Quantiles interpolate between the nearest values (method 7 of Hyndman and Fan, what
spreadsheets and NumPy do by default). What cannot be read as a number is never guessed: the column is then text.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from config.builtins.csv_statistics.columns import MOST_COLUMNS
from config.builtins.csv_statistics.reading import Table, found, found_whole

MOST_BYTES = 40_000  # of the whole answer
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
    return fitted(table, [column.described() for column in table.columns[:MOST_COLUMNS]])


def of_turn(turn: dict[str, Any], ctx: Any) -> Table | None:  # noqa: ANN401 - as above
    """Return the table that an earlier message was about."""
    files = turn.get("files", [])
    return in_files(files, "", ctx.files.read, []) if files else found(clean(turn.get("text", "")))


def in_files(files: list[str], question: str, read: Callable[..., object], refused: list[str]) -> Table | None:
    """Return the table of the first file that holds one; a file that cannot be read (a picture, one that is gone) holds none."""
    for path in files:
        try:
            table = found_whole(partial(parts, read, path))
        except RuntimeError as error:  # the host's no; the next file may do
            refused.append(str(error))
            continue
        if table is not None:
            return table._replace(question=question)
    return None


def parts(read: Callable[..., object], path: str) -> Iterator[str]:
    """Yield a file's text in the parts that the host gives, without a mark at its start."""
    offset = 0
    while part := str(read(path, offset)):
        yield part if offset else part.lstrip("\ufeff")
        offset += len(part)


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
    """Return a text without what no database stores: NUL and halves of surrogate pairs."""
    return str(text).encode(errors="replace").decode().replace("\0", "\ufffd")


def fitted(table: Table, described_columns: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the whole answer, with fewer columns where it would be too long."""
    kept = described_columns
    while True:
        left_out = len(table.columns) - len(kept)
        output = {
            "rows": table.rows,
            "columns": kept,
            "delimiter": {"\t": "tab", " ": "list"}.get(table.delimiter, table.delimiter),
            "header": table.has_header,
            "columns_left_out": left_out,
        }
        answer = {"answer": sentence(table, kept, left_out), "output": output, "confidence": 0.96, "status": "SUCCESS"}
        if len(json.dumps(answer)) <= MOST_BYTES or len(kept) == 1:
            return answer
        kept = kept[: max(1, len(kept) // 2)]


def sentence(table: Table, kept: list[dict[str, Any]], left_out: int) -> str:
    """Return the answer: what was asked, then a table of all columns."""
    size = f"{plural(table.rows, 'row')}, {plural(len(table.columns), 'column')}"
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
    more += "".join(
        f"\n\n{cell(one['name'])} has {one['unique']:,} different values: too many to say which are the most frequent."
        for one in kept
        if one["type"] == "text" and not one["top"]
    )
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
    for one in named or kept:
        for key in wanted:
            if one.get(key) is not None:
                place = "" if [column.name for column in table.columns] == ["values"] else f" of {one['name']}"
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
