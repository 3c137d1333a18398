"""The conversation's files as one run of a handler sees them: what it writes is kept when the run has ended well, and not before.

So a run that begins again reads what the first one read, and a run that fails leaves nothing half done.
"""

from kingdom.adapters.workspace import path_components
from kingdom.core.errors import ToolError
from kingdom.tools.files.file_writes import FileAuthor, file_content_check, file_quota_check, file_write
from kingdom.tools.files.services import file_read

MAX_READ_CHARS, MAX_WRITE_CHARS = (
    2_000_000,
    500_000,
)  # characters of one file: it travels in one frame, and the sandbox sends smaller ones
MAX_FILES = 50


class StagedFiles:
    """The files of one run. Blocking. Raises ToolError with a sentence for the program."""

    def __init__(self, *, author: FileAuthor) -> None:
        """Keep who writes, and whose files they are."""
        self._author = author
        self._written: dict[str, str] = {}

    def read(self, name: str) -> str:
        """Return the text of a file, with what this run has written. Raises NotFound, ToolError."""
        path = "/".join(path_components(name))
        if path in self._written:
            return self._written[path]
        data = file_read(workspace_id=self._author.workspace_id, path=path)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise ToolError(f"{path} is not UTF-8 text ({len(data)} bytes).") from None
        return _check_size(path, text, MAX_READ_CHARS)

    def write(self, name: str, text: str) -> int:
        """Take a file's new text and return its bytes. Raises ToolError for a path or a size that is not taken."""
        path = "/".join(path_components(name))
        data = _check_size(path, text, MAX_WRITE_CHARS).encode("utf-8", "replace")
        if len({*self._written, path}) > MAX_FILES:
            raise ToolError(f"One run writes at most {MAX_FILES} files.")
        file_content_check(path, data)
        file_quota_check(author=self._author, path=path, size=len(data))
        self._written[path] = data.decode()
        return len(data)

    def keep(self) -> None:
        """Write the files. Doing it twice changes nothing. Raises ToolError for one that is over the quota by now."""
        for path, text in self._written.items():
            file_write(author=self._author, path=path, data=text.encode())


def _check_size(path: str, text: str, most: int) -> str:
    if len(text) > most:
        raise ToolError(f"{path} has {len(text):,} characters; at most {most:,} are taken at once.")
    return text
