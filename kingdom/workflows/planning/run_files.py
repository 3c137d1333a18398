"""The files that a plan may read: those posted with it, and those of a conversation or workflow of its user's."""

from collections.abc import Mapping
from typing import NamedTuple

from kingdom.core.errors import NotFound
from kingdom.tools.files.attachments import text_of
from kingdom.tools.files.services import file_info, file_read, files_of
from kingdom.tools.files.table_rows import InvalidTable, TableRows, table_rows

MAX_TABLE_BYTES = 2_000_000
MAX_SHOWN_NAMES = 20  # of files or columns in a sentence
_TABLE_KINDS = ("table", "spreadsheet", "json", "text")
_JSON_LINES = (".jsonl", ".ndjson")


class FileTable(NamedTuple):
    """The rows of a file, the number of a workbook's sheets, of which the first one is read, and the whole text."""

    rows: TableRows
    sheets: int
    text: str


class RunFiles:
    """The files of one plan; a posted one comes before one of the same path in the workspace. Each is read once.

    The caller has checked that the workspace ("" for none) is the user's.
    """

    def __init__(self, user_id: int, *, posted: Mapping[str, bytes] | None = None, workspace_id: str = "") -> None:
        """Read nothing yet."""
        self.workspace_id = workspace_id
        self._user_id, self._posted = user_id, dict(posted or {})
        self._tables = dict[str, FileTable]()

    def paths(self) -> list[str]:
        """Return the paths of all files."""
        stored = [entry.path for entry in files_of(workspace_id=self.workspace_id)] if self.workspace_id else []
        return list(dict.fromkeys([*self._posted, *stored]))

    def find(self, name: str) -> str | None:
        """Return the path of a file by it or by its own name where only one has it; None for no or several such."""
        wanted, paths = name.casefold(), self.paths()
        if name in paths:
            return name
        found = [path for path in paths if wanted in (path.casefold(), path.rsplit("/", 1)[-1].casefold())]
        return found[0] if len(found) == 1 else None

    @property
    def posted_paths(self) -> list[str]:
        """The paths of the files that were posted with the plan."""
        return list(self._posted)

    def data(self, path: str) -> bytes:
        """Return a file's bytes. Raises NotFound, InvalidTable for one that is too large to read."""
        if path in self._posted:
            return self._posted[path]
        entry = file_info(workspace_id=self.workspace_id, path=path) if self.workspace_id else None
        if entry is None:
            raise NotFound("There is no such file.")
        if entry.size > MAX_TABLE_BYTES:
            raise InvalidTable(f"It has {entry.size:,} bytes; rows are read from files of at most {MAX_TABLE_BYTES:,}.")
        return file_read(workspace_id=self.workspace_id, path=entry.path)

    def table(self, path: str, *, most: int) -> FileTable:
        """Return the first rows of a file. Blocking: a workbook is read in the sandbox. Raises NotFound, InvalidTable.

        ``most`` is the same in all calls for one file.
        """
        if path not in self._tables:
            kind, read = text_of(self._user_id, path, self.data(path))
            if read.problem or kind not in _TABLE_KINDS:
                raise InvalidTable(f"It cannot be read as a table ({read.problem or kind}).".replace("_", " "))
            is_json = kind == "json" or path.lower().endswith(_JSON_LINES)
            self._tables[path] = FileTable(table_rows(read.text, is_json=is_json, most=most), read.sheets, read.text)
        return self._tables[path]

    def missing(self, name: str) -> str:
        """Return the sentence on a file that is not there."""
        paths = self.paths()[:MAX_SHOWN_NAMES]
        known = f"There are {', '.join(paths)}." if paths else "Post it, or name the conversation that has it."
        return f"There is no file {name[:100]!r}. {known}"
