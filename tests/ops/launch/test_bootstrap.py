"""Several first starts on one empty database: one process makes the tables, the others wait for it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from kingdom.core.deployment.server_connection import server_parameters
from kingdom.ops.launch import bootstrap
from kingdom.ops.launch.bootstrap import FIRST_START_LOCK, migrate_tables

WAIT_S = 20
_WAITING = """
SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
 WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
"""


@contextmanager
def other_process() -> Iterator[psycopg.Connection]:
    """Connect to the test's database as another process does."""
    with psycopg.connect(**server_parameters(), autocommit=True) as other:
        yield other


def until(is_so: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(WAIT_S * 50):
        if is_so():
            return
        pause.wait(0.02)
    raise AssertionError("it did not come to that")


@pytest.mark.django_db
def test_a_start_waits_while_another_one_makes_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[str]()
    monkeypatch.setattr(bootstrap, "_tables_make", lambda: made.append("tables"))
    connection.ensure_connection()
    start = threading.Thread(target=migrate_tables)
    with other_process() as other:
        other.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [FIRST_START_LOCK])
        start.start()
        until(lambda: other.execute(_WAITING).fetchone() == (1,))
        assert made == []
    start.join(WAIT_S)
    assert made == ["tables"]


@pytest.mark.django_db
def test_a_start_that_failed_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "_tables_make", lambda: 1 / 0)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "connect_timeout", 7)  # as DATABASE_URL may say
    with pytest.raises(ZeroDivisionError):
        migrate_tables()
    with other_process() as other:
        taken = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"
        until(lambda: other.execute(taken, [FIRST_START_LOCK]).fetchone() == (True,))
