"""Probes of ``/healthz``: can this process write to its data folder and to the database?"""

import errno
import os
import secrets
import shutil
import socket
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psycopg
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError

from kingdom.core.deployment.server_connection import server_parameters
from kingdom.ops.launch.preflight import MIN_FREE_MB

DiskState = Literal["ok", "low", "full", "unwritable"]
FULL_MB = 32  # two segments of the write-ahead log: PostgreSQL stops when it cannot create the next one
PROBE_INTERVAL_S = 5.0
CONNECT_TIMEOUT_S = 5
_lock = threading.Lock()


@dataclass(frozen=True)
class StorageState:
    """What a write met: the data folder's disk, and whether the database stored a row."""

    disk: DiskState
    database_writable: bool


_last: tuple[float, StorageState] | None = None
_answered_at = float("-inf")


def database_answer_check() -> None:
    """Raise OperationalError when the server takes no new connection within five seconds.

    A query on an open connection to a server that hangs would wait for ever. An answer counts for PROBE_INTERVAL_S.
    """
    global _answered_at
    if time.monotonic() - _answered_at < PROBE_INTERVAL_S:
        return
    try:
        psycopg.connect(**{**server_parameters(), "connect_timeout": CONNECT_TIMEOUT_S}).close()
    except psycopg.OperationalError:
        raise OperationalError("The database takes no connection.") from None
    _answered_at = time.monotonic()


def storage_state() -> StorageState:
    """Return the last probe's result, or of a new one when it is older than PROBE_INTERVAL_S. Raises DatabaseError."""
    global _last
    with _lock:
        if _last is None or time.monotonic() - _last[0] > PROBE_INTERVAL_S:
            _last = (
                time.monotonic(),
                StorageState(disk_state(settings.KINGDOM.resolved_data), _is_database_writable()),
            )
        return _last[1]


def disk_state(folder: Path) -> DiskState:
    """Write and remove a small file in a folder, which is created if missing, and read the free space of its disk."""
    probe = folder / f".health-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with probe.open("wb") as file:
                file.write(b"x" * 4096)
                file.flush()
                os.fsync(file.fileno())
        finally:
            probe.unlink(missing_ok=True)
        free_mb = shutil.disk_usage(folder).free // 2**20
    except OSError as error:
        return "full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "unwritable"
    if free_mb < FULL_MB:
        return "full"
    return "low" if free_mb < MIN_FREE_MB else "ok"


def _is_database_writable() -> bool:
    key, token = f"healthz.{socket.gethostname()}.{os.getpid()}", secrets.token_hex(8)
    cache.set(key, token, 60)  # the database cache reports no failed write: read it back
    return bool(cache.get(key) == token)
