"""A person's own doings with the files of a conversation. Whose conversation it is the caller has seen to."""

from kingdom.adapters.workspace import FileEntry, Workspace, path_components
from kingdom.core.errors import BadInput, NotFound, ToolError
from kingdom.tools.files.file_types import detect_media_type
from kingdom.tools.files.file_writes import FileAuthor, file_remove, file_write
from kingdom.tools.files.workspace_services import workspace_folder

MAX_LISTED = 1_000


def files_of(*, workspace_id: str) -> list[FileEntry]:
    """Return the files of a conversation by path, at most 1,000. A conversation that has none yet gets no folder by being asked."""
    folder = workspace_folder(workspace_id)
    return Workspace(folder).find(limit=MAX_LISTED) if folder.is_dir() else []


def file_info(*, workspace_id: str, path: str) -> FileEntry | None:
    """Return a file's plain path and size, None for what is not a plain file inside the workspace."""
    folder = workspace_folder(workspace_id)
    try:
        return Workspace(folder).about(path) if folder.is_dir() else None
    except ToolError:
        return None


def file_read(*, workspace_id: str, path: str) -> bytes:
    """Return a file's bytes. Raises NotFound for what is not a plain file inside the workspace."""
    if not workspace_folder(workspace_id).is_dir():
        raise NotFound("There is no such file.")
    try:
        return Workspace(workspace_folder(workspace_id)).read(path)
    except ToolError as error:
        raise NotFound(error.message) from error


def file_upload(*, user_id: int, workspace_id: str, path: str, data: bytes) -> FileEntry:
    """Make or replace a file. Raises BadInput for a path, a kind of file or a text that is not taken, and over the user's quota."""
    if not detect_media_type(data):
        raise BadInput(
            "Files are UTF-8 text, PDF, PNG, JPEG, GIF, WebP or office documents (ZIP). This one is none of them."
        )
    try:
        size = file_write(author=FileAuthor(user_id=user_id, workspace_id=workspace_id), path=path, data=data)
    except ToolError as error:
        raise BadInput(error.message) from error
    return FileEntry("/".join(path_components(path)), size)


def file_delete(*, user_id: int, workspace_id: str, path: str) -> None:
    """Remove a file; its versions stay. Raises NotFound for what is not a plain file inside the workspace."""
    if not workspace_folder(workspace_id).is_dir():
        raise NotFound("There is no such file.")
    try:
        file_remove(author=FileAuthor(user_id=user_id, workspace_id=workspace_id), path=path)
    except ToolError as error:
        raise NotFound(error.message) from error
