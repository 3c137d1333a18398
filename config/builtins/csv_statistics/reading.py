"""Finds the table in a message."""

import csv
import io
import re
from collections import Counter
from datetime import date
from typing import NamedTuple

MOST_ROWS = 20_000
LARGEST = 1e100  # a larger number is text: the squares of a deviation would overflow
MOST_SPOKEN = 4  # lines before and after a table that may be sentences with a comma
DELIMITERS = ",;\t|"
FENCE = re.compile(r"```[^`\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
PLAIN = re.compile(r"[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:[eE][-+]?\d{1,3})?")
COMMA = re.compile(r"[-+−]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
AFFIXES = re.compile(r"^(?:[$€£¥]|USD|EUR)\s*|\s*(?:[$€£¥%]|USD|EUR)$")
LIST = re.compile(r"(?<![\w.,])[-−]?\d+(?:\.\d+)?(?:(?:\s*[,;]\s*|\s+(?:and\s+)?)[-−]?\d+(?:\.\d+)?){1,}(?![\w])")


class Table(NamedTuple):
    """A table that was found: what was said around it, its header (made up when there is none) and its rows."""

    question: str
    header: list[str]
    rows: list[list[str]]
    delimiter: str
    has_header: bool


def found(text: str) -> Table | None:
    """Return the table in a text: in a code block, in its lines, or as a bare list of numbers; None when there is none."""
    fence = FENCE.search(text)
    if fence:
        table = parsed(fence.group(1), f"{text[: fence.start()]} {text[fence.end() :]}")
        if table is not None:
            return table
    best = block(text)
    if best is not None:
        return best
    lists = sorted(LIST.finditer(text[:20_000]), key=lambda match: len(match.group()), reverse=True)
    if lists and not re.fullmatch(r"\d{4}-\d\d.*", lists[0].group()):
        values = re.findall(r"[-−]?\d+(?:\.\d+)?", lists[0].group())
        question = f"{text[: lists[0].start()]} {text[lists[0].end() :]}"
        return Table(question, ["values"], [[value] for value in values[:MOST_ROWS]], " ", False)
    return None


def found_whole(text: str) -> Table | None:
    """Return the table that a whole file is, else one that is somewhere in it."""
    return parsed(text, "") or found(text)


def block(text: str) -> Table | None:
    """Return the longest run of lines that one delimiter cuts into the same number of fields, at least two lines of two fields."""
    lines = text.splitlines()
    found_runs = [run for delimiter in DELIMITERS for run in runs(lines, delimiter)]
    best = max(found_runs, key=lambda run: run[1] - run[0], default=None)
    numbers = {place for place, line in enumerate(lines) if number(line) is not None}
    if best is None and len(numbers) >= 3:
        rows = [[lines[place].strip()] for place in sorted(numbers)[:MOST_ROWS]]
        return Table(
            "\n".join(line for place, line in enumerate(lines) if place not in numbers), ["values"], rows, " ", False
        )
    if best is None:
        return None
    start, end = best
    around = "\n".join(lines[:start] + lines[end:])
    return parsed("\n".join(lines[start:end]), around)


def runs(lines: list[str], delimiter: str) -> list[tuple[int, int]]:
    """Return the runs of lines (start, end) with a delimiter that look like a table; an empty line may stand between two of them."""
    made: list[tuple[int, int]] = []
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and (
            delimiter in lines[end]
            or (end > start and not lines[end] and delimiter in "".join(lines[end + 1 : end + 2]))
        ):
            end += 1
        low, high = start, end
        for _ in range(MOST_SPOKEN):
            if high - low > 2 and spoken(lines[high - 1], lines[low:high], delimiter):
                high -= 1
            if high - low > 2 and spoken(lines[low], lines[low:high], delimiter):
                low += 1
        if high - low >= 2 and even(lines[low:high], delimiter):
            made.append((low, high))
        start = max(end, start) + 1
    return made


def spoken(line: str, lines: list[str], delimiter: str) -> bool:
    """Say whether a line at the edge of a table is a sentence about it: words, and not as many fields as the other lines."""
    usual = Counter(other.count(delimiter) for other in lines[:200]).most_common(1)[0][0]
    return line.count(delimiter) != usual and len(re.findall(r"[A-Za-z]{2,}", line)) >= 4


def even(lines: list[str], delimiter: str) -> bool:
    """Say whether most lines have the same number of delimiters outside quotes."""
    counts = Counter(re.sub(r'"[^"]*"', "", line).count(delimiter) for line in lines[:200])
    return counts.most_common(1)[0][1] >= 0.7 * min(len(lines), 200) and counts.most_common(1)[0][0] > 0


def parsed(body: str, question: str) -> Table | None:
    """Return a block of CSV as a table; None when no delimiter gives at least two rows of two fields, or it is not CSV."""
    lines = [line for line in body.splitlines() if line.strip() and not re.fullmatch(r"[\s|:+-]+", line)]
    if len(lines) < 2:
        return None
    fitting = [delimiter for delimiter in DELIMITERS if even(lines, delimiter)]
    if not fitting:
        return None
    delimiter = max(
        fitting,
        key=lambda one: (
            min(lines[0].count(one), 1),
            sum(line.count(one) for line in lines[:50]),
            -DELIMITERS.index(one),
        ),
    )
    if ";" in fitting and all(
        COMMA.fullmatch(part.strip()) or "," not in part for line in lines[1:20] for part in line.split(";")
    ):
        delimiter = ";"  # "1,5;2,5": the comma is a decimal comma
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter, skipinitialspace=True))[
            : MOST_ROWS + 1
        ]
    except csv.Error:
        return None
    if delimiter == "|":
        rows = [row[1:-1] if len(row) > 2 and not row[0].strip() and not row[-1].strip() else row for row in rows]
    rows = [[cell.strip() for cell in row] for row in rows]
    if len(rows) < 2 or max(map(len, rows)) < 2:
        return None
    return headed(question, rows, delimiter)


def headed(question: str, rows: list[list[str]], delimiter: str) -> Table:
    """Return rows as a table: the first is its header when none of its cells is a number or empty and it is unlike the rows below."""
    width = max(map(len, rows))
    first = rows[0]
    named = all(cell and number(cell) is None and not is_date(cell) for cell in first)
    below = [
        any(number(row[place]) is not None or is_date(row[place]) for row in rows[1:] if place < len(row))
        for place in range(width)
    ]
    has_header = named and len(set(first)) == len(first) and (any(below) or len(rows) > 2)
    names = (
        [*first, *(f"column {place + 1}" for place in range(len(first), width))]
        if has_header
        else [f"column {n + 1}" for n in range(width)]
    )
    return Table(question, names, (rows[1:] if has_header else rows)[:MOST_ROWS], delimiter, has_header)


def number(text: str, *, comma: bool = False) -> float | None:
    """Return a number, with or without currency, percent sign and thousands separators; None for the rest."""
    bare = AFFIXES.sub("", AFFIXES.sub("", text.strip()))
    if len(bare) > 60 or not bare or not (COMMA if comma else PLAIN).fullmatch(bare) or not re.search(r"\d", bare):
        return None
    bare = bare.replace("−", "-")
    value = float(bare.replace(".", "").replace(",", ".") if comma else bare.replace(",", ""))
    return value if abs(value) < LARGEST else None


def is_date(text: str) -> bool:
    """Say whether a text is an ISO date."""
    try:
        date.fromisoformat(text.strip()[:10])
    except ValueError:
        return False
    return re.fullmatch(r"\d{4}-\d\d-\d\d(?:[T ].*)?", text.strip()) is not None
