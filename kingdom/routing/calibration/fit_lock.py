"""One fit per space at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.db import connection

from kingdom.core.deployment.server_connection import server_parameters


@contextmanager
def fit_lock(space: str, *, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of a space's fits while the block runs, and give whether it is held.

    Without ``wait`` it is not when another fit runs. It is a lock of a session of its own: a fit may take minutes,
    outside of any transaction. A killed process loses it with its connection.
    """
    function = "pg_advisory_lock" if wait else "pg_try_advisory_lock"
    with connection.wrap_database_errors:
        server = psycopg.connect(**server_parameters(), autocommit=True)
    with server:
        with connection.wrap_database_errors:
            row = server.execute(f"SELECT {function}(hashtextextended(%s, 0))", [f"calibration:{space}"]).fetchone()
        yield row is not None and row[0] is not False
