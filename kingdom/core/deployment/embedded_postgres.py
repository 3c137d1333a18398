"""The address of a data folder's embedded PostgreSQL."""

import hashlib
import os
import pwd
import tempfile
from pathlib import Path
from typing import Any

DATABASE_NAME = "kingdom"
SUPERUSER = "postgres"  # sets the cluster up; the application never connects as it
APPLICATION_ROLE = "kingdom"
PORT = "5432"
_MAX_SOCKET_PATH_BYTES = 100  # sockaddr_un holds 107 on Linux, 103 on macOS


def socket_folder(pg: Path) -> Path:
    """Return the folder of the server's socket.

    It is the database's own folder, which only its owner may enter, or a short one in the temporary folder if that path
    is too long for a socket. The name there can be guessed: it is made and checked by ``ensure_private_folder``.
    """
    if len(os.fsencode(pg / f".s.PGSQL.{PORT}")) <= _MAX_SOCKET_PATH_BYTES:
        return pg
    digest = hashlib.sha256(os.fsencode(pg)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"kingdom-{digest}"


def embedded_database_settings(data: Path) -> dict[str, Any]:
    """Return Django's connection settings for the embedded server of a data folder.

    A running server writes its port and socket folder to lines 4 and 5 of ``postmaster.pid`` (PostgreSQL's own format).
    Without one, this returns the address it would use, so that a connection fails with a plain message.
    """
    folder = data / "pg"
    host, port = str(socket_folder(folder)), PORT
    try:
        lines = (folder / "postmaster.pid").read_text().splitlines()
    except OSError:  # not running, or another user's: the connection fails
        lines = []
    if len(lines) >= 5 and lines[4].strip():
        port, host = lines[3].strip(), lines[4].strip()
    return {
        **{"NAME": DATABASE_NAME, "USER": APPLICATION_ROLE, "PASSWORD": "", "HOST": host, "PORT": port},
        "OPTIONS": _peer_check(folder),
    }


def _peer_check(folder: Path) -> dict[str, str]:
    """Return libpq's check that the server runs as the owner of its folder: a socket's name proves nothing."""
    try:
        return {"requirepeer": pwd.getpwuid(folder.stat().st_uid).pw_name}
    except (OSError, KeyError):  # no server yet, or an account without a name
        return {}
