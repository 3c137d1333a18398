"""A lease is kept while a block runs, and its keeper ends with the block."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import async_to_sync

from kingdom.core.background.lease_keeper import LeaseKeeper


@pytest.mark.parametrize("turns", range(6))
def test_a_message_that_comes_with_the_end_does_not_hold_it_up(turns: int) -> None:
    """``asyncio.wait_for`` lost the cancellation when the message came some turns of the loop before it.

    The stage of a creation, or a session, ended a third of the lease's time late.
    """
    messages: asyncio.Queue[object] = asyncio.Queue()

    @asynccontextmanager
    async def wake() -> AsyncIterator[asyncio.Queue[object]]:
        yield messages

    async def scene() -> None:
        keeper = LeaseKeeper(lambda: False, interrupt=lambda: None, lease_s=3000)
        async with asyncio.timeout(5), keeper.kept(wake()):
            await asyncio.sleep(0.05)
            messages.put_nowait("wake")
            for _ in range(turns):
                await asyncio.sleep(0)

    async_to_sync(scene)()
