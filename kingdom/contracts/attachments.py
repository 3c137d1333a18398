"""A file that a message is about, in the form that every specialist gets and that routing reads."""

from dataclasses import dataclass
from typing import Literal

FileKind = Literal["text", "table", "json", "yaml", "pdf", "document", "spreadsheet", "picture", "archive", "unknown"]
FileProblem = Literal["", "picture", "archive", "format", "no_text", "unreadable", "too_large", "secret", "missing"]
MAX_TEXT = 20_000  # characters of one file in a message; the rest is read by ``ctx.files`` or ``archon.fs.read``
MAX_TOTAL_TEXT = 40_000  # characters of all files of a message
MAX_HEADER = 200
_KIND_WORDS: dict[FileKind, str] = {
    "text": "text file",
    "table": "CSV table",
    "json": "JSON document",
    "yaml": "YAML document",
    "pdf": "PDF document",
    "document": "text document",
    "spreadsheet": "spreadsheet table",
    "picture": "picture",
    "archive": "archive",
    "unknown": "file",
}


@dataclass(frozen=True, kw_only=True)
class AttachedFile:
    """One file of a message.

    ``text`` is the beginning of its text, ``chars`` the length of the whole text in characters, ``size`` that of the
    file in bytes. ``header`` names the columns of a table. ``problem`` says why there is no text, "" where there is.
    ``sheets`` is the number of a spreadsheet's; ``text`` is its first one.
    """

    path: str
    kind: FileKind
    size: int
    header: str = ""
    text: str = ""
    chars: int = 0
    sheets: int = 0
    problem: FileProblem = ""

    @property
    def is_cut(self) -> bool:
        """Whether the file has more text than ``text``."""
        return len(self.text) < self.chars

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def routing_line(self) -> str:
        """One line on kind, name and columns, which is embedded with the message."""
        columns = f" with the columns {self.header}" if self.header else ""
        return f"{self.name}: {_KIND_WORDS[self.kind]}{columns}"
