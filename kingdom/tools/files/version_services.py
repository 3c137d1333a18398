"""Lists, compares and restores versions of a conversation's files.

The caller has checked that the conversation is theirs.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import BinaryField, Func, QuerySet, Value

from kingdom.core.errors import BadInput, NotFound, ToolError
from kingdom.core.text.bounded_diff import DiffTooCostly, bounded_diff
from kingdom.core.workspace_paths import FileEntry, path_components
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.tools.files.services import file_info
from kingdom.tools.models import FileVersion

MAX_LINES = 10_000  # of each compared text: difflib takes seconds beyond
MAX_CHARS = 500_000  # of each compared text, and of a diff that is shown
HEAD_BYTES = 2_048  # of a file: the magic number of each format is in them, mostly also the size of a picture
PICTURE_NAME = r"\.(png|jpe?g)$"
CONTEXT_LINES = 3  # unchanged lines around a change


class VersionComparison(NamedTuple):
    """The numbers of two versions, their unified diff (empty for equal texts), and the counts of added and removed
    lines.
    """

    start: int
    end: int
    diff: str
    added: int
    removed: int


def versions_of(*, workspace_id: str, path: str) -> QuerySet[FileVersion]:
    """Return the versions of a file, newest first, without their contents.

    Raises NotFound for a file that never existed.
    """
    versions = (
        FileVersion.objects.filter(workspace=workspace_id, path=_normalized_path(path))
        .order_by("-number")
        .defer("content")
    )
    if not versions.exists() and file_info(workspace_id=workspace_id, path=path) is None:
        raise NotFound("There is no such file.")
    return versions


class WrittenPicture(NamedTuple):
    """A file that a specialist wrote and whose name is a picture's: its newest version of that session.

    ``head`` are its first bytes, which tell what it is.
    """

    workspace: str
    session_id: uuid.UUID
    path: str
    number: int
    head: bytes


def written_pictures(
    *, workspace_ids: Iterable[str], session_ids: Sequence[uuid.UUID], head_bytes: int = HEAD_BYTES
) -> list[WrittenPicture]:
    """Return what specialists wrote under a picture's name in these sessions, by session and path. One query."""
    head = Func("content", Value(1), Value(head_bytes), function="substring", output_field=BinaryField())
    rows = (
        FileVersion.objects.filter(workspace__in=list(workspace_ids), session_id__in=session_ids, deleted=False)
        .filter(path__iregex=PICTURE_NAME)
        .exclude(agent_id="")
        .order_by("session_id", "path", "-number")
        .distinct("session_id", "path")
        .annotate(head=head)
        .values_list("workspace", "session_id", "path", "number", "head")
    )
    return [
        WrittenPicture(workspace, session_id, path, number, bytes(start))
        for workspace, session_id, path, number, start in rows
        if session_id is not None
    ]


def version_digest(*, workspace_id: str, path: str, number: int) -> str:
    """Return the SHA-256 of a version without reading its content. Raises NotFound."""
    versions = FileVersion.objects.filter(workspace=workspace_id, path=_normalized_path(path), number=number)
    digest = versions.filter(deleted=False).values_list("sha256", flat=True).first()
    if digest is None:
        raise NotFound(f"The file has no version {number} with a content.")
    return digest


def version_read(*, workspace_id: str, path: str, number: int) -> bytes:
    """Return the content of a version. Raises NotFound for a missing version and for the removal of a file."""
    version = _version(workspace_id, path, number)
    if version.deleted:
        raise NotFound(f"Version {number} is the file's removal; it has no content.")
    return bytes(version.content)


def versions_compare(*, workspace_id: str, path: str, start: int, end: int) -> VersionComparison:
    """Compare two versions of a text, line by line; a removed file counts as empty.

    Raises NotFound, and BadInput for content that is not text or is too long to compare.
    """
    before, after = (_lines(_version(workspace_id, path, number)) for number in (start, end))
    try:
        changes = [
            line if line[0] != "@" else f"{line}\n" for line in bounded_diff(before, after, context=CONTEXT_LINES)
        ]
    except DiffTooCostly:
        raise BadInput("The versions repeat too many lines to be compared here. Download the two versions.") from None
    diff = _unified_diff(path, start, end, changes) if changes else ""
    if len(diff) > MAX_CHARS:
        raise BadInput(f"The comparison has more than {MAX_CHARS:,} characters. Download the two versions.")
    added, removed = (sum(line.startswith(mark) for line in changes) for mark in "+-")
    return VersionComparison(start, end, diff, added, removed)


def _unified_diff(path: str, start: int, end: int, changes: list[str]) -> str:
    lines = [f"--- {path} #{start}\n", f"+++ {path} #{end}\n", *changes]
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def version_restore(*, author: FileAuthor, path: str, number: int) -> FileEntry:
    """Make a version the file's content again, as its newest version. Restoring the present content changes nothing.

    Raises NotFound, and BadInput for the removal of a file, for content that is refused now, and for an exceeded quota.
    """
    version = _version(author.workspace_id, path, number)
    if version.deleted:
        raise BadInput(f"Version {number} is the file's removal. Delete the file instead.")
    try:
        size = file_write(author=author, path=version.path, data=bytes(version.content))
    except ToolError as error:
        raise BadInput(error.message) from error
    return FileEntry(version.path, size)


def version_latest_number(*, workspace_id: str, path: str) -> int:
    """Return the number of a file's newest version, 0 when it has none."""
    newest = FileVersion.objects.filter(workspace=workspace_id, path=_normalized_path(path)).order_by("-number")
    return newest.values_list("number", flat=True).first() or 0


def _version(workspace_id: str, path: str, number: int) -> FileVersion:
    version = FileVersion.objects.filter(workspace=workspace_id, path=_normalized_path(path), number=number).first()
    if version is None:
        raise NotFound(f"The file has no version {number}.")
    return version


def _normalized_path(path: str) -> str:
    try:
        return "/".join(path_components(path))
    except ToolError as error:
        raise NotFound(error.message) from error


def _lines(version: FileVersion) -> list[str]:
    try:
        text = bytes(version.content).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"Version {version.number} is not UTF-8 text.") from None
    lines = text.splitlines(keepends=True)
    if len(text) > MAX_CHARS or len(lines) > MAX_LINES:
        raise BadInput(
            f"Version {version.number} is too long to compare: the maximum is {MAX_LINES:,} lines "
            f"and {MAX_CHARS:,} characters."
        )
    return lines
