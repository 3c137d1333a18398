"""A workspace: one directory that no path can leave.

Every path is opened relative to the directory's descriptor. The kernel resolves it with ``openat2``
(``RESOLVE_BENEATH`` and no links, Linux 5.6 and later); without that call each component is opened with ``O_NOFOLLOW``.
The opened file itself is examined, so that nothing can be swapped between a check and a use.
"""

import ctypes
import errno
import fnmatch
import os
import secrets
import stat
import struct
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kingdom.core.errors import ToolError

MAX_FILE = 8 << 20  # bytes of one file
MAX_PATH, MAX_NAME, MAX_DEPTH = 1024, 255, 16  # bytes, bytes, components
_OPENAT2 = 437  # the same number on every architecture (unified since Linux 5.1)
_RESOLVE = 0x08 | 0x04 | 0x02  # BENEATH | NO_SYMLINKS | NO_MAGICLINKS, from linux/openat2.h
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | os.O_NOFOLLOW
_TEMP_PREFIX = ".kingdom-draft-"
_libc = ctypes.CDLL(None, use_errno=True)


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
    if any(len(part.encode()) > MAX_NAME or part.startswith(_TEMP_PREFIX) for part in parts):
        raise ToolError(f"A name has at most {MAX_NAME} bytes, and none begins with {_TEMP_PREFIX}.")
    return parts


def _openat2(root: int, path: str, flags: int) -> int:
    how = struct.pack("=QQQ", flags | os.O_CLOEXEC, 0, _RESOLVE)
    opened: int = _libc.syscall(_OPENAT2, root, os.fsencode(path), how, len(how))
    if opened < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), path)
    return opened


def _open_stepwise(root: int, parts: tuple[str, ...], flags: int) -> int:
    """Open the components one by one, none through a link; the last with ``flags``, the others as directories."""
    parent = os.dup(root)
    try:
        for part in parts[:-1]:
            child = os.open(part, _DIRECTORY, dir_fd=parent)
            os.close(parent)
            parent = child
        return os.open(parts[-1], flags | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    finally:
        os.close(parent)


def _kernel_confines() -> bool:
    try:
        os.close(_openat2(os.open("/", _DIRECTORY), ".", os.O_RDONLY | os.O_DIRECTORY))
    except OSError:
        return False
    return True


class Workspace:
    """The files of one conversation."""

    def __init__(self, folder: Path, *, confine_by_kernel: bool | None = None) -> None:
        """Create the folder with mode 700. ``confine_by_kernel``: use ``openat2``; None if the kernel has it."""
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # ``parents`` would leave it open to other users
        folder.mkdir(exist_ok=True, mode=0o700)
        self._folder = folder
        self._by_kernel = _BY_KERNEL if confine_by_kernel is None else confine_by_kernel

    def read(self, path: str, *, limit: int = MAX_FILE) -> bytes:
        """Return a file's bytes. Raises ToolError for a missing or irregular file or one over ``limit`` bytes."""
        with self._root() as root, self._plain_file(root, path) as (descriptor, status):
            if status.st_size > limit:
                raise ToolError(f"{path} has {status.st_size} bytes; at most {limit} are read.")
            with os.fdopen(os.dup(descriptor), "rb") as file:
                data = file.read(limit + 1)
        if len(data) > limit:
            raise ToolError(f"{path} grew beyond {limit} bytes while it was read.")
        return data

    def about(self, path: str) -> FileEntry:
        """Return a file's normalized path and its size. Raises ToolError for a missing or irregular file."""
        with self._root() as root, self._plain_file(root, path) as (_, status):
            return FileEntry("/".join(path_components(path)), status.st_size)

    def write(self, path: str, data: bytes, *, limit: int = MAX_FILE) -> int:
        """Create or replace a file atomically, with its folders, and return the number of bytes.

        A link at the path is replaced, not followed. Raises ToolError over ``limit`` bytes, for a folder at the path,
        and for a name that differs from another only in case.
        """
        parts = path_components(path)
        if len(data) > limit:
            raise ToolError(f"{path} would have {len(data)} bytes; at most {limit} are written.")
        temporary = _TEMP_PREFIX + secrets.token_hex(8)
        with self._root() as root, self._parent(root, parts, make=True) as parent:
            _refuse_case_variant(parent, parts[-1])
            descriptor = os.open(
                temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=parent
            )
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.rename(temporary, parts[-1], src_dir_fd=parent, dst_dir_fd=parent)
            except OSError as error:
                os.unlink(temporary, dir_fd=parent)
                raise _to_tool_error(error, path) from error
        return len(data)

    def delete(self, path: str) -> None:
        """Remove a plain file. Raises ToolError for a missing or irregular file."""
        parts = path_components(path)
        with self._root() as root:
            with self._plain_file(root, path):
                pass  # the file may be swapped before the unlink, which follows no link
            with self._parent(root, parts, make=False) as parent:
                try:
                    os.unlink(parts[-1], dir_fd=parent)
                except OSError as error:
                    raise _to_tool_error(error, path) from error

    def is_folder(self, path: str) -> bool:
        """Return whether a path is a folder; False for a missing path and for a link. Raises ToolError for its form."""
        with self._root() as root:
            try:
                os.close(self._open(root, path_components(path), os.O_RDONLY | os.O_DIRECTORY))
            except ToolError:
                return False
        return True

    def delete_folder(self, path: str) -> None:
        """Remove a folder and its folders. Raises ToolError for one that holds a file, a link or anything else."""
        parts = path_components(path)
        with self._root() as root, self._parent(root, parts, make=False) as parent:
            try:
                _remove_folders(parent, parts[-1])
            except OSError as error:
                raise _to_tool_error(error, path) from error

    def find(self, pattern: str = "*", *, base: str = ".", limit: int = 1000) -> list[FileEntry]:
        """Return at most ``limit`` plain files below ``base`` whose path or name matches a shell pattern, sorted."""
        prefix = () if base in {".", "", "./"} else path_components(base)
        matches: list[FileEntry] = []
        with self._root() as root:
            start = self._open(root, prefix, os.O_RDONLY | os.O_DIRECTORY) if prefix else os.dup(root)
            for entry in _walk(start, prefix):
                names = (entry.path, entry.path.rsplit("/", 1)[-1])
                if any(fnmatch.fnmatchcase(name, pattern) for name in names):
                    matches.append(entry)
                    if len(matches) >= limit:
                        break
        return sorted(matches)

    @contextmanager
    def _root(self) -> Iterator[int]:
        root = os.open(self._folder, _DIRECTORY)
        try:
            yield root
        finally:
            os.close(root)

    def _open(self, root: int, parts: tuple[str, ...], flags: int) -> int:
        try:
            return _openat2(root, "/".join(parts), flags) if self._by_kernel else _open_stepwise(root, parts, flags)
        except OSError as error:
            raise _to_tool_error(error, "/".join(parts)) from error

    @contextmanager
    def _plain_file(self, root: int, path: str) -> Iterator[tuple[int, os.stat_result]]:
        # O_NONBLOCK: opening a FIFO without a writer must not hang the worker
        descriptor = self._open(root, path_components(path), os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise ToolError(f"{path} is not a plain file.")
            if status.st_nlink != 1:
                raise ToolError(f"{path} has a second name (a hard link), so it may belong to somebody else.")
            yield descriptor, status
        finally:
            os.close(descriptor)

    @contextmanager
    def _parent(self, root: int, parts: tuple[str, ...], *, make: bool) -> Iterator[int]:
        parent = os.dup(root)
        try:
            for depth, part in enumerate(parts[:-1]):
                if make:
                    _make_folder(parent, part)
                child = self._open(parent, (part,), os.O_RDONLY | os.O_DIRECTORY)
                os.close(parent)
                parent = child
                if not stat.S_ISDIR(os.fstat(parent).st_mode):
                    raise ToolError(f"{'/'.join(parts[: depth + 1])} is not a folder.")
            yield parent
        finally:
            os.close(parent)


def _make_folder(parent: int, name: str) -> None:
    try:
        os.mkdir(name, 0o700, dir_fd=parent)
    except FileExistsError:
        return
    except OSError as error:
        raise _to_tool_error(error, name) from error


def _refuse_case_variant(parent: int, name: str) -> None:
    """Raise ToolError for a name that differs from another only in case: on other systems they are one file."""
    folded = name.casefold()
    variant = next((other for other in os.listdir(parent) if other != name and other.casefold() == folded), None)
    if variant is not None:
        raise ToolError(f"{name} differs from {variant} only in case. Use one of the two names.")


def _walk(start: int, prefix: tuple[str, ...]) -> Iterator[FileEntry]:
    """Yield plain files and close ``start``. Links are not followed, so there are no loops."""
    try:
        with os.scandir(start) as entries:
            for entry in sorted(entries, key=lambda item: item.name):
                path = (*prefix, entry.name)
                if entry.name.startswith(_TEMP_PREFIX) or len(path) > MAX_DEPTH:
                    continue
                if entry.is_file(follow_symlinks=False):
                    yield FileEntry("/".join(path), entry.stat(follow_symlinks=False).st_size)
                elif entry.is_dir(follow_symlinks=False):
                    yield from _walk_into(start, entry.name, path)
    finally:
        os.close(start)


def _remove_folders(parent: int, name: str, depth: int = 0) -> None:
    """Remove a folder of empty folders, bottom up, through no link. Raises OSError for one that is not empty."""
    descriptor = os.open(name, _DIRECTORY, dir_fd=parent)
    try:
        for child in os.listdir(descriptor) if depth < MAX_DEPTH else ():
            _remove_folders(descriptor, child, depth + 1)
    finally:
        os.close(descriptor)
    os.rmdir(name, dir_fd=parent)


def _walk_into(parent: int, name: str, path: tuple[str, ...]) -> Iterator[FileEntry]:
    try:
        child = os.open(name, _DIRECTORY, dir_fd=parent)
    except OSError:
        return  # removed, or replaced by a link, since it was listed
    yield from _walk(child, path)


def _to_tool_error(error: OSError, path: str) -> ToolError:
    match error.errno:
        case errno.ENOENT:
            return ToolError(f"{path} is not there.")
        case errno.ELOOP | errno.EXDEV:
            return ToolError(f"{path} goes through a link or leaves the workspace.")
        case errno.ENOTDIR | errno.EISDIR | errno.ENXIO:
            return ToolError(f"{path} is not a plain file in plain folders.")
        case errno.ENOTEMPTY:
            return ToolError(f"{path} is not empty.")
        case errno.ENOSPC | errno.EDQUOT:
            return ToolError("There is no room left on the server's disk.")
        case _:
            return ToolError(f"{path} cannot be used: {os.strerror(error.errno or 0)}.")


_BY_KERNEL = _kernel_confines()
