"""Database work from an event loop: on the task's own thread, for as short as it takes."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")


def release_connection() -> None:
    """Give this thread's connection back to the pool, before a wait: the next query takes one again. In a transaction it stays."""
    if not connection.in_atomic_block:
        connection.close()


async def in_database(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what the work gives, run on the thread that entered the loop; its connection goes back to the pool afterwards."""

    def body() -> T:
        try:
            return work(*args, **kwargs)
        finally:
            release_connection()

    return await sync_to_async(body, thread_sensitive=True)()
