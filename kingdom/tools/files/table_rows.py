"""The rows of a table in a file's text: CSV of any delimiter, JSON lists, JSON lines, plain lines. Pure and bounded."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from kingdom.core.errors import BadInput

MAX_COLUMNS = 200
MAX_NAME_LENGTH = 200  # characters of a column's name
_DELIMITERS = ",;\t|"
_NO_DELIMITER = "\x1f"  # the unit separator, which no table holds: every line is one cell
_SAMPLE_LINES = 50
_AGREEING = 0.8  # share of the sampled rows that are as wide as the first one
_UNNAMED = ("@", "://")  # what stands in values, never in the name of a column
_UNSTORABLE = re.compile("[\x00\\ud800-\\udfff]")  # NUL and lone surrogates, which PostgreSQL refuses
_ENCODER = json.JSONEncoder(ensure_ascii=False)


class InvalidTable(BadInput):
    """This file cannot be read as a table."""

    code = "invalid_table"


class TableRows(NamedTuple):
    """The names of the columns (none without a header), the first rows, and how many rows there are in all.

    Blank rows do not count. Every row is as wide as the header, or as the first row without one.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: int

    def cells(self, column: int) -> tuple[str, ...]:
        """Return the cells of one column."""
        return tuple(row[column] for row in self.rows)


def table_rows(text: str, *, is_json: bool, most: int) -> TableRows:
    """Return the first ``most`` rows of a table, all of them counted. Raises InvalidTable that names the line."""
    table = _json_table(text, most) if is_json else _text_table(text, most)
    for number, cells in enumerate((table.columns, *table.rows)):
        if any(_UNSTORABLE.search(cell) for cell in cells):
            place = f"Row {number:,}" if number else "The name of a column"
            raise InvalidTable(f"{place} has a character that is no text (NUL or half a character).")
    return table


def _text_table(text: str, most: int) -> TableRows:
    dialect = _delimiter(text)
    rows = _rows(text, dialect)
    first = next(rows, None)
    if first is None:
        raise InvalidTable("It has no rows.")
    second = next(rows, None)
    header = _is_header(first[1], second[1] if second else ())
    rest = [row for row in (None if header else first, second) if row is not None]
    wide = _checked(_chain(rest, rows), len(first[1]))
    kept = tuple(islice(wide, most))
    columns = tuple(_name(cell) for cell in first[1]) if header else ()
    return TableRows(columns, kept, len(kept) + sum(1 for _ in wide))


def _chain(
    head: list[tuple[int, tuple[str, ...]]], rest: Iterator[tuple[int, tuple[str, ...]]]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    yield from head
    yield from rest


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows that are not blank, each with the number of its last line. Raises InvalidTable."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        for row in reader:
            cells = tuple(cell.strip() for cell in row)
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise InvalidTable(f"Line {reader.line_num} cannot be read: {error}.") from error


def _checked(rows: Iterable[tuple[int, tuple[str, ...]]], width: int) -> Iterator[tuple[str, ...]]:
    """Yield rows as wide as the table; a shorter one is filled up. Raises InvalidTable for one with more values."""
    for line, cells in rows:
        if any(cells[width:]):
            raise InvalidTable(f"Line {line} has {len(cells)} cells, and the first row has {width}.")
        yield cells[:width] + ("",) * (width - len(cells))


def _delimiter(text: str) -> str:
    """Return the delimiter by which most of the first rows are as wide as the first one, with at least two cells."""
    sample = "".join(islice(io.StringIO(text, newline=""), _SAMPLE_LINES))
    best, most = _NO_DELIMITER, 1
    for delimiter in _DELIMITERS:
        widths = _widths(sample, delimiter)
        agreeing = sum(width == widths[0] for width in widths) if widths else 0
        if widths and widths[0] > most and agreeing >= _AGREEING * len(widths):
            best, most = delimiter, widths[0]
    if most > MAX_COLUMNS:
        raise InvalidTable(f"It has {most:,} columns; at most {MAX_COLUMNS} are read.")
    return best


def _widths(sample: str, delimiter: str) -> list[int]:
    try:
        return [len(cells) for _, cells in _rows(sample, delimiter)]
    except InvalidTable:
        return []


def _is_header(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Return whether the first row names the columns: all of it words, and in one column other than the values."""
    if not second or not all(first) or any(_is_value(cell) for cell in first):
        return False
    return len(first) > 1 or _is_value(second[0])


def _is_value(cell: str) -> bool:
    return any(mark in cell for mark in _UNNAMED) or cell.replace(".", "").replace(",", "").lstrip("+-").isdigit()


def _name(cell: str) -> str:
    return " ".join(cell.split())[:MAX_NAME_LENGTH]


def _json_table(text: str, most: int) -> TableRows:
    values = _json_values(text)
    if not values:
        raise InvalidTable("It has no rows.")
    kept = values[:most]
    objects = [value for value in kept if isinstance(value, Mapping)]
    if not objects:
        return TableRows((), tuple((_cell(value),) for value in kept), len(values))
    if len(objects) < len(kept):
        stray = next(number for number, value in enumerate(kept, start=1) if not isinstance(value, Mapping))
        raise InvalidTable(f"Item {stray} is no object, and others are.")
    return _object_table(objects, len(values))


def _object_table(objects: Sequence[Mapping[str, Any]], total: int) -> TableRows:
    names = list(dict.fromkeys(str(name) for value in objects for name in value))
    if len(names) > MAX_COLUMNS:
        raise InvalidTable(f"Its objects have {len(names):,} fields; at most {MAX_COLUMNS} are read.")
    rows = tuple(tuple(_cell(value.get(name)) for name in names) for value in objects)
    return TableRows(tuple(map(_name, names)), rows, total)


def _json_values(text: str) -> list[Any]:
    """Return the items of a JSON list, of an object's only list, or of lines of JSON. Raises InvalidTable."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return _json_lines(text, error)
    except (ValueError, RecursionError) as error:
        raise InvalidTable("It is JSON that is nested too deep, or a number in it is too long.") from error
    if isinstance(value, Mapping):
        lists = [inner for inner in value.values() if isinstance(inner, list)]
        value = lists[0] if len(lists) == 1 else value
    if not isinstance(value, list):
        raise InvalidTable("It is JSON, but no list of rows.")
    return value


def _json_lines(text: str, error: json.JSONDecodeError) -> list[Any]:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [json.loads(line) for line in lines] if len(lines) > 1 else _raise(error)
    except (ValueError, RecursionError):
        raise InvalidTable(f"It is no JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from error


def _raise(error: Exception) -> list[Any]:
    raise error


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else _ENCODER.encode(value)
