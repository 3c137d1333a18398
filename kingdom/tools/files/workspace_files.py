"""The present files of a workspace: the newest version of each path. The database holds them, on no host's disk."""

import fnmatch
from collections.abc import Iterable

from django.db.models import QuerySet

from kingdom.core.errors import ToolError
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.workspace_paths import MAX_FILE, FileEntry, path_components
from kingdom.tools.models import FileVersion


def present_files(workspace_id: str) -> list[FileEntry]:
    """Return all files of a workspace, by path. One query; no content is read."""
    rows = _places.rows(workspace_id=workspace_id)
    return sorted(FileEntry(path, size) for path, size, deleted in rows if not deleted)


def _places_query(workspace_id: str) -> QuerySet[FileVersion, tuple[str, int, bool]]:
    return _newest(workspace_id).values_list("path", "size", "deleted")


_places = ComposedQuery(_places_query, workspace_id=str)


def present_file(workspace_id: str, path: str) -> FileVersion:
    """Return the newest version of a file without its content. Raises ToolError for a missing file and for a folder."""
    path = "/".join(path_components(path))
    versions = FileVersion.objects.filter(workspace=workspace_id, path=path)
    newest = versions.order_by("-number").defer("content").first()
    if newest is not None and not newest.deleted:
        return newest
    if is_folder(path, present_files(workspace_id)):
        raise ToolError(f"{path} is a folder, not a file.")
    raise ToolError(f"{path} is not there.")


def is_folder(path: str, files: Iterable[FileEntry]) -> bool:
    """Return whether one of some files lies below a path."""
    return any(entry.path.startswith(f"{path}/") for entry in files)


def _newest(workspace_id: str) -> QuerySet[FileVersion]:
    return FileVersion.objects.filter(workspace=workspace_id).order_by("path", "-number").distinct("path")


def file_content(workspace_id: str, path: str, *, limit: int = MAX_FILE) -> bytes:
    """Return a file's bytes. Raises ToolError for a missing file, a folder, and one over ``limit`` bytes."""
    newest = present_file(workspace_id, path)
    if newest.size > limit:
        raise ToolError(f"{path} has {newest.size} bytes; at most {limit} are read.")
    return bytes(newest.content)


def files_matching(workspace_id: str, pattern: str, *, base: str = ".", limit: int) -> list[FileEntry]:
    """Return at most ``limit`` files below ``base`` whose path or name matches a shell pattern, sorted.

    Raises ToolError when ``base`` is no folder.
    """
    files = present_files(workspace_id)
    if base not in {".", "", "./"}:
        folder = "/".join(path_components(base))
        files = [entry for entry in files if entry.path.startswith(f"{folder}/")]
        if not files:
            raise ToolError(f"{folder} is not there.")
    names = ((entry, (entry.path, entry.path.rsplit("/", 1)[-1])) for entry in files)
    return [entry for entry, both in names if any(fnmatch.fnmatchcase(name, pattern) for name in both)][:limit]
