"""Database work from the loop that is patient with a server that restarts."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import structlog
from django.db import InterfaceError, OperationalError

from kingdom.core.clock import Monotonic
from kingdom.core.database import in_database

P = ParamSpec("P")
T = TypeVar("T")
__all__ = ["in_database", "with_db_retry"]
_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0)
_log = structlog.get_logger(__name__)


async def with_db_retry(
    work: Callable[P, T], until: Callable[[], float], clock: Monotonic, *args: P.args, **kwargs: P.kwargs
) -> T:
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
