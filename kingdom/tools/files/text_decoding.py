"""Decodes the text of a file whatever its encoding, and describes it: its kind and the columns of a table. Pure."""

import csv
import io
import re

from charset_normalizer import from_bytes

from kingdom.contracts.attachments import MAX_HEADER, FileKind
from kingdom.tools.files.file_types import detect_media_type

MAX_SAMPLE = 32_768  # bytes that tell the encoding
MAX_TABLE_SAMPLE = 4_000  # characters
_CONTROL = re.compile(
    rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]"
)  # bytes that no text holds in an encoding of one byte a character
_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_DELIMITERS = ",;\t|"
_TABLE_ENDINGS = ("csv", "tsv", "tab")
_ENDING_KINDS: dict[str, FileKind] = {"json": "json", "geojson": "json", "yaml": "yaml", "yml": "yaml"}
_OFFICE_KINDS: dict[str, FileKind] = {
    "docx": "document",
    "odt": "document",
    "xlsx": "spreadsheet",
    "ods": "spreadsheet",
}


def decode_text(data: bytes) -> str | None:
    """Return a file's text without its byte order mark; None for what is no text, as a PDF document is none.

    UTF-8 is tried first, then a byte order mark, then the encoding that charset-normalizer finds in the first 32 KB.
    """
    if detect_media_type(data) not in ("", "text/plain"):
        return None
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8")
    text = _decoded(data, encoding)
    if text is None and encoding == "utf-8" and not _CONTROL.search(data):
        found = from_bytes(data[:MAX_SAMPLE]).best()
        text = _decoded(data, found.encoding) if found is not None else None
    return None if text is None or "\0" in text else text


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def file_kind(path: str, data: bytes, text: str | None) -> FileKind:
    """Return what a file is: by its bytes, and for texts and office documents by the ending of its name."""
    ending = path.rsplit("/", 1)[-1].rpartition(".")[2].lower()
    media_type = detect_media_type(data)
    if media_type == "application/pdf":
        return "pdf"
    if media_type == "application/zip":
        return _OFFICE_KINDS.get(ending, "archive")
    if text is None:
        return "picture" if media_type.startswith("image/") else "unknown"
    return _text_kind(ending, text)


def _text_kind(ending: str, text: str) -> FileKind:
    if ending in _TABLE_ENDINGS or (ending not in _ENDING_KINDS and table_header(text)):
        return "table"
    return _ENDING_KINDS.get(ending) or ("json" if text.lstrip()[:1] in ("{", "[") else "text")


def table_header(text: str) -> str:
    """Return the names of a table's columns as ``a, b, c``, "" when the text is no table with a header line.

    Its delimiter is the first that splits each of the first lines into as many cells, at least two.
    """
    sample = text[:MAX_TABLE_SAMPLE].rpartition("\n")[0] if len(text) > MAX_TABLE_SAMPLE else text
    lines = [line for line in sample.splitlines() if line.strip()][:20]
    first = next(filter(None, (_first_row(lines, delimiter) for delimiter in _DELIMITERS)), [])
    names = [" ".join(cell.split()) for cell in first]
    is_header = all(names) and not any(name.replace(".", "").replace(",", "").lstrip("-").isdigit() for name in names)
    return ", ".join(names)[:MAX_HEADER] if names and is_header else ""


def _first_row(lines: list[str], delimiter: str) -> list[str]:
    """Return the cells of the first line, none when the lines are no table with this delimiter."""
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        return []
    is_table = len(rows) >= 2 and len(rows[0]) >= 2 and all(len(row) == len(rows[0]) for row in rows)
    return rows[0] if is_table else []
