"""Connections to the database server itself, around a pooler that gives a session another connection each transaction.

PgBouncer in transaction mode serves Django's queries. What outlives a transaction needs a connection of its own:
LISTEN, session-level locks, settings of an index build, the snapshot of a backup.
"""

from typing import Any

from django.conf import settings
from django.db import connection

# psycopg's own parameters and Django's: libpq refuses them.
_DRIVER_PARAMETERS = frozenset({"context", "cursor_factory", "prepare_threshold", "pool"})


def server_parameters() -> dict[str, Any]:
    """Return libpq's parameters of a connection to the server, outside Django's pool.

    Those of KINGDOM_DATABASE_DIRECT_URL when it is set, without its database name: both addresses serve one database.
    """
    parameters = connection.get_connection_params()
    direct = settings.DIRECT_DATABASE
    if direct is None:
        return {name: value for name, value in parameters.items() if name not in _DRIVER_PARAMETERS}
    fields = {name: direct.get(name.upper()) for name in ("host", "port", "user", "password")}
    known = {name: value for name, value in fields.items() if value} | direct.get("OPTIONS", {})
    return {**known, "dbname": parameters["dbname"]}
