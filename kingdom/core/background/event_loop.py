"""Run async code from a thread without an event loop."""

import contextvars
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync  # noqa: TID251 - the one place that bounds what it leaves

P = ParamSpec("P")
T = TypeVar("T")


def run_async(work: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of ``work``, run as asgiref's ``async_to_sync`` does, and keep none of its context variables.

    ``async_to_sync`` copies every context variable of the finished loop into the calling thread. A connection that
    Django looked up inside the loop is a new variable in each loop, so a worker's thread would keep one for each
    session that it ever ran, and copy all of them at each step of the next.
    """
    return contextvars.copy_context().run(async_to_sync(work), *args, **kwargs)
