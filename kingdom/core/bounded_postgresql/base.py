"""The backend that Django loads by this module's name (``ENGINE``)."""

import time
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from kingdom.core.database_backend import base

MAX_WAIT_S = 20.0  # for one statement; no statement of a page may take longer
MAX_CHECK_S = 5.0  # for the empty statement by which the pool checks a connection whose socket can be read
REFUSAL_S = 5.0  # after a wait in vain; a request asks again for its user's language and its error page
POLL_S = 0.1  # in it a wait notices Ctrl-C and its bound


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed, with OperationalError, when the server does not answer in time."""

    was_given_up = False
    _is_checked = False

    def execute(self, query: Any, params: Any = None, **options: Any) -> psycopg.Cursor[Any]:  # noqa: ANN401 - psycopg's
        """Execute a statement; the empty one has a shorter bound."""
        self._is_checked = not query
        try:
            return super().execute(query, params, **options)
        finally:
            self._is_checked = False

    def wait(self, gen: PQGen[Any], interval: float = POLL_S, timeout: float | None = None) -> Any:  # noqa: ANN401 - psycopg's
        """Wait for an answer of the server. Raises psycopg.OperationalError at the bound."""
        bound = timeout if timeout is not None else MAX_CHECK_S if self._is_checked else MAX_WAIT_S
        try:
            return super().wait(gen, interval, bound)
        except psycopg.OperationalError:
            # Only a wait that was given up leaves a statement under way; its rollback would wait once more.
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.was_given_up = True
                self.pgconn.finish()
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects with a bound. Of each request there is one: after a wait in vain it does not wait again at once."""

    _refuses_until = 0.0

    @property
    def pool(self) -> Any:  # noqa: ANN401 - Django's
        """Return the pool of this process, of bounded connections; None without one."""
        if options := self.settings_dict["OPTIONS"].get("pool"):
            options["connection_class"] = BoundedConnection
        return super().pool

    def get_new_connection(self, conn_params: Mapping[str, Any]) -> Any:  # noqa: ANN401 - Django's
        """Return a connection. Raises psycopg.OperationalError when none could be had in time."""
        if time.monotonic() < self._refuses_until:
            raise psycopg.OperationalError("The database did not answer a moment ago.")
        try:
            connection = super().get_new_connection(conn_params)
        except psycopg.OperationalError:
            self._refuse()
            raise
        connection.__class__ = BoundedConnection  # without a pool Django connects by the driver's own class
        return connection

    def _close(self) -> None:
        if getattr(self.connection, "was_given_up", False):
            self._refuse()
        super()._close()  # type: ignore[misc] # the stubs know no private method

    def _refuse(self) -> None:
        self._refuses_until = time.monotonic() + REFUSAL_S
