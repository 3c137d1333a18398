"""The module that Django loads of a database backend."""

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but for the check of a pooled connection before its use."""

    @property
    def pool(self) -> Any:  # noqa: ANN401 - Django's signature
        """Return the pool of the process, None without one."""
        pool = super().pool
        if pool is not None and pool._check is ConnectionPool.check_connection:  # Django lets no setting choose it
            pool._check = connection_check
        return pool


def connection_check(connection: "psycopg.Connection[Any]") -> None:
    """Raise psycopg.OperationalError for a connection that the server has closed.

    A server that ends, or ends a connection, closes its socket, which can then be read. Only then is it asked: a work
    that takes ten connections one after the other would pay for ten round trips.
    """
    poll = select.poll()  # not select(): it refuses descriptors over 1023
    poll.register(connection.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
    if poll.poll(0):
        ConnectionPool.check_connection(connection)
