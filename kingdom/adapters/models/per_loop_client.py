"""One client per event loop, closed when its loop ends.

A connection pool belongs to the loop that opened its sockets: used from another it raises "Event loop is closed", and left open at the
end of its loop it leaks the sockets. Workers run many short loops (each ``async_to_sync`` call is one), web processes one long loop; both
are served.
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
    """Makes a client on first use in each event loop and closes it when that loop shuts down its async generators.

    Lazy, so nothing is made before a fork; clients that a forked child inherits are neither used nor closed by it: their sockets are the
    parent's. Safe from any number of threads.
    """

    def __init__(self, make: Callable[[], Client], close: Callable[[Client], Awaitable[None]]) -> None:
        """Keep how to make and how to close a client; ``make`` runs inside the loop."""
        self._make = make
        self._close = close
        self._lock = threading.Lock()
        self._held: dict[asyncio.AbstractEventLoop, tuple[Client, AsyncGenerator[None, None]]] = {}
        _INSTANCES.add(self)  # type: ignore[arg-type]  # a weak set of PerLoop of anything

    async def get(self) -> Client:
        """Return the running loop's client."""
        loop = asyncio.get_running_loop()
        with self._lock:
            for ended in [one for one in self._held if one.is_closed()]:
                del self._held[ended]
            found = self._held.get(loop)
        if found is not None:
            return found[0]
        client = self._make()
        keeper = self._keep(loop, client)
        with self._lock:
            self._held[loop] = (client, keeper)
        # The first step registers the generator with the loop: asyncio.run, async_to_sync and uvicorn all close
        # registered generators before they close the loop, and that is the only such hook asyncio offers.
        await keeper.__anext__()
        return client

    async def _keep(self, loop: asyncio.AbstractEventLoop, client: Client) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(loop, None)
            await self._close(client)

    def forget(self) -> None:
        """Drop what a fork inherited, unclosed, under a new lock (the old one may be held by a thread that is not here)."""
        self._lock = threading.Lock()
        _INHERITED.append(self._held)
        self._held = {}


@functools.cache
def tls_context() -> ssl.SSLContext:
    """Return the process's TLS settings: reading the certificates takes 20 ms, too long for each of many short loops."""
    return httpx2.create_ssl_context()


def _after_fork() -> None:
    for one in list(_INSTANCES):
        one.forget()


os.register_at_fork(after_in_child=_after_fork)
