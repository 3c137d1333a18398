"""What a step of a request that is about a file works on: each of its rows, or the whole of it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from kingdom.contracts.workflows.manifest import MAX_INPUT_LENGTH, MAX_ITEMS
from kingdom.core.errors import BadInput, NotFound
from kingdom.tools.files.table_rows import InvalidTable, TableRows
from kingdom.workflows.planning.column_choice import ColumnChoice, column_choice
from kingdom.workflows.planning.request_rules import RequestStep
from kingdom.workflows.planning.row_items import row_text
from kingdom.workflows.planning.run_files import MAX_SHOWN_NAMES, RunFiles

_SAMPLE_ROWS = 3


class NoPlan(BadInput):
    """Nothing here can plan this request."""

    code = "no_plan"


class FileInput(NamedTuple):
    """What a step gets: the fields of its node, a sample for its route, the file, and why this column.

    ``choice`` is None for the whole file.
    """

    fields: dict[str, Any]
    sample: str
    path: str
    choice: ColumnChoice | None


def file_input(step: RequestStep, files: RunFiles, column: str, *, is_served: Callable[[str], bool]) -> FileInput:
    """Return what a step about a file works on; ``column`` is the one that its user chose, "" for none.

    ``is_served`` says whether a specialist takes the step's text with a cell. Blocking. Raises NoPlan that names what
    is missing: the file, its rows, or which of its columns is meant.
    """
    path = files.find(step.file)
    if path is None:
        raise _no_plan("/request", files.missing(step.file))
    try:
        table = files.table(path, most=MAX_ITEMS)
        if not step.is_mapped:
            return _whole(step, path, table.text)
    except (NotFound, InvalidTable) as error:
        raise _no_plan("/request", f"{path}: {error.message}") from error
    choice = ColumnChoice(column, "its user chose it") if column else _choice(step, path, table.rows, is_served)
    over = {"file": path, **({"column": choice.name} if choice.name else {})}
    text = {"text": step.text} if step.text else {}
    return FileInput({"map": {"over": over, **text}}, _sample(table.rows, choice.name), path, choice)


def _choice(step: RequestStep, path: str, rows: TableRows, is_served: Callable[[str], bool]) -> ColumnChoice:
    found = column_choice(rows, step.text, is_served=is_served)
    if found is not None:
        return found
    if step.is_whole_row:
        return ColumnChoice("", "the request is about whole rows")
    names = ", ".join(rows.columns[:MAX_SHOWN_NAMES]) or "no header line"
    detail = (
        f"{path} has the columns {names}, and the request does not say which one is meant. Name it in the request or "
        "in `column`; “each row” takes whole rows."
    )
    raise _no_plan("/column", detail)


def _sample(rows: TableRows, name: str) -> str:
    """Return the first item with a value."""
    if name in rows.columns:
        return next(filter(None, rows.cells(rows.columns.index(name))), "")
    return row_text(rows.columns, rows.rows[0])


def _whole(step: RequestStep, path: str, text: str) -> FileInput:
    message = f"{step.text}\n\n{text}"
    if len(message) > MAX_INPUT_LENGTH:
        detail = (
            f"{path} has {len(text):,} characters, and a step gets at most {MAX_INPUT_LENGTH:,}. Ask for something of "
            "each of its rows, or send it in a chat."
        )
        raise _no_plan("/request", detail)
    sample = "\n".join(text.split("\n", _SAMPLE_ROWS)[:_SAMPLE_ROWS])
    return FileInput({"input": message}, f"\n\n{sample}", path, None)


def _no_plan(pointer: str, detail: str) -> NoPlan:
    return NoPlan(detail, errors=[{"pointer": pointer, "detail": detail}])
