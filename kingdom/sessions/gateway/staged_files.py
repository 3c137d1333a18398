"""Staged file writes of one handler run: they are committed only when the run succeeds.

A repeated run reads the same files as the first one, and a failed run changes nothing.
"""

from kingdom.core.errors import ToolError
from kingdom.core.workspace_paths import path_components
from kingdom.tools.files.attachments import file_text
from kingdom.tools.files.content_policy import file_content_check, part_boundary
from kingdom.tools.files.file_writes import FileAuthor, file_quota_check, file_write

# characters of one file: a file is one frame, and frames from the sandbox are smaller; longer files are read in parts
MAX_READ_CHARS, MAX_WRITE_CHARS = 2_000_000, 500_000
PART_CHARS = 500_000
MAX_FILES = 50


class StagedFiles:
    """The files of one run. Blocking. Raises ToolError with a message for the program."""

    def __init__(self, *, author: FileAuthor) -> None:
        """Store the author, which names the workspace."""
        self._author = author
        self._written: dict[str, str] = {}
        self._texts_read: set[str] = set()
        self._in_parts = ("", "")  # path and text of the file that is read in parts: all are of one text

    def read(self, name: str) -> str:
        """Return the text of a file, staged writes included. Raises NotFound, ToolError."""
        path = "/".join(path_components(name))
        return _check_size(path, self._text(path), MAX_READ_CHARS)

    def read_part(self, name: str, offset: int) -> str:
        """Return at most 500,000 characters of a file from ``offset``, "" at its end. Raises NotFound, ToolError.

        A read from 0 takes the file's present text; the parts after it are of that text.
        """
        path = "/".join(path_components(name))
        if offset == 0 or not self.is_read_in_parts(name):
            self._in_parts = (path, self._text(path))
        return self._in_parts[1][offset : offset + PART_CHARS]

    def part_boundary(self, offset: int) -> str:
        """Return the text around the beginning of a part of the file that is read in parts, "" for the first."""
        return part_boundary(self._in_parts[1], offset)

    def is_read_in_parts(self, name: str) -> bool:
        """Return whether a first part of the file was read last."""
        return self._in_parts[0] == "/".join(path_components(name))

    def _text(self, path: str) -> str:
        if path in self._written:
            return self._written[path]
        text = file_text(user_id=self._author.user_id, workspace_id=self._author.workspace_id, path=path)
        self._texts_read.add(path)
        return text

    @property
    def texts_read(self) -> tuple[str, ...]:
        """The paths of the workspace's files whose text the run has read, sorted."""
        return tuple(sorted(self._texts_read))

    def write(self, name: str, text: str) -> int:
        """Stage a file's new text and return its size in bytes. Raises ToolError for a refused path or size."""
        path = "/".join(path_components(name))
        data = _check_size(path, text, MAX_WRITE_CHARS).encode("utf-8", "replace")
        if len({*self._written, path}) > MAX_FILES:
            raise ToolError(f"One run writes at most {MAX_FILES} files.")
        asks = file_content_check(path, data).asks
        if asks:
            raise ToolError(f"{path} is not written: {asks}. A handler cannot ask; its user can write this file.")
        file_quota_check(author=self._author, path=path, size=len(data))
        self._written[path] = data.decode()
        return len(data)

    def commit(self) -> None:
        """Write the files; idempotent. Raises ToolError for a file that now exceeds the quota."""
        for path, text in self._written.items():
            file_write(author=self._author, path=path, data=text.encode())


def _check_size(path: str, text: str, most: int) -> str:
    if len(text) > most:
        raise ToolError(f"{path} has {len(text):,} characters; at most {most:,} are taken at once.")
    return text
