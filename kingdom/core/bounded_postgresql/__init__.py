"""The database backend of this project with bounds on how long a web process waits for the server.

A server that hangs (a stopped process, a frozen disk, a network that drops packets) accepts connections and never
answers. Without a bound, each request holds its thread and its client for ever. Workers are not bounded: they may
compute long, and a lease takes their work away. LISTEN, migrations and backups connect by themselves.
"""

from django.db import connections

MAX_CONNECT_S = 10


def bound_database_waits() -> None:
    """Bound the waits and connects of this process from now on; call it before the first connection."""
    settings = connections.settings["default"]
    settings["ENGINE"] = __name__
    settings.setdefault("OPTIONS", {}).setdefault("connect_timeout", MAX_CONNECT_S)
