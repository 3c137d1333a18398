"""Deadlines of model calls, and streams that a cancellation closes at once."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import monotonic
from kingdom.core.errors import ModelUnavailable

Item = TypeVar("Item")

_END: Any = object()


@contextlib.asynccontextmanager
async def call_deadline(ctx: CallContext, name: str) -> AsyncIterator[None]:
    """Stop the body at the call's deadline; a cancellation from outside propagates.

    Raises ModelUnavailable: ``fault`` is ``deadline``, or ``no_time`` when the deadline had passed before the call.
    """
    remaining = None if ctx.deadline is None else ctx.deadline - monotonic()
    if remaining is not None and remaining <= 0:
        raise ModelUnavailable(f"No time is left to call {name}.", fault="no_time")
    scope = asyncio.timeout(remaining)
    try:
        async with scope:
            yield
    except TimeoutError:
        if not scope.expired():
            raise
        raise ModelUnavailable(f"{name} did not answer within {remaining:.0f} s.", fault="deadline") from None


async def pump_stream(stream: AsyncIterator[Item], take: Callable[[Item], Awaitable[None]]) -> None:
    """Read a stream to its end and give each item to ``take``, in order.

    A separate task reads, so that a cancellation (or an error in ``take``) always reaches it while it waits for bytes:
    the error then unwinds the SDK's nested generators and closes the socket at once. ``aclose`` from outside leaves the
    inner generators to the garbage collector.
    """
    queue: asyncio.Queue[Item] = asyncio.Queue()

    async def read() -> None:
        try:
            async for item in stream:
                queue.put_nowait(item)
        finally:
            queue.put_nowait(_END)

    reader = asyncio.create_task(read())
    try:
        while (item := await queue.get()) is not _END:
            await take(item)
        await reader
    finally:
        reader.cancel()
        await asyncio.wait([reader])
        if not reader.cancelled():
            reader.exception()  # retrieved: the body has raised this error, or another one that takes precedence
