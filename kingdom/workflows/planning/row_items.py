"""Read the rows that the maps of a plan name, before the plan is stored: each fault names its place."""

from collections.abc import Callable, Iterable, Sequence

from kingdom.contracts.workflows.manifest import MAX_INPUT_LENGTH, MAX_ITEMS, FileRows, ManifestNode, WorkflowManifest
from kingdom.contracts.workflows.manifest_errors import ManifestFault, raise_faults
from kingdom.core.errors import NotFound
from kingdom.tools.files.services import file_upload
from kingdom.tools.files.table_rows import InvalidTable, TableRows
from kingdom.workflows.planning.run_files import MAX_SHOWN_NAMES, FileTable, RunFiles

MAX_ITEMS_TEXT = 2_000_000  # characters of all items of a plan


class _UnreadableRows(Exception):
    """The rows cannot be the items: the member of ``over`` that is wrong, and why."""

    def __init__(self, member: str, detail: str) -> None:
        super().__init__(detail)
        self.member, self.detail = member, detail


def rows_read(manifest: WorkflowManifest, files: RunFiles) -> WorkflowManifest:
    """Return a plan whose maps over files have their items. Blocking. Raises InvalidManifest; nothing is ever cut."""
    return _with_rows(manifest, lambda _over: files)


def rows_read_again(manifest: WorkflowManifest, *, user_id: int) -> WorkflowManifest:
    """Return a stored plan with the rows that the files of its user's conversations have now; posted rows stay.

    Blocking. Raises InvalidManifest for a file that is not there any more or has other columns.
    """
    workspaces = {over.workspace for _, over in file_maps(manifest) if over.workspace}
    files = {workspace: RunFiles(user_id, workspace_id=workspace) for workspace in workspaces}
    return _with_rows(manifest, lambda over: files.get(over.workspace))


def _with_rows(manifest: WorkflowManifest, files_for: Callable[[FileRows], RunFiles | None]) -> WorkflowManifest:
    faults, nodes, room = list[ManifestFault](), list[ManifestNode](), MAX_ITEMS_TEXT
    for at, node in enumerate(manifest.nodes):
        try:
            read = _with_items(node, files_for, room)
            nodes.append(read)
            room -= _items_length(read)
        except _UnreadableRows as error:
            faults.append(ManifestFault(f"/agents/{at}/map/over/{error.member}", error.detail))
    raise_faults(faults)
    return manifest.model_copy(update={"nodes": tuple(nodes)})


def file_maps(manifest: WorkflowManifest) -> list[tuple[str, FileRows]]:
    """Return the maps over files: the id of each node with its rows."""
    maps = [(node.id, node.map.over) for node in manifest.nodes if node.map is not None]
    return [(node_id, over) for node_id, over in maps if isinstance(over, FileRows)]


def run_files_store(*, user_id: int, workspace_id: str, manifest: WorkflowManifest, files: RunFiles) -> None:
    """Make the posted files, and those that a plan maps over, files of its workflow. Raises BadInput."""
    wanted = [*files.posted_paths, *(over.file for _, over in file_maps(manifest))]
    for path in dict.fromkeys(wanted):
        file_upload(user_id=user_id, workspace_id=workspace_id, path=path, data=files.data(path))


def _with_items(node: ManifestNode, files_for: Callable[[FileRows], RunFiles | None], room: int) -> ManifestNode:
    if node.map is None or not isinstance(node.map.over, FileRows):
        return node
    files = files_for(node.map.over)
    if files is None:
        return node
    over = _file_rows(node.map.over, files, room)
    return node.model_copy(update={"map": node.map.model_copy(update={"over": over})})


def _items_length(node: ManifestNode) -> int:
    over = node.map.over if node.map is not None else None
    return sum(map(len, over.items)) if isinstance(over, FileRows) else 0


def _file_rows(over: FileRows, files: RunFiles, room: int) -> FileRows:
    path, table = _table(over.file, files)
    column = _column(over.column, table.rows, path)
    items = _items(table.rows, column)
    _check_sizes(items, path, room)
    kept = tuple(item for item in items if item)
    if not kept:
        raise _UnreadableRows("column" if over.column else "file", f"{path} has no row with a value there.")
    name = table.rows.columns[column] if column is not None and table.rows.columns else ""
    note = _note(path, name, table, len(kept))
    workspace = "" if path in files.posted_paths else files.workspace_id
    return FileRows(file=path, column=name, items=kept, note=note, workspace=workspace)


def _table(name: str, files: RunFiles) -> tuple[str, FileTable]:
    """Return the path and the whole table of a file. Raises _UnreadableRows, also for more rows than a map has."""
    path = files.find(name)
    if path is None:
        raise _UnreadableRows("file", files.missing(name))
    try:
        table = files.table(path, most=MAX_ITEMS)
    except (NotFound, InvalidTable) as error:
        raise _UnreadableRows("file", f"{path}: {error.message}") from error
    if table.rows.total > MAX_ITEMS:
        detail = f"{path} has {table.rows.total:,} rows, and a map has at most {MAX_ITEMS:,} items. Split the file."
        raise _UnreadableRows("file", detail)
    return path, table


def _column(name: str, rows: TableRows, path: str) -> int | None:
    """Return the place of the column whose cells are the items, None for whole rows. Raises _UnreadableRows."""
    if not name:
        width = len(rows.rows[0])
        return 0 if width == 1 else None
    found = [at for at, column in enumerate(rows.columns) if column.casefold() == name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise _UnreadableRows("column", f"{path} has {len(found)} columns that are called {name!r}.")
    shown = ", ".join(rows.columns[:MAX_SHOWN_NAMES])
    has = f"It has {shown}." if rows.columns else "It has no header line, so leave the column out."
    raise _UnreadableRows("column", f"{path} has no column {name!r}. {has}")


def _items(rows: TableRows, column: int | None) -> Sequence[str]:
    return rows.cells(column) if column is not None else [row_text(rows.columns, row) for row in rows.rows]


def row_text(columns: Sequence[str], row: Sequence[str]) -> str:
    """Return a whole row as one line: its cells by the names of the columns where these are known."""
    if not columns:
        return ", ".join(cell for cell in row if cell)
    return "; ".join(f"{name}: {cell}" for name, cell in zip(columns, row, strict=True) if cell)


def _check_sizes(items: Iterable[str], path: str, room: int) -> None:
    total = 0
    for number, item in enumerate(items, start=1):
        total += len(item)
        if len(item) > MAX_INPUT_LENGTH:
            raise _UnreadableRows(
                "file", f"{path}: row {number:,} has {len(item):,} of {MAX_INPUT_LENGTH:,} characters."
            )
    if total > room:
        detail = (
            f"{path}: its items have {total:,} characters; a plan has at most {MAX_ITEMS_TEXT:,}, {room:,} are left."
        )
        raise _UnreadableRows("file", detail)


def _note(path: str, column: str, table: FileTable, count: int) -> str:
    """Return what is read of a file in one or more sentences: how many rows, of what, and what is left out."""
    rows = "row" if count == 1 else "rows"
    what = f"column “{column}”" if column else "whole rows" if len(table.rows.rows[0]) > 1 else "its only column"
    parts = [f"Runs once for each of {count:,} {rows} of {path} ({what})."]
    blank = len(table.rows.rows) - count
    if blank:
        parts.append(f"{blank:,} without a value there {'is' if blank == 1 else 'are'} left out.")
    if not table.rows.columns:
        parts.append("Its first line is a row, no header.")
    if table.sheets > 1:
        parts.append(f"Only the first of its {table.sheets} sheets is read.")
    return " ".join(parts)
