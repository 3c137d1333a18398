"""Changing a conversation's files: looked through, within the owner's quota, and nothing that was there is lost.

The owner's files have one lock. Under it a change is counted, the file's new version is stored, and then the file itself is replaced,
whole or not at all. The version comes first: a crash between the two leaves a version too many, never a text that no version holds.
"""

import hashlib
import uuid
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Sum

from kingdom.adapters.workspace import Workspace, path_components
from kingdom.contracts.call_context import CallContext
from kingdom.core.database import in_database
from kingdom.core.errors import ToolError
from kingdom.tools.base import FileStore
from kingdom.tools.files.content_policy import content_violation
from kingdom.tools.files.secret_scan import find_secret
from kingdom.tools.files.workspace_services import workspace_folder
from kingdom.tools.models import FileVersion, WorkspaceUsage

MEGABYTE = 1 << 20
MAX_COUNTED_FILES = 1_000_000  # files of one workspace that are counted: more than any quota
MAX_VERSIONS_PER_FILE = 50  # of one file
_LOCK_SQL = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
_USAGE_SQL = """
INSERT INTO workspace_use (workspace, user_id, bytes, files) VALUES (%s, %s, %s, %s)
    ON CONFLICT (workspace) DO UPDATE SET bytes = EXCLUDED.bytes, files = EXCLUDED.files
"""
# What is not the newest of its file goes, the oldest first, until the rest fits.
_PRUNE_SQL = """
DELETE FROM file_versions WHERE id IN (
    SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY workspace, path ORDER BY number DESC) AS age, sum(size) OVER (ORDER BY id DESC) AS kept
          FROM file_versions WHERE user_id = %s
    ) AS one WHERE kept > %s AND age > 1
)
"""


@dataclass(frozen=True, kw_only=True)
class FileAuthor:
    """Who changes a file, and in which workspace: the person themselves, or one of their agents in a session."""

    user_id: int
    workspace_id: str
    agent_id: str = ""
    session_id: uuid.UUID | None = None

    @classmethod
    def of(cls, call: CallContext, workspace_id: str) -> "FileAuthor":
        """Return the agent of a call."""
        session_id = uuid.UUID(call.session_id)
        return cls(
            user_id=int(call.user_id), workspace_id=workspace_id, agent_id=call.agent_id[:100], session_id=session_id
        )

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return workspace_folder(self.workspace_id)


class WorkspaceFileStore(FileStore):
    """The files of one call's conversation."""

    def __init__(self, author: FileAuthor) -> None:
        """Keep whose they are."""
        self._author = author

    async def write(self, path: str, text: str) -> int:
        """Make or replace a text file and return its bytes. Raises ToolError."""
        return await in_database(file_write, author=self._author, path=path, data=text.encode("utf-8", "replace"))

    async def delete(self, path: str) -> None:
        """Remove a file. Raises ToolError when it is not there."""
        await in_database(file_remove, author=self._author, path=path)


def file_write(*, author: FileAuthor, path: str, data: bytes) -> int:
    """Make or replace a file and return its bytes. Blocking. Writing what is there already changes nothing.

    Raises ToolError for a path that is none, a text that must not be written, and over the user's quota; nothing is changed then.
    """
    path = "/".join(path_components(path))
    file_content_check(path, data)
    workspace = Workspace(author.folder)
    with transaction.atomic():
        _lock_files_of(author)
        sizes = {**_file_sizes(workspace), path: len(data)}
        _check_quota(author, sizes)
        if _store_untracked_version(author, workspace, path) == _sha256(data):
            return len(data)
        _version_create(author, path, data)
        # not after the commit: the lock would be gone, and two writers could leave the older text; when this fails, so does the version
        written = workspace.write(path, data)
        _usage_store(author, sizes)
    return written


def file_remove(*, author: FileAuthor, path: str) -> None:
    """Remove a file; its versions stay. Blocking. Raises ToolError for what is not a plain file inside the workspace."""
    path = "/".join(path_components(path))
    workspace = Workspace(author.folder)
    with transaction.atomic():
        _lock_files_of(author)
        _store_untracked_version(author, workspace, path)
        _version_create(author, path, None)
        workspace.delete(path)
        _usage_store(author, _file_sizes(workspace))


def file_quota_check(*, author: FileAuthor, path: str, size: int) -> None:
    """Raise ToolError when a file of ``size`` bytes at ``path`` would be too much as things stand now. Blocking."""
    _check_quota(author, {**_file_sizes(Workspace(author.folder)), path: size})


def file_content_check(path: str, data: bytes) -> None:
    """Raise ToolError for a text that must not be written. In pictures and documents only secrets in plain text are looked for."""
    try:
        why = content_violation(path, data.decode("utf-8"))
    except UnicodeDecodeError:
        kind = find_secret({"content": data.decode("utf-8", "replace")})
        why = content_violation(path, "") or (f"it holds {kind}" if kind else "")
    if why:
        raise ToolError(f"{path} is not written: {why}.")


def _lock_files_of(author: FileAuthor) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_SQL, [f"kingdom.files:{author.user_id}"])


def _file_sizes(workspace: Workspace) -> dict[str, int]:
    return {entry.path: entry.size for entry in workspace.find(limit=MAX_COUNTED_FILES)}


def _check_quota(author: FileAuthor, sizes: dict[str, int]) -> None:
    others = WorkspaceUsage.objects.filter(user_id=author.user_id).exclude(pk=author.workspace_id)
    sums = others.aggregate(bytes=Sum("bytes", default=0), files=Sum("files", default=0))
    config = settings.KINGDOM
    if sums["bytes"] + sum(sizes.values()) > config.workspace_mb * MEGABYTE:
        raise ToolError(
            f"Your files would take more than {config.workspace_mb} MB, which is the most. Delete some first."
        )
    if sums["files"] + len(sizes) > config.workspace_files:
        raise ToolError(
            f"You would have more than {config.workspace_files} files, which is the most. Delete some first."
        )


def _store_untracked_version(author: FileAuthor, workspace: Workspace, path: str) -> str:
    """Keep what is there now when no version holds it (a file by other hands), and return its SHA-256, empty when there is none."""
    try:
        data = workspace.read(path)
    except ToolError:
        return ""  # nothing is there, or nothing that may be read
    newest = (
        FileVersion.objects.filter(workspace=author.workspace_id, path=path)
        .order_by("-number")
        .values_list("sha256", "deleted")
    )
    known = _sha256(data)
    if newest.first() != (known, False):
        _version_create(author, path, data)
    return known


def _version_create(author: FileAuthor, path: str, data: bytes | None) -> None:
    """Store the next version of a file, None for its removal, and let the oldest go that are too many."""
    mine = FileVersion.objects.filter(workspace=author.workspace_id, path=path)
    number = (mine.aggregate(last=Max("number"))["last"] or 0) + 1
    FileVersion.objects.create(
        user_id=author.user_id,
        workspace=author.workspace_id,
        path=path,
        number=number,
        content=data or b"",
        size=len(data or b""),
        sha256=_sha256(data or b""),
        deleted=data is None,
        agent_id=author.agent_id,
        session_id=author.session_id,
    )
    if number > MAX_VERSIONS_PER_FILE:
        mine.filter(number__lte=number - MAX_VERSIONS_PER_FILE).delete()
    most = settings.KINGDOM.workspace_mb * MEGABYTE
    if FileVersion.objects.filter(user_id=author.user_id).aggregate(bytes=Sum("size", default=0))["bytes"] > most:
        with connection.cursor() as cursor:
            cursor.execute(_PRUNE_SQL, [author.user_id, most])


def _usage_store(author: FileAuthor, sizes: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_USAGE_SQL, [author.workspace_id, author.user_id, sum(sizes.values()), len(sizes)])


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
