"""Connections that a thread closes serve the next one, as in the product's pool.

A new one takes PostgreSQL 25 ms to learn the tables that a stage of the Council touches, and each stage, session and
node of a test runs in threads of its own. Unlike the pool it has no limit that threads which end without closing theirs
could exhaust.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.backends.postgresql.psycopg_any import IsolationLevel
from psycopg.pq import TransactionStatus

MOST_IDLE = 40
_idle: list[tuple[int, str, psycopg.Connection[Any]]] = []  # process, database, connection
_connect = DatabaseWrapper.get_new_connection
_close = DatabaseWrapper._close  # type: ignore[attr-defined] # the stubs know no private method


@contextmanager
def reused_connections() -> Iterator[None]:
    """Reuse what Django closes until the end of the block, and close it then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseWrapper, "get_new_connection", _reuse)
        patch.setattr(DatabaseWrapper, "_close", _keep)
        yield
    close_idle_connections()


def close_idle_connections() -> None:
    """Close what waits for reuse."""
    while _idle:
        _idle.pop()[2].close()


def _reuse(wrapper: DatabaseWrapper, parameters: dict[str, Any]) -> Any:  # noqa: ANN401 - as Django's own
    wrapper.isolation_level = IsolationLevel.READ_COMMITTED  # type: ignore[attr-defined] # nor this attribute
    while _idle:
        try:
            process, database, found = _idle.pop()
        except IndexError:  # another thread took it
            break
        if process != os.getpid():  # of the parent: closing it would close the parent's
            continue
        if database == parameters["dbname"] and _is_clean(found):
            return found
        found.close()
    return _connect(wrapper, parameters)


def _is_clean(connection: psycopg.Connection[Any]) -> bool:
    try:
        connection.autocommit = True
        connection.execute("DISCARD ALL")
    except psycopg.Error:
        return False
    return True


def _keep(wrapper: DatabaseWrapper) -> None:
    found = wrapper.connection
    idle = found is not None and not found.closed and found.info.transaction_status == TransactionStatus.IDLE
    if idle and len(_idle) < MOST_IDLE:
        _idle.append((os.getpid(), found.info.dbname, found))
    else:
        _close(wrapper)
