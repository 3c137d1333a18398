"""Celery's broker settings: the database itself (pgmq) by default, Redis or RabbitMQ by one setting."""

from collections.abc import Mapping
from typing import Any

# Redis has no heartbeat, so this is longer than the longest task: a longer one is delivered twice.
VISIBILITY_TIMEOUT_S = 1800
# pgmq: a worker's heartbeat keeps its messages, so those of a dead worker come back after this.
MESSAGE_LEASE_S = 30
_PASSED_ON = ("sslmode", "sslrootcert", "connect_timeout", "requirepeer")


def _libpq_quoted(value: object) -> str:
    """Return a value in libpq's quotes."""
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"


def pgmq_conn_string(database: Mapping[str, Any]) -> str:
    """Return the libpq keyword string that the pgmq client takes for one of Django's ``DATABASES`` entries.

    The client parses the string and writes its five fields again without quotes, which breaks on spaces: so every
    value is quoted twice. It drops ``sslmode`` and others, which are therefore appended to the password. It refuses
    an empty password, so a server without one (the embedded one) gets a dummy.
    """
    options = database.get("OPTIONS") or {}
    fields = {name: _libpq_quoted(value) for name, value in _connection_fields(database, options).items()}
    extra = [f"{name}={_libpq_quoted(options[name])}" for name in _PASSED_ON if options.get(name)]
    fields["password"] = " ".join([fields["password"], *extra])
    return " ".join(f"{name}={_libpq_quoted(value)}" for name, value in fields.items())


def _connection_fields(database: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, object]:
    return {
        "host": database.get("HOST") or options.get("host") or "localhost",
        "port": database.get("PORT") or options.get("port") or 5432,
        "dbname": database["NAME"],
        "user": database.get("USER") or "postgres",
        "password": database.get("PASSWORD") or "unused",
    }


def broker_settings(url: str, database: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return Celery's broker URL and transport options: those of ``url``, or pgmq over ``database`` if it is empty.

    ``wait_time_seconds`` is 0, with NOTIFY instead of long polls: with the default, the first publish of every process
    stalls 4 to 8 s, because the declaration of the queue waits for the polling worker.
    """
    if url:
        return url, {"visibility_timeout": VISIBILITY_TIMEOUT_S} if url.startswith(("redis", "sentinel")) else {}
    return "pgmq://localhost", {  # kombu requires a host; conn_string is used
        "conn_string": pgmq_conn_string(database),
        "init_extension": False,
        "use_notify": True,
        "notify_throttle_interval_ms": 0,
        "wait_time_seconds": 0,
        "polling_interval": 1.0,
        "visibility_timeout": MESSAGE_LEASE_S,
        "pool_size": 4,
    }
