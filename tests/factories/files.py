"""Files of workspaces that no review has seen, as rows."""

import hashlib

from kingdom.core.workspace_paths import FileEntry
from kingdom.tools.files.workspace_files import file_content, present_files
from kingdom.tools.models import FileVersion


def store_file(user_id: int, workspace_id: str, path: str, data: bytes) -> None:
    """Store a file's next version, without counting it."""
    store_files(user_id, workspace_id, {path: data})


def store_files(user_id: int, workspace_id: str, files: dict[str, bytes]) -> None:
    """Store the next versions of several files with one statement."""
    last = dict(FileVersion.objects.filter(workspace=workspace_id).order_by("number").values_list("path", "number"))
    rows = [
        FileVersion(
            user_id=user_id,
            workspace=workspace_id,
            path=path,
            number=last.get(path, 0) + 1,
            content=data,
            size=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
        )
        for path, data in files.items()
    ]
    FileVersion.objects.bulk_create(rows)


def read_file(workspace_id: str, path: str) -> bytes:
    """Return the content of a file."""
    return file_content(workspace_id, path)


def list_files(workspace_id: str) -> list[FileEntry]:
    """Return all files of a workspace."""
    return present_files(workspace_id)
