"""Changes a conversation's files: reviews the text, enforces the owner's quota and keeps the old content as a version.

A file is its newest version. The files of one owner have one lock; under it a change is counted and stored, in one
transaction.
"""

import asyncio
import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.models import Max, Sum

from kingdom.accounts.access import access_transaction
from kingdom.contracts.call_context import CallContext
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.database import in_database
from kingdom.core.errors import ToolError
from kingdom.core.workspace_paths import MAX_FILE, FileEntry, path_components
from kingdom.tools.base import FileStore
from kingdom.tools.files.content_policy import file_content_check, text_review
from kingdom.tools.files.workspace_files import file_content, files_matching, is_folder, present_file, present_files
from kingdom.tools.models import FileVersion, WorkspaceUsage

MEGABYTE = 1 << 20
MAX_VERSIONS_PER_FILE = 50
MAX_FOLDER_FILES = 200  # removed by one call
_USAGE_SQL = """
INSERT INTO workspace_use (workspace, user_id, bytes, files) VALUES (%s, %s, %s, %s)
    ON CONFLICT (workspace) DO UPDATE SET bytes = EXCLUDED.bytes, files = EXCLUDED.files
"""
# Deletes the oldest versions, never the newest one of a file, until the rest fits.
_PRUNE_SQL = """
DELETE FROM file_versions WHERE id IN (
    SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY workspace, path ORDER BY number DESC) AS age,
               sum(size) OVER (ORDER BY id DESC) AS total
          FROM file_versions WHERE user_id = %s
    ) AS versions WHERE total > %s AND age > 1
)
"""


@dataclass(frozen=True, kw_only=True)
class FileAuthor:
    """The author of a change and its workspace: the user, or one of the user's agents in a session."""

    user_id: int
    workspace_id: str
    agent_id: str = ""
    session_id: uuid.UUID | None = None

    @classmethod
    def of(cls, call: CallContext, workspace_id: str) -> "FileAuthor":
        """Return the author for an agent's call."""
        session_id = uuid.UUID(call.session_id)
        return cls(
            user_id=int(call.user_id), workspace_id=workspace_id, agent_id=call.agent_id[:100], session_id=session_id
        )


class WorkspaceFileStore(FileStore):
    """The files of one call's conversation."""

    def __init__(self, author: FileAuthor) -> None:
        """Keep the author of the changes."""
        self._author = author

    async def read(self, path: str, *, limit: int = MAX_FILE) -> bytes:
        """Return a file's bytes. Raises ToolError."""
        return await in_database(file_content, self._author.workspace_id, path, limit=limit)

    async def find(self, pattern: str = "*", *, base: str = ".", limit: int = 1000) -> Sequence[FileEntry]:
        """Return the files below a folder that match a pattern. Raises ToolError."""
        return await in_database(files_matching, self._author.workspace_id, pattern, base=base, limit=limit)

    async def write(self, path: str, text: str, *, was_shown: bool = False) -> int:
        """Create or replace a text file and return its size in bytes. Raises ToolError."""
        asks = "" if was_shown else (await asyncio.to_thread(text_review, path, text)).asks
        if asks:
            raise ToolError(f"{path} is not changed: {asks}. Write the whole file, then its user is asked.")
        return await in_database(file_write, author=self._author, path=path, data=text.encode("utf-8", "replace"))

    async def write_bytes(self, path: str, data: bytes) -> int:
        """Create or replace a file and return its size in bytes; refused content raises ToolError."""
        return await in_database(file_write, author=self._author, path=path, data=data)

    async def delete(self, path: str, *, recursive: bool = False) -> int:
        """Remove a file, or a folder with its files, and return the number of files removed. Raises ToolError."""
        return await in_database(path_remove, author=self._author, path=path, recursive=recursive)


def file_write(*, author: FileAuthor, path: str, data: bytes) -> int:
    """Create or replace a file and return its size in bytes. Blocking. Writing the same content again changes nothing.

    Raises ToolError for an invalid path, a file over 8 MiB, a folder at the path, a file where the path has a folder,
    a name that differs from another only in case, a refused text and an exceeded quota; nothing is changed then.
    """
    path = "/".join(path_components(path))
    if len(data) > MAX_FILE:
        raise ToolError(f"{path} would have {len(data)} bytes; at most {MAX_FILE} are written.")
    marks = file_content_check(path, data).marks
    with access_transaction():
        advisory_lock(f"kingdom.files:{author.user_id}")
        files = present_files(author.workspace_id)
        _check_place(path, files)
        sizes = {**dict(files), path: len(data)}
        _check_quota(author, sizes)
        if _has_content(author, path, _sha256(data)):
            return len(data)
        _version_create(author, path, data, marks)
        _usage_store(author, sizes)
    return len(data)


def file_remove(*, author: FileAuthor, path: str) -> None:
    """Remove a file and keep its versions. Blocking. Raises ToolError for a path without a file."""
    path = "/".join(path_components(path))
    with access_transaction():
        advisory_lock(f"kingdom.files:{author.user_id}")
        present_file(author.workspace_id, path)
        _version_create(author, path, None)
        _usage_store(author, dict(present_files(author.workspace_id)))


def path_remove(*, author: FileAuthor, path: str, recursive: bool = False) -> int:
    """Remove a file, or with ``recursive`` a folder with all files below it; their versions are kept.

    Return the number of files removed: all or none. Blocking. Raises ToolError.
    """
    path = "/".join(path_components(path))
    below = [entry for entry in present_files(author.workspace_id) if entry.path.startswith(f"{path}/")]
    if not below:
        file_remove(author=author, path=path)
        return 1
    if len(below) > MAX_FOLDER_FILES:
        raise ToolError(f"{path} holds more than {MAX_FOLDER_FILES} files. Remove its folders one by one.")
    if not recursive:
        raise ToolError(f"{path} is a folder with {len(below)} files. Set recursive to true to remove all of it.")
    with access_transaction():
        advisory_lock(f"kingdom.files:{author.user_id}")
        left = dict(present_files(author.workspace_id))
        removed = [entry.path for entry in below if left.pop(entry.path, None) is not None]
        for file in removed:
            _version_create(author, file, None)
        _usage_store(author, left)
    return len(removed)


def file_quota_check(*, author: FileAuthor, path: str, size: int) -> None:
    """Raise ToolError when a file of ``size`` bytes at ``path`` would exceed the quota now. Blocking."""
    _check_quota(author, {**dict(present_files(author.workspace_id)), path: size})


def _check_place(path: str, files: Sequence[FileEntry]) -> None:
    """Raise ToolError where a path cannot be a file beside the others on every disk that they are unpacked on."""
    if is_folder(path, files):
        raise ToolError(f"{path} is a folder, not a file.")
    folded = path.casefold()
    for other, _ in files:
        if path.startswith(f"{other}/"):
            raise ToolError(f"{other} is a file, so it cannot hold {path}.")
        if other != path and other.casefold() == folded:
            raise ToolError(f"{path} differs from {other} only in case. Use one of the two names.")


def _check_quota(author: FileAuthor, sizes: dict[str, int]) -> None:
    others = WorkspaceUsage.objects.filter(user_id=author.user_id).exclude(pk=author.workspace_id)
    sums = others.aggregate(bytes=Sum("bytes", default=0), files=Sum("files", default=0))
    config = settings.KINGDOM
    if sums["bytes"] + sum(sizes.values()) > config.workspace_mb * MEGABYTE:
        raise ToolError(f"Your files would exceed your quota of {config.workspace_mb} MB. Delete some first.")
    if sums["files"] + len(sizes) > config.workspace_files:
        raise ToolError(f"You would exceed your quota of {config.workspace_files} files. Delete some first.")


def _has_content(author: FileAuthor, path: str, digest: str) -> bool:
    """Return whether a file is there with the content of a digest."""
    versions = FileVersion.objects.filter(workspace=author.workspace_id, path=path).order_by("-number")
    return versions.values_list("sha256", "deleted").first() == (digest, False)


def _version_create(author: FileAuthor, path: str, data: bytes | None, marks: Sequence[str] = ()) -> None:
    """Store the next version of a file, None for its removal, and delete the oldest ones beyond the limits."""
    versions = FileVersion.objects.filter(workspace=author.workspace_id, path=path)
    number = (versions.aggregate(last=Max("number"))["last"] or 0) + 1
    FileVersion.objects.create(
        user_id=author.user_id,
        workspace=author.workspace_id,
        path=path,
        number=number,
        content=data or b"",
        size=len(data or b""),
        sha256=_sha256(data or b""),
        deleted=data is None,
        marks=list(marks),
        agent_id=author.agent_id,
        session_id=author.session_id,
    )
    if number > MAX_VERSIONS_PER_FILE:
        versions.filter(number__lte=number - MAX_VERSIONS_PER_FILE).delete()
    quota = settings.KINGDOM.workspace_mb * MEGABYTE
    if FileVersion.objects.filter(user_id=author.user_id).aggregate(bytes=Sum("size", default=0))["bytes"] > quota:
        with connection.cursor() as cursor:
            cursor.execute(_PRUNE_SQL, [author.user_id, quota])


def _usage_store(author: FileAuthor, sizes: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_USAGE_SQL, [author.workspace_id, author.user_id, sum(sizes.values()), len(sizes)])


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
