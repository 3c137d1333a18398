"""The check of pooled connections: no round trip for one that lives, none given out that the server has ended."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg.errors import AdminShutdown
from psycopg_pool import ConnectionPool

from kingdom.core.database_backend.base import DatabaseWrapper, connection_check

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def parameters() -> dict[str, Any]:
    """The parameters of Django's connection."""
    found: dict[str, Any] = {**connection.get_connection_params(), "autocommit": True}
    return {name: value for name, value in found.items() if name not in ("cursor_factory", "context")}


@pytest.fixture
def used(parameters: dict[str, Any]) -> Iterator["psycopg.Connection[Any]"]:
    with psycopg.connect(**parameters) as opened:
        yield opened


def _end(ended: "psycopg.Connection[Any]") -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [ended.info.backend_pid])


def test_living_connection_is_not_asked(used: "psycopg.Connection[Any]", monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_connection: object) -> None:
        raise AssertionError("a round trip")

    monkeypatch.setattr(ConnectionPool, "check_connection", refused)
    used.execute("SELECT 1")
    connection_check(used)


def test_ended_connection_is_refused(used: "psycopg.Connection[Any]") -> None:
    used.execute("SELECT 1")
    _end(used)
    with pytest.raises((psycopg.OperationalError, AdminShutdown)):
        connection_check(used)


def test_pool_gives_out_another_connection(parameters: dict[str, Any]) -> None:
    with ConnectionPool(kwargs=parameters, min_size=1, max_size=1, check=connection_check, timeout=10) as pool:
        with pool.connection() as first:
            first.execute("SELECT 1")
        _end(first)
        with pool.connection() as second:
            assert second.execute("SELECT 1").fetchone() == (1,)
            assert second.info.backend_pid != first.info.backend_pid


def test_pool_of_django_uses_the_check() -> None:
    options = {**connection.settings_dict, "OPTIONS": {**connection.settings_dict["OPTIONS"], "pool": {"min_size": 1}}}
    wrapper = DatabaseWrapper({**options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True}, "checked")
    try:
        assert wrapper.pool._check is connection_check
    finally:
        wrapper.close_pool()
