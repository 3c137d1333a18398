"""A web process waits for its database with bounds; a request waits in vain only once."""

import copy
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper

from kingdom.core import bounded_postgresql
from kingdom.core.bounded_postgresql import base, bound_database_waits
from kingdom.core.database import infrastructure_fault
from kingdom.core.errors import DatabaseAway
from kingdom.ops.launch import web_process
from tests.plugins import connection_reuse

pytestmark = pytest.mark.django_db
BOUND_S, SLOW_S = 0.4, 8


@pytest.fixture(autouse=True)
def short_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "MAX_WAIT_S", BOUND_S)
    monkeypatch.setattr(base, "MAX_CHECK_S", BOUND_S)


@pytest.fixture
def settings_copy(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Settings of the test database that a test may change, instead of those of this process."""
    own = copy.deepcopy(connection.settings_dict)
    own["OPTIONS"].pop("pool", None)
    monkeypatch.setattr(DatabaseWrapper, "get_new_connection", connection_reuse._connect)
    monkeypatch.setattr(DatabaseWrapper, "_close", connection_reuse._close)
    monkeypatch.setattr(base.DatabaseWrapper, "_connection_pools", {})
    monkeypatch.setattr(connections, "settings", {**connections.settings, "default": own})
    return own


@pytest.fixture
def web(settings_copy: dict[str, Any]) -> Iterator[base.DatabaseWrapper]:
    """A connection as a web process has it, without a pool."""
    bound_database_waits()
    made = connections.create_connection("default")
    assert isinstance(made, base.DatabaseWrapper), "its backend is the bounded one"
    yield made
    made.close()


@pytest.fixture
def web_pool(settings_copy: dict[str, Any]) -> Iterator[base.DatabaseWrapper]:
    """A connection of a pool, as a web process has it by default."""
    settings_copy["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 1, "timeout": 1}
    bound_database_waits()
    made = connections.create_connection("default")
    assert isinstance(made, base.DatabaseWrapper)
    yield made
    made.close()
    made.close_pool()


def _execute(database: base.DatabaseWrapper, statement: str) -> object:
    with database.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


@pytest.mark.parametrize("kind", ["web", "web_pool"])
def test_a_statement_without_an_answer_ends_at_the_bound(kind: str, request: pytest.FixtureRequest) -> None:
    database = request.getfixturevalue(kind)
    assert _execute(database, "SELECT 1") == (1,), "control"
    started = time.monotonic()
    with pytest.raises(OperationalError) as caught:
        _execute(database, f"SELECT pg_sleep({SLOW_S})")
    assert time.monotonic() - started < SLOW_S / 2
    assert isinstance(infrastructure_fault(caught.value), DatabaseAway), "answered by 503"
    assert database.connection.closed, "its rollback does not wait again"


@pytest.mark.parametrize("kind", ["web", "web_pool"])
def test_a_request_waits_in_vain_once(
    kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = request.getfixturevalue(kind)
    with pytest.raises(OperationalError):
        _execute(database, f"SELECT pg_sleep({SLOW_S})")
    database.close()
    with pytest.raises(OperationalError, match="a moment ago"):
        _execute(database, "SELECT 1")
    monkeypatch.setattr(database, "_refuses_until", 0.0)
    assert _execute(database, "SELECT 1") == (1,), "and later it asks again"


def _drain(server: socket.socket) -> int:
    """Close the connections that wait to be accepted, and return their number."""
    count = 0
    with suppress(BlockingIOError):
        while True:
            server.accept()[0].close()
            count += 1
    return count


def test_a_server_that_accepts_and_says_nothing_is_left(web: base.DatabaseWrapper) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        web.settings_dict |= {"HOST": "127.0.0.1", "PORT": str(silent.getsockname()[1])}
        web.settings_dict["OPTIONS"]["connect_timeout"] = 1
        started = time.monotonic()
        with pytest.raises(OperationalError):
            web.ensure_connection()
        assert time.monotonic() - started < 5
        silent.setblocking(False)
        assert _drain(silent) > 0
        with pytest.raises(OperationalError, match="a moment ago"):
            web.ensure_connection()
        assert _drain(silent) == 0, "it does not even connect, let alone wait"


def test_a_check_of_the_pool_has_its_own_bound(web: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow statement may take MAX_WAIT_S; the empty one of a check never takes as long on a server that works."""
    monkeypatch.setattr(base, "MAX_WAIT_S", 60.0)
    web.ensure_connection()
    raw = web.connection
    waits: list[float | None] = []

    def wait(self: psycopg.Connection[Any], gen: object, interval: float, timeout: float | None = None) -> None:
        waits.append(timeout)
        raise psycopg.OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "wait", wait)
        for statement in ("", "SELECT 1"):
            with pytest.raises(psycopg.OperationalError):
                raw.execute(statement)
    assert waits == [BOUND_S, 60.0]


def test_connecting_is_bounded_unless_the_operator_says_otherwise(settings_copy: dict[str, Any]) -> None:
    bound_database_waits()
    assert settings_copy["OPTIONS"]["connect_timeout"] == bounded_postgresql.MAX_CONNECT_S
    settings_copy["OPTIONS"]["connect_timeout"] = "3"
    bound_database_waits()
    assert settings_copy["OPTIONS"]["connect_timeout"] == "3"


def test_the_web_process_has_the_bounds_when_it_serves(
    settings_copy: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    engines: list[str] = []
    monkeypatch.setattr(web_process.WebServer, "run", lambda *_, **__: engines.append(settings_copy["ENGINE"]))
    web_process.main([])
    assert engines == [bounded_postgresql.__name__]


def test_other_connections_are_not_bounded() -> None:
    """Workers and tests have Django's own backend: a long statement there is no hung server."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_sleep({BOUND_S * 2})")
    assert not isinstance(connection.connection, base.BoundedConnection)
