"""The Unix socket of sandboxd, made so that nobody who can write to its folder has another file changed by it."""

import grp
import os
import socket
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

BACKLOG = 64
_MAX_PATH_BYTES = 103  # sockaddr_un holds 107 on Linux, 103 on macOS: no client could connect to a longer one
_NAME = "s"
_DESCRIPTORS = Path("/proc/self/fd")


def server_socket(path: Path, *, group: str = "") -> socket.socket:
    """Return a listening socket at ``path``: mode 0600, or 0660 and of ``group``. Its folder is made if need be.

    The socket gets owner and mode in a new folder of mode 0700 and is renamed to its place then: what others put at
    ``path`` meanwhile, a link or a file, is replaced and never followed. Raises KeyError for an unknown group, and
    OSError when another daemon answers there, a folder is in its place, or the folder cannot be written.
    """
    gid = grp.getgrnam(group).gr_gid if group else -1
    if len(os.fsencode(path)) > _MAX_PATH_BYTES:
        raise OSError(f"{path} is longer than {_MAX_PATH_BYTES} bytes, the limit of sockets; choose another --socket")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not _is_stale(path):
        raise OSError(f"another sandboxd answers at {path}; stop it first, or choose another --socket")
    folder = Path(tempfile.mkdtemp(prefix=".sandboxd-", dir=path.parent))
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            _check_private(descriptor, folder)
            return _bound(descriptor, folder, path, gid)
        finally:
            os.close(descriptor)
    finally:
        with suppress(OSError):  # another may have put something in its place
            folder.rmdir()


def _check_private(descriptor: int, folder: Path) -> None:
    """Raise OSError unless the opened folder is this account's alone: another may have been put in its place."""
    status = os.fstat(descriptor)
    if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) != 0o700:
        raise OSError(f"{folder} was replaced by another user; choose a --socket in a folder that only sandboxd writes")


def _bound(descriptor: int, folder: Path, path: Path, gid: int) -> socket.socket:
    """Bind in the opened folder, whatever has its name by now, and move the socket to ``path``."""
    opened = _DESCRIPTORS / str(descriptor) if _DESCRIPTORS.is_dir() else folder
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    previous_umask = os.umask(0o177 if gid < 0 else 0o117)
    try:
        sock.bind(str(opened / _NAME))
        os.chown(_NAME, -1, gid, dir_fd=descriptor, follow_symlinks=False)
        sock.listen(BACKLOG)
        os.rename(_NAME, path, src_dir_fd=descriptor)
    except OSError:
        sock.close()
        with suppress(FileNotFoundError):  # it was not bound yet
            os.unlink(_NAME, dir_fd=descriptor)
        raise
    finally:
        os.umask(previous_umask)
    return sock


def _is_stale(path: Path) -> bool:
    """Return whether no process answers at a socket file."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except OSError:
            return True
    return False
