"""The versions of a conversation's files: listed, compared, restored. Whose conversation it is the caller has seen to."""

import difflib
from typing import NamedTuple

from django.db.models import QuerySet

from kingdom.adapters.workspace import Entry, parts_of
from kingdom.core.errors import BadInput, NotFound, ToolError
from kingdom.tools.file_services import file_about
from kingdom.tools.keeping import Author, file_write
from kingdom.tools.models import FileVersion

MOST_LINES = 10_000  # of each text that is compared: the method takes seconds beyond
MOST_CHARS = 500_000  # of each text that is compared, and of a comparison that is shown
CONTEXT = 3  # unchanged lines around a change


class Compared(NamedTuple):
    """Two versions side by side: their numbers, the unified diff (empty for equal texts), and how many lines came and went."""

    start: int
    end: int
    diff: str
    added: int
    removed: int


def versions_of(*, workspace_id: str, path: str) -> QuerySet[FileVersion]:
    """Return the versions of a file, the newest first, without their contents. Raises NotFound for a file that there never was."""
    found = FileVersion.objects.filter(workspace=workspace_id, path=_plain(path)).order_by("-number").defer("content")
    if not found.exists() and file_about(workspace_id=workspace_id, path=path) is None:
        raise NotFound("There is no such file.")
    return found


def version_read(*, workspace_id: str, path: str, number: int) -> bytes:
    """Return what a version holds. Raises NotFound for one that there is not, and for the removal of a file."""
    version = _version(workspace_id, path, number)
    if version.deleted:
        raise NotFound(f"Version {number} is the file's removal; there is nothing in it.")
    return bytes(version.content)


def versions_compare(*, workspace_id: str, path: str, start: int, end: int) -> Compared:
    """Compare two versions of a text, line by line; a removed file counts as empty.

    Raises NotFound, and BadInput for what is no text or too long to compare.
    """
    before, after = (_lines(_version(workspace_id, path, number)) for number in (start, end))
    lines = list(difflib.unified_diff(before, after, f"{path} #{start}", f"{path} #{end}", n=CONTEXT))
    made = "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
    if len(made) > MOST_CHARS:
        raise BadInput(f"The comparison has more than {MOST_CHARS:,} characters. Download the two versions.")
    changes = lines[2:]
    added, removed = (sum(line.startswith(mark) for line in changes) for mark in "+-")
    return Compared(start, end, made, added, removed)


def version_restore(*, author: Author, path: str, number: int) -> Entry:
    """Make a version the file's content again, as its newest version; when it is that already, nothing changes.

    Raises NotFound, and BadInput for the removal of a file, for what must not be written (any more), and over the quota.
    """
    version = _version(author.workspace_id, path, number)
    if version.deleted:
        raise BadInput(f"Version {number} is the file's removal. Delete the file instead.")
    try:
        size = file_write(author=author, path=version.path, data=bytes(version.content))
    except ToolError as error:
        raise BadInput(error.message) from error
    return Entry(version.path, size)


def newest_number(*, workspace_id: str, path: str) -> int:
    """Return the number of a file's newest version, 0 when it has none."""
    newest = FileVersion.objects.filter(workspace=workspace_id, path=_plain(path)).order_by("-number")
    return newest.values_list("number", flat=True).first() or 0


def _version(workspace_id: str, path: str, number: int) -> FileVersion:
    found = FileVersion.objects.filter(workspace=workspace_id, path=_plain(path), number=number).first()
    if found is None:
        raise NotFound(f"The file has no version {number}.")
    return found


def _plain(path: str) -> str:
    try:
        return "/".join(parts_of(path))
    except ToolError as error:
        raise NotFound(error.message) from error


def _lines(version: FileVersion) -> list[str]:
    try:
        text = bytes(version.content).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"Version {version.number} is not UTF-8 text.") from None
    lines = text.splitlines(keepends=True)
    if len(text) > MOST_CHARS or len(lines) > MOST_LINES:
        raise BadInput(f"Version {version.number} is too long to compare: at most {MOST_LINES:,} lines and {MOST_CHARS:,} characters.")
    return lines
