"""Where Celery's messages go: the database itself (pgmq) by default, Redis or RabbitMQ by one setting."""

from collections.abc import Mapping
from typing import Any

VISIBILITY_TIMEOUT_S = (
    1800  # longer than the longest task: pgmq has no heartbeat, a task that takes longer is delivered twice
)


def _libpq_quoted(value: object) -> str:
    """Return a value in libpq's quotes."""
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"


def pgmq_conn_string(database: Mapping[str, Any]) -> str:
    """Return the libpq keyword string that the pgmq client takes for one of Django's ``DATABASES`` entries.

    The client parses the string and writes the five fields down again with no quotes, which breaks on a space in a folder or a
    password: so every value is quoted twice. It also drops ``sslmode``, which therefore travels behind the password.
    It refuses an empty password, so a server that asks for none (the embedded one) gets any.
    """
    options = database.get("OPTIONS") or {}
    fields = {
        "host": _libpq_quoted(database.get("HOST") or options.get("host") or "localhost"),
        "port": _libpq_quoted(database.get("PORT") or options.get("port") or 5432),
        "dbname": _libpq_quoted(database["NAME"]),
        "user": _libpq_quoted(database.get("USER") or "postgres"),
        "password": _libpq_quoted(database.get("PASSWORD") or "unused"),
    }
    extra = [
        f"{name}={_libpq_quoted(options[name])}"
        for name in ("sslmode", "sslrootcert", "connect_timeout")
        if options.get(name)
    ]
    fields["password"] = " ".join([fields["password"], *extra])
    return " ".join(f"{name}={_libpq_quoted(value)}" for name, value in fields.items())


def broker_settings(url: str, database: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return Celery's broker URL and transport options: those of ``url``, or pgmq over ``database`` when it is empty.

    ``wait_time_seconds`` 0 with NOTIFY instead of long polls: with the default poll the first publish of every process stalls
    4 to 8 s, because the declaration of the queue waits for the polling worker.
    """
    if url:
        return url, {"visibility_timeout": VISIBILITY_TIMEOUT_S} if url.startswith(("redis", "sentinel")) else {}
    return "pgmq://localhost", {  # the host is a word that kombu wants; conn_string decides
        "conn_string": pgmq_conn_string(database),
        "init_extension": False,
        "use_notify": True,
        "notify_throttle_interval_ms": 0,
        "wait_time_seconds": 0,
        "polling_interval": 1.0,
        "visibility_timeout": VISIBILITY_TIMEOUT_S,
        "pool_size": 4,
    }
