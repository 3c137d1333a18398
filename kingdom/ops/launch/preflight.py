"""Checks before a start: data folder, lock, port. Each failure is one sentence. Does not import Django."""

import errno
import fcntl
import json
import os
import shutil
import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO

from kingdom.core.errors import BadConfiguration, Conflict

PRIVATE_FOLDERS = ("run", "logs", "static")
MIN_FREE_MB = 300  # a fresh cluster, its log and the encoder's graph take 200


def describe_os_error(error: OSError, path: Path | str) -> str:
    """Return one sentence about an operating-system error at a path, with advice."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"The disk of {path} is full. Free some space, or choose another folder with --data."
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return (
                f"{path} cannot be written ({error.strerror}). Choose another folder with --data, or change its rights."
            )
        case errno.ENOTDIR | errno.EEXIST:
            return f"{path} is not a folder. Choose another one with --data."
        case _:
            return f"{path}: {error.strerror or error}."


def folder_mode() -> int:
    """Return the mode of the folders around the database's: as root, the database's own account must pass through.

    The folders of keys and database protect themselves.
    """
    return 0o711 if os.geteuid() == 0 else 0o700


def database_error(error: Exception) -> BadConfiguration:
    """Return the error for a database that refuses connections, with the first line of its reason."""
    return BadConfiguration(f"The database does not answer: {str(error).strip().splitlines()[0]}")


def prepare_data_folder(data: Path) -> None:
    """Create the data folder and its subfolders. Raises BadConfiguration if it is not writable or the disk is full."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=folder_mode())
        _check_owner(data)
        for name in PRIVATE_FOLDERS:
            (data / name).mkdir(exist_ok=True, mode=0o700)
        for folder in (data / "workspaces", *data.glob("replaced*")):  # earlier releases left them open to others
            if folder.is_dir():
                folder.chmod(0o700)
        probe = data / "run" / ".probe"
        probe.write_bytes(b"x" * 4096)
        probe.unlink()
        free = shutil.disk_usage(data).free // 2**20
    except OSError as error:
        raise BadConfiguration(describe_os_error(error, data)) from error
    if free < MIN_FREE_MB:
        raise BadConfiguration(
            f"The disk of {data} is full: {free} MB free, Kingdom needs {MIN_FREE_MB} MB. "
            "Free some space, or use --data."
        )


def _check_owner(data: Path) -> None:
    """Raise BadConfiguration for another user's folder in one where everybody may make names, such as /tmp."""
    owner, above = data.stat().st_uid, data.resolve().parent.stat()
    if owner != os.geteuid() and above.st_mode & stat.S_IWOTH:
        raise BadConfiguration(
            f"{data} belongs to another user (uid {owner}). "
            "Start Kingdom as its owner, or choose another --data folder."
        )


def lock_data_folder(data: Path, *, address: str) -> IO[str]:
    """Lock the data folder for the life of this process.

    Raises Conflict with the address of the Kingdom that holds the lock.
    """
    file = (data / "run" / "up.lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = {}
        with file, suppress(ValueError):
            file.seek(0)
            holder = json.loads(file.read())
        where = f" at {holder['address']} (process {holder['pid']})" if holder else ""
        raise Conflict(
            f"Kingdom already runs on {data}{where}. Stop it first, or choose another folder with --data."
        ) from error
    file.truncate(0)
    file.write(json.dumps({"pid": os.getpid(), "address": address}))
    file.flush()
    return file


def bind_port(host: str, port: int) -> socket.socket:
    """Return a listening socket for the web process to inherit, so that its restarts keep the port and lose no client.

    Raises BadConfiguration when the port is taken or not allowed.
    """
    if not 1 <= port <= 65535:
        raise BadConfiguration(f"--port {port} is not a port: use 1 to 65535.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise BadConfiguration(f"There is no address for --host {host}.") from error
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(socket.SOMAXCONN)  # claims the port: two bound sockets may share it until one listens
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise BadConfiguration(
                f"Port {port} is taken by another program. Choose another, e.g. --port {port + 1}."
            ) from error
        if error.errno == errno.EACCES:
            raise BadConfiguration(
                f"Port {port} may only be used by root. Choose one above 1023 with --port."
            ) from error
        raise BadConfiguration(f"{host}:{port} cannot be used: {error.strerror}.") from error
    return bound
