"""Takes over the files that an earlier release kept on the disk, in ``workspaces`` of the data folder.

Each file that Kingdom wrote there is also a version in the database. What is left to take over was put there by hand.
"""

import hashlib
import os
import re
import shutil
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import structlog

from kingdom.core.errors import ToolError
from kingdom.core.workspace_paths import MAX_FILE
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.tools.models import FileVersion

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_log = structlog.get_logger(__name__)


def folders_import(root: Path) -> int:
    """Store what the folders below ``root`` have and the database lacks, and return how many files that were.

    A folder whose files are all stored is removed; one with a file that is refused stays, and the log names it. Safe to
    kill and to run again.
    """
    folders = sorted(root.iterdir()) if root.is_dir() else []
    return sum(_folder_import(folder) for folder in folders if _ID.fullmatch(folder.name) and not folder.is_symlink())


def _folder_import(folder: Path) -> int:
    owner = FileVersion.objects.filter(workspace=folder.name).values_list("user_id", flat=True).first()
    files = list(_plain_files(folder))
    if owner is None and files:
        _log.warning("workspace_without_owner_not_taken_over", folder=str(folder), files=len(files))
        return 0
    taken = [_file_import(owner, folder, path) for path in files if owner is not None]
    if None not in taken:
        shutil.rmtree(folder, ignore_errors=True)
    return sum(filter(None, taken))


def _file_import(owner: int, folder: Path, path: Path) -> bool | None:
    """Return whether a file was stored: False when the database has it, None when it is refused."""
    name = path.relative_to(folder).as_posix()
    newest = FileVersion.objects.filter(workspace=folder.name, path=name).order_by("-number").defer("content").first()
    if newest is not None and not _is_newer(path, newest):
        return False
    try:
        file_write(author=FileAuthor(user_id=owner, workspace_id=folder.name), path=name, data=_content(path))
    except (ToolError, OSError) as error:
        _log.warning("workspace_file_not_taken_over", folder=str(folder), file=name, reason=str(error))
        return None
    return True


def _content(path: Path) -> bytes:
    """Return a file's bytes, at most one more than a file may have."""
    with path.open("rb") as file:
        return file.read(MAX_FILE + 1)


def _plain_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that are no links and have no second name."""
    for parent, _, names in os.walk(folder):
        for path in sorted(Path(parent) / name for name in names):
            status = path.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
                yield path


def _is_newer(path: Path, newest: FileVersion) -> bool:
    """Return whether a file was changed by hand after its newest version was stored."""
    if datetime.fromtimestamp(path.stat().st_mtime, UTC) <= newest.created_at:
        return False
    with path.open("rb") as file:
        return newest.deleted or hashlib.file_digest(file, "sha256").hexdigest() != newest.sha256
