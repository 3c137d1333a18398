"""What every adapter's call needs: its deadline, and a stream that a cancel really closes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol, TypeVar

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.clock import monotonic
from kingdom.core.errors import ModelUnavailable

Item = TypeVar("Item")
OnDelta = Callable[[str], Awaitable[None]]

_END: Any = object()


class LanguageModel(Protocol):
    """The shape of the model port, which this room may not import: one model behind any provider."""

    @property
    def name(self) -> str:
        """Return a short name for receipts."""
        ...

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request, streamed to ``on_delta`` when given."""
        ...


@contextlib.asynccontextmanager
async def call_deadline(ctx: CallContext, name: str) -> AsyncIterator[None]:
    """Stop the body at the call's deadline; a cancel from outside passes through.

    Raises ModelUnavailable: ``fault`` is ``deadline``, or ``no_time`` when the deadline was past before the call.
    """
    left = None if ctx.deadline is None else ctx.deadline - monotonic()
    if left is not None and left <= 0:
        raise ModelUnavailable(f"No time was left to ask {name}.", fault="no_time")
    scope = asyncio.timeout(left)
    try:
        async with scope:
            yield
    except TimeoutError:
        if not scope.expired():
            raise
        raise ModelUnavailable(f"{name} did not answer within {left:.0f} s.", fault="deadline") from None


async def pump_stream(stream: AsyncIterator[Item], take: Callable[[Item], Awaitable[None]]) -> None:
    """Read a stream to its end and give each item to ``take``, in order.

    The reading is a task of its own, so that a cancel (or an error in ``take``) always strikes it while it waits for bytes: the error then
    unwinds the SDK's nested generators and closes the socket at once. Closing them from outside leaves inner ones to the garbage collector.
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
            reader.exception()  # seen: the body has raised it already, or something else that matters more
