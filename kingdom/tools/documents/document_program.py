"""Reads one document to text. This file runs in the sandbox: it imports nothing of the product.

The readers are in the sandbox's tree only (config/sandbox/documents.txt), hence the imports by name.
"""

import base64
import csv
import importlib
import io
import itertools
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

MOST_ANSWER = 900_000  # bytes of the answer's JSON; the sandbox takes 1 MiB
MOST_UNPACKED = 60_000_000  # bytes of an office document's parts together
MOST_PARTS = 5_000


def handle(payload: dict[str, Any], _ctx: object) -> dict[str, Any]:
    """Return ``{"text", "sheets"}`` of a document, or ``{"problem"}``: ``too_large`` or ``unreadable``."""
    data = base64.b64decode(payload["data"])
    read = READERS[payload["kind"]]
    try:
        if payload["kind"] != "pdf":
            check_archive(data)
        pieces, sheets = read(data)
        return {"text": joined(pieces), "sheets": sheets}
    except (TooLargeError, MemoryError):
        return {"problem": "too_large"}
    except Exception as error:
        return {"problem": "unreadable", "error": type(error).__name__}


class TooLargeError(Exception):
    """The document unpacks to more than is read."""


def check_archive(data: bytes) -> None:
    """Raise TooLargeError for an archive whose parts unpack to more than 60 MB; zipfile holds them to their sizes."""
    parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise TooLargeError


def joined(pieces: Iterator[str]) -> str:
    """Return the pieces as one text. Raises TooLargeError."""
    kept, size = [], 0
    for piece in pieces:
        size += len(json.dumps(piece))
        if size > MOST_ANSWER:
            raise TooLargeError
        kept.append(piece)
    return "".join(kept)


def read_pdf(data: bytes) -> tuple[Iterator[str], int]:
    """Return the text of the pages, with an empty line between two."""
    reader = importlib.import_module("pypdf").PdfReader(io.BytesIO(data))
    return (f"{page.extract_text().strip()}\n\n" for page in reader.pages), 0


def read_document(data: bytes) -> tuple[Iterator[str], int]:
    """Return paragraphs and tables in their order; a table as Markdown."""
    document = importlib.import_module("docx").Document(io.BytesIO(data))
    return (block_text(block) for block in document.iter_inner_content()), 0


def block_text(block: Any) -> str:  # noqa: ANN401 - a paragraph or table of python-docx
    """Return one paragraph, or the rows of one table."""
    if hasattr(block, "text"):
        return f"{block.text}\n"
    rows = [[" ".join(cell.text.split()).replace("|", "\\|") for cell in row.cells] for row in block.rows]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    rule = f"|{'---|' * len(rows[0])}" if rows else ""
    return "\n".join(["", *lines[:1], rule, *lines[1:], "", ""])


def read_spreadsheet(data: bytes) -> tuple[Iterator[str], int]:
    """Return the first sheet that has cells as CSV, and the number of sheets."""
    book = importlib.import_module("openpyxl").load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in book.worksheets:
        rows = sheet_rows(sheet)
        first = next(rows, None)
        if first is not None:
            return csv_lines(first, rows), len(book.worksheets)
    return iter(()), len(book.worksheets)


def sheet_rows(sheet: Any) -> Iterator[list[object]]:  # noqa: ANN401 - a sheet of openpyxl
    """Yield the rows of a sheet that have a value, without the empty cells at their ends."""
    for row in sheet.iter_rows(values_only=True):
        values = list(row)
        while values and values[-1] is None:
            values.pop()
        if values:
            yield values


def csv_lines(first: list[object], rows: Iterator[list[object]]) -> Iterator[str]:
    """Yield rows as lines of CSV, each as long as the first where it is shorter."""
    for values in itertools.chain([first], rows):
        line = io.StringIO()
        filled = values + [None] * (len(first) - len(values))
        csv.writer(line, lineterminator="\n").writerow([cell_text(value) for value in filled])
        yield line.getvalue()


def cell_text(value: Any) -> object:  # noqa: ANN401 - a cell's value
    """Return a cell's value as CSV writes it: a date without its empty time."""
    text = value.isoformat(sep=" ") if hasattr(value, "hour") and hasattr(value, "year") else value
    return text.removesuffix(" 00:00:00") if isinstance(text, str) else text


READERS: dict[str, Callable[[bytes], tuple[Iterator[str], int]]] = {
    "pdf": read_pdf,
    "document": read_document,
    "spreadsheet": read_spreadsheet,
}
