"""One client per event loop, closed when its loop ends.

A connection pool belongs to the loop that opened its sockets: used from another it raises "Event loop is closed", and
left open at the end of its loop it leaks the sockets. Workers run many short loops (one for each ``async_to_sync``
call), web processes one long loop.
"""

import asyncio
import functools
import os
import ssl
import threading
import weakref
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Generic, TypeVar

import httpx2

Client = TypeVar("Client")

_INSTANCES: "weakref.WeakSet[PerLoopClient[object]]" = weakref.WeakSet()
_INHERITED: list[object] = []


class PerLoopClient(Generic[Client]):
    """Creates a client on first use in each event loop and closes it when that loop shuts down its async generators.

    Nothing is created before the first use. A forked child neither uses nor closes inherited clients: their sockets
    belong to the parent. Thread-safe.
    """

    def __init__(self, make: Callable[[], Client], close: Callable[[Client], Awaitable[None]]) -> None:
        """Keep the functions that create and close a client; ``make`` runs inside the loop."""
        self._make = make
        self._close = close
        self._lock = threading.Lock()
        self._held: dict[asyncio.AbstractEventLoop, tuple[Client, AsyncGenerator[None, None]]] = {}
        _INSTANCES.add(self)  # type: ignore[arg-type]  # PerLoopClient of any client type

    async def get(self) -> Client:
        """Return the running loop's client."""
        loop = asyncio.get_running_loop()
        with self._lock:
            for closed in [held_loop for held_loop in self._held if held_loop.is_closed()]:
                del self._held[closed]
            held = self._held.get(loop)
        if held is not None:
            return held[0]
        client = self._make()
        closer = self._close_at_loop_end(loop, client)
        with self._lock:
            self._held[loop] = (client, closer)
        # The first step registers the generator with the loop: asyncio.run, async_to_sync and uvicorn all close
        # registered generators before they close the loop; asyncio offers no other hook for that.
        await closer.__anext__()
        return client

    async def _close_at_loop_end(self, loop: asyncio.AbstractEventLoop, client: Client) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(loop, None)
            await self._close(client)

    def drop_inherited(self) -> None:
        """Drop the clients inherited by a fork, unclosed, and take a new lock.

        A thread of the parent may hold the old one.
        """
        self._lock = threading.Lock()
        _INHERITED.append(self._held)
        self._held = {}


@functools.cache
def tls_context() -> ssl.SSLContext:
    """Return the process's TLS context. Reading the certificates takes 20 ms, too long for each of many short loops."""
    return httpx2.create_ssl_context()


def _after_fork() -> None:
    for instance in list(_INSTANCES):
        instance.drop_inherited()


os.register_at_fork(after_in_child=_after_fork)
