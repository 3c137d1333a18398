"""Keeps the lease of a job from an event loop while the job is worked on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Protocol

import structlog
from django.db import InterfaceError, OperationalError

from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.database import in_database

FIRST_RENEWAL_S = 0.5
_log = structlog.get_logger(__name__)


class WakeFeed(Protocol):
    """A subscription whose messages wake the keeper of a lease."""

    async def get(self) -> object:
        """Return the next message; waits for one."""
        ...


class LeaseKeeper:
    """Renews a lease from an event loop while a block runs, and notices when it is lost or a stop is requested."""

    def __init__(
        self,
        renew: Callable[[], bool | None],
        *,
        interrupt: Callable[[], None],
        lease_s: float,
        clock: Monotonic = monotonic,
    ) -> None:
        """``renew`` is ``JobQueue.renew`` of the lease; ``interrupt`` is called in the loop once the work must end."""
        self._renew_lease, self._interrupt = renew, interrupt
        self._lease_s, self._clock = lease_s, clock
        self.safe_until = clock() + lease_s  # before that no other worker can have the lease
        self.lost = False
        self.stop_requested = False

    @asynccontextmanager
    async def kept(self, wake: AbstractAsyncContextManager[WakeFeed]) -> AsyncIterator[None]:
        """Renew the lease while the block runs: every third of its time, and with each message of ``wake``.

        The first time is soon: a stop that was requested before ``wake`` listened has no message. Most work is over
        by then, and needs no renewal.
        """
        keeper = asyncio.create_task(self._keep(wake))
        try:
            yield
        finally:
            keeper.cancel()
            await asyncio.wait({keeper})
            if not keeper.cancelled() and (error := keeper.exception()) is not None:
                _log.error("lease_keeper_fault", exc_info=error)

    async def _keep(self, wake: AbstractAsyncContextManager[WakeFeed]) -> None:
        async with wake as feed:
            wait_s = min(FIRST_RENEWAL_S, self._lease_s / 3)
            while not self.lost:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait_s):
                        await feed.get()
                await self._renew()
                wait_s = self._lease_s / 3

    async def _renew(self) -> None:
        asked_at = self._clock()
        try:
            stop = await in_database(self._renew_lease)
        except (OperationalError, InterfaceError):
            if self._clock() < self.safe_until:
                return
            stop = None  # another worker may have it by now
        if stop is None:
            self.lost = True
        else:
            self.safe_until = asked_at + self._lease_s
            self.stop_requested = self.stop_requested or stop
        if self.lost or self.stop_requested:
            self._interrupt()
