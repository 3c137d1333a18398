"""Database access from an event loop: short, on the task's own thread, and retried while the server restarts."""

import asyncio
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import structlog
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection
from django.db.models import QuerySet
from django.db.models.sql import UpdateQuery

from kingdom.core.clock import Monotonic
from kingdom.core.errors import DatabaseAway, InfrastructureFault

P = ParamSpec("P")
T = TypeVar("T")
_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0)
_log = structlog.get_logger(__name__)


_AWAY_CLASSES = ("08", "40", "53", "57P")  # SQLSTATE: connection, conflicting transactions, resources, shutdown


def infrastructure_fault(error: BaseException | None) -> InfrastructureFault | None:
    """Return the fault of this installation behind an error, None when the work itself has failed.

    This is the only place that decides which of the two it is. An error of the database is the installation's when the
    connection broke (no SQLSTATE) or the server refused it for a passing reason.
    """
    if isinstance(error, InfrastructureFault):
        return error
    if isinstance(error, InterfaceError):
        return DatabaseAway()
    if isinstance(error, OperationalError):
        state = getattr(error.__cause__, "sqlstate", None)
        return DatabaseAway() if state is None or state.startswith(_AWAY_CLASSES) else None
    return None


def release_connection() -> None:
    """Return this thread's connection to the pool before a wait, except in a transaction."""
    if not connection.in_atomic_block:
        connection.close()


def update_returning(rows: QuerySet[Any], returning: str, **values: object) -> list[Any]:
    """Update rows as ``QuerySet.update`` does, and return a field of each in the same statement."""
    query: UpdateQuery = rows.query.chain(UpdateQuery)  # type: ignore[assignment] # the stubs lack the argument's type
    query.add_update_values(values)
    statement, parameters = query.get_compiler(connection=connection).as_sql()
    column = connection.ops.quote_name(rows.model._meta.get_field(returning).column)
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} RETURNING {column}", parameters)
        return [row[0] for row in cursor.fetchall()]


async def in_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of ``work``, run on the thread that entered the loop, and release the connection afterwards."""
    return await sync_to_async(_released_after, thread_sensitive=True)(work, *args, **kwargs)


def _released_after(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    try:
        return work(*args, **kwargs)
    finally:
        release_connection()


async def in_database_at_end(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of ``work``, run on a thread of its own, as the end of what may outlive its request.

    A generator that nobody reads any more is closed by the loop when it is collected: the thread of its request,
    which ``in_database`` uses, has ended by then.
    """
    return await asyncio.to_thread(lambda: _released_after(work, *args, **kwargs))


async def with_db_retry(
    work: Callable[P, T], until: Callable[[], float], clock: Monotonic, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run ``work`` as ``in_database`` does, and again while the server is away, until the clock passes ``until()``.

    A commit whose acknowledgement was lost runs twice: pass only work that detects that it was done before.
    """
    tries = 0
    while True:
        try:
            return await in_database(work, *args, **kwargs)
        except (OperationalError, InterfaceError) as error:
            pause = _PAUSES_S[min(tries, len(_PAUSES_S) - 1)]
            tries += 1
            if clock() + pause >= until():
                raise
            _log.warning("database_away", error=type(error).__name__, tries=tries)
            await asyncio.sleep(pause)
