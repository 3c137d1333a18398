"""Paths of files in a workspace. They name rows, and files where a user unpacks them, so odd ones are refused."""

import unicodedata
from typing import NamedTuple

from kingdom.core.errors import ToolError

MAX_FILE = 8 << 20  # bytes of one file
MAX_PATH, MAX_NAME, MAX_DEPTH = 1024, 255, 16  # bytes, bytes, components
_RESERVED_PREFIX = ".kingdom-draft-"


class FileEntry(NamedTuple):
    """One file: its path inside the workspace, its size in bytes."""

    path: str
    size: int


def path_components(path: str) -> tuple[str, ...]:
    """Return the components of a relative path.

    Raises ToolError for an absolute path, ``..``, control characters, back slashes, over-long names, and Unicode that
    is not in composed form (two names that look the same must be the same).
    """
    if not path or len(path.encode("utf-8", "surrogatepass")) > MAX_PATH:
        raise ToolError(f"A path has 1 to {MAX_PATH} bytes.")
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs"} for letter in path) or "\\" in path:
        raise ToolError("A path has no control characters, invisible characters or back slashes.")
    if path.startswith("/"):
        raise ToolError("A path is relative to the workspace and does not begin with a slash.")
    if unicodedata.normalize("NFC", path) != path:
        raise ToolError("A path is in composed Unicode form (NFC).")
    return _check_components(tuple(part for part in path.split("/") if part not in {"", "."}))


def _check_components(parts: tuple[str, ...]) -> tuple[str, ...]:
    if ".." in parts:
        raise ToolError("A path stays in the workspace: it has no '..'.")
    if not parts or len(parts) > MAX_DEPTH:
        raise ToolError(f"A path names a file, at most {MAX_DEPTH} folders deep.")
    if any(len(part.encode()) > MAX_NAME or part.startswith(_RESERVED_PREFIX) for part in parts):
        raise ToolError(f"A name has at most {MAX_NAME} bytes, and none begins with {_RESERVED_PREFIX}.")
    return parts
