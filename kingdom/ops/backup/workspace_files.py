"""The files of workspaces as they were when a database snapshot was taken, while users go on writing.

The newest content of a written file is also a row of ``file_versions``. A file that differs from its row and has
changed since the snapshot is taken from the row, and a file that appeared since is left out.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg

from kingdom.adapters.workspace import Workspace
from kingdom.core.errors import BadConfiguration, ToolError

Connection = psycopg.Connection[tuple[object, ...]]
MAX_FILES = 1_000_000  # above any quota
MAX_FILE_BYTES = 1 << 30
# A transaction that was open at the snapshot may have replaced its file before: its row came later.
OPEN_TRANSACTION_S = 60.0
_NEWEST = """
SELECT DISTINCT ON (path) path, deleted, sha256 FROM file_versions WHERE workspace = %s ORDER BY path, number DESC
"""
_CONTENT = "SELECT content FROM file_versions WHERE workspace = %s AND path = %s ORDER BY number DESC LIMIT 1"


class _Version(NamedTuple):
    deleted: bool
    sha256: str


def files_at_snapshot(snapshot: Connection, root: Path, *, taken_at: float) -> Iterator[tuple[str, bytes]]:
    """Yield path below ``root`` and content of every file, in order; one content at a time is in memory.

    ``snapshot`` is a connection in the transaction of the snapshot, ``taken_at`` the file system's time (seconds since
    the epoch) before it. Links and special files are no files of a workspace. Raises BadConfiguration for a file that
    cannot be read.
    """
    folders = {entry.name for entry in root.iterdir() if entry.is_dir()} if root.is_dir() else set()
    stored = snapshot.execute("SELECT DISTINCT workspace FROM file_versions").fetchall()
    for workspace in sorted(folders | {str(row[0]) for row in stored}):
        rows = snapshot.execute(_NEWEST, [workspace]).fetchall()
        versions = {str(path): _Version(bool(deleted), str(sha256)) for path, deleted, sha256 in rows}
        present = _present_files(root / workspace)
        for path in sorted(present | set(versions)):
            content = _content_at(snapshot, root / workspace, path, versions.get(path), taken_at=taken_at)
            if content is not None:
                yield f"{workspace}/{path}", content


def _present_files(folder: Path) -> set[str]:
    return {entry.path for entry in Workspace(folder).find(limit=MAX_FILES)} if folder.is_dir() else set()


def _content_at(
    snapshot: Connection, folder: Path, path: str, version: _Version | None, *, taken_at: float
) -> bytes | None:
    """Return a file's content at the snapshot; None when there was no such file."""
    content, changed_at = _read(folder, path)
    if version is None:
        return content if changed_at < taken_at else None
    changed_before = changed_at < taken_at - OPEN_TRANSACTION_S  # by hand, then
    if content is not None and (changed_before or _is_version(content, version)):
        return content
    return None if version.deleted else _stored_content(snapshot, folder.name, path)


def _is_version(content: bytes, version: _Version) -> bool:
    return not version.deleted and hashlib.sha256(content).hexdigest() == version.sha256


def _stored_content(snapshot: Connection, workspace: str, path: str) -> bytes | None:
    row = snapshot.execute(_CONTENT, [workspace, path]).fetchone()
    return bytes(row[0]) if row is not None and isinstance(row[0], bytes | memoryview) else None


def _read(folder: Path, path: str) -> tuple[bytes | None, float]:
    """Return a file's content and time of change; (None, 0.0) when it is not there (any more)."""
    try:
        changed_at = (folder / path).lstat().st_mtime
        return Workspace(folder).read(path, limit=MAX_FILE_BYTES), changed_at
    except FileNotFoundError:
        return None, 0.0
    except ToolError as error:
        if not (folder / path).exists():
            return None, 0.0
        raise BadConfiguration(f"The file {folder / path} cannot be backed up: {error.message}") from error
