"""A person's own doings with the files of a conversation. Whose conversation it is the caller has seen to."""

from kingdom.adapters.workspace import Entry, Workspace, parts_of
from kingdom.core.errors import BadInput, NotFound, ToolError
from kingdom.tools.keeping import Author, file_remove, file_write
from kingdom.tools.rules.kinds import kind_of
from kingdom.tools.workspace_services import workspace_folder

MOST_LISTED = 1_000


def files_of(*, workspace_id: str) -> list[Entry]:
    """Return the files of a conversation by path, at most 1,000. A conversation that has none yet gets no folder by being asked."""
    folder = workspace_folder(workspace_id)
    return Workspace(folder).find(limit=MOST_LISTED) if folder.is_dir() else []


def file_about(*, workspace_id: str, path: str) -> Entry | None:
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


def file_put(*, user_id: int, workspace_id: str, path: str, data: bytes) -> Entry:
    """Make or replace a file. Raises BadInput for a path, a kind of file or a text that is not taken, and over the user's quota."""
    if not kind_of(data):
        raise BadInput("Files are UTF-8 text, PDF, PNG, JPEG, GIF, WebP or office documents (ZIP). This one is none of them.")
    try:
        size = file_write(author=Author(user_id=user_id, workspace_id=workspace_id), path=path, data=data)
    except ToolError as error:
        raise BadInput(error.message) from error
    return Entry("/".join(parts_of(path)), size)


def file_delete(*, user_id: int, workspace_id: str, path: str) -> None:
    """Remove a file; its versions stay. Raises NotFound for what is not a plain file inside the workspace."""
    if not workspace_folder(workspace_id).is_dir():
        raise NotFound("There is no such file.")
    try:
        file_remove(author=Author(user_id=user_id, workspace_id=workspace_id), path=path)
    except ToolError as error:
        raise NotFound(error.message) from error
