"""Stopping and deadlines: the work is over, not only given up."""

import asyncio

import pytest

from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import monotonic
from kingdom.core.errors import DeadlineExceeded
from kingdom.runtime.context import RunCancelled, RuntimeContext

pytestmark = pytest.mark.asyncio


class Work:
    """Something that takes long and has to tidy up."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.tidied = False

    async def run(self) -> str:
        self.begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)  # closing a socket takes a turn of the loop, too
            self.tidied = True
        return "done"


def context(seconds: float | None = None) -> RuntimeContext:
    """A context with some time."""
    return RuntimeContext(call=CallContext(trace_id="t", deadline=None if seconds is None else monotonic() + seconds))


async def test_work_gives_its_value_or_its_error() -> None:
    async def fail() -> None:
        raise KeyError("x")

    assert await context().run(asyncio.sleep(0, "value")) == "value"
    with pytest.raises(KeyError):
        await context().run(fail())


async def test_cancelling_ends_the_work_before_it_returns() -> None:
    ctx, work = context(), Work()
    running = asyncio.create_task(ctx.run(work.run()))
    await work.begun.wait()
    ctx.cancel()
    with pytest.raises(RunCancelled):
        await running
    assert work.tidied


async def test_a_cancelled_context_begins_nothing() -> None:
    ctx, work = context(), Work()
    ctx.cancel()
    with pytest.raises(RunCancelled):
        await ctx.run(work.run())
    assert not work.begun.is_set()


async def test_a_deadline_ends_the_work() -> None:
    work = Work()
    with pytest.raises(DeadlineExceeded):
        await context(0.05).run(work.run())
    assert work.tidied


async def test_cancelling_the_caller_ends_the_work() -> None:
    work = Work()
    caller = asyncio.create_task(context().run(work.run()))
    await work.begun.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert work.tidied
