"""A user's own reads and changes of a conversation's files. The caller has checked that the conversation is theirs."""

from collections.abc import Sequence
from typing import NamedTuple

from kingdom.core.errors import BadInput, NotFound, ToolError
from kingdom.core.workspace_paths import FileEntry, path_components
from kingdom.tools.files.file_types import detect_media_type
from kingdom.tools.files.file_writes import FileAuthor, file_remove, file_write
from kingdom.tools.files.text_decoding import decode_text
from kingdom.tools.files.workspace_files import present_file, present_files

MAX_LISTED = 1_000  # files of one page


class FilePage(NamedTuple):
    """Some files of a conversation by path, the number of all, and the path after which the next page starts."""

    files: Sequence[FileEntry]
    total: int
    after: str


def files_of(*, workspace_id: str) -> list[FileEntry]:
    """Return all files of a conversation by path; a user's quota bounds their number."""
    return present_files(workspace_id)


def file_page(*, workspace_id: str, after: str = "", size: int = MAX_LISTED) -> FilePage:
    """Return the first ``size`` files whose path comes after a path; ``after`` of the page is "" on the last one."""
    entries = files_of(workspace_id=workspace_id)
    rest = [entry for entry in entries if entry.path > after]
    return FilePage(rest[:size], len(entries), rest[size - 1].path if len(rest) > size else "")


def file_info(*, workspace_id: str, path: str) -> FileEntry | None:
    """Return a file's normalized path and size, None for a path without a file."""
    try:
        newest = present_file(workspace_id, path)
    except ToolError:
        return None
    return FileEntry(newest.path, newest.size)


def file_read(*, workspace_id: str, path: str) -> bytes:
    """Return a file's bytes. Raises NotFound for a path without a file."""
    try:
        return bytes(present_file(workspace_id, path).content)
    except ToolError as error:
        raise NotFound(error.message) from error


def file_upload(*, user_id: int, workspace_id: str, path: str, data: bytes) -> FileEntry:
    """Create or replace a file.

    Raises BadInput for an invalid path, an unsupported format, a refused text and an exceeded quota.
    """
    if not detect_media_type(data) and decode_text(data) is None:
        raise BadInput(
            "This format is not supported. Files are text, PDF, PNG, JPEG, GIF, WebP or office documents (ZIP)."
        )
    try:
        size = file_write(author=FileAuthor(user_id=user_id, workspace_id=workspace_id), path=path, data=data)
    except ToolError as error:
        raise BadInput(error.message) from error
    return FileEntry("/".join(path_components(path)), size)


def file_delete(*, user_id: int, workspace_id: str, path: str) -> None:
    """Remove a file and keep its versions. Raises NotFound for a path without a file."""
    try:
        file_remove(author=FileAuthor(user_id=user_id, workspace_id=workspace_id), path=path)
    except ToolError as error:
        raise NotFound(error.message) from error
