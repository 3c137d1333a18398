"""Database work from the loop: on the task's own thread, for as short as it takes, and patient with a server that restarts."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import structlog
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection

from kingdom.core.clock import Monotonic

P = ParamSpec("P")
T = TypeVar("T")
_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0)
_log = structlog.get_logger(__name__)


async def in_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what the work gives, run on the thread that entered the loop; its connection goes back to the pool afterwards.

    The work must be safe to run again: see ``patiently``.
    """

    def body() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            if not connection.in_atomic_block:  # in a test's transaction the connection stays
                connection.close()

    return await sync_to_async(body, thread_sensitive=True)()


async def patiently(work: Callable[P, T], until: Callable[[], float], clock: Monotonic, *args: P.args, **kwargs: P.kwargs) -> T:
    """Like ``in_database``, and again when the server went away, until the clock passes ``until()``.

    The hazard: a commit whose acknowledgement was lost. So only work that can tell that it was done before may come here.
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
